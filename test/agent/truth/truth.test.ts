import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { LogLine, PushLine } from '../../../agent/truth/format.js';
import { truthOf } from '../../../agent/truth/truth.js';
import { ROOT } from '../../cli/turnrig.js';

const MS = 1_000_000;
const sender = (queueMs = 0, heldBackMs = 6.5): LogLine => ({ type: 'sender', version: 1, name: 's', rate: 48_000, queueMs, heldBackMs });
const ns = (ms: number): string => String(BigInt(Math.round(1e15 + ms * MS)));
const shifted = (at: string, ms: number): string => String(BigInt(at) + BigInt(ms * MS));
const text = (lines: readonly LogLine[]): string => lines.map((line) => `${JSON.stringify(line)}\n`).join('');
const at = (edge: { readonly ns: string }): number => Number(BigInt(edge.ns) - 10n ** 15n) / MS;

interface Voice {
  readonly burst: number;
  readonly first?: number;
  readonly last?: number;
}
const push = (ms: number, voice?: Voice, done?: number): PushLine => ({
  type: 'push',
  ns: ns(ms),
  n: 480,
  ...(done === undefined ? {} : { done: ns(done) }),
  ...(voice === undefined ? {} : { burst: voice.burst, first: voice.first ?? 0, last: voice.last ?? 479 }),
});

/** Pushes of 10 ms frames from `from` on, each late by what `late` says. */
function pushes(from: number, count: number, voiceAt: (k: number) => Voice | undefined, late: (k: number) => number = () => 0): PushLine[] {
  return Array.from({ length: count }, (_, k) => push(from + 10 * k + late(k), voiceAt(k)));
}

describe('a source without a queue', () => {
  test('a sample leaves when its number says, however late its push was', () => {
    const late = (k: number): number => [0.1, 1, 3, 0.4, 25, 15, 5, 0.1][k % 8]!;
    const voice = (k: number): Voice | undefined =>
      k >= 20 && k < 40 ? { burst: 0, first: k === 20 ? 48 : 0, last: k === 39 ? 95 : 479 } : undefined;
    const { edges, maxLateMs } = truthOf(text([sender(), ...pushes(0, 60, voice, late)]));
    // Frame 20 is due at 200.1 (the earliest push is 0.1 late) and holds the 10 ms before that.
    expect(edges.map(({ edge }) => edge)).toEqual(['onset', 'offset']);
    expect(at(edges[0]!)).toBeCloseTo(190.1 + 1, 3);
    expect(at(edges[1]!)).toBeCloseTo(380.1 + 2, 3);
    expect(maxLateMs).toBeCloseTo(24.9, 3);
  });

  test.each([60, 100, 400, 3000])('a hole of %i ms moves everything behind it', (hole) => {
    const before = pushes(0, 20, () => undefined);
    const after = pushes(200 + hole, 20, (k) => (k < 10 ? { burst: 7 } : undefined));
    const { edges } = truthOf(text([sender(), ...before, { type: 'stop', ns: ns(191) }, { type: 'go', ns: ns(195 + hole) }, ...after]));
    expect(at(edges[0]!)).toBeCloseTo(190 + hole, 3);
    expect(at(edges[1]!)).toBeCloseTo(290 + hole, 3);
    expect(edges[0]!.plusMinusNs).toBe(0);
  });

  test('a voice that is cut by a stop is unsure at both of its sides, by what is held back', () => {
    const voice = (): Voice => ({ burst: 1 });
    const log = [sender(0, 16), ...pushes(0, 20, voice), { type: 'stop', ns: ns(195) } as const, { type: 'go', ns: ns(700) } as const];
    const { edges } = truthOf(text([...log, ...pushes(710, 20, () => ({ burst: 2 }))]));
    const [, cut, resumed] = edges;
    expect([at(cut!), cut!.plusMinusNs / MS]).toEqual([190 - 8, 8]);
    expect([at(resumed!), resumed!.plusMinusNs / MS]).toEqual([700 - 8, 8]);
    // The end of the log is no stop.
    expect(edges.at(-1)!.plusMinusNs).toBe(0);
  });

  test('another publication counts anew', () => {
    const voice = (k: number): Voice | undefined => (k < 5 ? { burst: 3 } : undefined);
    const log = [...pushes(0, 9, () => undefined), { type: 'unpublish', ns: ns(85) } as const, { type: 'publish', ns: ns(300) } as const];
    const { edges } = truthOf(text([sender(), ...log, ...pushes(312.3, 9, voice)]));
    expect(at(edges[0]!)).toBeCloseTo(302.3, 3);
  });
});

