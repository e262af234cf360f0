/** `--scene` of run, plan and text-reference: only scenes whose id, with or without its variant, is one of these. */
import { TurnrigError } from '../error.js';
import { namedScenes, type CompiledSuite, type NamedScene, type ScenarioIo } from '../scenario/index.js';
import { nearest } from '../scenario/nearest.js';
import { suiteFile } from './paths.js';

const isOne = ({ id, scene }: NamedScene, wanted: string): boolean => id === wanted || scene === wanted;

/**
 * Tells a name that no scene has before clips are opened and lines are spoken, which takes minutes. Files that cannot be read are told
 * with all their problems when they are loaded.
 * @throws TurnrigError `input`, with the nearest name.
 */
export async function refuseUnknownScenes(files: readonly string[], wanted: readonly string[], io: ScenarioIo): Promise<void> {
  if (wanted.length === 0) return;
  const all: NamedScene[] = [];
  for (const file of files) {
    const named = await namedScenes(suiteFile(file), io);
    if (named === undefined) return;
    all.push(...named);
  }
  const unknown = wanted.find((name) => !all.some((scene) => isOne(scene, name)));
  if (unknown === undefined) return;
  const ids = all.map(({ id }) => id);
  const close = nearest(unknown, [...new Set([...ids, ...all.map(({ scene }) => scene)])]);
  throw new TurnrigError('input', `there is no scene "${unknown}".${close === undefined ? '' : ` Did you mean "${close}"?`}`, {
    hint: `There are: ${ids.join(', ')}`,
  });
}

/** All of them where none is named. */
export function chosenScenes(suites: readonly CompiledSuite[], wanted: readonly string[]): readonly CompiledSuite[] {
  if (wanted.length === 0) return suites;
  return suites
    .map((suite) => ({ ...suite, scenes: suite.scenes.filter((scene) => wanted.some((name) => isOne(scene, name))) }))
    .filter(({ scenes }) => scenes.length > 0);
}
