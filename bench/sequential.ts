/**
 * How often tests that may be looked at after every play decide wrongly, by simulation: node dist/bench/sequential.js [--runs N] [--seed S]
 *
 * The rate lies just at the limit, the hardest place: each decision is then wrong (statistics.md: "stop when the interval excludes the
 * limit" errs 29% of the time at a nominal 5%).
 */
import { parseArgs } from 'node:util';
import { evidenceOf, evidenceOfCounts } from '../src/stats/confidence-sequence.js';
import { normalQuantile } from '../src/stats/normal.js';
import { mulberry32, seedOf } from '../src/stats/random.js';
import { SequentialTest } from '../src/stats/sequential.js';
import { sprt, SPRT_START, type SprtPlan } from '../src/stats/sprt.js';
import { wilsonOf } from '../src/stats/wilson.js';
import { clusterRate, type Random } from './clustered.js';

export interface Errors {
  readonly runs: number;
  /** Runs that ended in a wrong decision. */
  readonly wrong: number;
  /** Runs that ended without one. */
  readonly undecided: number;
  /** Looks, all runs together; each of them is in its test's log. */
  readonly looks: number;
  readonly meanPlays: number;
}

interface Ended {
  readonly decided: boolean;
  readonly plays: number;
  readonly looks: number;
}

function errorsOf(runs: number, seed: number, name: string, play: (random: Random) => Ended): Errors {
  const random = mulberry32(seedOf(seed, name));
  let [wrong, looks, plays] = [0, 0, 0];
  for (let i = 0; i < runs; i++) {
    const ended = play(random);
    if (ended.decided) wrong++;
    looks += ended.looks;
    plays += ended.plays;
  }
  return { runs, wrong, undecided: runs - wrong, looks, meanPlays: plays / runs };
}

/** The product's test, looked at every `every` plays of one scene whose rate is the limit. */
export function atLimit(limit: number, maximum: number, every: number, runs: number, seed: number): Errors {
  return errorsOf(runs, seed, `limit ${limit}`, (random) => {
    const test = new SequentialTest({ limit, maximum, unit: 'play' });
    for (;;) {
      const look = test.look(
        Array.from({ length: Math.min(every, maximum - (test.looks.at(-1)?.n ?? 0)) }, () => (random() < limit ? 1 : 0)),
      );
      if (look.state === 'stop') return { decided: look.decision !== 'undecided', plays: look.n, looks: test.looks.length };
    }
  });
}

/** The same rule looked at after every single play; without the interval of each look, which makes it quick. */
export function everyPlay(limit: number, maximum: number, runs: number, seed: number): Errors {
  const reached = Math.log(20);
  return errorsOf(runs, seed, `every play ${limit}`, (random) => {
    let successes = 0;
    for (let n = 1; n <= maximum; n++) {
      if (random() < limit) successes++;
      if (evidenceOfCounts(successes, n, limit) >= reached) return { decided: true, plays: n, looks: n };
    }
    return { decided: false, plays: maximum, looks: maximum };
  });
}

/** Blocks of a suite: one observation is the share of scenes that failed; scenes differ, and the suite's rate is the limit. */
export function blocks(limit: number, scenes: number, maximum: number, runs: number, seed: number): Errors {
  return errorsOf(runs, seed, `blocks ${limit}`, (random) => {
    // Half of the scenes fail more often by so much as the other half fails less: the mean is the limit, as far apart as it goes.
    const rates = Array.from({ length: scenes }, (_, i) => (i % 2 === 0 ? 0 : 2 * limit));
    return untilExcluded(limit, maximum, () => rates.reduce((sum, rate) => sum + (random() < rate ? 1 : 0), 0) / scenes);
  });
}

