/**
 * The sound of a turn as a candidate has it: pieces of its recording laid end to end, sample by sample as they were played, with the recorded
 * sound of the pauses between them (scenario-format.md, `recorded`). Pieces that still follow each other are one clip, silence and all; where a
 * piece is gone or a pause was chosen there are two, and a pause of exact length with its own sound.
 */
import { createHash } from 'node:crypto';
import { SAMPLES_PER_MS, msToSamples, type Samples } from '../time/position.js';
import type { LeftPause } from './candidate.js';
import type { CandidateTurn, Fault, MaterialTurn, Piece } from './model.js';

/** What is kept of a recording outside of the first and last piece where it was cut: soft beginnings and endings (as scenario/clip.ts has it). */
const EDGE_MARGIN: Samples = msToSamples(80);
/** ... and faded over so long at its outer end, so that the cut makes no click. */
const FADE: Samples = msToSamples(5);

export interface EmittedPart {
  /** Name of its file: by its sound. */
  readonly name: string;
  readonly samples: Float32Array;
  readonly text: string;
  /** Length of a pause, ms; undefined for speech. */
  readonly pause: number | undefined;
}

export interface EmittedTurn {
  readonly parts: readonly EmittedPart[];
  /** The fault's pause, from the turn's first voiced sample. */
  readonly anchor: { readonly from: Samples; readonly to: Samples } | undefined;
}

interface Run {
  readonly first: number;
  last: number;
}

/** @param pauses between the pieces that are left (candidate.ts, leftPauses) */
export function emit(
  index: number,
  material: MaterialTurn,
  { pieces }: CandidateTurn,
  pauses: readonly LeftPause[],
  fault: Fault,
): EmittedTurn {
  const runs: Run[] = [];
  const between: LeftPause[] = [];
  for (const [i, piece] of pieces.entries()) {
    const [run, pause] = [runs.at(-1), pauses[i - 1]];
    if (run !== undefined && pause !== undefined && joined(material.pieces, pause)) run.last = piece;
    else {
      if (pause !== undefined) between.push(pause);
      runs.push({ first: piece, last: piece });
    }
  }
  const parts: EmittedPart[] = [];
  let at = 0;
  let anchor: EmittedTurn['anchor'];
  for (const [i, run] of runs.entries()) {
    if (i === 0) parts.push(...lead(material, run.first));
    const speech = speechOf(material, run);
    if (fault.anchor?.turn === index) anchor ??= inside(material.pieces, run, fault.anchor.after, at);
    at += speech.samples.length;
    parts.push(speech);
    const pause = between[i];
    if (pause === undefined) continue;
    const length = msToSamples(pause.ms);
    if (pause.anchor) anchor = { from: at, to: at + length };
    at += length;
    if (length > 0) parts.push(pauseOf(material, pause));
  }
  parts.push(...tail(material, runs.at(-1)?.last ?? 0));
  return { parts, anchor };
}

/** Recorded as one, and still so. The pause in question stands by itself, so that scores name it. */
function joined(pieces: readonly Piece[], { left, right, chosen, anchor }: LeftPause): boolean {
  return !anchor && !chosen && right === left + 1 && pieces[left]?.part === pieces[right]?.part;
}

function inside(pieces: readonly Piece[], { first, last }: Run, after: number, at: Samples): EmittedTurn['anchor'] {
  if (first >= after || last < after) return undefined;
  const start = pieces[first]?.from ?? 0;
  return { from: at + (pieces[after - 1]?.to ?? 0) - start, to: at + (pieces[after]?.from ?? 0) - start };
}

/** Where the pause after a piece begins: pauses are whole milliseconds, and what is over belongs to the piece. */
export function pauseFrom(pieces: readonly Piece[], after: number): Samples {
  const [from, to] = [pieces[after - 1]?.to ?? 0, pieces[after]?.from ?? 0];
  return from + ((to - from) % SAMPLES_PER_MS);
}

function speechOf({ pieces, samples }: MaterialTurn, { first, last }: Run): EmittedPart {
  const to = last + 1 < pieces.length ? pauseFrom(pieces, last + 1) : (pieces[last]?.to ?? 0);
  const text = pieces
    .slice(first, last + 1)
    .map((piece) => piece.text)
    .filter((one) => one !== '')
    .join(' ');
  return partOf(samples.slice(pieces[first]?.from ?? 0, to), undefined, text);
}

function pauseOf({ pieces, samples }: MaterialTurn, { after, ms }: LeftPause): EmittedPart {
  return partOf(samples.slice(pauseFrom(pieces, after), pieces[after]?.from ?? 0), ms);
}

function lead({ pieces, samples }: MaterialTurn, first: number): EmittedPart[] {
  const from = pieces[first]?.from ?? 0;
  const room = first === 0 ? from : Math.min(EDGE_MARGIN, (from - pauseFrom(pieces, first)) / 2);
  const length = SAMPLES_PER_MS * Math.floor(room / SAMPLES_PER_MS);
  if (length === 0) return [];
  const sound = samples.slice(from - length, from);
  if (first > 0) for (let i = 0; i < Math.min(FADE, length); i++) sound[i] = ((sound[i] ?? 0) * i) / FADE;
  return [partOf(sound, length / SAMPLES_PER_MS)];
}

function tail({ pieces, samples }: MaterialTurn, last: number): EmittedPart[] {
  const whole = last === pieces.length - 1;
  const from = whole ? (pieces[last]?.to ?? 0) : pauseFrom(pieces, last + 1);
  const room = whole ? samples.length - from : Math.min(EDGE_MARGIN, ((pieces[last + 1]?.from ?? 0) - from) / 2);
  const length = SAMPLES_PER_MS * Math.floor(room / SAMPLES_PER_MS);
  if (length === 0) return [];
  const sound = samples.slice(from, from + length);
  if (!whole) for (let i = 0; i < Math.min(FADE, length); i++) sound[length - 1 - i] = ((sound[length - 1 - i] ?? 0) * i) / FADE;
  return [partOf(sound, length / SAMPLES_PER_MS)];
}

function partOf(samples: Float32Array, pause: number | undefined, text = ''): EmittedPart {
  const name = `${createHash('sha256').update(new Uint8Array(samples.buffer)).digest('hex').slice(0, 16)}.wav`;
  return { name, samples, text, pause };
}
