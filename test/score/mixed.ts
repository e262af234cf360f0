/** Any run: sessions of every outcome with windows of every verdict, on two agents, swept scenes in two arms, expectations over sessions. */
import fc from 'fast-check';
import type { PlannedSession } from '../../src/scenario/model.js';
import { MEASURES, type Measure, type SessionOutcome, type Value, type Verdict, type WindowScore } from '../../src/score/model.js';
import type { SessionResult, SummaryRun } from '../../src/score/summarise.js';
import { windowScore } from '../../src/score/values.js';
import { msToSamples } from '../../src/time/position.js';
import { planned, scene } from '../recording/fixtures.js';
import { span } from './fixtures.js';

export const AGENTS = ['a', 'b'] as const;
const GAPS = [400, 800] as const;

export const SCENES = ['phone', 'plain', 'other'].flatMap((name) =>
  GAPS.map((gap, i) =>
    scene({
      id: `${name}[gap=${gap}]`,
      scene: name,
      suite: 's',
      variant: { gap },
      arm: i === 0 ? 'short' : 'long',
      ...(name === 'phone'
        ? { across: [{ turn: 't0', measure: 'reply' as const, spread: { low: 10, high: 90, within: msToSamples(500) }, least: 3 }] }
        : {}),
    }),
  ),
);

const verdict = fc.constantFrom<Verdict>('pass', 'pass', 'fail', 'within-uncertainty', 'unscored');
const value = fc.oneof(
  fc.integer({ min: 0, max: 3000 }).map((ms): Value => ({ kind: 'measured', ms, plusMinusMs: 1 })),
  fc.constant<Value>({ kind: 'censored', aboveMs: 4000 }),
  fc.constant<Value>({ kind: 'none' }),
  fc.constant<Value>({ kind: 'interval', fromMs: 300, toMs: 400 }),
);
const windows = fc
  .array(fc.record({ measure: fc.constantFrom<Measure>('reply', 'false-cutoff', ...MEASURES), verdict, value }), { maxLength: 6 })
  .map((all) =>
    all.map((one, i): WindowScore => {
      const turn = `t${i >> 1}`;
      return windowScore({ id: `${turn}/${one.measure}/${i}`, turn, window: span(0, 1), reason: '', ...one });
    }),
  );
const outcome = fc.constantFrom<SessionOutcome>('scored', 'scored', 'scored', 'scored', 'rig_invalid', 'agent_failure');

export interface MixedRun {
  readonly run: SummaryRun;
  readonly results: readonly SessionResult[];
}

/** Each scene on each agent, once or twice; a session in ten is missing. */
export const mixedRun: fc.Arbitrary<MixedRun> = fc.integer({ min: 1, max: 2 }).chain((repeats) => {
  const plan = AGENTS.flatMap((agent) =>
    SCENES.flatMap(({ id }) =>
      Array.from({ length: repeats }, (_, k): PlannedSession =>
        planned({ id: `s/${id}#${k + 1}@${agent}`, suite: 's', scene: id, agent, repeat: k + 1 }),
      ),
    ),
  );
  const sessions = plan.map((session, i) =>
    fc.record({ outcome, windows, missing: fc.integer({ min: 0, max: 9 }) }).map((made) => ({ ...made, session, attempt: `s${i}-a1` })),
  );
  return fc.tuple(...sessions).map((all): MixedRun => ({
    run: { id: 'r', plan, scenes: SCENES },
    results: all
      .filter(({ missing }) => missing > 0)
      .map(({ session: { id, scene: name, agent }, attempt, outcome: came, windows: own }): SessionResult => ({
        ...{ attempt, session: id, scene: name, agent, outcome: came, reason: '' },
        windows: own,
      })),
  }));
});
