/** Opportunities of live sessions, in virtual time, against agents whose behaviour is known. */
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { behaviourOf, type ReferenceBehaviour } from '../../agent/reference/catalogue.js';
import { suiteFile } from '../../src/cli/paths.js';
import { liveOpportunities, liveReview, summariseLive } from '../../src/entry-yield/live.js';
import { isExcluded, type LiveFinding, type LiveOpportunity } from '../../src/entry-yield/live-model.js';
import { loadSuite, type CompiledSuite } from '../../src/scenario/index.js';
import type { SessionScore } from '../../src/score/model.js';
import { scenarioIo } from '../../simulator/scenario-io.js';
import { loadCases, playCase } from '../cases/play.js';

// Sessions in virtual time take the processor for seconds, and it may be shared.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

let [cases, quickstart]: CompiledSuite[] = [];
beforeAll(async () => {
  cases = await loadCases();
  const loaded = await loadSuite(suiteFile('quickstart'), scenarioIo());
  if ('problems' in loaded) throw new Error(JSON.stringify(loaded.problems));
  quickstart = loaded.suite;
});

async function play(
  suite: CompiledSuite | undefined,
  id: string,
  agent: ReferenceBehaviour,
): Promise<{ score: SessionScore; found: LiveFinding[] }> {
  const scene = suite?.scenes.find((one) => one.id === id);
  if (suite === undefined || scene === undefined) throw new Error(`no scene ${id}`);
  const score = await playCase(suite, scene, agent);
  return { score, found: liveOpportunities(scene, score) };
}
const told = (found: readonly LiveFinding[]): [string, string, number | undefined][] =>
  found.map((one) =>
    isExcluded(one) ? [one.id, one.why, undefined] : [one.id, one.kind, one.delay === undefined ? undefined : one.delay / 48],
  );
const of = (found: readonly LiveFinding[], id: string): LiveOpportunity => {
  const one = found.find((other) => other.id === id);
  if (one === undefined || isExcluded(one)) throw new Error(`${id} is not scored: ${JSON.stringify(told(found))}`);
  return one;
};
/** Ears and edges in virtual time: the agent's ear goes by level (docs/cli.md), edges are found to some milliseconds. */
const NEAR_MS = 60;

describe('ENTRY at releases', () => {
  it('pauses, in which nobody is due, and the end of a turn, where the agent is', async () => {
    const { found } = await play(cases, 'c01', behaviourOf('answer-after', { delay: 1500 }));
    expect(told(found).map(([id, kind]) => [id, kind])).toEqual([
      ['sentence/pause-1', 'mid-turn-pause'],
      ['sentence/pause-2', 'mid-turn-pause'],
      ['sentence/pause-3', 'mid-turn-pause'],
      ['sentence/end', 'reply-due'],
    ]);
    expect(found.slice(0, 3).every((one) => !isExcluded(one) && one.score === 0 && one.delay === undefined)).toBe(true);
    const end = of(found, 'sentence/end');
    expect(Math.abs((end.delay ?? 0) / 48 - 1500)).toBeLessThan(NEAR_MS);
    // The scene waits for 4 s.
    expect(end.horizon).toBe(4000 * 48);
    expect(end.score).toBeCloseTo(1 - (end.delay ?? 0) / end.horizon, 12);
    expect(summariseLive(found)).toMatchObject([
      { agent: 'a', entry: { ap: 1, positives: 1, negatives: 3, prevalence: 0.25, actedOnNegatives: 0 } },
    ]);
  });

  it('an agent that takes a pause for the end acted when it was not due', async () => {
    const { found } = await play(cases, 'c01', behaviourOf('premature', { pause: 800 }));
    expect(of(found, 'sentence/pause-1').score).toBe(0);
    const cut = of(found, 'sentence/pause-2');
    expect(Math.abs((cut.delay ?? 0) / 48 - 800)).toBeLessThan(NEAR_MS);
    const [summary] = summariseLive(found);
    expect(summary?.entry.actedOnNegatives).toBeGreaterThanOrEqual(1);
    expect(summary?.entry.kinds['mid-turn-pause']?.acted).toBe(summary?.entry.actedOnNegatives);
    expect(cut.score).toBeGreaterThan(0);
  });

  it('a silent agent scores 0 wherever it was due', async () => {
    const { found } = await play(cases, 'c01', behaviourOf('silent'));
    expect(of(found, 'sentence/end')).toMatchObject({ score: 0, delay: undefined });
    // All are alike: nothing but the prevalence.
    expect(summariseLive(found)[0]?.entry.ap).toBeCloseTo(0.25, 12);
  });

  it('where the agent talks there is no floor to enter', async () => {
    const { found } = await play(cases, 'c01', behaviourOf('always-on'));
    expect(
      new Set(
        told(found)
          .filter(([id]) => !id.endsWith('onset'))
          .map(([, why]) => why),
      ),
    ).toEqual(new Set(['already-speaking']));
  });
});

