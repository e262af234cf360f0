/** `--scene` of run, plan and text-reference: only scenes whose id, with or without its variant, is one of these. */
import { TurnrigError } from '../error.js';
import { isOne, namedScenes, type CompiledSuite, type NamedScene, type ScenarioIo } from '../scenario/index.js';
import { nearest } from '../scenario/nearest.js';
import { showValue } from '../scenario/problem.js';
import type { Console } from './console.js';
import { suiteFile } from './paths.js';
import { loadSuites } from './validate.js';

/**
 * Tells a name that no scene has before clips are opened and lines are spoken, which takes minutes. Files that cannot be read are told
 * with all their problems when they are loaded.
 * @throws TurnrigError `input`, with the nearest name.
 */
async function refuseUnknownScenes(files: readonly string[], wanted: readonly string[], io: ScenarioIo): Promise<void> {
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
  throw new TurnrigError('input', `there is no scene ${showValue(unknown)}.${close === undefined ? '' : ` Did you mean "${close}"?`}`, {
    hint: `There are: ${ids.join(', ')}`,
  });
}

/**
 * The suites of a command with `--scene`, only the scenes that are asked for; clips of others are not opened.
 * @returns undefined when there were problems: they are printed then (`loadSuites`). @throws TurnrigError `input` for a name that no scene has.
 */
export async function loadChosen(
  files: readonly string[],
  wanted: readonly string[],
  io: ScenarioIo,
  console: Console,
  json = false,
): Promise<readonly CompiledSuite[] | undefined> {
  await refuseUnknownScenes(files, wanted, io);
  const loaded = await loadSuites(files, io, console, json, { scenes: wanted });
  return wanted.length === 0 ? loaded : loaded?.filter(({ scenes }) => scenes.length > 0);
}
