/**
 * A PCM track of a run folder, read where it is wanted: a recording of hours is never in memory as a whole. All packets but the last are of
 * one length (`storeRecording` writes them so), so every sample's place in the file is known.
 */
import { open, type FileHandle } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { TurnrigError } from '../../src/error.js';
import { decodePcm16 } from '../../src/media/pcm.js';
import type { TrackManifest } from '../../src/recording/model.js';
import { decodePacketFile, PAYLOAD_AT, RECORD_OVERHEAD } from '../../src/recording/packets.js';
import { SAMPLE_RATE, type Samples } from '../../src/time/position.js';
import { trackFile } from '../store/layout.js';

/** Samples of a packet, 100 ms: few records, and no more than a breath is lost when a file is cut off. */
export const PACKET_SAMPLES: Samples = SAMPLE_RATE / 10;
const PAYLOAD = 2 * PACKET_SAMPLES;
const RECORD = PAYLOAD + RECORD_OVERHEAD;
/** The fixed part of a packet file's header and the checksum after its JSON (src/recording/packets.ts). */
const HEADER = { fixed: 10, checksum: 4, jsonLengthAt: 6 } as const;

export class PcmTrack {
  private constructor(
    private readonly file: FileHandle,
    private readonly path: string,
    readonly manifest: TrackManifest,
    private readonly first: number,
    readonly length: Samples,
  ) {}

  /** @throws TurnrigError `run-folder` when the file is missing, damaged, or not a track of this kind. */
  static async open(run: string, attempt: string, id: string): Promise<PcmTrack> {
    const path = trackFile(run, attempt, id);
    const file = await open(path, 'r').catch((cause: unknown) => {
      throw new TurnrigError('run-folder', `cannot read ${path}`, { hint: 'Restore the file, or analyze the recording again.', cause });
    });
    try {
      const size = (await file.stat()).size;
      const start = await bytesAt(file, 0, Math.min(size, HEADER.fixed), path);
      const json = start.length < HEADER.fixed ? 0 : new DataView(start.buffer).getUint32(HEADER.jsonLengthAt, true);
      const first = HEADER.fixed + json + HEADER.checksum;
      const header = decodePacketFile(await bytesAt(file, 0, Math.min(size, first), path), path);
      const rest = size - first;
      const whole = Math.floor(rest / RECORD);
      const last = rest - whole * RECORD;
      if (header === undefined || rest <= 0 || (last > 0 && (last <= RECORD_OVERHEAD || last % 2 !== RECORD_OVERHEAD % 2)))
        throw damaged(path, 'is cut off');
      return new PcmTrack(file, path, header.track, first, whole * PACKET_SAMPLES + (last > 0 ? (last - RECORD_OVERHEAD) / 2 : 0));
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  /** Samples [from, to) of the track; zeros before its start and after its end. @throws TurnrigError `run-folder` when a packet is damaged. */
  async read(from: Samples, to: Samples): Promise<Float32Array> {
    const samples = new Float32Array(Math.max(0, to - from));
    const [start, end] = [Math.max(0, from), Math.min(this.length, to)];
    if (start >= end) return samples;
    const [firstPacket, lastPacket] = [Math.floor(start / PACKET_SAMPLES), Math.ceil(end / PACKET_SAMPLES)];
    const bytes = await bytesAt(this.file, this.first + firstPacket * RECORD, (lastPacket - firstPacket) * RECORD, this.path);
    const view = new DataView(bytes.buffer);
    for (let k = firstPacket, at = 0; k < lastPacket; k++) {
      const length = 2 * Math.min(PACKET_SAMPLES, this.length - k * PACKET_SAMPLES);
      const record = bytes.subarray(at, at + length + RECORD_OVERHEAD);
      const check = at + PAYLOAD_AT + length;
      if (
        record.length < length + RECORD_OVERHEAD ||
        view.getUint16(at, true) !== length ||
        view.getUint32(check, true) !== crc32(record.subarray(0, PAYLOAD_AT + length))
      )
        throw damaged(this.path, `is damaged in packet ${k}`);
      const pcm = decodePcm16(bytes.subarray(at + PAYLOAD_AT, check));
      const [cutFront, cutEnd] = [Math.max(0, start - k * PACKET_SAMPLES), Math.min(pcm.length, end - k * PACKET_SAMPLES)];
      samples.set(pcm.subarray(cutFront, cutEnd), k * PACKET_SAMPLES + cutFront - from);
      at += length + RECORD_OVERHEAD;
    }
    return samples;
  }

  async close(): Promise<void> {
    await this.file.close();
  }
}

async function bytesAt(file: FileHandle, at: number, length: number, path: string): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(length);
  let read = 0;
  while (read < length) {
    const { bytesRead } = await file.read(bytes, read, length - read, at + read).catch((cause: unknown) => {
      throw new TurnrigError('run-folder', `cannot read ${path}`, { cause });
    });
    if (bytesRead === 0) break;
    read += bytesRead;
  }
  return bytes.subarray(0, read);
}

function damaged(path: string, what: string): TurnrigError {
  return new TurnrigError('run-folder', `${path} ${what}`, { hint: 'Analyze the recording again.' });
}
