import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isBlankOpus, MAX_OPUS_SAMPLES, opusSamples } from '../../src/media/opus.js';
import { opusVector } from './opus-vector.js';

const toc = (config: number, code: number): number => (config << 3) | code;

describe('opusSamples (RFC 6716, section 3)', () => {
  it.each([
    ['SILK 10 ms', [toc(0, 0), 1], 480],
    ['SILK 60 ms', [toc(11, 0), 1], 2880],
    ['hybrid 20 ms', [toc(15, 0), 1], 960],
    ['CELT 2.5 ms', [toc(16, 0), 1], 120],
    ['CELT 20 ms', [toc(31, 0), 1], 960],
    ['nothing but the TOC, as DTX sends it', [toc(31, 0)], 960],
    ['two frames of equal length', [toc(31, 1), 1, 2], 1920],
    ['two frames of given length', [toc(31, 2), 1, 9, 9, 9], 1920],
    ['three frames of equal length', [toc(31, 3), 3, 1, 2, 3], 2880],
    ['three frames with padding', [toc(31, 3), 0x43, 2, 1, 2, 3, 0, 0], 2880],
    ['two frames of given length in code 3', [toc(31, 3), 0x82, 1, 9, 9, 9], 1920],
  ])('%s', (_name, packet, samples) => {
    expect(opusSamples(Uint8Array.from(packet))).toBe(samples);
  });

  it.each([
    ['no byte', []],
    ['two frames of one and a half bytes (R3)', [toc(31, 1), 1, 2, 3]],
    ['a first frame longer than the packet (R4)', [toc(31, 2), 9, 1]],
    ['no frame length', [toc(31, 2)]],
    ['no frame (R5)', [toc(31, 3), 0]],
    ['more than 120 ms (R5)', [toc(31, 3), 7, 1, 2, 3, 4, 5, 6, 7]],
    ['no count', [toc(31, 3)]],
    ['frames that do not come out even (R6)', [toc(31, 3), 2, 1, 2, 3]],
    ['padding longer than the packet (R7)', [toc(31, 3), 0x42, 200, 1, 2]],
    ['padding that never ends', [toc(31, 3), 0x42, 255, 255]],
    ['given lengths longer than the packet', [toc(31, 3), 0x83, 1, 200, 9]],
  ])('refuses %s', (_name, packet) => {
    expect(opusSamples(Uint8Array.from(packet))).toBeUndefined();
  });

  it('refuses frames of more than 1275 bytes (R2)', () => {
    expect(opusSamples(new Uint8Array(1277).fill(toc(31, 0)))).toBeUndefined();
    expect(opusSamples(new Uint8Array(1276).fill(toc(31, 0)))).toBe(960);
  });

  it('knows real packets, and survives any bytes', () => {
    for (const { payload } of opusVector('alone').packets) expect(opusSamples(payload)).toBe(960);
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), (packet) => {
        const samples = opusSamples(packet) ?? 120;
        expect(samples).toBeGreaterThanOrEqual(120);
        expect(samples).toBeLessThanOrEqual(MAX_OPUS_SAMPLES);
      }),
    );
  });
});

it('isBlankOpus needs the marker, the length and the silence frame', () => {
  const payload = new Uint8Array(80);
  payload.set([0xf8, 0xff, 0xfe]);
  expect(isBlankOpus({ marker: true, payload })).toBe(true);
  expect(isBlankOpus({ marker: false, payload })).toBe(false);
  expect(isBlankOpus({ marker: true, payload: payload.subarray(1) })).toBe(false);
  expect(isBlankOpus({ marker: true, payload: Uint8Array.from(payload, (b, i) => (i === 1 ? 7 : b)) })).toBe(false);
});
