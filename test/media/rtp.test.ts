import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildRtp, isRtcp, parseRtp } from '../../src/media/rtp.js';

const bytes = (...values: number[]): Uint8Array => Uint8Array.from(values);
const fixed = [0, 1, 0, 0, 0, 2, 0, 0, 0, 3];

describe('parseRtp', () => {
  it('reads a plain packet', () => {
    expect(parseRtp(bytes(0x80, 0x80 | 111, 0x12, 0x34, 0xff, 0xff, 0xff, 0xfe, 0xde, 0xad, 0xbe, 0xef, 7, 8))).toEqual({
      marker: true,
      payloadType: 111,
      seq: 0x1234,
      time: 0xfffffffe,
      ssrc: 0xdeadbeef,
      csrcs: [],
      extension: undefined,
      payload: bytes(7, 8),
    });
  });

  it('skips CSRCs, the extension and padding', () => {
    const packet = parseRtp(bytes(0xb1, 111, ...fixed, 0, 0, 0, 9, 0xbe, 0xde, 0, 1, 1, 2, 3, 4, 42, 43, 0, 2));
    expect(packet?.csrcs).toEqual([9]);
    expect(packet?.extension).toEqual({ profile: 0xbede, data: bytes(1, 2, 3, 4) });
    expect(packet?.payload).toEqual(bytes(42, 43));
  });

  it.each([
    ['empty', bytes()],
    ['too short', bytes(0x80, 111, ...fixed).subarray(0, 11)],
    ['version 1', bytes(0x40, 111, ...fixed)],
    ['a sender report', bytes(0x80, 200, ...fixed)],
    ['CSRCs that are not there', bytes(0x82, 111, ...fixed, 0, 0, 0, 1)],
    ['an extension header that is cut', bytes(0x90, 111, ...fixed, 0xbe, 0xde)],
    ['an extension longer than the packet', bytes(0x90, 111, ...fixed, 0xbe, 0xde, 0, 9, 1, 2, 3, 4)],
    ['padding longer than the payload', bytes(0xa0, 111, ...fixed, 1, 3)],
    ['padding of nothing', bytes(0xa0, 111, ...fixed, 1, 0)],
    ['padding that would eat the header', bytes(0xa0, 111, ...fixed)],
  ])('refuses %s', (_name, datagram) => {
    expect(parseRtp(datagram)).toBeUndefined();
  });

  it('allows a payload of padding only', () => {
    expect(parseRtp(bytes(0xa0, 111, ...fixed, 0, 0, 3))?.payload).toEqual(bytes());
  });

  it('tells RTCP on the same port', () => {
    expect([200, 201, 205, 206, 207].map((type) => isRtcp(bytes(0x81, type, 0, 1)))).toEqual([true, true, true, true, true]);
    expect(isRtcp(bytes(0x80, 0x80 | 111))).toBe(false);
    expect(isRtcp(bytes(0x80))).toBe(false);
  });

  it('survives any bytes and never reads outside of them', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 80 }), fc.boolean(), (noise, looksRight) => {
        const datagram = Uint8Array.from([...noise, 99, 99]).subarray(0, noise.length);
        if (looksRight && datagram.length > 0) datagram[0] = 0x80 | (datagram[0]! & 0x3f);
        const packet = parseRtp(datagram);
        if (packet) expect(packet.payload.length).toBeLessThanOrEqual(datagram.length - 12);
      }),
    );
  });

  it('reads back what buildRtp wrote', () => {
    const fields = fc.record({
      marker: fc.boolean(),
      // Payload types 64 to 95 with a marker would be RTCP; nobody may use them (RFC 5761).
      payloadType: fc.integer({ min: 96, max: 127 }),
      seq: fc.integer({ min: 0, max: 0xffff }),
      time: fc.integer({ min: 0, max: 0xffffffff }),
      ssrc: fc.integer({ min: 0, max: 0xffffffff }),
    });
    fc.assert(
      fc.property(fields, fc.uint8Array(), (header, payload) => {
        const wrapped = { ...header, seq: header.seq + 0x10000, time: header.time + 0x1_0000_0000 };
        expect(parseRtp(buildRtp(wrapped, payload))).toEqual({ ...header, csrcs: [], extension: undefined, payload });
      }),
    );
  });
});
