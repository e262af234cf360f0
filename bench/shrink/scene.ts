/** A scene that shows a planted bug, made by the bug's seed: several turns of two people, a noise, and pauses that do not matter. */
import { speechLike } from '../../agent/reference/speech-like.js';
import { writeWav } from '../../src/media/wav.js';
import { loadSuite, type CompiledSuite } from '../../src/scenario/index.js';
import type { ScenarioIo } from '../../src/scenario/io.js';
import { placeholderTts } from '../../src/speech/placeholder.js';
import { mulberry32, seedOf } from '../../src/stats/random.js';
import { msToSamples, SAMPLE_RATE } from '../../src/time/position.js';
import type { PlantedBug } from './planted.js';

const WORDS = {
  plain: ['table', 'monday', 'blue', 'room', 'please', 'send', 'garden', 'train', 'paper', 'seventeen'],
  digit: ['five', 'two', 'nine', 'oh', 'three'],
  hesitation: ['um', 'uh', 'hmm'],
  unfinished: ['and', 'the', 'because', 'my'],
} as const;
type Kind = keyof typeof WORDS;
const ORDINALS = ['any', 'first', 'second', 'third'] as const;

interface Word {
  readonly text: string;
  /** Silence after it, ms. */
  readonly gap: number;
}

interface Turn {
  readonly id: string;
  readonly speaker: string;
  readonly words: readonly Word[];
}

export interface PlantedScene {
  readonly yaml: string;
  readonly clips: ReadonlyMap<string, Float32Array>;
}

export function plantedScene(bug: PlantedBug): PlantedScene {
  const next = mulberry32(bug.seed * 104_729 + 7);
  const pick = <T>(of: readonly T[]): T => of[Math.floor(next() * of.length)] as T;
  const between = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1));
  const { turn, nth, other, after } = bug.behaviour;
  const { before } = bug.minimum;
  const target = turn === 'any' ? Math.max(other === 'before' ? 1 : 0, between(0, 2)) : ORDINALS.indexOf(turn) - 1;
  const kind: Kind = after === 'any' ? 'plain' : after;
  const turns = Array.from({ length: target + between(1, 2) + 1 }, (_, i): Turn => {
    const speaker = i === target - 1 && other === 'before' ? 'ben' : i === target ? 'ana' : pick(['ana', 'ben']);
    if (i !== target) return { id: `t${i + 1}`, speaker, words: words(between(2, 4), pick, between) };
    // Where the pause may stand later than at the least, it does.
    const at = nth === 'any' ? before + between(0, 2) : before;
    const said = words(at + between(1, 3), pick, between);
    const word = { text: pick(WORDS[kind]), gap: bug.pauseMs + between(80, 700) };
    return { id: `t${i + 1}`, speaker, words: said.map((one, w) => (w === at - 1 ? word : one)) };
  });
  const clips = new Map(turns.map(({ id, words: said }) => [`${id}.wav`, soundOf(said)]));
  clips.set('noise.wav', hum(bug.seed));
  return { yaml: yamlOf(turns, target), clips };
}

function words(count: number, pick: <T>(of: readonly T[]) => T, between: (low: number, high: number) => number): Word[] {
  return Array.from({ length: count }, () => ({
    text: pick(WORDS[pick(['plain', 'plain', 'digit', 'hesitation', 'unfinished'] as const)]),
    gap: between(230, 330),
  }));
}

/** Each word sounds the same wherever it is said. */
function soundOf(said: readonly Word[]): Float32Array {
  const edge = msToSamples(100);
  const pieces = said.flatMap(({ text, gap }, i) => {
    const seed = seedOf(1, text);
    const word = speechLike(msToSamples(220 + (seed % 12) * 15), seed).map((x) => x * 0.4);
    return i === said.length - 1 ? [word] : [word, new Float32Array(msToSamples(gap))];
  });
  const all = new Float32Array(2 * edge + pieces.reduce((sum, { length }) => sum + length, 0));
  let at = edge;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}

function hum(seed: number): Float32Array {
  const next = mulberry32(seed);
  return Float32Array.from({ length: 9 * SAMPLE_RATE }, () => 0.05 * (next() - 0.5));
}

function yamlOf(turns: readonly Turn[], target: number): string {
  const lines = turns.flatMap(({ id, speaker, words: said }, i) => [
    `      - { id: ${id}, speaker: ${speaker}, text: "${said.map(({ text }) => text).join(' ')}", clip: ${id}.wav }`,
    ...(i === target
      ? [
          `      - { id: hum, speaker: ben, kind: noise, clip: noise.wav, gain: -24, when: { after: ${id}, edge: start, gap: 40 }, expect: none }`,
        ]
      : []),
  ]);
  return `version: 1
suite: planted
speakers: { ana: Ana, ben: Ben }
scenes:
  - id: planted
    tail: 500
    room: tracks
    turns:
${lines.join('\n')}
`;
}

export const FILE = 'planted.yaml';

/** The scene's files in memory. */
export function ioOf({ yaml, clips }: PlantedScene): ScenarioIo {
  return {
    readFile: (path) => {
      const samples = clips.get(path);
      return Promise.resolve(path === FILE ? new TextEncoder().encode(yaml) : writeWav([samples ?? new Float32Array(1)], SAMPLE_RATE));
    },
    resolve: (_, to) => to.replace(/^\.\//, ''),
    list: () => Promise.resolve([]),
    tts: () => placeholderTts(),
    cache: { get: () => Promise.resolve(undefined), put: () => Promise.resolve() },
  };
}

/** @throws Error when the grammar has made no scenario. */
export async function loadPlanted(scene: PlantedScene): Promise<CompiledSuite> {
  const loaded = await loadSuite(FILE, ioOf(scene));
  if ('problems' in loaded) throw new Error(JSON.stringify(loaded.problems));
  return loaded.suite;
}
