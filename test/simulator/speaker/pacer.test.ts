import { describe, expect, test } from 'vitest';
import { HANG_AFTER, LATE_FRAME, Pacer } from '../../../simulator/speaker/pacer.js';
import type { PacedTrack } from '../../../simulator/speaker/pacer.js';
import { FRAME } from '../../../simulator/speaker/voice.js';
import type { SessionInput } from '../../../src/schedule/events.js';
import type { Cancel, Clock } from '../../../src/time/clock.js';
import type { RigPos } from '../../../src/time/position.js';

/** A clock moved by hand, that can also jump over its own timers as a stalled process does. */
class HandClock implements Clock {
  private position = 0;
  private timers: { at: number; run: () => void }[] = [];

  now(): RigPos {
    return this.position as RigPos;
  }

  at(at: RigPos, run: () => void): Cancel {
    const timer = { at, run };
    this.timers.push(timer);
    return () => {
      this.timers = this.timers.filter((other) => other !== timer);
    };
  }

  /** Time passes in so many steps of a sample; what is due runs late by up to a step. */
  async pass(samples: number, step: number): Promise<void> {
    const end = this.position + samples;
    while (this.position < end) {
      this.position = Math.min(end, this.position + step);
      for (const timer of this.timers.filter((due) => due.at <= this.position).sort((a, b) => a.at - b.at)) {
        this.timers = this.timers.filter((other) => other !== timer);
        timer.run();
      }
      // The microtask queue is empty by then: everything that waited for pushes has gone on.
      await new Promise(setImmediate);
    }
  }
}

interface Pushed {
  readonly at: number;
  readonly first: number;
}

function track(clock: Clock, pushed: Pushed[], push: () => Promise<void> = () => Promise.resolve()): PacedTrack {
  let count = 0;
  return {
    sink: {
      push: (samples) => {
        pushed.push({ at: clock.now(), first: samples[0] ?? -1 });
        return push();
      },
    },
    frame: () => ({ samples: new Int16Array(FRAME).fill(count++), sent: () => undefined }),
  };
}

function setup(push?: () => Promise<void>) {
  const clock = new HandClock();
  const pushed: Pushed[] = [];
  const troubles: SessionInput[] = [];
  const pacer = new Pacer(clock, 0 as RigPos, [track(clock, pushed, push)], (trouble) => troubles.push(trouble));
  return { clock, pushed, troubles, pacer };
}

describe('Pacer', () => {
  test('pushes each frame when its last sample is due, on absolute deadlines', async () => {
    const { clock, pushed, troubles, pacer } = setup();
    // 7 does not divide 480: relative timers would drift by 3 samples a frame.
    await clock.pass(1000 * FRAME, 7);
    expect(pushed).toHaveLength(1000);
    for (const [k, { at, first }] of pushed.entries()) {
      expect(first).toBe(k);
      expect(at - (k + 1) * FRAME).toBeGreaterThanOrEqual(0);
      expect(at - (k + 1) * FRAME).toBeLessThan(7);
    }
    expect(troubles).toEqual([]);
    expect(pacer.health()).toEqual({ frames: 1000, lateFrames: 0, maxLateness: 6 });
  });

  test('after a stall it pushes every missed frame at once and reports the stall once', async () => {
    const { clock, pushed, troubles, pacer } = setup();
    await clock.pass(10 * FRAME, 48);
    await clock.pass(30 * FRAME, 30 * FRAME);
    expect(pushed).toHaveLength(40);
    await clock.pass(10 * FRAME, 48);
    expect(pushed.map(({ first }) => first)).toEqual(Array.from({ length: 50 }, (_, k) => k));
    expect(pushed[49]?.at).toBe(50 * FRAME);
    expect(troubles).toEqual([{ type: 'rig-trouble', what: 'late-frame', detail: 'frames left 290.0 ms late', amount: 29 * FRAME }]);
    expect(pacer.health()).toEqual({ frames: 50, lateFrames: 29, maxLateness: 29 * FRAME });
  });

  test('health can begin anew when lateness begins to matter', async () => {
    const { clock, pacer } = setup();
    await clock.pass(5 * FRAME, 5 * FRAME);
    pacer.beginHealth();
    await clock.pass(3 * FRAME, 48);
    expect(pacer.health()).toEqual({ frames: 3, lateFrames: 0, maxLateness: 0 });
  });

  test('a frame just under late is no trouble, two stalls are two', async () => {
    const { clock, troubles } = setup();
    await clock.pass(FRAME, 48);
    await clock.pass(FRAME + LATE_FRAME - 1, FRAME + LATE_FRAME - 1);
    expect(troubles).toEqual([]);
    for (let stalls = 0; stalls < 2; stalls++) {
      await clock.pass(10 * FRAME, 48);
      await clock.pass(4 * FRAME, 4 * FRAME);
    }
    await clock.pass(10 * FRAME, 48);
    expect(troubles).toHaveLength(2);
  });

  test('a source that hangs is reported once and does not stop the other frames', async () => {
    let hang = true;
    const { clock, pushed, troubles } = setup(() => (hang ? new Promise<void>(() => undefined) : Promise.resolve()));
    await clock.pass(HANG_AFTER + 20 * FRAME, 48);
    expect(troubles.filter((trouble) => trouble.type === 'rig-trouble' && trouble.what === 'stall')).toHaveLength(1);
    expect(pushed).toHaveLength((HANG_AFTER + 20 * FRAME) / FRAME);
    hang = false;
    await clock.pass(10 * FRAME, 48);
    expect(pushed).toHaveLength((HANG_AFTER + 30 * FRAME) / FRAME);
  });

  test('a source that refuses is reported once until it takes a frame again', async () => {
    let refuse = true;
    const { clock, troubles } = setup(() => (refuse ? Promise.reject(new Error('closed')) : Promise.resolve()));
    await clock.pass(5 * FRAME, 48);
    expect(troubles).toEqual([{ type: 'rig-trouble', what: 'stall', detail: 'the audio source refuses frames: closed' }]);
    refuse = false;
    await clock.pass(FRAME, 48);
    refuse = true;
    await clock.pass(FRAME, 48);
    expect(troubles).toHaveLength(2);
  });

  test('nothing is pushed after stop', async () => {
    const { clock, pushed, pacer } = setup();
    await clock.pass(3 * FRAME, 48);
    await pacer.stop();
    await clock.pass(10 * FRAME, 48);
    expect(pushed).toHaveLength(3);
  });
});
