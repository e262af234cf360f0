/** A turn's audio out of its parts: exact pauses, one active level, one hash. Pure. */
import { createHash } from 'node:crypto';
import { TurnrigError } from '../error.js';
import { activeLevelDb } from '../media/active-level.js';
import { mix, peak, type Layer } from '../media/mix.js';
import { SAMPLE_RATE, msToSamples, type Samples } from '../time/position.js';
import type { ClipRef, ClipSpan } from './model.js';

/** A turn's audio with its samples, 48 kHz mono. */
export interface JoinedClip {
  readonly clip: ClipRef;
  readonly samples: Float32Array;
}

/** One spoken part as read or rendered: 48 kHz mono, with its labelled edges. */
export interface SpokenPart {
  readonly samples: Float32Array;
  readonly voiced: ClipSpan;
  readonly text: string;
  /** The file it came from, or `tts:<voice>`. */
  readonly source: string;
  /** Silence before this part's first voiced sample, counted from the last voiced sample of the part before; 0 for the first part. */
  readonly pauseBefore: Samples;
}

/**
 * What is kept of a recording before its first and after its last voiced sample: soft beginnings and endings (f, h, s, breath) that
 * lie below the level of the edge (chosen). Where a pause is shorter than two margins, each side keeps half of it.
 */
export const EDGE_MARGIN: Samples = msToSamples(80);
/** Raised-cosine fade at the outer end of a margin, so that a cut makes no click. */
const FADE: Samples = msToSamples(5);
const S16_SCALE = 32_768;

/**
 * Joins the parts. The stretch from the last voiced sample of one part to the first voiced sample of the next is exactly its pause,
 * and the voiced stretches themselves are the same bytes whatever the pauses are: the level is measured on them alone (ITU-T P.56,
 * margins and pauses left out), and one gain serves the whole turn.
 *
 * @param levelDb active speech level to bring the turn to, dB relative to full scale.
 * @throws TurnrigError 'audio' when there is nothing to measure, or when the peaks would exceed full scale.
 */
export function joinParts(parts: readonly SpokenPart[], levelDb: number): JoinedClip {
  const measured = activeLevelDb(concatenate(parts.map(({ samples, voiced }) => samples.subarray(voiced.from, voiced.to))), SAMPLE_RATE);
  if (measured === undefined)
    throw new TurnrigError('audio', 'there is no speech in it to measure', { hint: 'Give a clip with a voice in it.' });
  const gain = 10 ** ((levelDb - measured) / 20);

  const layers: Layer[] = [];
  const spans: (ClipSpan & { text: string })[] = [];
  let end = 0;
  for (const [i, part] of parts.entries()) {
    const next = parts[i + 1];
    const lead = Math.min(EDGE_MARGIN, part.voiced.from, i === 0 ? Infinity : part.pauseBefore >> 1);
    const tail = Math.min(EDGE_MARGIN, part.samples.length - part.voiced.to, next === undefined ? Infinity : next.pauseBefore >> 1);
    const from = i === 0 ? lead : (spans.at(-1)?.to ?? 0) + part.pauseBefore;
    const to = from + part.voiced.to - part.voiced.from;
    layers.push({ at: from - lead, samples: faded(part.samples.slice(part.voiced.from - lead, part.voiced.to + tail), lead, tail), gain });
    spans.push({ from, to, text: part.text });
    end = to + tail;
  }
  const joined = mix(layers, end);
  const overDb = 20 * Math.log10(peak(joined));
  if (overDb > 0)
    throw new TurnrigError('audio', `at ${levelDb} dB its peaks would exceed full scale by ${overDb.toFixed(1)} dB`, {
      hint: `Use a level (or gain) lower by ${Math.ceil(overDb)} dB.`,
    });
  const { samples, hash } = quantise(joined);
  return {
    samples,
    clip: {
      hash,
      length: samples.length,
      voiced: { from: spans[0]?.from ?? 0, to: spans.at(-1)?.to ?? 0 },
      parts: spans,
      activeLevelDb: levelDb,
      sources: parts.map(({ source }) => source),
    },
  };
}

export function concatenate(pieces: readonly Float32Array[]): Float32Array {
  const all = new Float32Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}

/** Fades the outer ends of the margins in place; what is voiced stays untouched. */
function faded(samples: Float32Array, lead: Samples, tail: Samples): Float32Array {
  const fadeIn = Math.min(FADE, lead);
  const fadeOut = Math.min(FADE, tail);
  for (let i = 0; i < fadeIn; i++) samples[i] = (samples[i] ?? 0) * raisedCosine((i + 0.5) / fadeIn);
  for (let i = 0; i < fadeOut; i++) {
    const at = samples.length - 1 - i;
    samples[at] = (samples[at] ?? 0) * raisedCosine((i + 0.5) / fadeOut);
  }
  return samples;
}

const raisedCosine = (x: number): number => (1 - Math.cos(Math.PI * x)) / 2;

/** Rounds to 16 bits, as the store keeps the clip and the room hears it, and names it by the SHA-256 of those bytes. */
export function quantise(samples: Float32Array): { samples: Float32Array; hash: string } {
  const bytes = new Uint8Array(samples.length * 2);
  const view = new DataView(bytes.buffer);
  const rounded = new Float32Array(samples.length);
  for (let i = 0; i < samples.length; i++) {
    const value = Math.max(-S16_SCALE, Math.min(S16_SCALE - 1, Math.round((samples[i] ?? 0) * S16_SCALE))) + 0; // no -0
    view.setInt16(2 * i, value, true);
    rounded[i] = value / S16_SCALE;
  }
  return { samples: rounded, hash: createHash('sha256').update(bytes).digest('hex') };
}
