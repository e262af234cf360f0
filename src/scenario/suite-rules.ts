/** Rules of the suite as a whole: names that must be unique, known and used. Reads plain data, as rules.ts does. */
import { suggest } from './nearest.js';
import type { Finding } from './problem.js';
import { TTS_ENGINES } from './io.js';
import { list, mapping } from './short-forms.js';

type Plain = Record<string, unknown>;

export function suiteRules(suite: Plain): Finding[] {
  return [...sceneIds(suite), ...pairs(suite), ...speakers(suite), ...voices(suite), ...arms(suite)];
}

function sceneIds(suite: Plain): Finding[] {
  const seen = new Set<unknown>();
  return list(suite['scenes']).flatMap((scene, i): Finding[] => {
    const id = mapping(scene)?.['id'];
    if (typeof id !== 'string' || !seen.has(id)) {
      seen.add(id);
      return [];
    }
    return [{ path: ['scenes', i, 'id'], value: id, message: `the id "${id}" is taken by an earlier scene`, hint: 'Give it another id.' }];
  });
}

/** A pair is two scenes under two conditions. */
function pairs(suite: Plain): Finding[] {
  const members = new Map<string, { readonly condition: unknown; readonly index: number }[]>();
  for (const [index, scene] of list(suite['scenes']).entries()) {
    const pair = mapping(mapping(scene)?.['pair']);
    if (typeof pair?.['id'] === 'string')
      members.set(pair['id'], [...(members.get(pair['id']) ?? []), { condition: pair['condition'], index }]);
  }
  return [...members].flatMap(([id, all]): Finding[] => {
    const conditions = new Set(all.map(({ condition }) => condition));
    if (all.length === 2 && conditions.size === 2) return [];
    const path = ['scenes', all.at(-1)?.index ?? 0, 'pair'];
    const message =
      all.length === 2
        ? `both scenes of the pair "${id}" have one condition`
        : `the pair "${id}" has ${all.length} scene${all.length === 1 ? '' : 's'}`;
    return [{ path, value: id, message, hint: 'A pair is two scenes with one id and two conditions.' }];
  });
}

function speakers(suite: Plain): Finding[] {
  const speakers = mapping(suite['speakers']);
  if (speakers === undefined) return [];
  const names = Object.keys(speakers);
  if (names.length === 0) return [{ path: ['speakers'], message: 'there are no speakers', hint: 'e.g. speakers: { ana: Ana }' }];
  const known = Object.keys(mapping(suite['voices']) ?? {});
  return names.flatMap((id): Finding[] => {
    const path = ['speakers', id];
    const bad: Finding[] = NAME.test(id)
      ? []
      : [{ path, on: 'key', value: id, message: `"${id}" cannot be a speaker's id`, hint: 'Use letters, digits, "_", "." and "-".' }];
    const voice = mapping(speakers[id])?.['voice'];
    if (typeof voice !== 'string' || known.includes(voice)) return bad;
    const hint = known.length === 0 ? `Add "voices: { ${voice}: { tts: flite, voice: slt } }".` : suggest(voice, known);
    return [...bad, { path: [...path, 'voice'], value: voice, message: `unknown voice "${voice}"`, hint }];
  });
}

const NAME = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$/;

function voices(suite: Plain): Finding[] {
  return Object.entries(mapping(suite['voices']) ?? {}).flatMap(([id, voice]): Finding[] => {
    const engine = mapping(voice)?.['tts'];
    if (typeof engine !== 'string' || (TTS_ENGINES as readonly string[]).includes(engine)) return [];
    return [
      { path: ['voices', id, 'tts'], value: engine, message: `unknown speech engine "${engine}"`, hint: suggest(engine, TTS_ENGINES) },
    ];
  });
}

function arms(suite: Plain): Finding[] {
  const names = list(suite['arms']);
  const used = new Set(list(suite['scenes']).map((scene) => mapping(scene)?.['arm']));
  return names.flatMap((arm, i): Finding[] => {
    if (typeof arm !== 'string') return [];
    const path = ['arms', i];
    if (names.indexOf(arm) < i) return [{ path, value: arm, message: `the arm "${arm}" stands there twice`, hint: 'Remove one.' }];
    // A sweep may put the arm there: then it is known only by variant, and sceneRules looks at it.
    if (used.has(arm) || [...used].some((name) => typeof name === 'string' && name.includes('$'))) return [];
    return [{ path, value: arm, message: `no scene is of the arm "${arm}"`, hint: `Write "arm: ${arm}" in one, or remove the arm.` }];
  });
}
