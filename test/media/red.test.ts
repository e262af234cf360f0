import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MediaPacket } from '../../src/media/packet.js';
import { buildRed, parseRed, unwrapRed } from '../../src/media/red.js';
import { rigPos } from '../../src/time/position.js';

const bytes = (...values: number[]): Uint8Array => Uint8Array.from(values);

describe('parseRed', () => {
  it('reads a primary block alone', () => {
    expect(parseRed(bytes(111, 1, 2), 960)).toEqual({ primary: { payloadType: 111, time: 960, payload: bytes(1, 2) }, redundant: [] });
  });

  it('reads the offsets and lengths of RFC 2198', () => {
    // Offset 1920 = 0b00011110000000, length 3; offset 960, length 2.
    const red = parseRed(bytes(0xef, 0x1e, 0x00, 3, 0xef, 0x0f, 0x00, 2, 111, 1, 2, 3, 4, 5, 9), 960);
    expect(red?.redundant).toEqual([
      { payloadType: 111, time: (960 - 1920) >>> 0, payload: bytes(1, 2, 3) },
      { payloadType: 111, time: 0, payload: bytes(4, 5) },
    ]);
    expect(red?.primary.payload).toEqual(bytes(9));
  });

  it.each([
    ['nothing', bytes()],
    ['a cut block header', bytes(0xef, 0, 0)],
    ['no primary header', bytes(0xef, 0, 0, 0)],
    ['a block longer than the payload', bytes(0xef, 0, 0, 9, 111, 1, 2)],
    ['more blocks than any sender makes', Uint8Array.from([...Array<number[]>(40).fill([0xef, 0, 0, 0]).flat(), 111])],
  ])('refuses %s', (_name, payload) => {
    expect(parseRed(payload, 0)).toBeUndefined();
  });

  it('survives any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (payload) => {
        const red = parseRed(payload, 5);
        if (red) expect(red.primary.payload.length + red.redundant.reduce((n, b) => n + b.payload.length, 0)).toBeLessThan(payload.length);
      }),
    );
  });

  it('reads back what buildRed wrote', () => {
    const block = fc.record({ offset: fc.integer({ min: 0, max: 0x3fff }), payload: fc.uint8Array({ minLength: 1, maxLength: 0x3ff }) });
    fc.assert(
      fc.property(fc.array(block, { maxLength: 4 }), fc.uint8Array({ maxLength: 1200 }), fc.nat(0xffffffff), (blocks, payload, time) => {
        const redundant = blocks.map((b) => ({ payloadType: 111, time: (time - b.offset) >>> 0, payload: b.payload }));
        expect(parseRed(buildRed(time, { payloadType: 111, payload }, redundant), time)).toEqual({
          primary: { payloadType: 111, time, payload },
          redundant,
        });
      }),
    );
  });

  it('refuses to build what the header cannot say', () => {
    const far = { payloadType: 111, time: 0, payload: bytes(1) };
    expect(() => buildRed(0x4000, { payloadType: 111, payload: bytes() }, [far])).toThrow(RangeError);
  });
});

describe('unwrapRed', () => {
  const packet: MediaPacket = { arrival: rigPos(77), ssrc: 1, seq: 0, time: 960, marker: true, recovered: false, payload: bytes() };

  it('gives recovered packets before the primary one, with wrapped counters', () => {
    const payload = buildRed(960, { payloadType: 111, payload: bytes(3) }, [
      { payloadType: 111, time: (960 - 1920) >>> 0, payload: bytes(1) },
      { payloadType: 111, time: 0, payload: bytes(2) },
    ]);
    expect(unwrapRed({ ...packet, payload })).toEqual([
      { ...packet, seq: 0xfffe, time: (960 - 1920) >>> 0, marker: false, recovered: true, payload: bytes(1) },
      { ...packet, seq: 0xffff, time: 0, marker: false, recovered: true, payload: bytes(2) },
      { ...packet, payload: bytes(3) },
    ]);
  });

  it('is undefined for a payload that is not RED', () => {
    expect(unwrapRed({ ...packet, payload: bytes(0xff) })).toBeUndefined();
  });
});
