/** Real Opus packets of a known signal (speechlike.ts), as a recorder would have them: the first sample was captured at position 48,000. */
import { readFileSync } from 'node:fs';
import type { MediaPacket } from '../../src/media/packet.js';
import { rigPos } from '../../src/time/position.js';

export function opusVector(name: string): { lookAhead: number; packets: MediaPacket[] } {
  const file = JSON.parse(readFileSync(new URL(`../vectors/opus/${name}.json`, import.meta.url), 'utf8')) as {
    lookAhead: number;
    packets: string[];
  };
  const packets = file.packets.map((base64, i) => ({
    arrival: rigPos(48_000 + (i + 1) * 960),
    ssrc: 7,
    seq: i,
    time: i * 960,
    marker: false,
    recovered: false,
    payload: Uint8Array.from(Buffer.from(base64, 'base64')),
  }));
  return { lookAhead: file.lookAhead, packets };
}
