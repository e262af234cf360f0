/** Predictions to their clips, by name. Every name that is missing, doubled or unknown is named (semantic-interruption.md, "Data"). */
import type { Clip, Pair, Prediction } from './model.js';

/** Names that keep a score from being made, each once, in order of appearance. */
export interface Mismatch {
  /** Clips of the truth without a prediction. */
  readonly missing: readonly string[];
  /** Names that stand twice or more in one of the two. */
  readonly doubledTruth: readonly string[];
  readonly doubledPredictions: readonly string[];
  /** Predictions without a clip. */
  readonly unknown: readonly string[];
}

export function match(
  clips: readonly Clip[],
  predictions: readonly Prediction[],
): { readonly pairs: readonly Pair[] } | { readonly mismatch: Mismatch } {
  const truth = new Map(clips.map((clip) => [clip.audio, clip]));
  const said = new Map(predictions.map((prediction) => [prediction.audio, prediction]));
  const mismatch: Mismatch = {
    missing: [...truth.keys()].filter((audio) => !said.has(audio)),
    doubledTruth: doubled(clips),
    doubledPredictions: doubled(predictions),
    unknown: [...said.keys()].filter((audio) => !truth.has(audio)),
  };
  if (Object.values(mismatch).some((names: readonly string[]) => names.length > 0)) return { mismatch };
  const pairs = clips.flatMap((clip): Pair[] => {
    const prediction = said.get(clip.audio);
    return prediction === undefined ? [] : [{ clip, prediction }];
  });
  return { pairs };
}

function doubled(named: readonly { readonly audio: string }[]): string[] {
  const [seen, twice] = [new Set<string>(), new Set<string>()];
  for (const { audio } of named) (seen.has(audio) ? twice : seen).add(audio);
  return [...twice];
}

/** The mismatch in words, every name of it. */
export function describeMismatch(mismatch: Mismatch): string {
  const parts: [readonly string[], string][] = [
    [mismatch.missing, 'without a prediction'],
    [mismatch.unknown, 'predicted, but not in the truth'],
    [mismatch.doubledPredictions, 'predicted more than once'],
    [mismatch.doubledTruth, 'more than once in the truth'],
  ];
  return parts
    .filter(([names]) => names.length > 0)
    .map(
      ([names, what]) =>
        `${names.length} ${names.length === 1 ? 'clip' : 'clips'} ${what}:\n${names.map((name) => `    ${name}`).join('\n')}`,
    )
    .join('\n');
}
