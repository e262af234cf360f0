/** The background around a stretch of speech, and how low above it an edge can be followed. */
import type { LevelTrack } from './level.js';
import type { FrameSpan } from './hysteresis.js';

/** An edge is looked for down to here under the stretch's peak (facts.md). */
export const EDGE_BELOW_PEAK_DB = 40;
/** The same in stationary noise, where what lies lower is the noise's own (facts.md). */
export const EDGE_BELOW_PEAK_IN_NOISE_DB = 30;
/** The strong edge (measurement.md, Edges). */
export const STRONG_BELOW_PEAK_DB = 22;
/** Above the noise's median, and above its 97th percentile (facts.md). */
const OVER_MEDIAN_DB = 4;
const OVER_LOUDEST_DB = 1;
/** Noise whose 97th percentile is further over its median than this is no background but sounds (a breath, a blip): its percentile says nothing of the floor. */
const STATIONARY_SPREAD_DB = 8;
/** Fewer frames (1 ms) than this tell no percentile. */
const LEAST_FRAMES = 50;
/** However loud the background, an edge threshold stays this far under the strong one, or there would be no edge to find. */
const UNDER_STRONG_DB = 3;

export interface Noise {
  readonly median: number;
  readonly loudest: number;
}

/** Levels of the frames [from, to) as a background; undefined when they are too few. */
export function noiseIn(level: LevelTrack, { from, to }: FrameSpan): Noise | undefined {
  const frames = level.frames.slice(Math.max(0, from), Math.max(0, to)).sort();
  if (frames.length < LEAST_FRAMES) return undefined;
  const at = (share: number): number => frames[Math.floor(share * (frames.length - 1))] ?? 0;
  return { median: at(0.5), loudest: at(0.97) };
}

/** The strong level of a stretch of speech: STRONG_BELOW_PEAK_DB under its peak, unless the background reaches as high. */
export function strongLevel(peak: number, ...noises: readonly (Noise | undefined)[]): number {
  const loudest = noises.reduce((max, noise) => (noise && isStationary(noise) ? Math.max(max, noise.loudest) : max), -Infinity);
  return Math.min(peak - UNDER_STRONG_DB, Math.max(peak - STRONG_BELOW_PEAK_DB, loudest + OVER_LOUDEST_DB + UNDER_STRONG_DB));
}

const isStationary = (noise: Noise): boolean => noise.loudest - noise.median < STATIONARY_SPREAD_DB;

/** Level from which on a frame counts as sound of a stretch of speech with this peak, before this background. */
export function edgeThreshold(peak: number, noise: Noise | undefined): number {
  const strong = strongLevel(peak, noise);
  if (noise === undefined) return peak - EDGE_BELOW_PEAK_DB;
  const above = isStationary(noise)
    ? Math.max(noise.median + OVER_MEDIAN_DB, noise.loudest + OVER_LOUDEST_DB)
    : noise.median + OVER_MEDIAN_DB;
  const below = inNoise(peak, noise) ? EDGE_BELOW_PEAK_IN_NOISE_DB : EDGE_BELOW_PEAK_DB;
  return Math.min(Math.max(peak - below, above), strong - UNDER_STRONG_DB);
}

/** Whether a stationary background hides what lies 40 dB under the peak. */
export function inNoise(peak: number, noise: Noise | undefined): boolean {
  return noise !== undefined && isStationary(noise) && noise.median + OVER_MEDIAN_DB > peak - EDGE_BELOW_PEAK_DB;
}
