/** Whether a session shows the fault that is looked for, and which faults one shows at all. Read from its scores alone. */
import { ATTRIBUTION } from '../score/constants.js';
import type { Measure, SessionScore, WindowScore } from '../score/model.js';
import { msToSamples, type Samples } from '../time/position.js';
import type { Fault, FaultKind, Material } from './model.js';
import { pauseAt } from './take-apart.js';

const MEASURE: Readonly<Record<FaultKind, Measure>> = {
  cutoff: 'false-cutoff',
  silence: 'silence',
  yield: 'yield',
  'double-reply': 'double-reply',
  continue: 'continue',
};

/** `spoiled`: it counts for nobody. */
export type Shown = 'yes' | 'no' | 'spoiled';

/**
 * @param turn id of the fault's turn in the scene that was played
 * @param anchor its pause, from the turn's first voiced sample; undefined: anywhere in the turn
 *
 * A window that could not be scored, or lies within uncertainty, does not show it: a result rests on sessions that surely do.
 */
export function shows(
  score: SessionScore,
  kind: FaultKind,
  turn: string,
  anchor: { readonly from: Samples; readonly to: Samples } | undefined,
): Shown {
  if (score.outcome === 'rig_invalid') return 'spoiled';
  const failed = failures(score, kind, turn);
  if (kind !== 'cutoff' || anchor === undefined) return failed.length > 0 ? 'yes' : 'no';
  const inPause = (onset: Samples): boolean => onset >= anchor.from && onset < anchor.to + ATTRIBUTION;
  return failed.some((window) => inPause(onsetIn(score, window) ?? -1)) ? 'yes' : 'no';
}

function failures(score: SessionScore, kind: FaultKind, turn: string): WindowScore[] {
  return score.windows.filter((window) => window.turn === turn && window.measure === MEASURE[kind] && window.verdict === 'fail');
}

/** The onset of a cutoff, from its turn's first voiced sample. */
function onsetIn(score: SessionScore, { turn, details }: WindowScore): Samples | undefined {
  const place = score.turns.find((one) => one.turn === turn);
  const before = details['beforeEndMs'];
  return place === undefined || typeof before !== 'number' ? undefined : place.end - place.start - msToSamples(before);
}

/** The faults of that kind that a session of the whole scene shows. @param ids of the material's turns as they were played */
export function faultsOf(material: Material, score: SessionScore, kind: FaultKind, ids: readonly string[]): Fault[] {
  if (score.outcome !== 'scored') return [];
  return ids.flatMap((id, turn) =>
    failures(score, kind, id).map((window): Fault => {
      const onset = kind === 'cutoff' ? onsetIn(score, window) : undefined;
      const after = onset === undefined ? undefined : pauseAt(relative(material, turn), onset, ATTRIBUTION);
      return { kind, turn, anchor: after === undefined ? undefined : { turn, after } };
    }),
  );
}

/** Pieces from the turn's first voiced sample. */
function relative(material: Material, turn: number): Material['turns'][number]['pieces'] {
  const pieces = material.turns[turn]?.pieces ?? [];
  const first = pieces[0]?.from ?? 0;
  return pieces.map((piece) => ({ ...piece, from: piece.from - first, to: piece.to - first }));
}

/** "a premature reply in t2, pause 1". */
export function faultWords(material: Material, { kind, turn, anchor }: Fault): string {
  const id = material.turns[turn]?.turn.id ?? '';
  const names = { cutoff: 'a premature reply', silence: 'speech where silence is right', yield: 'no yield', 'double-reply': 'a second reply', continue: 'a stop at a backchannel' } as const; // prettier-ignore
  return `${names[kind]} in ${id}${anchor === undefined ? '' : `, pause ${anchor.after}`}`;
}
