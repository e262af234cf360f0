/** A recorded track as a browser plays it: Opus packets as received in an Ogg stream, PCM as a WAV of 16 kHz. */
import { DECIMATED_RATE, decimate } from '../../src/media/decimator.js';
import { writeOggOpus, type OggPacket } from '../../src/media/ogg-write.js';
import type { MediaPacket } from '../../src/media/packet.js';
import { OnlinePlacer } from '../../src/media/placement.js';
import { writeWav } from '../../src/media/wav.js';
import type { TrackManifest } from '../../src/recording/model.js';
import type { ReportAudio } from '../../src/report/model.js';
import type { TimelineAudio } from '../../src/time/audio.js';
import { rigPos } from '../../src/time/position.js';

export function playable(track: TrackManifest, packets: readonly MediaPacket[], audio: TimelineAudio): ReportAudio {
  return track.codec === 'opus' ? oggOf(track, packets) : wavOf(track, audio);
}

function oggOf(track: TrackManifest, packets: readonly MediaPacket[]): ReportAudio {
  // Where each packet belongs is known to a few samples at once; the final placement moves sound by less than anybody hears.
  const placer = new OnlinePlacer(track);
  const placed = packets.flatMap((packet) => {
    const found = placer.push(packet);
    return found === undefined || packet.payload.length === 0 ? [] : [{ at: found.at, payload: packet.payload }];
  });
  placed.sort((a, b) => a.at - b.at);
  const start = placed[0]?.at ?? rigPos(0);
  const bytes = writeOggOpus(placed.map(({ at, payload }): OggPacket => ({ at: at - start, payload })));
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
