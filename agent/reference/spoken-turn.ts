/**
 * A turn as an ear and a recogniser without a fault hear it: its stretches of voice, and the word that each one ends with. It reads the very
 * samples that are played, so a clip that was cut, joined anew or given other pauses is heard as what it has become.
 */
import { msToSamples, type Samples } from '../../src/time/position.js';
import type { CompiledTurn } from '../../src/scenario/model.js';
import { wordsOf } from '../../src/speech/words.js';

/** Level of a 1 ms hop above which it is voiced: 20 dB under the clips' active level of -26 dBFS, as level-ear.ts has it. */
const VOICED_POWER = 10 ** (-46 / 10);
const HOP: Samples = msToSamples(1);
/** A silence shorter than this lies inside the words (level-ear.ts: what ends an utterance). */
const SHORTEST_PAUSE: Samples = msToSamples(200);

/** A silence between two stretches of voice; positions are in the turn's clip. */
export interface HeardPause {
  readonly from: Samples;
  readonly to: Samples;
  /** From 1: which of the turn's pauses. */
  readonly nth: number;
  /** The words of the turn before it. */
  readonly words: readonly string[];
}

export interface HeardSpeech {
  readonly pauses: readonly HeardPause[];
  /** First voiced sample and one past the last; undefined where nothing was loud enough. */
  readonly voiced: { readonly from: Samples; readonly to: Samples } | undefined;
}

export function hearTurn(turn: CompiledTurn, samples: Float32Array): HeardSpeech {
  const stretches = stretchesOf(samples);
  const words = wordsByStretch(turn, stretches);
  const pauses = stretches.slice(1).flatMap((after, i): HeardPause[] => {
    const before = stretches[i];
    if (before === undefined) return [];
    return [{ from: before.to, to: after.from, nth: i + 1, words: words.slice(0, i + 1).flat() }];
  });
  const [first, last] = [stretches[0], stretches.at(-1)];
  return { pauses, voiced: first && last && { from: first.from, to: last.to } };
}

interface Stretch {
  readonly from: Samples;
  readonly to: Samples;
}

function stretchesOf(samples: Float32Array): Stretch[] {
  const found: Stretch[] = [];
  for (let from = 0; from + HOP <= samples.length; from += HOP) {
    if (power(samples, from) < VOICED_POWER) continue;
    const last = found.at(-1);
    if (last !== undefined && from - last.to < SHORTEST_PAUSE) found[found.length - 1] = { from: last.from, to: from + HOP };
    else found.push({ from, to: from + HOP });
  }
  return found;
}

/** The words of each part go to the stretches in it: one each where there are as many, else as evenly as they go. */
function wordsByStretch(turn: CompiledTurn, stretches: readonly Stretch[]): string[][] {
  const words: string[][] = stretches.map(() => []);
  for (const part of turn.clip.parts) {
    const own = stretches.flatMap(({ from, to }, i) => (from < part.to && to > part.from ? [i] : []));
    const said = wordsOf(part.text);
    said.forEach((word, w) => words[own[Math.floor((w * own.length) / said.length)] ?? -1]?.push(word));
  }
  return words;
}

function power(samples: Float32Array, from: Samples): number {
  let sum = 0;
  for (let i = from; i < from + HOP; i++) {
    const x = samples[i] as number;
    sum += x * x;
  }
  return sum / HOP;
}
