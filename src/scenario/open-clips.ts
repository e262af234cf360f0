/** Opens the clips of a scene that has other faults, so that bad clips show beside them. Reads plain data, as rules.ts does. */
import { TurnrigError, messageOf } from '../error.js';
import type { Finding, Path } from './problem.js';
import { list, mapping } from './short-forms.js';
import type { Sources } from './sources.js';

/** @param scene a scene, or anything else that may hold a preamble. */
export async function openClips(scene: unknown, path: Path, sources: Sources): Promise<Finding[]> {
  const object = mapping(scene);
  const spoken: [unknown, Path][] = [[object?.['preamble'], [...path, 'preamble']]];
  for (const [i, turn] of list(object?.['turns']).entries()) spoken.push([turn, [...path, 'turns', i]]);
  const withClip = spoken.flatMap(([turn, at]): [unknown, Path, boolean][] => {
    const recorded = mapping(turn)?.['recorded'] === true;
    const parts = list(mapping(turn)?.['parts']);
    return [[turn, at, recorded], ...parts.map((part, i): [unknown, Path, boolean] => [part, [...at, 'parts', i], recorded])];
  });
  const findings: Finding[] = [];
  for (const [part, at, recorded] of withClip) {
    const clip = mapping(part)?.['clip'];
    if (typeof clip !== 'string' || clip === '') continue;
    try {
      await (recorded ? sources.sound(clip) : sources.clip(clip));
    } catch (error) {
      const hint = error instanceof TurnrigError ? error.hint : '';
      findings.push({ path: [...at, 'clip'], value: clip, message: messageOf(error), hint });
    }
  }
  return findings;
}
