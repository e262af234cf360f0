/** A recorded track as a browser plays it: Opus packets as received in an Ogg stream, PCM as a WAV of 16 kHz. */
import { DECIMATED_RATE, decimate } from '../../src/media/decimator.js';
import { writeOggOpus } from '../../src/media/ogg-write.js';
import type { MediaPacket } from '../../src/media/packet.js';
import { placePackets } from '../../src/media/placement.js';
import { writeWav } from '../../src/media/wav.js';
import type { TrackManifest } from '../../src/recording/model.js';
import type { ReportAudio } from '../../src/report/model.js';
import type { TimelineAudio } from '../../src/time/audio.js';
import { rigPos, type RigPos } from '../../src/time/position.js';

/** @throws UnplacedTrackError when no packet of an Opus track can be placed. */
export function playable(
  track: TrackManifest,
  packets: readonly MediaPacket[],
  audio: TimelineAudio,
  mutes: readonly RigPos[],
): ReportAudio {
  return track.codec === 'opus' ? oggOf(track, packets, mutes) : wavOf(track, audio);
}

function oggOf(track: TrackManifest, packets: readonly MediaPacket[], mutes: readonly RigPos[]): ReportAudio {
  const { pieces } = placePackets(packets, track, { mutes });
  const start = pieces[0]?.at ?? rigPos(0);
  const bytes = writeOggOpus(pieces.map(({ at, packet }) => ({ at: at - start, payload: packet.payload })));
  return { id: track.id, mime: 'audio/ogg', start, base64: Buffer.from(bytes).toString('base64') };
}

function wavOf(track: TrackManifest, audio: TimelineAudio): ReportAudio {
  const samples = decimate(audio.samples);
  return {
    id: track.id,
    mime: 'audio/wav',
    start: audio.from,
    base64: Buffer.from(writeWav([samples], DECIMATED_RATE)).toString('base64'),
  };
}
