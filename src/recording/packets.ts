/**
 * The packet file, `tracks/<track>.pkt`, format version 1: one track's packets as received, appended and never rewritten.
 *
 * All numbers are little endian.
 *
 *   header   "TRPK"  u16 version  u32 n  n bytes JSON (TrackManifest)  u32 CRC-32 of that JSON
 *   record   u16 n  u8 flags (1 marker, 2 recovered)  i48 arrival  u32 ssrc  u16 seq  u32 RTP time  n bytes payload
 *            u32 CRC-32 of everything of the record before it
 *
 * 23 bytes beside the payload: at 20 ms a packet that is 69 kB a minute, so Opus stays far under 1 MB a track-minute (design.md, rule 3).
 * A file that a kill cut off anywhere reads up to its last whole record.
 */
import { crc32 } from 'node:zlib';
import { TurnrigError } from '../error.js';
import type { MediaPacket } from '../media/packet.js';
import { rigPos } from '../time/position.js';
import type { TrackManifest } from './model.js';
import { parseTrackManifest } from './manifests.js';
import { refuseNewer } from './versions.js';

export const PACKET_FILE_VERSION = 1;
const MAGIC = [0x54, 0x52, 0x50, 0x4b] as const;
const HEADER_FIXED = 10;
const RECORD_FIXED = 19;
const CHECKSUM = 4;
const MARKER = 1;
const RECOVERED = 2;
/** The largest payload a record can hold: a 60 ms frame of 48 kHz s16 (5,760 bytes) and any RTP packet fit well. */
export const MAX_PAYLOAD = 0xffff;

/** What a record takes up beside its payload, in bytes. */
export const RECORD_OVERHEAD = RECORD_FIXED + CHECKSUM;
/** Offset of the payload in a record. */
export const PAYLOAD_AT = RECORD_FIXED;

/** The longest record, in bytes. */
export const MAX_RECORD = RECORD_FIXED + MAX_PAYLOAD + CHECKSUM;

/** What a packet file held, and how it ended. */
export interface PacketFile {
  readonly track: TrackManifest;
  readonly packets: readonly MediaPacket[];
  /** `cut`: the last record is not whole (a kill). `damaged`: a record's checksum is wrong; nothing after it is read. */
  readonly ending: 'whole' | 'cut' | 'damaged';
  /** Bytes that `packets` and the header take up. */
  readonly wholeBytes: number;
}

/** The header that a track's file starts with. */
export function encodePacketHeader(track: TrackManifest): Uint8Array {
  const json = new TextEncoder().encode(JSON.stringify(track));
  const bytes = new Uint8Array(HEADER_FIXED + json.length + CHECKSUM);
  const view = new DataView(bytes.buffer);
  bytes.set(MAGIC, 0);
  view.setUint16(4, PACKET_FILE_VERSION, true);
  view.setUint32(6, json.length, true);
  bytes.set(json, HEADER_FIXED);
  view.setUint32(HEADER_FIXED + json.length, crc32(json), true);
  return bytes;
}

/** One record. @throws RangeError for a payload that no record can hold. */
export function encodePacket(packet: MediaPacket): Uint8Array {
  return writePacket(packet, new Uint8Array(RECORD_FIXED + Math.min(packet.payload.length, MAX_PAYLOAD) + CHECKSUM));
}

/**
 * One record, for a caller with thousands of them.
 * @param room where to write it: MAX_RECORD bytes hold any. The record is a view into it.
 * @throws RangeError as `encodePacket`.
 */
export function writePacket(packet: MediaPacket, room: Uint8Array): Uint8Array {
  const size = packet.payload.length;
  if (size > MAX_PAYLOAD) throw new RangeError(`a packet of ${size} bytes does not fit into a record`);
  const bytes = room.subarray(0, RECORD_FIXED + size + CHECKSUM);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  view.setUint16(0, size, true);
  bytes[2] = (packet.marker ? MARKER : 0) | (packet.recovered ? RECOVERED : 0);
  view.setUint32(3, packet.arrival >>> 0, true);
  view.setInt16(7, Math.floor(packet.arrival / 2 ** 32), true);
  view.setUint32(9, packet.ssrc, true);
  view.setUint16(13, packet.seq, true);
  view.setUint32(15, packet.time, true);
  bytes.set(packet.payload, RECORD_FIXED);
  const end = RECORD_FIXED + size;
  view.setUint32(end, crc32(bytes.subarray(0, end)), true);
  return bytes;
}

/**
 * Reads a packet file. `undefined` when not even its header is whole: the track was cut off before its first packet.
 * @throws TurnrigError `run-folder` when it is no packet file, or a newer turnrig wrote it.
 */
export function decodePacketFile(file: Uint8Array, name: string): PacketFile | undefined {
  // Payloads are views into the file: a minute of PCM would else be thousands of small arrays.
  const bytes = new Uint8Array(file.buffer, file.byteOffset, file.byteLength);
  const head = bytes.subarray(0, MAGIC.length);
  if (!head.every((byte, i) => byte === MAGIC[i])) {
    throw new TurnrigError('run-folder', `${name} is not a packet file`, {
      hint: 'restore the file, or delete this attempt and run it again',
    });
  }
  if (bytes.length < HEADER_FIXED) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  refuseNewer(name, view.getUint16(4, true), PACKET_FILE_VERSION);
  const jsonEnd = HEADER_FIXED + view.getUint32(6, true);
  if (bytes.length < jsonEnd + CHECKSUM) return undefined;
  const json = bytes.subarray(HEADER_FIXED, jsonEnd);
  if (view.getUint32(jsonEnd, true) !== crc32(json)) {
    throw new TurnrigError('run-folder', `${name} has a damaged header`, {
      hint: 'restore the file, or delete this attempt and run it again',
    });
  }
  const track = parseTrackManifest(new TextDecoder().decode(json), name);
  const packets: MediaPacket[] = [];
  let at = jsonEnd + CHECKSUM;
  while (at < bytes.length) {
    const record = readRecord(bytes, view, at);
    if (typeof record === 'string') return { track, packets, ending: record, wholeBytes: at };
    packets.push(record);
    at += RECORD_FIXED + record.payload.length + CHECKSUM;
  }
  return { track, packets, ending: 'whole', wholeBytes: at };
}

function readRecord(bytes: Uint8Array, view: DataView, at: number): MediaPacket | 'cut' | 'damaged' {
  if (bytes.length < at + RECORD_FIXED) return 'cut';
  const end = at + RECORD_FIXED + view.getUint16(at, true);
  if (bytes.length < end + CHECKSUM) return 'cut';
  if (view.getUint32(end, true) !== crc32(bytes.subarray(at, end))) return 'damaged';
  const flags = view.getUint8(at + 2);
  return {
    arrival: rigPos(view.getInt16(at + 7, true) * 2 ** 32 + view.getUint32(at + 3, true)),
    ssrc: view.getUint32(at + 9, true),
    seq: view.getUint16(at + 13, true),
    time: view.getUint32(at + 15, true),
    marker: (flags & MARKER) !== 0,
    recovered: (flags & RECOVERED) !== 0,
    payload: bytes.subarray(at + RECORD_FIXED, end),
  };
}
