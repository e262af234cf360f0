/**
 * Agents with a known probability of cutting into a pause, replayed 500 times (issue 7, "What it must reach"): the interval of the reproduction
 * rate holds the truth at its nominal rate. Draws are those of the reference agent `premature` with the seeds of planned sessions; what it then
 * does goes through the scorer.
 */
import { expect, it } from 'vitest';
import { behaviourOf } from '../../agent/reference/catalogue.js';
import { drawnAnew } from '../../src/cli/play/drawn-anew.js';
import { sessionOutcome, type SessionOutcome } from '../../src/replay/outcome.js';
import type { ReplayPlan } from '../../src/replay/plan.js';
import { replayResult } from '../../src/replay/result.js';
import { planRun } from '../../src/scenario/plan-run.js';
import { scoreSession } from '../../src/score/session.js';
import { mulberry32 } from '../../src/stats/random.js';
import { scene } from '../recording/fixtures.js';
import { inputOf, reply } from '../score/fixtures.js';

const REPLAYS = 500;
const REPEATS = 20;
const PLAN: ReplayPlan = {
  version: 1,
  recording: { name: 'call.wav', sha256: '', durationMs: 8000, user: 0, agent: 1 },
  history: 'live',
  messages: [],
  windowMs: 5000,
  turns: [{ id: 't', label: 't', fromMs: 1000, toMs: 4000, holds: [{ fromMs: 1000, toMs: 2000 }], plusMinusMs: 5, judged: true }],
  notes: [],
};
/** The pause lies at 2.0 to 3.0 s of the session; the agent takes 300 ms of it for the end of the turn, or waits until 1.5 s after that. */
const outcomeOf = (cut: boolean): SessionOutcome => {
  const turn = { id: 't', from: 1000, to: 4000, pauses: [[2000, 3000]] as const, expect: reply(5000, { once: false }) };
  return sessionOutcome(PLAN, scoreSession(inputOf({ turns: [turn], agent: cut ? [[2300, 3800]] : [[5500, 7000]], endMs: 10_000 })), 1);
};
const [CUT, HELD] = [outcomeOf(true), outcomeOf(false)];

/** One replay of so many fresh sessions, by the seed of its run. */
function replayed(probability: number, seed: number): readonly SessionOutcome[] {
  const suites = [{ name: 'replay', scenes: [{ ...scene(), id: 'call', repeats: REPEATS }] }];
  return planRun(suites, ['a'], { seed }).map((session): SessionOutcome => {
    const way = drawnAnew({ kind: 'reference', behaviour: behaviourOf('premature', { probability }, seed) }, session.seed);
    if (way.kind !== 'reference') throw new Error('a reference agent stays one');
    const cut = mulberry32(way.behaviour.seed)() < probability;
    return { ...(cut ? CUT : HELD), agent: 'a', repeat: session.repeat, session: session.id };
  });
}

it.each([0, 0.1, 0.5, 0.9])('a probability of %s lies in the interval in 95% of the replays', (probability) => {
  let [held, cut] = [0, 0];
  for (let seed = 1; seed <= REPLAYS; seed++) {
    const { agents } = replayResult(PLAN, new Map([['a', REPEATS]]), replayed(probability, seed));
    const { count, of, low, high } = agents[0]!.reproduced;
    expect(of).toBe(REPEATS);
    cut += count;
    if ((low ?? 1) <= probability && probability <= (high ?? 0)) held++;
  }
  // 10,000 sessions: the share itself is within four standard errors.
  expect(Math.abs(cut / (REPLAYS * REPEATS) - probability)).toBeLessThanOrEqual(
    4 * Math.sqrt((probability * (1 - probability)) / (REPLAYS * REPEATS)),
  );
  // Nominal 95%; 500 replays alone vary by 1.9 points, and Wilson's own coverage at n = 20 by about one.
  expect(held / REPLAYS).toBeGreaterThanOrEqual(0.92);
  if (probability > 0) expect(held / REPLAYS).toBeLessThanOrEqual(0.985);
});
