/** The rule of `primary`: a suite cannot be about what none of its scenes is judged by. */
import { expectationOf, greetingOf } from './defaults.js';
import { timesJudged, type Judgeable } from './judged.js';
import { PRIMARY_MEASURES } from './model.js';
import type { Finding } from './problem.js';
import { sceneSchema, type SceneFile, type SuiteFile } from './schema.js';

/** @param scenes every variant of every scene as plain data; where one is not of its shape nothing is said: its own fault is. */
export function primaryRule({ primary, defaults }: Pick<SuiteFile, 'primary' | 'defaults'>, scenes: readonly unknown[]): Finding[] {
  if (primary === undefined) return [];
  const parsed = scenes.map((scene) => sceneSchema.safeParse(scene));
  if (parsed.length === 0 || parsed.some(({ success }) => !success)) return [];
  const judged = parsed.flatMap(({ data }) => (data === undefined ? [] : judgeable(data, defaults)));
  const found = PRIMARY_MEASURES.filter((measure) => judged.some((scene) => timesJudged(scene, measure) > 0));
  if (found.includes(primary)) return [];
  const hint = found.length === 0 ? 'Nothing in it is judged: remove "primary".' : `They are by: ${found.join(', ')}.`;
  return [{ path: ['primary'], value: primary, message: `no scene of the suite is judged by "${primary}"`, hint }];
}

function judgeable(scene: SceneFile, defaults: SuiteFile['defaults']): Judgeable {
  const { greeting, preamble } = { ...defaults, ...scene };
  const turns = scene.turns.map((turn) => ({ label: turn.label ?? 'user', expect: expectationOf(turn) }) as const);
  const before = preamble === undefined ? [] : [{ label: 'user', expect: { kind: preamble.expect ?? 'none' } } as const];
  return { greeting: greetingOf(greeting), turns: [...before, ...turns] };
}
