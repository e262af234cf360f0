import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TimelineLine } from '../../src/recording/model.js';
import { encodeTimelineLine, parseTimeline } from '../../src/recording/timeline.js';
import type { SessionCommand, SessionEvent, SessionInput } from '../../src/schedule/events.js';
import { rigPos } from '../../src/time/position.js';

const text = fc.string({ unit: 'binary', maxLength: 20 });
const pos = fc.integer({ min: -(2 ** 40), max: 2 ** 40 }).map((n) => rigPos(n));
const count = fc.nat(9);
const input: fc.Arbitrary<SessionInput> = fc.oneof(
  fc.constant({ type: 'session-opened' as const }),
  fc.record({ type: fc.constant('agent-joined' as const), identity: text }),
  fc.record({ type: fc.constant('agent-left' as const), identity: text, reason: text }),
  fc.record({ type: fc.constant('agent-track' as const), track: text, name: text, tracks: count }),
  fc.record({ type: fc.constant('agent-track-ended' as const), track: text, tracks: count }),
  fc.record({ type: fc.constant('agent-track-muted' as const), track: text, muted: fc.boolean() }),
  fc.record({ type: fc.constant('agent-subscribed' as const), speaker: text }),
  fc.constant({ type: 'agent-flowing' as const }),
  fc.constant({ type: 'agent-reported-ready' as const }),
  fc.record({ type: fc.constant('turn-started' as const), turn: text, start: pos }),
  fc.record({ type: fc.constant('turn-ended' as const), turn: text, voicedEnd: pos }),
  fc.record({ type: fc.constantFrom('agent-speech-on' as const, 'agent-speech-off' as const, 'agent-sound' as const), since: pos }),
  fc.constant({ type: 'woke' as const }),
  fc.record(
    { type: fc.constant('reported' as const), what: fc.constantFrom('state' as const, 'transcript' as const), text, final: fc.boolean() },
    { requiredKeys: ['type', 'what', 'text'] },
  ),
  fc.record(
    {
      type: fc.constant('rig-trouble' as const),
      what: fc.constantFrom('late-frame' as const, 'store' as const),
      detail: text,
      amount: count,
    },
    { requiredKeys: ['type', 'what', 'detail'] },
  ),
  fc.record({ type: fc.constant('stop-requested' as const), reason: text }),
);
const command: fc.Arbitrary<SessionCommand> = fc.oneof(
  fc.record({ type: fc.constant('play' as const), turn: text, at: pos, because: text }),
  fc.record({ type: fc.constant('skip' as const), turn: text, because: text }),
  fc.record({ type: fc.constant('mark' as const), mark: text, turn: text, at: pos }, { requiredKeys: ['type', 'mark', 'at'] }),
  fc.record({ type: fc.constant('wake' as const), at: pos }),
  fc.record({ type: fc.constant('finish' as const), reason: fc.constantFrom('complete' as const, 'agent-left' as const) }),
);

/** Lines as a session makes them: sequence numbers without a gap, positions that never go back. */
const log: fc.Arbitrary<TimelineLine[]> = fc
  .array(fc.tuple(input, fc.nat(48_000), fc.array(command, { maxLength: 2 })), { maxLength: 8 })
  .map((steps) => {
    const lines: TimelineLine[] = [];
    let at = 0;
    for (const [seq, [one, step, commands]] of steps.entries()) {
      at += step;
      lines.push({ kind: 'event', ...one, seq, at: rigPos(at) });
      for (const c of commands) lines.push({ kind: 'command', after: seq, command: c });
    }
    return lines;
  });
// JSON leaves the prototype of fast-check's records behind.
const plain = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

describe('timeline.jsonl', () => {
  it('gives back what was written, events and commands apart too', () => {
    fc.assert(
      fc.property(log, (lines) => {
        const read = parseTimeline(lines.map(encodeTimelineLine).join(''));
        expect(read.ending).toBe('whole');
        expect(plain(read.lines)).toEqual(plain(lines));
        expect(read.events.length + read.commands.length).toBe(lines.length);
      }),
    );
  });

  it('reads every prefix up to its last whole line', () => {
    fc.assert(
      fc.property(log, fc.double({ min: 0, max: 1, noNaN: true }), (lines, share) => {
        const whole = lines.map(encodeTimelineLine).join('');
        const prefix = whole.slice(0, Math.floor(share * whole.length));
        const read = parseTimeline(prefix);
        expect(read.lines.length).toBe(prefix.split('\n').length - 1);
        expect(read.ending).toBe(prefix === '' || prefix.endsWith('\n') ? 'whole' : 'cut');
      }),
    );
  });

  const opened: SessionEvent = { type: 'session-opened', seq: 0, at: rigPos(5) };
  const first = encodeTimelineLine({ kind: 'event', ...opened });
  it.each([
    ['not JSON', 'x\n', /line 2: not JSON/],
    ['zeros after a power loss', '\0\0\0\n', /line 2: not JSON/],
    ['an unknown event', '{"kind":"event","type":"no","seq":1,"at":6}\n', /line 2/],
    ['a gap in the sequence', '{"kind":"event","type":"woke","seq":2,"at":6}\n', /event 2 where 1 was due/],
    ['a position that goes back', '{"kind":"event","type":"woke","seq":1,"at":4}\n', /goes back/],
    ['a position that is no integer', '{"kind":"event","type":"woke","seq":1,"at":6.5}\n', /at/],
    ['null', 'null\n', /line 2/],
  ])('stops at %s and says where', (_what, second, problem) => {
    const read = parseTimeline(first + second + first);
    expect(read.ending).toBe('damaged');
    expect(read.events).toEqual([opened]);
    expect(read.problem).toMatch(problem);
  });

  it('takes a position that stays', () => {
    expect(parseTimeline(`${first}{"kind":"event","type":"woke","seq":1,"at":5}\n`).events).toHaveLength(2);
  });
});
