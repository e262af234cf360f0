/**
 * The sound of a turn as a candidate has it: pieces that still follow each other as they were recorded are one clip, silence between them and
 * all; where a piece is gone or a pause was chosen there are two clips and a pause of exact length between their labelled edges.
 */
import { createHash } from 'node:crypto';
import { activeLevelDb } from '../media/active-level.js';
import { voicedSpan } from '../media/voiced.js';
import { EDGE_MARGIN } from '../scenario/clip.js';
import { ACTIVE_LEVEL_DB } from '../scenario/protocol-constants.js';
import { SAMPLE_RATE, msToSamples, samplesToMs, type Samples } from '../time/position.js';
import type { LeftPause } from './candidate.js';
import type { CandidateTurn, Fault, MaterialTurn, Piece } from './model.js';

/** Edges are labelled in frames of this length from a clip's first sample: clips begin on the grid of the turn that they are cut from. */
const GRID: Samples = msToSamples(5);
/** So fine a gain, dB, moves no sample of 16 bits: 20 log10(1 + 2^-17) is 6.6e-5. */
const GAIN_DIGITS = 6;

export interface EmittedClip {
  /** Name of its file: by its sound. */
  readonly name: string;
  readonly samples: Float32Array;
  readonly text: string;
}

export interface EmittedTurn {
  readonly clips: readonly EmittedClip[];
  /** Between a clip and the next, ms. */
  readonly pauses: readonly number[];
  /** dB against the customary level, so that every sample is played as it was. */
  readonly gain: number;
  /** The fault's pause, from the turn's first voiced sample. */
  readonly anchor: { readonly from: Samples; readonly to: Samples } | undefined;
}

interface Cut {
  readonly clip: EmittedClip;
  /** Its labelled edges, in the turn's clip. */
  readonly voiced: { readonly from: Samples; readonly to: Samples };
  /** First and last piece in it. */
  readonly first: number;
  readonly last: number;
}

/** Cuts and measures once what many candidates have in common. */
export class Emitter {
  readonly #cuts = new Map<string, Cut>();

  emit(index: number, material: MaterialTurn, { pieces }: CandidateTurn, pauses: readonly LeftPause[], fault: Fault): EmittedTurn {
    const runs: { first: number; last: number }[] = [];
    const between: LeftPause[] = [];
    for (const [i, piece] of pieces.entries()) {
      const [run, pause] = [runs.at(-1), pauses[i - 1]];
      if (run !== undefined && pause !== undefined && joined(material.pieces, pause)) run.last = piece;
      else {
        if (pause !== undefined) between.push(pause);
        runs.push({ first: piece, last: piece });
      }
    }
    const cuts = runs.map(({ first, last }) => this.#cut(index, material, first, last));
    const lengths = between.map((pause, i) => (natural(pause) ? distance(cuts[i], cuts[i + 1]) : pause.ms));
    const level = activeLevelDb(joinVoiced(cuts, material.samples), SAMPLE_RATE) ?? ACTIVE_LEVEL_DB;
    const gain = Number((level - ACTIVE_LEVEL_DB).toFixed(GAIN_DIGITS));
    return { clips: cuts.map(({ clip }) => clip), pauses: lengths, gain, anchor: anchorOf(index, material, cuts, lengths, fault) };
  }

  #cut(index: number, { pieces, samples }: MaterialTurn, first: number, last: number): Cut {
    const key = `${index}:${first}-${last}`;
    const known = this.#cuts.get(key);
    if (known !== undefined) return known;
    const [from, to] = [pieces[first]?.from ?? 0, pieces[last]?.to ?? samples.length];
    const before = from - (pieces[first - 1]?.to ?? -Infinity);
    const after = (pieces[last + 1]?.from ?? Infinity) - to;
    const lead = GRID * Math.floor(Math.min(EDGE_MARGIN, from, before / 2) / GRID);
    const tail = GRID * Math.floor(Math.min(EDGE_MARGIN, samples.length - to, after / 2) / GRID);
    const start = from - lead;
    const sound = samples.slice(start, to + tail);
    const voiced = voicedSpan(sound);
    const text = pieces
      .slice(first, last + 1)
      .map((piece) => piece.text)
      .filter((one) => one !== '')
      .join(' ');
    const name = `${createHash('sha256').update(new Uint8Array(sound.buffer)).digest('hex').slice(0, 16)}.wav`;
    const cut = { clip: { name, samples: sound, text }, voiced: { from: start + voiced.from, to: start + voiced.to }, first, last };
    this.#cuts.set(key, cut);
    return cut;
  }
}

/** Recorded as one, and still so. */
function joined(pieces: readonly Piece[], { left, right, chosen }: LeftPause): boolean {
  return !chosen && right === left + 1 && pieces[left]?.part === pieces[right]?.part;
}

/** A pause as it was, between what it was between. */
const natural = ({ chosen, left, right }: LeftPause): boolean => !chosen && right === left + 1;

const distance = (a: Cut | undefined, b: Cut | undefined): number =>
  a === undefined || b === undefined ? 0 : Math.max(0, Math.round(samplesToMs(b.voiced.from - a.voiced.to)));

function joinVoiced(cuts: readonly Cut[], samples: Float32Array): Float32Array {
  const all = new Float32Array(cuts.reduce((sum, { voiced }) => sum + voiced.to - voiced.from, 0));
  let at = 0;
  for (const { voiced } of cuts) {
    all.set(samples.subarray(voiced.from, voiced.to), at);
    at += voiced.to - voiced.from;
  }
  return all;
}

function anchorOf(index: number, { pieces }: MaterialTurn, cuts: readonly Cut[], pauses: readonly number[], { anchor }: Fault) {
  if (anchor?.turn !== index) return undefined;
  let at = 0;
  for (const [i, { voiced, first, last }] of cuts.entries()) {
    const inside = first < anchor.after && last >= anchor.after;
    const next = cuts[i + 1];
    if (inside)
      return {
        from: at + (pieces[anchor.after - 1]?.to ?? 0) - voiced.from,
        to: at + (pieces[anchor.after]?.from ?? 0) - voiced.from,
      };
    const end = at + voiced.to - voiced.from;
    const begin = end + msToSamples(pauses[i] ?? 0);
    if (next !== undefined && last < anchor.after && next.first >= anchor.after) return { from: end, to: begin };
    at = begin;
  }
  return undefined;
}
