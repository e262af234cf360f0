import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MediaPacket } from '../../src/media/packet.js';
import { seqDistance, timeDistance, Unwrapper } from '../../src/media/unwrap.js';
import { rigPos } from '../../src/time/position.js';

function packet(seq: number, time: number, more: Partial<MediaPacket> = {}): MediaPacket {
  const wire = { seq: seq & 0xffff, time: time >>> 0 };
  return { arrival: rigPos(0), ssrc: 1, marker: false, recovered: false, payload: Uint8Array.of(1), ...wire, ...more };
}

describe('Unwrapper', () => {
  it.each([
    [0, 65_535, 1],
    [65_535, 0, -1],
    [100, 100, 0],
    [40_000, 10_000, 30_000],
  ])('seqDistance(%i, %i) is %i', (a, b, distance) => {
    expect(seqDistance(a, b)).toBe(distance);
  });

  it('timeDistance wraps at 32 bit', () => {
    expect(timeDistance(5, 2 ** 32 - 5)).toBe(10);
    expect(timeDistance(2 ** 32 - 5, 5)).toBe(-10);
  });

  it('gives back what was sent, from any start, over any number of turns', () => {
    const steps = fc.array(fc.record({ seq: fc.integer({ min: 1, max: 2_900 }), time: fc.nat(2 ** 30) }), { maxLength: 100 });
    fc.assert(
      fc.property(fc.nat(65_535), fc.nat(0xffffffff), steps, (seq0, time0, moves) => {
        const unwrapper = new Unwrapper();
        let [seq, time] = [seq0, time0];
        const first = unwrapper.push(packet(seq, time))!;
        for (const move of moves) {
          seq += move.seq;
          time += move.time;
          const found = unwrapper.push(packet(seq, time))!;
          expect([found.seq - first.seq, found.time - first.time, found.late]).toEqual([seq - seq0, time - time0, false]);
        }
      }),
    );
  });

  it('places late packets before the head, also across the turn', () => {
    const unwrapper = new Unwrapper();
    unwrapper.push(packet(65_535, 2 ** 32 - 960));
    const head = unwrapper.push(packet(65_537, 2 ** 32 + 960))!;
    expect(unwrapper.push(packet(65_536, 2 ** 32))).toMatchObject({ seq: head.seq - 1, time: head.time - 960, late: true });
    expect(unwrapper.push(packet(65_534, 2 ** 32 - 1920, { recovered: true }))).toMatchObject({ seq: head.seq - 3, late: true });
  });

  it('drops a stray packet and begins anew at the second in a row', () => {
    const unwrapper = new Unwrapper();
    unwrapper.push(packet(10, 960));
    expect(unwrapper.push(packet(30_000, 5))).toBeUndefined();
    expect(unwrapper.push(packet(11, 1920))).toMatchObject({ seq: 11 });
    expect(unwrapper.push(packet(40_000, 5))).toBeUndefined();
    const anew = unwrapper.push(packet(40_001, 965))!;
    expect(anew.stream).toMatchObject({ index: 1, cause: 'restart' });
    expect(anew.time).toBeGreaterThan(2 ** 32);
  });

  it('begins anew where RTP time runs backwards, and refuses a late packet whose time is ahead', () => {
    const unwrapper = new Unwrapper();
    unwrapper.push(packet(10, 96_000));
    expect(unwrapper.push(packet(9, 200_000))).toBeUndefined();
    expect(unwrapper.push(packet(11, 50))).toMatchObject({ stream: { index: 1, cause: 'restart' } });
  });

  it('begins a stream at every other SSRC, also at one that comes back, and takes late packets of the old one', () => {
    const unwrapper = new Unwrapper();
    const first = unwrapper.push(packet(10, 960))!;
    expect(unwrapper.push(packet(500, 7, { ssrc: 2 }))).toMatchObject({ stream: { index: 1, cause: 'ssrc' } });
    expect(unwrapper.push(packet(9, 0))).toMatchObject({ stream: first.stream, late: true });
    expect(unwrapper.push(packet(11, 1920))).toMatchObject({ stream: { index: 2, cause: 'restart' } });
  });

  it('counts blank packets without believing their time', () => {
    const unwrapper = new Unwrapper();
    unwrapper.push(packet(10, 960));
    expect(unwrapper.skip(packet(11, 900_000))).toMatchObject({ seq: 11 });
    expect(unwrapper.push(packet(12, 1920))).toMatchObject({ seq: 12, time: 1920 });
    expect(unwrapper.skip(packet(13, 0, { ssrc: 9 }))).toBeUndefined();
    expect(unwrapper.skip(packet(13 + 20_000, 0))).toBeUndefined();
  });

  it('has no place for a recovered packet of an SSRC never heard', () => {
    expect(new Unwrapper().push(packet(1, 1, { recovered: true }))).toBeUndefined();
  });
});
