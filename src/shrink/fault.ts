/** Whether a session shows the fault that is looked for, and which faults one shows at all. Read from its scores alone. */
import { ATTRIBUTION } from '../score/constants.js';
import type { Measure, SessionScore, WindowScore } from '../score/model.js';
import { msToSamples, type Samples } from '../time/position.js';
import type { Fault, FaultKind, Material } from './model.js';
import type { Built } from './document.js';
import { pauseAt } from './take-apart.js';

const MEASURE: Readonly<Record<FaultKind, Measure>> = {
  cutoff: 'false-cutoff',
  'no-reply': 'reply',
  silence: 'silence',
  yield: 'yield',
  'double-reply': 'double-reply',
  continue: 'continue',
};

/** `spoiled`: it counts for nobody. */
export type Shown = 'yes' | 'no' | 'spoiled';

/** Of windows (score/reply.ts, score/silence.ts): nothing was said at all; speech that was going on when the turn began. */
const [NO_REPLY, FROM_BEFORE] = ['no-reply', 'from-before'];

/**
 * @param built the scene that was played: its turn of the fault, and the pause in it; no pause: anywhere in the turn
 *
 * A window that could not be scored, or lies within uncertainty, does not show it: a result rests on sessions that surely do.
 */
export function shows(score: SessionScore, fault: Fault, { turn, anchor }: Pick<Built, 'turn' | 'anchor'>): Shown {
  if (score.outcome === 'rig_invalid') return 'spoiled';
  const { kind, fromBefore } = fault;
  const failed = failures(score, kind, turn).filter((window) => isFromBefore(kind, window) === (fromBefore ?? false));
  if (kind !== 'cutoff' || anchor === undefined) return failed.length > 0 ? 'yes' : 'no';
  const inPause = (onset: Samples): boolean => onset >= anchor.from && onset < anchor.to + ATTRIBUTION;
  return failed.some((window) => inPause(onsetIn(score, window) ?? -1)) ? 'yes' : 'no';
}

function failures(score: SessionScore, kind: FaultKind, turn: string): WindowScore[] {
  const failed = score.windows.filter((window) => window.turn === turn && window.measure === MEASURE[kind] && window.verdict === 'fail');
  // A reply that is late, or was begun too early, is another fault.
  return kind === 'no-reply' ? failed.filter(({ flags }) => flags.includes(NO_REPLY)) : failed;
}

const isFromBefore = (kind: FaultKind, { flags }: WindowScore): boolean => kind === 'silence' && flags.includes(FROM_BEFORE);

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
      const anchor = after === undefined ? undefined : { turn, after };
      return { kind, turn, anchor, ...(isFromBefore(kind, window) ? { fromBefore: true } : {}) };
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
  const names = { cutoff: 'a premature reply', 'no-reply': 'no reply', silence: 'speech where silence is right', yield: 'no yield', 'double-reply': 'a second reply', continue: 'a stop at a backchannel' } as const; // prettier-ignore
  return `${names[kind]} in ${id}${anchor === undefined ? '' : `, pause ${anchor.after}`}`;
}