describe('selective participation', () => {
  it('T and N4Q are due, N1 to N3 are not, N4R asks to yield', async () => {
    const { found } = await play(quickstart, 'trip', behaviourOf('answer-after', { delay: 700, speak: 6000 }));
    const ids = (kinds: readonly string[]): string[] => told(found).flatMap(([id, kind]) => (kinds.includes(kind) ? [id] : []));
    expect(ids(['T', 'N4Q', 'N1', 'N2', 'N3', 'already-speaking'])).toEqual(
      expect.arrayContaining(['request/end', 'question/end', 'mention/end', 'aside/end', 'self-talk/end']),
    );
    expect(ids(['N4R', 'no-overlap']).length).toBeGreaterThanOrEqual(1);
  });

  it('a silent agent: horizons by the schedule', async () => {
    const { found } = await play(quickstart, 'trip', behaviourOf('silent'));
    expect(of(found, 'request/end')).toMatchObject({ kind: 'T', horizon: 5000 * 48, score: 0 });
    expect(of(found, 'question/end')).toMatchObject({ kind: 'N4Q', horizon: 3000 * 48, score: 0 });
    // 0.5 s of silence, then the next turn.
    for (const id of ['mention/end', 'aside/end', 'self-talk/end']) {
      const horizon = of(found, id).horizon / 48;
      expect(horizon).toBeGreaterThan(450);
      expect(horizon).toBeLessThan(700);
    }
    expect(found.some(({ id }) => id === 'resolution/onset')).toBe(false);
  });
});

describe('YIELD at onsets during its speech', () => {
  it.each([
    ['stops after 300 ms', behaviourOf('stops-after', { stop: 300, notice: 200, delay: 1500, speak: 9000 }), 300],
    ['does not stop', behaviourOf('deaf', { delay: 1500, speak: 9000 }), undefined],
    [
      'stops after 900 ms, which is beyond the horizon',
      behaviourOf('stops-after', { stop: 900, notice: 200, delay: 1500, speak: 9000 }),
      undefined,
    ],
  ])('%s', async (_, agent, wanted) => {
    const { found } = await play(cases, 'c12', agent);
    const one = of(found, 'stop/onset');
    expect(one).toMatchObject({ kind: 'barge-in', horizon: 600 * 48 });
    if (wanted === undefined) expect(one).toMatchObject({ delay: undefined, score: 0 });
    else {
      expect(Math.abs((one.delay ?? 0) / 48 - wanted)).toBeLessThan(NEAR_MS);
      expect(one.score).toBeCloseTo(1 - (one.delay ?? 0) / one.horizon, 12);
    }
  });

  it('a backchannel asks for nothing', async () => {
    const { found } = await play(cases, 'c10', behaviourOf('answer-after', { delay: 1500, speak: 9000 }));
    expect(of(found, 'mhm/onset')).toMatchObject({ kind: 'backchannel', score: 0 });
  });

  it('without agent speech there is no overlap, which is said', async () => {
    const { found } = await play(cases, 'c12', behaviourOf('silent'));
    const said = told(found).filter(([id]) => id === 'stop/onset');
    expect(said.length === 0 || said[0]?.[1] === 'no-overlap').toBe(true);
  });
});

it('what the rig spoiled counts for nobody', async () => {
  const { score } = await play(cases, 'c01', behaviourOf('silent'));
  const scene = cases?.scenes.find(({ id }) => id === 'c01');
  if (scene === undefined) throw new Error('no scene');
  const found = liveOpportunities(scene, { ...score, outcome: 'rig_invalid' });
  expect(new Set(told(found).map(([, why]) => why))).toEqual(new Set(['session-spoiled']));
  expect(summariseLive(found)[0]?.entry).toMatchObject({ ap: undefined, positives: 0, negatives: 0 });
});

it('opportunities as lines of a review file', async () => {
  const { found } = await play(cases, 'c12', behaviourOf('deaf', { delay: 1500, speak: 9000 }));
  const lines = found.flatMap((one) => (isExcluded(one) ? [] : [liveReview(one)]));
  expect(lines).toMatchObject([{ kind: 'ENTRY_WEARER' }, { kind: 'INT_YIELD' }]);
});