describe('a source with a queue', () => {
  /** A feeder that pushes as fast as it may into a queue of `size` frames that a tick empties at PHASE + k * 10. */
  const PHASE = 3.7;
  function feed(from: number, frames: number, size: number, burst: number): PushLine[] {
    const lines: PushLine[] = [];
    let now = from;
    const firstTick = PHASE + 10 * Math.ceil((from - PHASE) / 10);
    for (let k = 0; k < frames; k++) {
      // With `size` frames waiting, the push is taken at the tick that makes room.
      const done = k < size ? now + 0.3 : firstTick + 10 * (k - size) + 0.2;
      lines.push(push(now, { burst }, done));
      now = done + 0.01;
    }
    return lines;
  }

  test('a frame leaves at the tick at which those before it have left', () => {
    const { edges } = truthOf(text([sender(200), ...feed(100, 60, 20, 0), ...feed(1505, 60, 20, 1)]));
    // First ticks after the pushes at 100 and 1505: 103.7 and 1513.7; a frame holds the 10 ms before.
    expect(at(edges[0]!)).toBeCloseTo(93.9, 0);
    expect(at(edges[1]!)).toBeCloseTo(93.9 + 600, 0);
    expect(at(edges[2]!)).toBeCloseTo(1503.9, 0);
    expect(edges.every(({ untold }) => untold === '')).toBe(true);
  });

  test('clearing drops what has not left', () => {
    const { edges } = truthOf(text([sender(200), ...feed(100, 40, 20, 0), { type: 'clear', ns: ns(310) }, ...feed(1005, 40, 20, 1)]));
    expect(at(edges[1]!)).toBeCloseTo(303.9, 0);
    expect(at(edges[2]!)).toBeCloseTo(1003.9, 0);
  });

  test('a push right at a tick is not told', () => {
    const { edges } = truthOf(text([sender(200), ...feed(100, 40, 20, 0), ...feed(1003.5, 40, 20, 1)]));
    expect(edges.map(({ untold }) => untold !== '')).toEqual([false, false, true, true]);
  });

  test('a call into an empty queue that takes longer than the way to a tick is not told, however long it took', () => {
    const slow = feed(1005, 40, 20, 1);
    const [first, ...rest] = slow;
    const { edges } = truthOf(text([sender(200), ...feed(100, 40, 20, 0), { ...first!, done: ns(1015) }, ...rest]));
    expect(edges.map(({ untold }) => untold !== '')).toEqual([false, false, true, true]);
  });

  test('a voice that the queue ran empty in was not said in one piece', () => {
    const [head, ...rest] = feed(1005, 40, 20, 1);
    const late = rest.map((line) => ({ ...line, ns: shifted(line.ns, 50), done: shifted(line.done ?? line.ns, 50) }));
    const { edges } = truthOf(text([sender(200), ...feed(100, 40, 20, 0), head!, ...late]));
    expect(edges.map(({ untold }) => untold)).toEqual(['', '', ...Array<string>(2).fill('the queue ran empty within the voice')]);
  });

  test('without pushes that waited there is no clock', () => {
    expect(() => truthOf(text([sender(1000), ...pushes(0, 20, () => undefined)]))).toThrow('its clock cannot be read');
  });
});

test('any lateness leaves the truth where the sample numbers put it', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0, max: 80, noNaN: true }), { minLength: 5, maxLength: 80 }), fc.nat(79), (late, voiced) => {
      const voice = (k: number): Voice | undefined => (k === voiced % late.length ? { burst: 0 } : undefined);
      // Never earlier than its deadline, and once on time.
      const lateness = (k: number): number => (k === 0 ? 0 : late[k]!);
      const { edges } = truthOf(text([sender(), ...pushes(0, late.length, voice, lateness)]));
      expect(at(edges[0]!)).toBeCloseTo(10 * (voiced % late.length) - 10, 3);
    }),
  );
});

describe('the program', () => {
  const main = join(ROOT, 'dist/agent/truth/main.js');
  const folder = mkdtempSync(join(tmpdir(), 'truth-'));
  test('prints the truths of its logs, and says which line is none', () => {
    const good = join(folder, 'good.jsonl');
    const bad = join(folder, 'bad.jsonl');
    const log = text([sender(), ...pushes(0, 20, (k) => (k === 10 ? { burst: 0 } : undefined))]);
    writeFileSync(good, `${log}{"type":"push","ns":"1`);
    writeFileSync(bad, `${log}{"type":"push"}\n`);
    const right = spawnSync(process.execPath, [main, good, good], { encoding: 'utf8' });
    expect(JSON.parse(right.stdout)).toMatchObject([
      { sender: 's', pushes: 20, edges: [{ burst: 0, edge: 'onset' }, { edge: 'offset' }] },
      {},
    ]);
    const wrong = spawnSync(process.execPath, [main, bad], { encoding: 'utf8' });
    expect([wrong.status, wrong.stderr.trim()]).toEqual([2, `${bad}: line 22: no line of a sender's log`]);
    rmSync(folder, { recursive: true });
  });

  test.each(['', '{}', '[]', 'null\n', text([push(0)]), text([sender(), sender()]), '{"type":"sender"}\n'])('refuses %j', (log) => {
    expect(() => truthOf(log)).toThrow(/^line \d+/);
  });
});
