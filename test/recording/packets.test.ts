import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TurnrigError } from '../../src/error.js';
import type { MediaPacket } from '../../src/media/packet.js';
import { decodePacketFile, encodePacket, encodePacketHeader, MAX_PAYLOAD } from '../../src/recording/packets.js';
import { rigPos } from '../../src/time/position.js';
import { track } from './fixtures.js';

const packet: fc.Arbitrary<MediaPacket> = fc.record({
  arrival: fc.integer({ min: -(2 ** 40), max: 2 ** 46 }).map((n) => rigPos(n)),
  ssrc: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
  seq: fc.integer({ min: 0, max: 65_535 }),
  time: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
  marker: fc.boolean(),
  recovered: fc.boolean(),
  payload: fc.uint8Array({ maxLength: 200 }),
});
const fileOf = (packets: readonly MediaPacket[]) => Buffer.concat([encodePacketHeader(track()), ...packets.map(encodePacket)]);

describe('packet file', () => {
  it('gives back what was written', () => {
    fc.assert(
      fc.property(fc.array(packet, { maxLength: 20 }), (packets) => {
        const read = decodePacketFile(fileOf(packets), 'a0.pkt');
        expect(read).toEqual({ track: track(), packets, ending: 'whole', wholeBytes: fileOf(packets).length });
      }),
    );
  });

  it('reads every prefix up to its last whole record', () => {
    const packets = fc.sample(packet, { numRuns: 5, seed: 3 });
    const bytes = fileOf(packets);
    const borders = [encodePacketHeader(track()).length];
    for (const p of packets) borders.push((borders.at(-1) ?? 0) + encodePacket(p).length);
    for (let n = 0; n <= bytes.length; n++) {
      const read = decodePacketFile(bytes.subarray(0, n), 'a0.pkt');
      const whole = borders.filter((border) => border <= n).length - 1;
      if (whole < 0) expect(read).toBeUndefined();
      else {
        expect(read?.packets).toEqual(packets.slice(0, whole));
        expect(read?.wholeBytes).toBe(borders[whole]);
        expect(read?.ending).toBe(n === borders[whole] ? 'whole' : 'cut');
      }
    }
  });

  it('stops at a damaged record and keeps what is before it, wherever the damage is', () => {
    const packets = fc.sample(packet, { numRuns: 3, seed: 5 });
    const bytes = fileOf(packets);
    const second = encodePacketHeader(track()).length + encodePacket(packets[0]!).length;
    for (let at = second; at < second + encodePacket(packets[1]!).length; at++) {
      const hurt = Uint8Array.from(bytes);
      hurt[at] = (hurt[at] ?? 0) ^ 0x10;
      const read = decodePacketFile(hurt, 'a0.pkt');
      expect(read?.packets).toEqual(packets.slice(0, 1));
      expect(read?.ending).not.toBe('whole');
    }
  });

  it('never throws anything but a TurnrigError on any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.boolean(), (noise, afterHeader) => {
        const bytes = afterHeader ? Buffer.concat([encodePacketHeader(track()), noise]) : noise;
        try {
          decodePacketFile(bytes, 'x.pkt');
        } catch (error) {
          expect(error).toBeInstanceOf(TurnrigError);
        }
      }),
    );
  });

  it('says which version it needs when a newer turnrig wrote the file', () => {
    const bytes = Uint8Array.from(encodePacketHeader(track()));
    bytes[4] = 2;
    expect(() => decodePacketFile(bytes, 'a0.pkt')).toThrow(/format version 2; this turnrig reads up to version 1/);
  });

  it('refuses a track id that leads out of the folder', () => {
    expect(() => decodePacketFile(encodePacketHeader(track({ id: '../../x' })), 'a0.pkt')).toThrow(/plain file name/);
  });

  it('takes a minute of 20 ms Opus at 48 kbit/s in well under 1 MB', () => {
    const one = { ...fc.sample(packet, 1)[0]!, payload: new Uint8Array(120) };
    expect(encodePacket(one).length * 50 * 60).toBeLessThan(0.5e6);
  });

  it('refuses a payload that no record can hold', () => {
    const one = { ...fc.sample(packet, 1)[0]!, payload: new Uint8Array(MAX_PAYLOAD + 1) };
    expect(() => encodePacket(one)).toThrow(RangeError);
  });

  it('ends a record with the CRC-32 of IEEE 802.3, little endian', () => {
    fc.assert(
      fc.property(packet, (one) => {
        const bytes = encodePacket(one);
        const end = bytes.length - 4;
        expect(new DataView(bytes.buffer, bytes.byteOffset).getUint32(end, true)).toBe(bitwiseCrc(bytes.subarray(0, end)));
      }),
    );
    expect(bitwiseCrc(Buffer.from('123456789'))).toBe(0xcbf43926);
  });
});

/** Bit by bit from the definition; shares no code with the one in use. */
function bitwiseCrc(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}
