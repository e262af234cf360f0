import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EventQueue } from '../../src/time/event-queue.js';
import { rigPos, type RigPos } from '../../src/time/position.js';
import { VirtualClock } from '../../src/time/virtual-clock.js';

describe('EventQueue', () => {
  it('gives events by position, ties in the order of asking', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 20 })), (positions) => {
        const queue = new EventQueue<{ at: RigPos; sequence: number }>();
        const events = positions.map((at, sequence) => ({ at: rigPos(at), sequence }));
        for (const event of events) queue.push(event);
        const out = Array.from(events, () => queue.pop());
        expect(out).toEqual(events.toSorted((a, b) => a.at - b.at || a.sequence - b.sequence));
        expect(queue.pop()).toBeUndefined();
      }),
    );
  });
});

describe('VirtualClock', () => {
  it('runs calls at their position, the past ones now, and never inside `at`', async () => {
    const clock = new VirtualClock();
    const seen: string[] = [];
    clock.at(rigPos(30), () => {
      seen.push(`b${clock.now()}`);
      clock.at(rigPos(10), () => seen.push(`late${clock.now()}`));
      seen.push('b ends');
    });
    clock.at(rigPos(20), () => seen.push(`a${clock.now()}`));
    const cancel = clock.at(rigPos(25), () => seen.push('cancelled'));
    cancel();
    expect(seen).toEqual([]);
    await clock.drive();
    expect(seen).toEqual(['a20', 'b30', 'b ends', 'late30']);
  });

  it('drives up to and including a position, and stands there', async () => {
    const clock = new VirtualClock();
    const seen: number[] = [];
    for (const at of [10, 20, 30]) clock.at(rigPos(at), () => seen.push(at));
    await clock.drive(rigPos(20));
    expect([seen, clock.now()]).toEqual([[10, 20], 20]);
    await clock.drive(rigPos(25));
    expect(clock.now()).toBe(25);
    await clock.drive();
    expect(seen).toEqual([10, 20, 30]);
  });

  it('applies a result at its place, however late it comes', async () => {
    const clock = new VirtualClock();
    const seen: string[] = [];
    clock.run(new Promise<string>((resolve) => setTimeout(resolve, 8, 'slow')), rigPos(10), (v) => seen.push(`${v}@${clock.now()}`));
    clock.run(Promise.resolve('quick'), rigPos(10), (v) => seen.push(`${v}@${clock.now()}`));
    clock.at(rigPos(5), () => seen.push('before'));
    clock.at(rigPos(11), () => seen.push('after'));
    await clock.drive();
    expect(seen).toEqual(['before', 'slow@10', 'quick@10', 'after']);
  });

  it('stands still while held, also when nothing is queued', async () => {
    const clock = new VirtualClock();
    const seen: string[] = [];
    const release = clock.hold();
    clock.at(rigPos(10), () => seen.push(`held ${clock.now()}`));
    const driven = clock.drive();
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(seen).toEqual([]);
    clock.at(rigPos(4), () => seen.push('earlier'));
    release();
    release();
    await driven;
    expect(seen).toEqual(['earlier', 'held 10']);
  });

  it('throws what failed work threw, in its place, and keeps the rest', async () => {
    const clock = new VirtualClock();
    const seen: string[] = [];
    clock.run(Promise.reject(new Error('no model')), rigPos(10), () => seen.push('never'));
    clock.at(rigPos(5), () => seen.push('before'));
    clock.at(rigPos(20), () => seen.push('after'));
    await expect(clock.drive()).rejects.toThrow('no model');
    expect(seen).toEqual(['before']);
    await clock.drive();
    expect(seen).toEqual(['before', 'after']);
  });

  it('gives the same log over 1,000 runs with shuffled delays', async () => {
    const logs = new Set<string>();
    for (let seed = 0; seed < 1000; seed++) logs.add(await busyDay(seed));
    expect(logs.size).toBe(1);
  });
});

/** Chains of asynchronous work that ask for more work; the real order of completion is shuffled by the seed. */
async function busyDay(seed: number): Promise<string> {
  const clock = new VirtualClock();
  const log: string[] = [];
  let state = seed * 2654435761;
  const turns = (): number => (state = (state * 1664525 + 1013904223) >>> 0) % 7;
  const work = async (name: string): Promise<string> => {
    for (let n = turns(); n > 0; n--) await Promise.resolve();
    return name;
  };
  const chain = (name: string, at: number, left: number): void => {
    clock.run(work(name), rigPos(at), (value) => {
      log.push(`${clock.now()} ${value}`);
      if (left > 0) chain(`${name}.${left}`, at + 3, left - 1);
    });
  };
  for (let i = 0; i < 6; i++) chain(`w${i}`, i % 3, 4);
  for (let at = 0; at < 15; at++) clock.at(rigPos(at), () => log.push(`${clock.now()} tick`));
  await clock.drive();
  return log.join('\n');
}
