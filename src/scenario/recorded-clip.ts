/**
 * A turn's audio out of the pieces of a recording, laid end to end: no edge is looked for, nothing is cut and nothing levelled, so that
 * what is played is what was recorded, pauses with their background included. Pure.
 */
import { TurnrigError } from '../error.js';
import { activeLevelDb } from '../media/active-level.js';
import { peak } from '../media/mix.js';
import { SAMPLE_RATE, msToSamples, type Samples } from '../time/position.js';
import { concatenate, quantise, type JoinedClip } from './clip.js';
import type { ClipSpan } from './model.js';

/** Of a recorded turn, in order; 48 kHz mono. */
export interface RecordedPiece {
  readonly samples: Float32Array;
  readonly text: string;
  readonly source: string;
  /** Length of a pause, whose sound the samples are; left out: speech, from its first to its last sample. */
  readonly pause?: Samples;
}

/** Where a recorded pause is shortened, its two ends are blended over so long: noise that is cut would click. */
const BLEND: Samples = msToSamples(5);

/**
 * @param gainDb louder or softer than recorded; 0 leaves each sample as it is.
 * @throws TurnrigError `audio` when nothing is to be heard in the speech, or when the peaks would exceed full scale.
 */
export function joinRecorded(pieces: readonly RecordedPiece[], gainDb: number): JoinedClip {
  const gain = 10 ** (gainDb / 20);
  const sounds: Float32Array[] = [];
  const parts: (ClipSpan & { text: string })[] = [];
  let at = 0;
  for (const { samples, text, pause } of pieces) {
    const sound = pause === undefined ? samples : pauseOf(samples, pause);
    if (pause === undefined) parts.push({ from: at, to: at + sound.length, text });
    sounds.push(gain === 1 ? sound : sound.map((x) => x * gain));
    at += sound.length;
  }
  const whole = concatenate(sounds);
  const speech = concatenate(parts.map(({ from, to }) => whole.subarray(from, to)));
  // A word that is too short for P.56 has a level all the same.
  const level = activeLevelDb(speech, SAMPLE_RATE) ?? rmsDb(speech);
  if (level === undefined)
    throw new TurnrigError('audio', 'there is no sound in what is said in it', { hint: 'Give a clip with a voice in it.' });
  const overDb = 20 * Math.log10(peak(whole));
  if (overDb > 0)
    throw new TurnrigError('audio', `with a gain of ${gainDb} dB its peaks would exceed full scale by ${overDb.toFixed(1)} dB`, {
      hint: 'Use a lower gain.',
    });
  const { samples, hash } = quantise(whole);
  return {
    samples,
    clip: {
      hash,
      length: samples.length,
      voiced: { from: parts[0]?.from ?? 0, to: parts.at(-1)?.to ?? 0 },
      parts,
      activeLevelDb: Math.round(level * 10) / 10,
      sources: pieces.map(({ source }) => source),
    },
  };
}

/**
 * A pause of just this length. A shorter one than recorded keeps both ends, where a word dies away and the next one draws breath, and loses
 * its middle; a longer one has digital silence there.
 */
function pauseOf(sound: Float32Array, length: Samples): Float32Array {
  const over = sound.length - length;
  if (over === 0) return sound;
  const half = Math.ceil(Math.min(sound.length, length) / 2);
  const made = new Float32Array(length);
  if (over < 0) {
    made.set(sound.subarray(0, half));
    made.set(sound.subarray(half), length - (sound.length - half));
    return made;
  }
  const blend = Math.min(BLEND, length);
  for (let i = 0; i < length; i++) {
    const later = blend === 0 ? 1 : Math.max(0, Math.min(1, (i - half + blend / 2) / blend));
    made[i] = (1 - later) * (sound[i] ?? 0) + later * (sound[i + over] ?? 0);
  }
  return made;
}

/** Undefined of digital silence. */
function rmsDb(samples: Float32Array): number | undefined {
  const power = samples.reduce((sum, x) => sum + x * x, 0) / Math.max(1, samples.length);
  return power > 0 ? 10 * Math.log10(power) : undefined;
}
