/**
 * Whether runs may be compared: the same scenes, to the sample of their clips, under the same limits, scored by the same scorer. What differs
 * is said with what to do about it; nothing is compared across a difference.
 */
import type { RunManifest } from '../recording/model.js';
import type { CompiledScene } from '../scenario/model.js';
import { SCORER_VERSION } from '../score/constants.js';
import type { RunSummary } from '../score/model.js';

export interface CheckedRun {
  /** As the user named it. */
  readonly name: string;
  readonly manifest: Pick<RunManifest, 'plan' | 'scenes' | 'constants' | 'transport' | 'server' | 'turnrig'>;
  readonly summary: Pick<RunSummary, 'scorer'>;
  /** What its words were judged by, as stored; undefined where they were not. */
  readonly judgedBy?: string;
}

export interface Difference {
  readonly what: string;
  readonly todo: string;
}

/** How many scenes are named in a message. */
const NAMED = 4;
/** Which detector listened while a run was played decides no score: the stored waveform is heard anew (design.md, rule 2). */
const NOT_A_LIMIT: ReadonlySet<string> = new Set(['liveDetector']);

/** What keeps the others from being compared with the first one; empty where nothing does. */
export function differencesOf([first, ...others]: readonly CheckedRun[]): Difference[] {
  if (first === undefined) return [];
  const own = [first, ...others].flatMap(scorerOf);
  if (own.length > 0) return own;
  return others.flatMap((other) => [
    ...constants(first, other),
    ...scenes(first, other),
    ...detectors(first, other),
    ...judges(first, other),
  ]);
}

function scorerOf({ name, summary }: CheckedRun): Difference[] {
  if (summary.scorer?.version === SCORER_VERSION) return [];
  const by = summary.scorer === undefined ? 'a turnrig that did not say which scorer it has' : `scorer version ${summary.scorer.version}`;
  return [
    { what: `${name} was scored by ${by}; this turnrig has version ${SCORER_VERSION}`, todo: `score it again: turnrig score ${name}` },
  ];
}

function detectors(a: CheckedRun, b: CheckedRun): Difference[] {
  const [x, y] = [a.summary.scorer, b.summary.scorer];
  if (x?.detector === y?.detector && x?.modelHash === y?.modelHash) return [];
  return [
    {
      what: `${a.name} was scored with the speech detector ${x?.detector ?? ''} (${hashWords(x?.modelHash)}), ${b.name} with ${y?.detector ?? ''} (${hashWords(y?.modelHash)})`,
      todo: `score both again with this turnrig: turnrig score ${a.name}, turnrig score ${b.name}`,
    },
  ];
}

const hashWords = (hash = ''): string => hash.slice(0, 12);

function judges(a: CheckedRun, b: CheckedRun): Difference[] {
  if (a.judgedBy === b.judgedBy) return [];
  const words = ({ name, judgedBy }: CheckedRun): string => (judgedBy === undefined ? `${name}: not judged` : `${name}: ${judgedBy}`);
  return [
    {
      what: `their words were not judged alike (${words(a)}; ${words(b)})`,
      todo: 'score both again with the same ASR and judge: turnrig score --help',
    },
  ];
}

function constants(a: CheckedRun, b: CheckedRun): Difference[] {
  const names = [...new Set([...Object.keys(a.manifest.constants), ...Object.keys(b.manifest.constants)])].filter(
    (name) => !NOT_A_LIMIT.has(name),
  );
  const different = names.filter((name) => a.manifest.constants[name] !== b.manifest.constants[name]);
  if (different.length === 0) return [];
  const shown = different.map(
    (name) => `${name} ${a.manifest.constants[name] ?? 'not set'} and ${b.manifest.constants[name] ?? 'not set'}`,
  );
  return [
    {
      what: `${a.name} (turnrig ${a.manifest.turnrig}) and ${b.name} (turnrig ${b.manifest.turnrig}) were played by different numbers: ${list(shown)}`,
      todo: 'play both with the same turnrig',
    },
  ];
}

