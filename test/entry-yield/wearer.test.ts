/** p_wearer on the data channel: text from a stranger, bounded; frames on the timeline; opportunities scored from them. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scoreLiveFrames } from '../../src/entry-yield/live-frames.js';
import type { LiveFinding } from '../../src/entry-yield/live-model.js';
import { wearerFrames } from '../../src/entry-yield/wearer-frames.js';
import { readWearerMessage, WEARER_LIMITS } from '../../src/entry-yield/wearer-message.js';
import type { SessionEvent } from '../../src/schedule/events.js';
import { rigPos } from '../../src/time/position.js';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const read = (value: unknown) => readWearerMessage(bytes(JSON.stringify(value)));

describe('a message', () => {
  it('is one frame, or several with their ages', () => {
    expect(read({ v: 1, p: 0.25 })).toEqual({ ages: [0], p: [0.25] });
    expect(read({ v: 1, frames: [{ age_ms: 40, p: 0 }, { p: 1 }], more: 'is left alone' })).toEqual({ ages: [1920, 0], p: [0, 1] });
  });

  it.each<readonly [string, unknown, RegExp]>([
    ['another version', { v: 2, p: 0.5 }, /^version 2; this turnrig reads version 1$/],
    ['no version', { p: 0.5 }, /shape/],
    ['p outside of 0 to 1', { v: 1, p: 1.01 }, /shape/],
    ['p that is text', { v: 1, p: '0.5' }, /shape/],
    ['an age from the future', { v: 1, frames: [{ age_ms: -1, p: 0 }] }, /shape/],
    ['an age beyond the bound', { v: 1, frames: [{ age_ms: 10_001, p: 0 }] }, /shape/],
    ['no frames', { v: 1, frames: [] }, /shape/],
    ['too many frames', { v: 1, frames: Array.from({ length: WEARER_LIMITS.framesAMessage + 1 }, () => ({ p: 0 })) }, /shape/],
    ['a list', [1], /shape/],
    ['null', null, /shape/],
  ])('is refused: %s', (_, value, why) => {
    expect(read(value)).toEqual({ refused: expect.stringMatching(why) as unknown });
  });

  it('is refused when it is too long, no text, or no JSON', () => {
    expect(readWearerMessage(new Uint8Array(WEARER_LIMITS.bytes + 1))).toEqual({ refused: '32769 bytes, more than 32768' });
    expect(readWearerMessage(Uint8Array.of(0xff, 0xfe))).toEqual({ refused: 'no JSON' });
    expect(readWearerMessage(bytes('{"v":1,"p":NaN}'))).toEqual({ refused: 'no JSON' });
  });

  it('never throws, and never gives what is no probability', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.uint8Array({ maxLength: 60 }),
          fc.jsonValue().map((value) => bytes(JSON.stringify(value))),
        ),
        (given) => {
          const found = readWearerMessage(given);
          if ('refused' in found) expect(found.refused.length).toBeLessThan(200);
          else expect(found.p.every((p) => p >= 0 && p <= 1)).toBe(true);
        },
      ),
    );
  });
});

const published = (at: number, ages: readonly number[], p: readonly number[], identity = 'agent'): SessionEvent => ({
  type: 'p-wearer',
  identity,
  ages,
  p,
  seq: 0,
  at: rigPos(at),
});

describe('frames', () => {
  it('lie where they arrived less their age, in order, the later word about a moment last', () => {
    const frames = wearerFrames('s', [
      published(48_000, [4800, 0], [0.1, 0.2]),
      published(52_800, [4800, 0], [0.9, 0.3]),
      published(60_000, [0], [1], 'another'),
    ])!;
    expect(Array.from(frames.t)).toEqual([0.9, 1, 1.1]);
    expect(Array.from(frames.p)).toEqual([0.1, 0.9, 0.3]);
    expect(wearerFrames('s', [])).toBeUndefined();
  });
});

describe('opportunities of a live run', () => {
  const base = { session: 's', scene: 'x', agent: 'a', delay: undefined, plusMinus: 0, score: 0 };
  const findings: LiveFinding[] = [
    { ...base, id: 't1/end', kind: 'reply-due', at: rigPos(2 * 48_000), horizon: 5 * 48_000 },
    { ...base, id: 't1/pause-1', kind: 'mid-turn-pause', at: rigPos(48_000), horizon: 24_000 },
    { ...base, id: 't2/onset', kind: 'barge-in', at: rigPos(5 * 48_000), horizon: 28_800, offset: rigPos(7 * 48_000) },
    { ...base, session: 'without', id: 't1/end', kind: 'reply-due', at: rigPos(48_000), horizon: 5 * 48_000 },
    { id: 'z', session: 's', scene: 'x', agent: 'a', task: 'entry', why: 'no-rule' },
  ];
  // 20 frames a second for ten seconds: high after 2.5 s, low again from 5.3 s on.
  const events = Array.from({ length: 200 }, (_, i) => {
    const t = i / 20;
    return published(Math.round(t * 48_000), [0], [t >= 2.5 && t < 5.3 ? 0.9 : t >= 1.2 && t < 1.4 ? 0.4 : 0.1]);
  });

  it('are scored from the frames as entry-yield score does', () => {
    const { agents, scores } = scoreLiveFrames(findings, new Map([['s', wearerFrames('s', events)!]]));
    expect(agents).toMatchObject([
      {
        agent: 'a',
        sessions: 1,
        frames: 200,
        entry: { ap: 1, positives: 1, negatives: 1, excluded: [{ why: 'no-session', count: 1 }] },
        yield: { ap: 1, positives: 1, negatives: 0 },
      },
    ]);
    expect([...scores].map(([{ id }, score]) => [id, score])).toEqual([
      ['t1/end', 0.9],
      ['t1/pause-1', 0.4],
      ['t2/onset', 0.9],
    ]);
  });

  it('of an agent that published nothing are none', () => {
    expect(scoreLiveFrames(findings, new Map()).agents).toEqual([]);
  });
});
