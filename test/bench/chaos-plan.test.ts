import { describe as group, expect, test } from 'vitest';
import { describe, planRun, ROOMS, STALLS_MS, TARGETS, type ChaosRun, type Disturbance } from '../../bench/chaos/plan.js';

const many = Array.from({ length: 2000 }, (_, run) => planRun(7, run));
const share = (test: (plan: ChaosRun) => boolean): number => many.filter(test).length / many.length;
const target = (what: Disturbance): string | undefined => (what.kind === 'full-disk' ? undefined : what.target);

group('the plan of a chaos run', () => {
  test('follows from seed and number alone', () => {
    expect(planRun(7, 12)).toEqual(many[12]);
    expect(planRun(8, 12)).not.toEqual(many[12]);
  });

  test('disturbs nobody in memory who is not there', () => {
    for (const { room, disturbance, again } of many) {
      if (room !== 'memory') continue;
      expect(['supervisor', 'worker', undefined]).toContain(target(disturbance));
      if (again !== undefined) expect(['supervisor', 'worker', undefined]).toContain(target(again.disturbance));
    }
  });

  test('has every kind, every target, every length of a stall, at moments all over the run', () => {
    for (const kind of ['kill', 'stall', 'full-disk']) expect(share(({ disturbance }) => disturbance.kind === kind)).toBeCloseTo(1 / 3, 1);
    for (const who of TARGETS) expect(share(({ disturbance }) => target(disturbance) === who)).toBeGreaterThan(0.05);
    for (const ms of STALLS_MS)
      expect(share(({ disturbance }) => disturbance.kind === 'stall' && disturbance.ms === ms)).toBeGreaterThan(0.1);
    for (const room of ROOMS) expect(share((plan) => plan.room === room)).toBeCloseTo(0.5, 1);
    expect(share(({ again }) => again !== undefined)).toBeCloseTo(0.25, 1);
    for (let tenth = 0; tenth < 10; tenth++) expect(share(({ moment }) => Math.floor(moment * 10) === tenth)).toBeGreaterThan(0.05);
  });

  test('keeps to the rooms that are asked for', () => {
    for (let run = 0; run < 50; run++) expect(planRun(1, run, ['embedded']).room).toBe('embedded');
  });

  test.each<[Disturbance, string]>([
    [{ kind: 'kill', target: 'worker' }, 'kill -9 of the worker'],
    [{ kind: 'stall', target: 'server', ms: 500 }, '500 ms stall of the server'],
    [{ kind: 'full-disk' }, 'full disk'],
  ])('%j is said as %s', (what, words) => expect(describe(what)).toBe(words));
});
