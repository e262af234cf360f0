/**
 * The last consonant of a user's words, where the detector no longer holds it for speech: a final s, f or t behind a dip or a closure.
 *
 * Energy finds the end of a word too early where it ends with a weak fricative or with a stop's release, and what tells these from a background
 * is their high frequencies: Rabiner and Sambur (1975, Bell System Technical Journal 54, 297-315) look for them in the 250 ms behind the end by
 * energy, by the rate of zero crossings. Here it is the energy of the band itself, which noise moves less. Asked of channels of people only: an
 * agent's speech ends where somebody cut it off, and a fragment behind that is a blip.
 */
import { highPass } from '../media/biquad.js';
import { msToSamples, SAMPLE_RATE, SAMPLES_PER_MS, type Samples } from '../time/position.js';
import { BRIDGE } from '../vad/edges.js';
import { fineEdge } from '../vad/fine.js';
import { joinWithin, type FrameSpan } from '../vad/hysteresis.js';
import { LEVEL_SPREAD, LevelTrack, NO_LEVEL_DB, stretchesOver } from '../vad/level.js';
import { EDGE_BELOW_PEAK_DB } from '../vad/noise.js';
import { clearOfSmear, doubt } from '../vad/smear.js';

/** Closures of stops last 50 to 100 ms, and silences up to 120 ms lie inside a word (vad/runs.ts, INTRA_WORD_MS). */
export const LONGEST_CLOSURE: Samples = msToSamples(120);
/** The stretch in which Rabiner and Sambur look for a fricative, and what a final s lasts at most: longer ones are breaths and noises. */
export const LONGEST_CONSONANT: Samples = msToSamples(250);
/** Releases of t, k and p last 44 to 52 ms on average (Byrd 1993, 54,000 stops of TIMIT); shorter sounds behind a closure are clicks as often. */
export const SURELY_RELEASE: Samples = msToSamples(40);
/** ... a final one with its breath twice as long and more (chosen); what lasts longer is a fricative or nothing of the word. */
const LONGEST_RELEASE: Samples = msToSamples(120);
/** Less than this is a click, and nothing of a mouth's. */
const LONGEST_CLICK: Samples = msToSamples(10);
/** Under the strongest vowel lie the strongest voiceless consonant, sh, by 9 dB and the weakest by 28 dB (Fletcher 1953, relative phonetic powers of 680, 80 and 1); 3 dB are left for voices. */
const STRONGEST_CONSONANT_DB = 6;
export const WEAKEST_CONSONANT_DB = 28;
/**
 * Of a fricative's energy most lies over 3 kHz (Jongman, Wayland and Wong 2000: peaks of 3.8 to 7.7 kHz), and over 2 kHz of what a telephone's
 * band leaves of it. Releases have theirs from 2 kHz on, with more under it; of a vowel's less than a sixth lies there.
 */
const FRICATIVE_HZ = { wide: 3000, narrow: 2000 } as const;
const FRICATIVE_SHARE = 1 / 2;
const RELEASE_HZ = 2000;
const RELEASE_SHARE = 1 / 3;
/** A line that lets nothing pass over 6 kHz: 20 dB under what lies over 2 kHz (a fricative and a room's noise stay within 10 dB; chosen). */
const NARROW_HZ = 6000;
const NARROW_DB = 20;
/** A sound is what lies this far over its band's floor (as vad/sounds.ts has it), which is the level of the quietest quarter. */
const OVER_FLOOR_DB = 10;
const FLOOR_SHARE = 0.25;
/** Half-width of an end in noise, at least (facts.md). */
const IN_NOISE: Samples = msToSamples(7.5);
/** What is looked at before the end, for filters to settle, and behind the longest consonant, for the floor. */
const BEFORE: Samples = msToSamples(30);
const BEHIND: Samples = msToSamples(100);

/** How far from a word's end audio is looked at. */
export const REACH: Samples = LONGEST_CLOSURE + LONGEST_CONSONANT + BEHIND;

export interface FinalConsonant {
  /** Its end, samples of the audio. */
  readonly to: Samples;
  /** Half-width of its interval. */
  readonly plusMinus: Samples;
  /** Whether it surely is the word's: else the word may as well end before it. */
  readonly sure: boolean;
}

/**
 * @param audio of one channel, 48 kHz.
 * @param word where the detector and the level have it, samples of the audio.
 * @param until nothing behind this is looked at: somebody else's.
 */
