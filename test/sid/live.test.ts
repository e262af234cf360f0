/** Live barge-ins in virtual time, against agents whose behaviour is known. */
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { behaviourOf, type ReferenceBehaviour } from '../../agent/reference/catalogue.js';
import type { CompiledSuite } from '../../src/scenario/index.js';
import { isInvalid, liveClips, type LiveInvalid, type LiveResult } from '../../src/sid/live.js';
import { summariseLiveSid } from '../../src/sid/live-summary.js';
import { loadCases, playCase } from '../cases/play.js';

// Sessions in virtual time take the processor for seconds, and it may be shared.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

let suite: CompiledSuite | undefined;
beforeAll(async () => {
  suite = await loadCases();
});
async function play(id: string, agent: ReferenceBehaviour): Promise<(LiveResult | LiveInvalid)[]> {
  const scene = suite?.scenes.find((one) => one.id === id);
  if (suite === undefined || scene === undefined) throw new Error(`no scene ${id}`);
  return liveClips(scene, await playCase(suite, scene, agent));
}
const only = (found: readonly (LiveResult | LiveInvalid)[]): LiveResult => {
  const [one] = found;
  if (one === undefined || isInvalid(one) || found.length !== 1) throw new Error(JSON.stringify(found));
  return one;
};
const NEAR_MS = 60;

describe('a break: the agent must stop', () => {
  it('one that stops after 300 ms', async () => {
    const clips = await play('c12', behaviourOf('stops-after', { stop: 300, notice: 200, delay: 1500, speak: 9000 }));
    const one = only(clips);
    expect(one).toMatchObject({ kind: 'barge-in', mustStop: true, restarts: 0, tailMs: 0, resumeMs: undefined });
    expect(Math.abs((one.stopMs ?? 0) - 300)).toBeLessThan(NEAR_MS);
    expect(Math.abs(one.talkOverMs - 300)).toBeLessThan(NEAR_MS);
    const [told] = summariseLiveSid(clips, 'text');
    expect(told?.sid.all).toMatchObject({ withBreak: 1, cases: { late: 1 }, fir: { value: undefined }, irl: { value: undefined } });
    expect(told?.sid.all.apt.value).toBeCloseTo((one.stopMs ?? 0) / 1000, 9);
    expect(told?.yields).toMatchObject({
      breaks: 1,
      stopped: 1,
      within: [{ ms: 200, stopped: 0 }, { ms: 500, stopped: 1 }, { stopped: 1 }, { stopped: 1 }],
    });
    expect(told?.yields.worstMs).toBeCloseTo(one.stopMs ?? 0, 9);
  });

  it('one that does not: missed, and no percentile of a stop that never came', async () => {
    const clips = await play('c12', behaviourOf('deaf', { delay: 1500, speak: 12000 }));
    const one = only(clips);
    expect(one.stopMs).toBeUndefined();
    const [told] = summariseLiveSid(clips, 'text');
    expect(told?.sid.all.cases.missed).toBe(1);
    expect(told?.sid.all.apt.value).toBeCloseTo(one.pair.clip.duration, 9);
    expect(told?.yields).toMatchObject({ stopped: 0, p50Ms: undefined, p90Ms: undefined, worstMs: undefined });
  });

  it('one that was silent when the clip began: invalid, and no pass', async () => {
    const clips = await play('c12', behaviourOf('answer-after', { delay: 1500, speak: 1000 }));
    expect(clips.filter((one) => !isInvalid(one))).toEqual([]);
    if (clips.length > 0) expect(summariseLiveSid(clips, 'text')).toMatchObject([{ invalid: [{ why: 'no-overlap', count: 1 }] }]);
  });
});

describe('no break: the agent must go on', () => {
  it('one that does', async () => {
    const clips = await play('c10', behaviourOf('answer-after', { delay: 1500, speak: 9000 }));
    expect(only(clips)).toMatchObject({ kind: 'backchannel', mustStop: false, stopMs: undefined });
    expect(summariseLiveSid(clips, 'text')[0]?.sid.all).toMatchObject({
      fir: { value: 0, clips: 1 },
      apt: { value: 0 },
      cases: { none: 1 },
    });
  });

  it('one that stops, and goes on after more than 800 ms', async () => {
    const clips = await play('c10', behaviourOf('resumes', { resume: 1200, stop: 300, delay: 1500, speak: 9000, notice: 100 }));
    const one = only(clips);
    expect(Math.abs((one.stopMs ?? 0) - 300)).toBeLessThan(NEAR_MS);
    expect(Math.abs((one.resumeMs ?? 0) - 1200)).toBeLessThan(2 * NEAR_MS);
    const [told] = summariseLiveSid(clips, 'text');
    expect(told).toMatchObject({ resumes: { stopped: 1, resumed: 1 }, sid: { all: { fir: { value: 1, clips: 1, hits: 1 } } } });
    // A false alarm costs the clip.
    expect(told?.sid.all.apt.value).toBeCloseTo(one.pair.clip.duration, 9);
  });

  it('one that pauses for less goes on: a pause for breath is no stop', async () => {
    const clips = await play('c10', behaviourOf('resumes', { resume: 500, stop: 300, delay: 1500, speak: 9000, notice: 100 }));
    expect(only(clips).stopMs).toBeUndefined();
  });
});

it('repeats of a scene are one cluster: counts, and no interval', async () => {
  const clip = only(await play('c10', behaviourOf('answer-after', { delay: 1500, speak: 9000 })));
  const [told] = summariseLiveSid(
    Array.from({ length: 20 }, () => clip),
    'text',
  );
  expect(told?.sid.all.fir).toMatchObject({ value: 0, clips: 20, interval: { kind: 'none' } });
});
