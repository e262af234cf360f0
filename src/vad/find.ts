/** Agent speech from a recorded track: the segments that every score reads (selective-participation.md, "VAD on the recorded agent waveform"). */
import type { Hole, PlacedSpan, TimelineAudio } from '../time/audio.js';
import { msToSamples, rigPos, SAMPLES_PER_MS, type RigPos, type Samples, type Span } from '../time/position.js';
import { bursts } from './bursts.js';
import { joinWithin } from './hysteresis.js';
import { LevelTrack } from './level.js';
import type { AgentSpeech, Segment } from './model.js';
import { speechRuns, type Run } from './runs.js';
import { soundsIn } from './sounds.js';

/** Runs shorter than this are dropped before bridging and kept as blips (selective-participation.md). */
export const SHORTEST_RUN = msToSamples(120);
/** Pauses up to and including this are bridged (selective-participation.md). */
export const LONGEST_BRIDGED_PAUSE = msToSamples(800);
/** A strong edge further than this from the edge makes the onset soft (measurement.md, Edges). */
export const SOFT_ONSET = msToSamples(20);
/** Half-width of the 95% interval of an edge in stationary noise, at least (facts.md). */
const EDGE_IN_NOISE_PLUS_MINUS = msToSamples(7.5);
/** An edge this near before a hole is the hole's: the level's window reaches that far. */
const BEFORE_HOLE = msToSamples(10);
/**
 * Behind a hole a decoder goes on with what it knew before it. Sound that began in the hole shows after a packet at the latest; sound that
 * ended in it may be heard on, though it is none, until two packets have taken hold (test/calibration, with loss).
 */
const BEGINS_BEHIND_HOLE = msToSamples(20);
const ENDS_BEHIND_HOLE = msToSamples(45);
/**
 * Later than that the decoder's memory may still be another than the encoder's: of 147 ends through a real encoder at 5% loss that were found 45
 * to 150 ms behind a hole, 38 were heard on for more than 5 ms, for 40 ms at most.
 */
const HEARD_ON_BEHIND_HOLE = msToSamples(150);
const HEARD_ON = msToSamples(40);
/** A codec rings on for a packet behind an end (smear.ts); where a hole cuts that off it cannot be told from voice. */
const RINGS_INTO_HOLE = msToSamples(20);

/**
 * Finds speech.
 *
 * @param track id of the track, for the segments.
 * @param probabilities what `detectSpeech` gave for the same audio.
 * @param voiceLevel how loud the track's voice is elsewhere, dB, where the audio is a part of a longer track (own-voice.ts).
 */
export function findSpeech(audio: TimelineAudio, track: string, probabilities: Uint16Array, voiceLevel?: number): AgentSpeech {
  const level = new LevelTrack(audio.samples);
  const found = speechRuns(level, probabilities, voiceLevel);
  const sounds = soundsIn(level);
  const toSegment = (run: Run): Segment => segmentOf(audio, track, run);
  const runs = found.filter(isLong).map(toSegment);
  const short = [...found.filter((run) => !isLong(run)), ...bursts(level, found, sounds)].sort((a, b) => a.from - b.from);
  return {
    segments: joinWithin(runs, LONGEST_BRIDGED_PAUSE, joinSegments),
    runs,
    blips: short.map(toSegment),
    sounds: sounds.spans.map(({ from, to }) => ({
      from: position(audio, from * SAMPLES_PER_MS),
      to: position(audio, Math.min(to * SAMPLES_PER_MS, audio.samples.length)),
    })),
    holes: audio.holes.map(({ from, to, kind }) => ({ from, to, kind })),
  };
}

const isLong = (run: Run): boolean => run.to - run.from >= SHORTEST_RUN;

const position = (audio: TimelineAudio, sample: Samples): RigPos => rigPos(audio.from + sample);

/** The first one's onset and the second one's end. What lies between them is bridged: a hole there is no edge any more. */
export function joinSegments(a: Segment, b: Segment): Segment {
  return {
    from: a.from,
    to: b.to,
    fromPlusMinus: a.fromPlusMinus,
    toPlusMinus: b.toPlusMinus,
    strongFrom: a.strongFrom,
    softOnset: a.softOnset,
    ...(a.fromIn === undefined ? {} : { fromIn: a.fromIn }),
    ...(b.toIn === undefined ? {} : { toIn: b.toIn }),
    track: a.track,
  };
}

function segmentOf(audio: TimelineAudio, track: string, run: Run): Segment {
  const from = position(audio, run.from);
  const to = position(audio, run.to);
  const strongFrom = position(audio, run.strongFrom);
  // Where the weak stretch before the edge may be its own, the interval reaches to where that begins.
  const softness = Math.max(run.strongFrom - run.from, run.from - run.weakFrom);
  const softOnset = run.strongFrom - run.weakFrom > SOFT_ONSET;
  const fromEdge = run.fromInNoise ? Math.max(EDGE_IN_NOISE_PLUS_MINUS, run.fromPlusMinus) : run.fromPlusMinus;
  const toEdge = run.toInNoise ? Math.max(EDGE_IN_NOISE_PLUS_MINUS, run.toPlusMinus) : run.toPlusMinus;
  const beginsIn = unknownHole(audio.holes, (hole) => from > hole.from && from <= hole.to + BEGINS_BEHIND_HOLE);
  const endsIn = unknownHole(audio.holes, (hole) => to >= hole.from - BEFORE_HOLE && to < hole.to + ENDS_BEHIND_HOLE);
  const fromIn = beginsIn && { from: beginsIn.from, to: rigPos(Math.max(beginsIn.to, from)) };
  const afterHole = unknownHole(audio.holes, (hole) => to >= hole.to && to < hole.to + HEARD_ON_BEHIND_HOLE);
  const toIn = endsIn && { from: rigPos(Math.max(fromIn?.to ?? from, endsIn.from - RINGS_INTO_HOLE)), to: rigPos(Math.max(endsIn.to, to)) };
  return {
    from: fromIn?.to ?? from,
    to: endsIn?.from ?? to,
    fromPlusMinus: together(placementAt(audio.placed, from), softOnset ? Math.max(fromEdge, softness) : fromEdge),
    toPlusMinus: together(placementAt(audio.placed, to), afterHole && !endsIn ? Math.max(toEdge, HEARD_ON) : toEdge),
    strongFrom: rigPos(Math.max(strongFrom, fromIn?.to ?? strongFrom)),
    softOnset,
    ...(fromIn === undefined ? {} : { fromIn }),
    ...(toIn === undefined ? {} : { toIn }),
    track,
  };
}

function unknownHole(holes: readonly Hole[], touches: (hole: Span) => boolean): Hole | undefined {
  return holes.find((hole) => hole.kind === 'unknown' && touches(hole));
}

/** Half-width of the placement, its encoder's part included, at a position: of the stretch that holds it, else of the nearest one; 0 for audio that needed no placement. */
export function placementAt(placed: readonly PlacedSpan[], at: RigPos): Samples {
  const distance = (span: Span): Samples => Math.max(span.from - at, at - span.to, 0);
  const nearest = placed.reduce<PlacedSpan | undefined>(
    (best, span) => (best === undefined || distance(span) < distance(best) ? span : best),
    undefined,
  );
  return nearest?.plusMinus ?? 0;
}

/** Two independent 95% half-widths as one, rounded up to a sample. */
const together = (a: Samples, b: Samples): Samples => Math.ceil(Math.hypot(a, b));
