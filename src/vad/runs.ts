/** Runs of speech: what the detector holds for speech, cut and trimmed by level. */
import { SAMPLES_PER_MS, type Samples } from '../time/position.js';
import { FRAME_48K } from './detector.js';
import { BRIDGE, findEdge } from './edges.js';
import { joinWithin, speechFrames, type FrameSpan } from './hysteresis.js';
import { LEVEL_SPREAD, stretchesOver, type LevelTrack, type Side } from './level.js';
import { edgeThreshold, inNoise, noiseIn, strongLevel } from './noise.js';
import { ownVoice } from './own-voice.js';

/** How far from the detector's edge the acoustic one may lie, in frames of 1 ms (facts.md). */
const SEARCH = 250;
/** Length of background that is looked at on either side. */
const BACKGROUND = 1200;
/** Drop-outs of the detector up to here do not part speech by themselves (they fall on fricatives and creak); a silence by level does. */
const DETECTOR_DROPOUT = 200;
/**
 * Silences by level up to here lie inside a word and do not part a run. Closures of stops last 50 to 100 ms; restarts after 150 ms must stay
 * visible. 120 ms is also the least speech that counts (selective-participation.md): a silence that parts has to last as long.
 */
export const INTRA_WORD_MS = 120;
/** The detector's edges are late and early by a frame: a sound that begins this much outside still is the one it heard. */
const DETECTOR_SLACK = FRAME_48K / SAMPLES_PER_MS;

/** A run in samples of the track. */
export interface Run {
  readonly from: Samples;
  readonly to: Samples;
  readonly strongFrom: Samples;
  /** How early it may have begun (Edge.weak). */
  readonly weakFrom: Samples;
  /** Half-widths of both edges (Edge.plusMinus). */
  readonly fromPlusMinus: Samples;
  readonly toPlusMinus: Samples;
  /** Edges that a stationary background blurs. */
  readonly fromInNoise: boolean;
  readonly toInNoise: boolean;
}

/** A run of one speaker has strong frames at least this close to one another where it starts and ends: a strong frame further off belongs to something else. */
const STRONG_APART = 60;

/** Runs of any length, in order, parted by silences longer than INTRA_WORD_MS. */
export function speechRuns(level: LevelTrack, probabilities: ArrayLike<number>, voiceLevel?: number): Run[] {
  const perFrame = FRAME_48K / SAMPLES_PER_MS;
  const heard = speechFrames(probabilities).map(({ from, to }) => ({
    from: from * perFrame,
    to: Math.min(to * perFrame, level.frames.length),
  }));
  const { stretches, loud } = ownVoice(
    level,
    joinWithin(heard, DETECTOR_DROPOUT, (a, b) => ({ from: a.from, to: b.to })),
    voiceLevel,
  );
  const runs = stretches.flatMap((stretch, i) => runsOf(level, stretch, stretches[i - 1], stretches[i + 1], loud));
  // Where sound goes on through a long drop-out of the detector, the edges of its two sides meet, or nearly: no silence parts them.
  return joinNear(
    joinNear(runs, 0, () => true),
    INTRA_WORD_MS * SAMPLES_PER_MS - 1,
    isSpeech,
  );
}

/** A click, a breath or a blip is no part of the word that follows it, however near. */
function isSpeech(run: Run): boolean {
  return run.to - run.from >= INTRA_WORD_MS * SAMPLES_PER_MS;
}

/** Joins neighbours that both satisfy `joins` and lie at most `gap` samples apart. */
function joinNear(runs: readonly Run[], gap: Samples, joins: (run: Run) => boolean): Run[] {
  const joined: Run[] = [];
  for (const run of runs) {
    const last = joined.at(-1);
    if (last === undefined || run.from - last.to > gap || !joins(last) || !joins(run)) joined.push(run);
    else
      joined[joined.length - 1] = run.to > last.to ? { ...last, to: run.to, toPlusMinus: run.toPlusMinus, toInNoise: run.toInNoise } : last;
  }
  return joined;
}