/** The test's rule without the interval that a look logs, which takes most of the time (sequential.test.ts: the decisions are the same). */
function untilExcluded(limit: number, maximum: number, next: () => number): Ended {
  const reached = Math.log(20);
  const values: number[] = [];
  while (values.length < maximum) {
    values.push(next());
    if (evidenceOf(values)(limit) >= reached) return { decided: true, plays: values.length, looks: values.length };
  }
  return { decided: false, plays: maximum, looks: maximum };
}

/** Fresh scenes: one observation is one scene's share over its repeats. */
export function freshScenes(limit: number, icc: number, repeats: number, maximum: number, runs: number, seed: number): Errors {
  return errorsOf(runs, seed, `scenes ${limit}`, (random) => {
    return untilExcluded(limit, maximum, () => {
      const own = clusterRate({ clusters: 1, repeats, icc, rate: limit }, random);
      let failed = 0;
      for (let k = 0; k < repeats; k++) if (random() < own) failed++;
      return failed / repeats;
    });
  });
}

/** What is not done: a Wilson interval after every play from the tenth on, until it excludes the limit. */
export function naive(limit: number, maximum: number, runs: number, seed: number): Errors {
  const z = normalQuantile(0.975);
  return errorsOf(runs, seed, `naive ${limit}`, (random) => {
    let successes = 0;
    for (let n = 1; n <= maximum; n++) {
      if (random() < limit) successes++;
      const { low, high } = wilsonOf(successes / n, n, z, 0.95);
      if (n >= 10 && (low > limit || high < limit)) return { decided: true, plays: n, looks: n };
    }
    return { decided: false, plays: maximum, looks: maximum };
  });
}

/** Wald's test where the rate is `truth`, one of the two; wrong is the other one. */
export function sprtErrors(plan: SprtPlan, truth: 'low' | 'high', runs: number, seed: number): Errors {
  return errorsOf(runs, seed, `sprt ${truth}`, (random) => {
    let state = SPRT_START;
    while (state.decision === 'continue') state = sprt(plan, state, random() < plan[truth]);
    return { decided: state.decision !== truth, plays: state.n, looks: state.n };
  });
}

function main(): void {
  const { values } = parseArgs({ options: { runs: { type: 'string', default: '2000' }, seed: { type: 'string', default: '1' } } });
  const [runs, seed] = [Number(values.runs), Number(values.seed)];
  const plan = { low: 0.05, high: 0.3, falseHigh: 0.05, falseLow: 0.1 };
  const rows: readonly (readonly [string, number, Errors])[] = [
    ['every play of one scene, limit 5%, 300 plays', 0.05, everyPlay(0.05, 300, runs, seed)],
    ['every play of one scene, limit 20%, 300 plays', 0.05, everyPlay(0.2, 300, runs, seed)],
    ['every 10 plays, limit 20%, 300 plays', 0.05, atLimit(0.2, 300, 10, runs, seed)],
    ['blocks of 8 scenes, limit 20%, 30 blocks', 0.05, blocks(0.2, 8, 30, runs, seed)],
    ['fresh scenes x 5, correlation 0.5, limit 20%, 30 scenes', 0.05, freshScenes(0.2, 0.5, 5, 30, runs, seed)],
    ['SPRT 5% or 30%, truth 5%', plan.falseHigh, sprtErrors(plan, 'low', runs, seed)],
    ['SPRT 5% or 30%, truth 30%', plan.falseLow, sprtErrors(plan, 'high', runs, seed)],
    ['(not done) Wilson after every play, limit 20%, 300 plays', 0.05, naive(0.2, 300, runs, seed)],
  ];
  console.log(`wrong decisions with the rate just at the limit, ${runs} runs each, seed ${seed}`);
  for (const [name, stated, { wrong, looks, meanPlays }] of rows)
    console.log(
      `${name.padEnd(58)} stated at most ${(100 * stated).toFixed(0)}%, wrong ${((100 * wrong) / runs).toFixed(1)}%, ${looks} looks, ${meanPlays.toFixed(0)} observations a run`,
    );
}

if (process.argv[1]?.endsWith('sequential.js') === true) main();
