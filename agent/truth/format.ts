/**
 * The log of a sender: one JSON object a line, written by whoever pushes audio, read by the truth program alone.
 *
 * Instants are decimal strings of monotonic nanoseconds, which all processes of a host share. Nothing in this folder may import anything
 * outside of it, and recorder, placement, decoder and edge finder may import nothing of it (scripts/eslint-rings.mjs): what they are
 * measured against shares no code with them (measurement.md, "Truth for calibration").
 */
export const LOG_VERSION = 1;

/** First line. */
export interface SenderLine {
  readonly type: 'sender';
  readonly version: typeof LOG_VERSION;
  readonly name: string;
  /** Samples a second. */
  readonly rate: number;
  /** Length of the audio source's own queue; 0: what is pushed leaves at once. */
  readonly queueMs: number;
  /** What sender and encoder may hold back of the newest audio when no more is pushed: a packet's begun part, and the look-ahead. */
  readonly heldBackMs: number;
}

/** A frame was handed to the audio source. */
export interface PushLine {
  readonly type: 'push';
  /** Just before the call. */
  readonly ns: string;
  /** When the source said that it had taken it; only with a queue. */
  readonly done?: string;
  /** Samples. */
  readonly n: number;
  /** Number of the burst of voice in it; left out in silence. */
  readonly burst?: number;
  /** First and last voiced sample of the frame, counted from its own first. */
  readonly first?: number;
  readonly last?: number;
}

/**
 * `stop`: no frame is pushed until `go`, and what would have been is not made up for. `clear`: the source's queue was emptied.
 * `publish`: the frames from here on go into another track.
 */
export interface EventLine {
  readonly type: 'stop' | 'go' | 'clear' | 'mute' | 'unmute' | 'publish' | 'unpublish';
  readonly ns: string;
}

export type LogLine = SenderLine | PushLine | EventLine;

/** One edge of a burst, as it left the sender: a sample pushed at the end of a frame leaves when the frame does. */
export interface TrueEdge {
  readonly burst: number;
  readonly edge: 'onset' | 'offset';
  /** Nanoseconds. An offset is one past the last voiced sample. */
  readonly ns: string;
  /** Half-width of what the log leaves open. */
  readonly plusMinusNs: number;
  /** Why the log alone cannot tell this one; empty when it can. */
  readonly untold: string;
}

export interface Truth {
  readonly sender: string;
  readonly edges: readonly TrueEdge[];
  /** Frames pushed, and the worst lateness behind the sender's own clock, ms. */
  readonly pushes: number;
  readonly maxLateMs: number;
}

const EVENTS = new Set(['stop', 'go', 'clear', 'mute', 'unmute', 'publish', 'unpublish']);

/** Reads a log. A last line that was cut off is left out. @throws Error on anything else that is no log, with the line's number. */
export function readLog(text: string): { readonly sender: SenderLine; readonly lines: readonly (PushLine | EventLine)[] } {
  const raw = text.split('\n');
  const cut = raw.at(-1) !== '';
  const whole = raw.slice(0, cut ? -1 : undefined).filter((line) => line !== '');
  const lines = whole.map((line, i) => readLine(line, i + 1));
  const [sender, ...rest] = lines;
  if (sender?.type !== 'sender') throw new Error('line 1: a log begins with its sender');
  return {
    sender,
    lines: rest.map((line, i) => {
      if (line.type === 'sender') throw new Error(`line ${i + 2}: a log has one sender`);
      return line;
    }),
  };
}

function readLine(line: string, number: number): LogLine {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw new Error(`line ${number}: no JSON`);
  }
  if (!isLine(value)) throw new Error(`line ${number}: no line of a sender's log`);
  return value;
}

function isLine(value: unknown): value is LogLine {
  if (typeof value !== 'object' || value === null || !('type' in value)) return false;
  const has = (key: string, is: (one: unknown) => boolean, needed = true): boolean => {
    const one = (value as Record<string, unknown>)[key];
    return one === undefined ? !needed : is(one);
  };
  const instant = (one: unknown): boolean => typeof one === 'string' && /^\d+$/.test(one);
  const whole = (one: unknown): boolean => Number.isSafeInteger(one) && (one as number) >= 0;
  const number = (one: unknown): boolean => typeof one === 'number' && Number.isFinite(one) && one >= 0;
  if (value.type === 'sender')
    return (
      has('version', (one) => one === LOG_VERSION) &&
      has('name', (one) => typeof one === 'string') &&
      has('rate', (one) => number(one) && one !== 0) &&
      has('queueMs', number) &&
      has('heldBackMs', number)
    );
  if (value.type === 'push')
    return (
      has('ns', instant) &&
      has('done', instant, false) &&
      has('n', whole) &&
      has('burst', whole, false) &&
      has('first', whole, false) &&
      has('last', whole, false)
    );
  return typeof value.type === 'string' && EVENTS.has(value.type) && has('ns', instant);
}