export function finalConsonant(
  audio: Float32Array,
  word: { readonly from: Samples; readonly to: Samples },
  until: Samples,
): FinalConsonant | undefined {
  const from = Math.max(0, word.to - BEFORE);
  const tail = audio.subarray(from, Math.max(from, Math.min(audio.length, until, word.to + REACH)));
  const end = word.to - from;
  if (tail.length - end < LONGEST_CLICK) return undefined;
  const behind = Math.ceil(end / SAMPLES_PER_MS);
  const bands = bandsOf(tail, behind);
  // Nothing of the band is heard: no need to know how loud the word was.
  if (bands.release.level.peak(behind, Infinity) <= bands.release.floor + OVER_FLOOR_DB) return undefined;
  const peak = peakOf(audio.subarray(word.from, word.to));
  const threshold = Math.max(bands.release.floor + OVER_FLOOR_DB, peak - EDGE_BELOW_PEAK_DB);
  const inNoise = threshold > peak - EDGE_BELOW_PEAK_DB;
  const { level } = bands.release;
  let reached = end;
  for (const stretch of soundsBehind(level, behind, threshold)) {
    const start = Math.max(end, fineEdge(level, 'onset', stretch.from, threshold));
    if (start - reached > LONGEST_CLOSURE) return undefined;
    const stop = clearOfSmear(level, 'offset', fineEdge(level, 'offset', stretch.to - 1, threshold));
    const [length, apart] = [stop - start, start - end > LEVEL_SPREAD * SAMPLES_PER_MS];
    if (length > LONGEST_CONSONANT || stop - end > LONGEST_CLOSURE + LONGEST_CONSONANT) return undefined;
    // Of two stops, as in "act", the first one's release may be low: it is the word's where a consonant follows.
    reached = Math.max(reached, stop);
    if (length < LONGEST_CLICK || !isConsonant(bands, start, stop)) continue;
    const strength = overFloorDb(bands.wide, start, stop);
    if (strength > peak - STRONGEST_CONSONANT_DB) return undefined;
    const edge = doubt(level, 'offset', stop);
    return {
      to: from + stop,
      plusMinus: inNoise ? Math.max(IN_NOISE, edge) : edge,
      sure: (!apart || length >= SURELY_RELEASE) && strength >= peak - WEAKEST_CONSONANT_DB,
    };
  }
  return undefined;
}

/** Stretches of sound behind a frame, dips of BRIDGE frames bridged, without the one that the level's window makes of the word's own end. */
function soundsBehind(level: LevelTrack, behind: number, threshold: number): FrameSpan[] {
  const islands = stretchesOver(level, { from: behind, to: level.frames.length }, threshold, 0);
  const [first] = islands;
  if (first !== undefined && first.to - behind <= LEVEL_SPREAD) islands.shift();
  return joinWithin(islands, BRIDGE, (a, b) => ({ from: a.from, to: b.to }));
}

interface Band {
  readonly level: LevelTrack;
  /** dB. */
  readonly floor: number;
}

interface Bands {
  readonly wide: Band;
  readonly release: Band;
  readonly fricative: Band;
}

/** @param behind frame from which on the floors are measured. */
function bandsOf(audio: Float32Array, behind: number): Bands {
  const band = (samples: Float32Array): Band => {
    const level = new LevelTrack(samples);
    const sorted = level.frames.slice(behind).sort();
    return { level, floor: sorted[Math.floor(FLOOR_SHARE * (sorted.length - 1))] ?? NO_LEVEL_DB };
  };
  const release = over(audio, RELEASE_HZ);
  const narrow = energyOf(over(over(audio, NARROW_HZ), NARROW_HZ)) < energyOf(release) / 10 ** (NARROW_DB / 10);
  return { wide: band(audio), release: band(release), fricative: band(over(audio, FRICATIVE_HZ[narrow ? 'narrow' : 'wide'])) };
}

function isConsonant(bands: Bands, from: Samples, to: Samples): boolean {
  if (shareOf(bands.fricative, bands.wide, from, to) >= FRICATIVE_SHARE) return true;
  return to - from <= LONGEST_RELEASE && shareOf(bands.release, bands.wide, from, to) >= RELEASE_SHARE;
}

/** Fourth order, so that a vowel's lower formants stay under it. */
function over(audio: Float32Array, hertz: number): Float32Array {
  return highPass(hertz, SAMPLE_RATE).process(highPass(hertz, SAMPLE_RATE).process(audio));
}

function energyOf(samples: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < samples.length; i++) sum += (samples[i] as number) ** 2;
  return sum;
}

/** Share of a stretch's energy over the floors that lies in a band. */
function shareOf(band: Band, wide: Band, from: Samples, to: Samples): number {
  const above = ({ level, floor }: Band): number => Math.max(0, 10 ** (level.between(from, to, 'offset') / 10) - 10 ** (floor / 10));
  const [own, all] = [above(band), above(wide)];
  return own === 0 ? 0 : own / Math.max(own, all);
}

/** Loudest frame of a stretch without the floor's part, dB. */
function overFloorDb({ level, floor }: Band, from: Samples, to: Samples): number {
  const peak = level.peak(level.frameAt(from), level.frameAt(to) + 1);
  return 10 * Math.log10(Math.max(1e-12, 10 ** (peak / 10) - 10 ** (floor / 10)));
}

/** Loudest 10 ms of a stretch, dB, without what lies under 100 Hz (as vad/level.ts). */
function peakOf(audio: Float32Array): number {
  const heard = highPass(100, SAMPLE_RATE).process(audio);
  const step = 10 * SAMPLES_PER_MS;
  let loudest = 0;
  for (let at = 0; at < heard.length; at += step) loudest = Math.max(loudest, energyOf(heard.subarray(at, at + step)) / step);
  return loudest <= 1e-12 ? NO_LEVEL_DB : 10 * Math.log10(loudest);
}