function scenes(a: CheckedRun, b: CheckedRun): Difference[] {
  const [x, y] = [playedScenes(a), playedScenes(b)];
  const onlyA = [...x.keys()].filter((id) => !y.has(id));
  const onlyB = [...y.keys()].filter((id) => !x.has(id));
  const differences: Difference[] = [];
  const missing = [
    ...(onlyA.length === 0 ? [] : [`only in ${a.name}: ${list(onlyA)}`]),
    ...(onlyB.length === 0 ? [] : [`only in ${b.name}: ${list(onlyB)}`]),
  ];
  if (missing.length > 0)
    differences.push({
      what: `the runs have different scenes: ${missing.join('; ')}`,
      todo: 'play the same suites and the same --scene in both',
    });
  const changed = [...x].flatMap(([id, scene]) => {
    const other = y.get(id);
    const parts = other === undefined ? [] : differentParts(scene, other);
    return parts.length === 0 ? [] : [`${id} (${parts.join(', ')})`];
  });
  if (changed.length > 0)
    differences.push({
      what: `scenes of the same name differ between ${a.name} and ${b.name}: ${list(changed)}`,
      todo: 'play both runs from the same scenario file, with the same speech',
    });
  return differences;
}

/** Scenes that the plan has, by suite and id. */
function playedScenes({ manifest: { plan, scenes: all } }: CheckedRun): Map<string, CompiledScene> {
  const planned = new Set(plan.map(({ suite, scene }) => `${suite}/${scene}`));
  return new Map(all.map((scene) => [`${scene.suite}/${scene.id}`, scene] as const).filter(([id]) => planned.has(id)));
}

function differentParts(a: CompiledScene, b: CompiledScene): string[] {
  const parts: readonly (readonly [string, (scene: CompiledScene) => unknown])[] = [
    ['its turns', ({ turns }) => turns.map(({ id, label, kind, speaker }) => [id, label, kind ?? '', speaker])],
    ['what is said', ({ turns }) => turns.map(({ text }) => text)],
    ['its clips', ({ turns }) => turns.map(({ clip }) => [clip.hash, clip.voiced, clip.parts.map(({ from, to }) => [from, to])])],
    ['its schedule', ({ turns, tail }) => [turns.map(({ cue, hold }) => [cue, hold]), tail]],
    ['what it expects and its limits', ({ turns, across, greeting }) => [turns.map(({ expect }) => expect), across ?? [], greeting]],
    ["the rig's limits", ({ limits }) => limits],
    ['the room', ({ layout, speakers }) => [layout, speakers]],
    ['its pair', ({ pair, arm }) => [pair ?? '', arm ?? '']],
    ['its gold answer', ({ gold }) => gold ?? ''],
  ];
  return parts.filter(([, of]) => stable(of(a)) !== stable(of(b))).map(([name]) => name);
}

/** JSON with its keys in order: what was read from a file and what was compiled may have them in another. */
function stable(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([x], [y]) => (x < y ? -1 : 1)))
      : inner,
  );
}

function list(names: readonly string[]): string {
  const more = names.length - NAMED;
  return `${names.slice(0, NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** What is no reason to refuse, but to know. */
export function notesOf(runs: readonly CheckedRun[]): string[] {
  const kinds = new Set(runs.map(({ manifest: { transport, server } }) => (transport === 'memory' ? 'memory' : `${transport}, ${server}`)));
  const repeats = new Set(runs.map(({ manifest: { plan } }) => Math.max(0, ...plan.map(({ repeat }) => repeat))));
  return [
    ...(kinds.size > 1
      ? [
          `The runs were played in different rooms (${[...kinds].join('; ')}): waits hold the way there and back, the other measures do not.`,
        ]
      : []),
    ...(repeats.size > 1 ? ['The runs have different numbers of repeats: scenes are compared by their mean over repeats.'] : []),
  ];
}
