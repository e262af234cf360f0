/** Pieces of the agent's sound of a stored session, as an ASR takes them: all its tracks together, 16 kHz, 16 bits. */
import { RECORDING } from '../../src/analysis/scene.js';
import { TurnrigError } from '../../src/error.js';
import { decodeTrack } from '../../src/media/decode.js';
import { mix } from '../../src/media/mix.js';
import { UnplacedTrackError } from '../../src/media/placement.js';
import { resample } from '../../src/media/resample.js';
import type { SessionEnd } from '../../src/recording/model.js';
import { mutesOf, type SessionEvent } from '../../src/schedule/events.js';
import { ASR_RATE } from '../../src/speech/asr.js';
import type { TimelineAudio } from '../../src/time/audio.js';
import { SAMPLE_RATE, spanLength, type Span } from '../../src/time/position.js';
import { BETWEEN_PIECES } from '../../src/words/constants.js';
import { AGENT_TRACK } from '../analysis/hear-recording.js';
import { PcmTrack } from '../analysis/pcm-track.js';
import type { RunReader, SessionReader } from '../store/run-reader.js';

/** Where samples of a span come from, 48 kHz; zeros where there is nothing. */
type Source = (span: Span) => Promise<Float32Array> | Float32Array;

export interface AgentAudio {
  /** The pieces with a little silence between them. */
  read(pieces: readonly Span[]): Promise<Int16Array>;
  close(): Promise<void>;
}

/** @throws TurnrigError `run-folder` when the recording is damaged. */
export async function openAgentAudio(
  reader: RunReader,
  session: SessionReader,
  events: readonly SessionEvent[],
  end: SessionEnd,
): Promise<AgentAudio> {
  if (reader.manifest.transport === RECORDING) {
    const track = await PcmTrack.open(reader.dir, session.attempt, AGENT_TRACK);
    return { read: (pieces) => joined((span) => track.read(span.from, span.to), pieces), close: () => track.close() };
  }
  const tracks: TimelineAudio[] = [];
  for (const id of await session.tracks()) {
    const file = await session.packets(id);
    if (file?.ending !== 'whole') throw new TurnrigError('run-folder', `the recording of track ${id} is cut`);
    const track = end.tracks.find((one) => one.id === id) ?? file.track;
    if (track.owner.kind !== 'agent') continue;
    try {
      tracks.push(await decodeTrack(file.packets, track, { mutes: mutesOf(events, id) }));
    } catch (error) {
      // Nothing of it could be placed: nothing of it is on the timeline.
      if (!(error instanceof UnplacedTrackError)) throw error;
    }
  }
  const source: Source = (span) =>
    mix(
      tracks.map(({ from, samples }) => ({ at: from - span.from, samples })),
      spanLength(span),
    );
  return { read: (pieces) => joined(source, pieces), close: () => Promise.resolve() };
}

async function joined(source: Source, pieces: readonly Span[]): Promise<Int16Array> {
  const length = pieces.reduce((sum, piece) => sum + spanLength(piece), 0) + BETWEEN_PIECES * Math.max(0, pieces.length - 1);
  const whole = new Float32Array(length);
  let at = 0;
  for (const piece of pieces) {
    const samples = await source(piece);
    whole.set(samples, at);
    at += samples.length + BETWEEN_PIECES;
  }
  return pcm16(resample(whole, SAMPLE_RATE, ASR_RATE));
}

/** Rounded, clipped at full scale. */
export function pcm16(samples: Float32Array): Int16Array {
  return Int16Array.from(samples, (x) => Math.max(-32_768, Math.min(32_767, Math.round(x * 32_768))));
}
