/**
 * A long recording's session in parts, so that each opens in a browser and none needs the whole recording in memory. The windows of a turn stand in
 * the part in which it begins; a part's sound goes on a little beyond its end, so that evidence across it can be heard.
 */
import { Resampler, RECORDING_DESIGN } from '../../src/media/resample.js';
import { writeWav } from '../../src/media/wav.js';
import type { SessionEnd, TimelineLine } from '../../src/recording/model.js';
import type { ReportSession } from '../../src/report/model.js';
import { reportSession, type ReportTrack } from '../../src/report/session.js';
import type { CompiledScene } from '../../src/scenario/model.js';
import type { SessionCommand } from '../../src/schedule/events.js';
import { healthFigures } from '../../src/score/health.js';
import type { SessionScore } from '../../src/score/model.js';
import { rigPos, SAMPLE_RATE, type RigPos, type Samples, type Span } from '../../src/time/position.js';
import { PcmTrack } from '../analysis/pcm-track.js';

export interface PageLengths {
  /** Recordings up to here are one page. */
  readonly longest: Samples;
  /** Longer ones are cut into parts of this length. */
  readonly part: Samples;
}

/** One page of 6 minutes holds about 30 MB of sound in base64, a part of 5 minutes 13 MB (chosen). */
export const PAGE_LENGTHS: PageLengths = { longest: 6 * 60 * SAMPLE_RATE, part: 5 * 60 * SAMPLE_RATE };
/** Evidence is heard up to 2 s after the moment that it shows (score/constants.ts), and some of it is as long as a turn. */
const BEYOND: Samples = 10 * SAMPLE_RATE;
/** Sound of parts is of telephone quality: a page is to open, and the recording itself is at hand. */
const PLAYED_RATE = 8000;

export interface RecordingSource {
  /** Folder of the run. */
  readonly run: string;
  readonly scene: CompiledScene;
  readonly score: SessionScore;
  readonly end: SessionEnd;
  readonly timeline: readonly TimelineLine[];
}

/** Spans of the parts, in order; one when the recording is short. */
export function partSpans({ from, to }: Span, { longest, part }: PageLengths): Span[] {
  if (to - from <= longest) return [{ from, to }];
  const count = Math.ceil((to - from) / part);
  return Array.from({ length: count }, (_, i) => ({ from: rigPos(from + i * part), to: rigPos(Math.min(to, from + (i + 1) * part)) }));
}

/** @throws TurnrigError `run-folder` when a track is damaged. */
export async function recordingPart(source: RecordingSource, span: Span): Promise<ReportSession> {
  const { scene, score, end, timeline } = source;
  const inside = (at: RigPos): boolean => at >= span.from && at < span.to;
  const touches = (one: Span): boolean => one.from < span.to && one.to > span.from;
  const starts = new Map(score.turns.map(({ turn, start }) => [turn, start]));
  const kept = score.turns.filter((turn) => touches({ from: turn.start, to: turn.end }));
  return reportSession({
    scene,
    score: {
      ...score,
      span,
      turns: kept,
      windows: score.windows.filter((one) => inside(starts.get(one.turn) ?? score.span.from)),
      speech: {
        runs: score.speech.runs.filter(touches),
        segments: score.speech.segments.filter(touches),
        blips: score.speech.blips.filter(touches),
        sounds: score.speech.sounds.filter(touches),
        holes: score.speech.holes.filter(touches),
      },
    },
    health: healthFigures(end, score.speech),
    timeline: timeline.filter((line) => inside(line.kind === 'event' ? line.at : atOf(line.command))),
    tracks: await tracksOf(source, span),
  });
}

/** Where a command stands; those without a position say nothing to a person. */
const atOf = (command: SessionCommand): RigPos => ('at' in command ? command.at : rigPos(0));

async function tracksOf({ run, score, end }: RecordingSource, span: Span): Promise<ReportTrack[]> {
  const tracks: ReportTrack[] = [];
  for (const manifest of end.tracks) {
    const track = await PcmTrack.open(run, score.attempt, manifest.id);
    try {
      const samples = await track.read(span.from, Math.min(track.length, span.to + BEYOND));
      const audio = { from: span.from, samples, placed: [], holes: [] };
      tracks.push({ manifest, audio, playable: { id: manifest.id, mime: 'audio/wav', start: span.from, base64: played(samples) } });
    } finally {
      await track.close();
    }
  }
  return tracks;
}

function played(samples: Float32Array): string {
  const resampler = new Resampler(SAMPLE_RATE, PLAYED_RATE, RECORDING_DESIGN);
  const [known, rest] = [resampler.push(samples), resampler.flush()];
  const whole = new Float32Array(known.length + rest.length);
  whole.set(known);
  whole.set(rest, known.length);
  return Buffer.from(writeWav([whole], PLAYED_RATE)).toString('base64');
}
