/**
 * timeline.jsonl: what the session heard (`event`) and wanted (`command`), one JSON object a line, in order.
 * A kill can cut the last line; everything before it reads.
 */
import type { SessionCommand, SessionEvent } from '../schedule/events.js';
import type { TimelineLine } from './model.js';
import { timelineLineSchema } from './schema-timeline.js';

/** What a timeline held, and how it ended. */
export interface Timeline {
  readonly lines: readonly TimelineLine[];
  readonly events: readonly SessionEvent[];
  readonly commands: readonly SessionCommand[];
  /** `cut`: the last line has no line feed and is left out. `damaged`: `problem` says where; nothing after it is read. */
  readonly ending: 'whole' | 'cut' | 'damaged';
  readonly problem: string;
}

/** One line with its line feed. JSON.stringify never writes a raw line feed, so a line is always one record. */
export function encodeTimelineLine(line: TimelineLine): string {
  return `${JSON.stringify(line)}\n`;
}

/** Reads a timeline. Never throws: damage is told in `ending` and `problem`. Sequence numbers must go on without a gap. */
export function parseTimeline(text: string): Timeline {
  const lines: TimelineLine[] = [];
  const events: SessionEvent[] = [];
  const commands: SessionCommand[] = [];
  const rows = text.split('\n');
  const rest = rows.pop() ?? '';
  const done = (ending: Timeline['ending'], problem = ''): Timeline => ({ lines, events, commands, ending, problem });
  for (const [i, row] of rows.entries()) {
    const line = parseRow(row);
    if (typeof line === 'string') return done('damaged', `line ${i + 1}: ${line}`);
    if (line.kind === 'event') {
      const previous = events.at(-1);
      if (line.seq !== events.length) return done('damaged', `line ${i + 1}: event ${line.seq} where ${events.length} was due`);
      if (previous && line.at < previous.at) return done('damaged', `line ${i + 1}: the position goes back`);
      events.push(eventOf(line));
    } else {
      commands.push(line.command);
    }
    lines.push(line);
  }
  return done(rest === '' ? 'whole' : 'cut');
}

function parseRow(row: string): TimelineLine | string {
  let json: unknown;
  try {
    json = JSON.parse(row);
  } catch {
    return 'not JSON';
  }
  const result = timelineLineSchema.safeParse(json);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  return issue ? `${issue.path.map(String).join('.') || 'line'}: ${issue.message}` : 'not a timeline line';
}

/** The event without the line's own field. */
function eventOf(line: TimelineLine & { readonly kind: 'event' }): SessionEvent {
  const event: SessionEvent & { kind?: 'event' } = { ...line };
  delete event.kind;
  return event;
}
