/** Recorded tracks into a copy, with the sound that stays. Recordings are read in pieces: one of hours is never in memory as a whole. */
import { RECORDING } from '../../src/analysis/scene.js';
import { TurnrigError } from '../../src/error.js';
import { UnplacedTrackError, placePackets, type Piece } from '../../src/media/placement.js';
import { encodePcm16 } from '../../src/media/pcm.js';
import type { SessionEnd } from '../../src/recording/model.js';
import { mutesOf, type SessionEvent } from '../../src/schedule/events.js';
import type { Counts } from '../../src/share/model.js';
import { quietOpus, quietPcm, silencedPayload } from '../../src/share/quiet-packets.js';
import type { Redacting } from '../../src/share/redact-manifest.js';
import { redactTrack } from '../../src/share/redact-session.js';
import { rigPos, type Span } from '../../src/time/position.js';
import { PACKET_SAMPLES, PcmTrack } from '../analysis/pcm-track.js';
import type { RunReader, SessionReader } from '../store/run-reader.js';
import type { SessionWriter } from '../store/session-writer.js';

/** Packets between two waits for the disk; of a recording's, 0.8 s and 150 kB a time. */
const PACKETS_A_FLUSH = 256;
const PACKETS_A_READ = 32;

export interface TracksOptions {
  readonly reader: RunReader;
  readonly session: SessionReader;
  readonly writer: SessionWriter;
  readonly events: readonly SessionEvent[];
  readonly end: SessionEnd;
  /** Sound that stays; undefined: all. */
  readonly kept: readonly Span[] | undefined;
  readonly redacting: Redacting;
  readonly counts: Counts;
  readonly signal?: AbortSignal;
}

/** @returns names of the tracks that were copied, as they were. @throws TurnrigError `store`; the abort reason. */
export async function copyTracks(options: TracksOptions): Promise<string[]> {
  const copied: string[] = [];
  for (const id of await options.session.tracks()) {
    options.signal?.throwIfAborted();
    try {
      await (options.reader.manifest.transport === RECORDING ? copyRecorded(options, id) : copyPackets(options, id));
      copied.push(id);
    } catch (error) {
      // A track that cannot be read cannot be shown to be clean.
      if (!(error instanceof TurnrigError) || error.code !== 'run-folder') throw error;
      options.counts.add('tracksDropped');
    }
    if (options.writer.failure) throw options.writer.failure;
  }
  return copied;
}

async function copyRecorded({ reader, session, writer, kept, redacting, counts, signal }: TracksOptions, id: string): Promise<void> {
  const track = await PcmTrack.open(reader.dir, session.attempt, id);
  try {
    const manifest = redactTrack(track.manifest, redacting);
    writer.track(manifest);
    for (let at = 0, seq = 0; at < track.length;) {
      signal?.throwIfAborted();
      const piece = await track.read(at, Math.min(track.length, at + PACKETS_A_READ * PACKET_SAMPLES));
      for (let from = 0; from < piece.length; from += PACKET_SAMPLES) {
        const samples = piece.subarray(from, Math.min(piece.length, from + PACKET_SAMPLES));
        const whole = encodePcm16(samples);
        const { payload, silenced } = kept === undefined ? { payload: whole, silenced: 0 } : silencedPayload(whole, at + from, kept);
        counts.add('pcmSamplesKept', samples.length - silenced);
        counts.add('pcmSamplesSilenced', silenced);
        writer.packet(manifest.id, {
          arrival: rigPos(at + from + samples.length),
          ssrc: 1,
          seq: seq++ & 0xffff,
          time: (at + from) >>> 0,
          marker: false,
          recovered: false,
          payload,
        });
      }
      at += piece.length;
      await writer.flush();
      if (writer.failure) throw writer.failure;
    }
  } finally {
    await track.close();
  }
}

async function copyPackets({ session, writer, events, end, kept, redacting, counts }: TracksOptions, id: string): Promise<void> {
  const file = await session.packets(id);
  if (file === undefined) throw new TurnrigError('run-folder', `track ${id} was cut off before its first packet`);
  const track = end.tracks.find((one) => one.id === id) ?? file.track;
  const manifest = redactTrack(file.track, redacting);
  let { packets } = file;
  if (kept === undefined) {
    if (track.codec === 'opus') counts.add('opusPacketsKept', packets.length);
  } else {
    const pieces = piecesOf(packets, track, mutesOf(events, id));
    const quiet = (track.codec === 'opus' ? quietOpus : quietPcm)(packets, pieces, kept);
    ({ packets } = quiet);
    counts.add('opusPacketsKept', quiet.keptPackets);
    counts.add('opusPacketsDropped', quiet.droppedPackets);
    counts.add('pcmSamplesKept', quiet.keptSamples);
    counts.add('pcmSamplesSilenced', quiet.silencedSamples);
  }
  writer.track(manifest);
  for (const [i, packet] of packets.entries()) {
    writer.packet(manifest.id, packet);
    if (i % PACKETS_A_FLUSH === PACKETS_A_FLUSH - 1) await writer.flush();
  }
  await writer.flush();
}

/** Where packets lie; none of a track that cannot be placed. */
function piecesOf(
  ...[packets, track, mutes]: [Parameters<typeof placePackets>[0], Parameters<typeof placePackets>[1], ReturnType<typeof mutesOf>]
): readonly Piece[] {
  try {
    return placePackets(packets, track, { mutes }).pieces;
  } catch (error) {
    if (error instanceof UnplacedTrackError) return [];
    throw error;
  }
}