/** The runs of one stretch of the detector, between its neighbours. */
function runsOf(level: LevelTrack, span: FrameSpan, before: FrameSpan | undefined, after: FrameSpan | undefined, loud: number): Run[] {
  const previousEnd = before?.to ?? 0;
  const nextStart = after?.from ?? level.frames.length;
  const noiseBefore = noiseIn(level, {
    from: Math.max(span.from - BACKGROUND, before === undefined ? 0 : previousEnd + SEARCH),
    to: span.from - SEARCH,
  });
  const noiseAfter = noiseIn(level, {
    from: span.to + SEARCH,
    to: Math.min(span.to + BACKGROUND, after === undefined ? nextStart : nextStart - SEARCH),
  });
  const peak = level.peak(span.from, span.to);
  const strongThreshold = strongLevel(peak, noiseBefore, noiseAfter);
  const thresholds = { onset: edgeThreshold(peak, noiseBefore ?? noiseAfter), offset: edgeThreshold(peak, noiseAfter ?? noiseBefore) };
  const inner = Math.max(thresholds.onset, thresholds.offset);
  // Halfway to a neighbour, a sound belongs to the neighbour.
  const first = Math.ceil((previousEnd + span.from) / 2);
  const last = Math.floor((span.to + nextStart) / 2);
  const lowest = whereQuiet(level, Math.max(span.from - SEARCH, first), first, strongThreshold);
  const highest = whereQuiet(level, Math.min(span.to + SEARCH, last), last, strongThreshold);
  const islands = soundIslands(level, { from: lowest, to: highest + 1 }, inner, strongThreshold);
  const spoken = islands.filter((island) => island.to > span.from - DETECTOR_SLACK && island.from < span.to);
  const runs = joinWithin(spoken, INTRA_WORD_MS - LEVEL_SPREAD, (a, b) => ({ from: a.from, to: b.to }));
  // Between two runs lies a dip that no edge is followed over at the inner threshold: only the limits of the search are left.
  return runs.map((run, i): Run => {
    const onset = findEdge(level, {
      side: 'onset',
      strongFrame: outermostStrong(level, run, 'onset', loud, strongThreshold),
      limit: lowest,
      threshold: i === 0 ? thresholds.onset : inner,
      strongThreshold,
    });
    const offset = findEdge(level, {
      side: 'offset',
      strongFrame: outermostStrong(level, run, 'offset', loud, strongThreshold),
      limit: highest,
      threshold: i === runs.length - 1 ? thresholds.offset : inner,
      strongThreshold,
      spokenTo: span.to + DETECTOR_SLACK,
    });
    return {
      from: onset.at,
      to: offset.at,
      strongFrom: onset.strong,
      weakFrom: onset.weak,
      fromPlusMinus: onset.plusMinus,
      toPlusMinus: offset.plusMinus,
      fromInNoise: inNoise(peak, noiseBefore),
      toInNoise: inNoise(peak, noiseAfter),
    };
  });
}

/**
 * A limit of the search, moved outward as far as the strong sound goes on that it lies in, SEARCH frames at most: of a voice that the detector
 * hardly knows it hears the first words late, or not the last.
 */
function whereQuiet(level: LevelTrack, limit: number, outermost: number, strongThreshold: number): number {
  const step = Math.sign(outermost - limit);
  let at = limit;
  while (at !== outermost && Math.abs(at - limit) < SEARCH && level.at(at) > strongThreshold) at += step;
  return at;
}

/** From the run's outermost loud frame (or strong one, when none is loud) outward over strong frames that are at most STRONG_APART apart. */
function outermostStrong(level: LevelTrack, run: FrameSpan, side: Side, loud: number, strongThreshold: number): number {
  const [start, end, step] = side === 'onset' ? [run.from, run.to - 1, 1] : [run.to - 1, run.from, -1];
  const first = (threshold: number): number | undefined => {
    for (let k = start; (end - k) * step >= 0; k += step) if (level.at(k) > threshold) return k;
    return undefined;
  };
  let outermost = first(loud) ?? first(strongThreshold) ?? start;
  for (let k = outermost; (k - start) * step >= 0 && Math.abs(k - outermost) <= STRONG_APART; k -= step)
    if (level.at(k) > strongThreshold) outermost = k;
  return outermost;
}

/** Stretches over the threshold, dips of BRIDGE frames bridged, that reach the strong level somewhere. */
function soundIslands(level: LevelTrack, within: FrameSpan, threshold: number, strongThreshold: number): FrameSpan[] {
  return stretchesOver(level, within, threshold, BRIDGE).filter((island) => level.peak(island.from, island.to) > strongThreshold);
}
