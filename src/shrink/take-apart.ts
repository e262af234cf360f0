/**
 * Takes a compiled scene apart: each part of a turn is cut where it is silent for long enough that the silence lies between words. The rule
 * looks at the level only, by the very threshold that labels a clip's edges (media/voiced.ts).
 */
import { voicedStretches } from '../media/voiced.js';
import type { CompiledScene, CompiledTurn } from '../scenario/model.js';
import { msToSamples, type Samples } from '../time/position.js';
import type { Material, Piece } from './model.js';

/**
 * Silence inside a part from which on it is cut (chosen): the closure of a plosive, the longest silence inside a word, is shorter than 150 ms
 * in careful speech, and in a geminate under 200 ms.
 */
export const SHORTEST_SILENCE: Samples = msToSamples(200);
/** A sound shorter than this between two silences is a click or a breath and goes with its neighbour (chosen). */
const SHORTEST_PIECE: Samples = msToSamples(60);

/**
 * @param samples of a clip by its hash
 * @param cut false: parts stay whole
 */
export function takeApart(scene: CompiledScene, samples: (hash: string) => Float32Array, cut = true): Material {
  const turns = scene.turns.map((turn) => {
    const sound = samples(turn.clip.hash);
    return { turn, samples: sound, pieces: cut && turn.kind !== 'noise' ? piecesOf(turn, sound) : wholeParts(turn) };
  });
  return { suite: scene.suite, scene, turns };
}

function wholeParts({ clip }: CompiledTurn): Piece[] {
  return clip.parts.map(({ from, to, text }, part) => ({ from, to, text, part }));
}

function piecesOf(turn: CompiledTurn, samples: Float32Array): Piece[] {
  return wholeParts(turn).flatMap((whole) => {
    const spans = spansOf(samples.subarray(whole.from, whole.to));
    const texts = shareText(
      whole.text,
      spans.map(({ from, to }) => to - from),
    );
    return spans.map(({ from, to }, i) => ({
      // The outer edges are the labelled ones.
      from: i === 0 ? whole.from : whole.from + from,
      to: i === spans.length - 1 ? whole.to : whole.from + to,
      text: texts[i] ?? '',
      part: whole.part,
    }));
  });
}

interface Span {
  readonly from: Samples;
  readonly to: Samples;
}

function spansOf(samples: Float32Array): Span[] {
  const spans: Span[] = [];
  for (const { from, to } of voicedStretches(samples)) {
    const last = spans.at(-1);
    const short = last !== undefined && (last.to - last.from < SHORTEST_PIECE || to - from < SHORTEST_PIECE);
    if (last !== undefined && (from - last.to < SHORTEST_SILENCE || short)) spans[spans.length - 1] = { from: last.from, to };
    else spans.push({ from, to });
  }
  return spans.length === 0 ? [{ from: 0, to: samples.length }] : spans;
}

/** Words go to the pieces in order: one each where there are as many as pieces, else by the pieces' lengths. Letters without spaces count as words. */
export function shareText(text: string, lengths: readonly number[]): string[] {
  if (lengths.length === 1) return [text];
  const words =
    text.match(
      /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}][\p{P}]*|[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+/gu,
    ) ?? [];
  const total = lengths.reduce((sum, length) => sum + length, 0);
  const ends: number[] = [];
  for (const length of lengths) ends.push((ends.at(-1) ?? 0) + length);
  const shares: string[][] = lengths.map(() => []);
  words.forEach((word, w) => {
    const at = ((w + 0.5) / words.length) * total;
    const i = words.length === lengths.length ? w : ends.findIndex((end) => at < end);
    shares[i]?.push(word);
  });
  return shares.map((share) => share.join(' '));
}

/** Length of the pause before piece `after` of a turn, as it was. */
export function pauseLength(pieces: readonly Piece[], after: number): Samples {
  return (pieces[after]?.from ?? 0) - (pieces[after - 1]?.to ?? 0);
}

/** The pause in which an onset so long after the turn's first voiced sample falls, or the one before it, if it came soon after. */
export function pauseAt(pieces: readonly Piece[], onset: Samples, late: Samples): number | undefined {
  const after = pieces.findLastIndex((_, i) => i > 0 && (pieces[i - 1]?.to ?? 0) <= onset);
  const next = pieces[after];
  return after > 0 && next !== undefined && onset < next.from + late ? after : undefined;
}
