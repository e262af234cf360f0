/** A made-up run for the statistics: scenes with repeats against two agents, and what each session came to. */
import type { PrimaryMeasure } from '../../src/scenario/model.js';
import type { Value, Verdict, WindowScore } from '../../src/score/model.js';
import type { RunStatistics } from '../../src/score/statistics/model.js';
import { summarise, type SessionResult } from '../../src/score/summarise.js';
import { windowScore } from '../../src/score/values.js';
import { planned, scene } from '../recording/fixtures.js';
import { span } from './fixtures.js';

export interface MadeTurn {
  /** ms; undefined: no reply in 4 s; 'speaking': was speaking already. */
  readonly wait: number | undefined | 'speaking';
  readonly cut?: boolean;
}

export interface MadeSession {
  readonly agent: string;
  readonly scene: string;
  readonly suite?: string;
  /** Scene without its variant, where it has one. */
  readonly base?: string;
  readonly repeat?: number;
  readonly arm?: string;
  readonly pair?: string;
  readonly outcome?: SessionResult['outcome'];
  readonly turns: readonly MadeTurn[];
}

const WINDOW_MS = 4000;

export const replyWindow = (turn: string, verdict: Verdict, value: Value, flags: readonly string[] = []): WindowScore =>
  windowScore({ id: `${turn}/reply`, turn, measure: 'reply', window: span(0, 1), verdict, reason: '', value, flags });

export function windowsOf(turns: readonly MadeTurn[]): WindowScore[] {
  return turns.flatMap(({ wait, cut = false }, i) => {
    const turn = `t${i}`;
    const value: Value =
      wait === 'speaking'
        ? { kind: 'none' }
        : wait === undefined
          ? { kind: 'censored', aboveMs: WINDOW_MS }
          : { kind: 'measured', ms: wait, plusMinusMs: 1 };
    const verdict: Verdict = typeof wait === 'number' ? 'pass' : 'fail';
    return [
      windowScore({ id: `${turn}/reply`, turn, measure: 'reply', window: span(0, 1), verdict, reason: '', value }),
      windowScore({
        id: `${turn}/false-cutoff/words`,
        turn,
        measure: 'false-cutoff',
        window: span(0, 1),
        verdict: cut ? 'fail' : 'pass',
        reason: '',
      }),
    ];
  });
}

/** The statistics of sessions in the order of their plan; agents and suites by their first session. */
export function statisticsOf(made: readonly MadeSession[], primary: Readonly<Record<string, PrimaryMeasure>> = {}): RunStatistics {
  const named = made.map((one, i) => ({ suite: 's', ...one, id: `x${i}` }));
  const plan = named.map(({ id, agent, suite, scene: name, repeat = 1 }) => planned({ id, agent, suite, scene: name, repeat }));
  const scenes = [...new Map(named.map((one) => [`${one.suite}/${one.scene}`, one])).values()].map((one) =>
    scene({
      id: one.scene,
      scene: one.base ?? one.scene,
      suite: one.suite,
      arm: one.arm,
      pair: one.pair === undefined ? undefined : { id: one.pair, condition: one.arm === 'left' ? 'explicit' : 'implicit' },
    }),
  );
  const { statistics } = summarise(
    {
      id: 'r',
      plan,
      scenes,
      suites: [...new Set(named.map(({ suite }) => suite))].map((name) => ({
        name,
        file: '',
        sha256: '',
        ...(primary[name] === undefined ? {} : { primary: primary[name] }),
      })),
    },
    named.map(({ id, agent, scene: name, outcome = 'scored', turns }): SessionResult => ({
      attempt: `${id}-a1`,
      session: id,
      scene: name,
      agent,
      outcome,
      reason: '',
      windows: windowsOf(turns),
    })),
  );
  if (statistics === undefined) throw new Error('no statistics');
  return statistics;
}
