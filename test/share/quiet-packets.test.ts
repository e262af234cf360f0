/** Which packets stay: all that one can carry lies in a kept span, or it goes. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MediaPacket } from '../../src/media/packet.js';
import type { Piece } from '../../src/media/placement.js';
import { encodePcm16, decodePcm16 } from '../../src/media/pcm.js';
import { joined, keptSpans } from '../../src/share/kept-spans.js';
import { hasHiddenPadding } from '../../src/share/opus-padding.js';
import { quietOpus, quietPcm, silencedPayload } from '../../src/share/quiet-packets.js';
import { rigPos, trackTime, type Span } from '../../src/time/position.js';

const span = (from: number, to: number): Span => ({ from: rigPos(from), to: rigPos(to) });
const FRAME = 960;

function pieces(count: number, payload: (k: number) => Uint8Array, start = 0, plusMinus = 0): Piece[] {
  return Array.from({ length: count }, (_, k): Piece => {
    const packet: MediaPacket = {
      arrival: rigPos((k + 1) * FRAME),
      ssrc: 1,
      seq: k,
      time: k * FRAME,
      marker: false,
      recovered: false,
      payload: payload(k),
    };
    const before = 'silence' as const;
    return { packet, time: trackTime(k * FRAME), epoch: 0, stream: 0, at: rigPos(start + k * FRAME), plusMinus, duration: FRAME, before };
  });
}
const spans = fc
  .array(fc.tuple(fc.integer({ min: -2000, max: 30_000 }), fc.integer({ min: 1, max: 12_000 })), { maxLength: 4 })
  .map((all) =>
    joined(
      all.map(([from, length]) => span(from, from + length)),
      span(0, 24_000),
    ),
  );

describe('packets of a redacted track', () => {
  it('Opus: a packet stays, byte for byte, exactly where it and the one before it lie in a kept span', () => {
    fc.assert(
      fc.property(spans, fc.integer({ min: 0, max: 300 }), (kept, plusMinus) => {
        const all = pieces(25, (k) => Uint8Array.of(0xf8, k, 1), 0, plusMinus);
        const packets = all.map(({ packet }) => packet);
        const quiet = quietOpus(packets, all, kept);
        const inside = (k: number): boolean =>
          kept.some(({ from, to }) => (k - 1) * FRAME - plusMinus >= from && (k + 1) * FRAME + plusMinus <= to);
        expect(quiet.packets).toEqual(packets.filter((_, k) => inside(k)));
        expect(quiet.packets.every((packet) => packets.includes(packet))).toBe(true);
        expect(quiet.keptPackets + quiet.droppedPackets).toBe(25);
      }),
    );
  });

  it('Opus: what was not placed goes, and what hides something in its padding goes', () => {
    const all = pieces(
      3,
      (k) => (k === 1 ? Uint8Array.of(0xfb, 0x41, 3, 9, 9, 0, 7, 0) : Uint8Array.of(0xfb, 0x41, 3, 9, 9, 0, 0, 0)),
      FRAME,
    );
    const stray = { ...all[0]!.packet, seq: 99 };
    const { packets } = quietOpus([...all.map(({ packet }) => packet), stray], all, [span(0, 10 * FRAME)]);
    expect(packets).toEqual([all[0]!.packet, all[2]!.packet]);
  });

  it.each([
    ['no packet', [], true],
    ['one frame', [0xf8, 1, 2], false],
    ['two frames', [0xf9, 1, 2], false],
    ['many without padding', [0xfb, 0x02, 1, 2], false],
    ['padding of zeros', [0xfb, 0x41, 2, 5, 0, 0], false],
    ['padding with something', [0xfb, 0x41, 2, 5, 0, 1], true],
    ['long padding of zeros', [0xfb, 0x41, 255, 1, 5, ...Array.from({ length: 255 }, () => 0)], false],
    ['padding beyond its end', [0xfb, 0x41, 9, 5], true],
    ['no length of padding', [0xfb, 0x41], true],
  ])('padding: %s', (_, bytes, hidden) => {
    expect(hasHiddenPadding(Uint8Array.from(bytes))).toBe(hidden);
  });

  it('PCM: each sample is the very one or zero, by where it lies', () => {
    fc.assert(
      fc.property(spans, fc.integer({ min: -500, max: 500 }), (kept, start) => {
        const value = (i: number): number => (1000 + (i % 5000)) / 32_768;
        const all = pieces(25, (k) => encodePcm16(Float32Array.from({ length: FRAME }, (_, i) => value(k * FRAME + i))), start);
        const quiet = quietPcm(
          all.map(({ packet }) => packet),
          all,
          kept,
        );
        const sound = quiet.packets.flatMap(({ payload }) => [...decodePcm16(payload)]);
        const wanted = sound.map((_, i) => (kept.some(({ from, to }) => start + i >= from && start + i < to) ? value(i) : 0));
        expect(sound).toEqual(wanted);
        expect(quiet.keptSamples).toBe(wanted.filter((x) => x !== 0).length);
        expect(quiet.keptSamples + quiet.silencedSamples).toBe(25 * FRAME);
      }),
      { numRuns: 25 },
    );
  });

  it('a payload that lies whole in a span is not touched', () => {
    const payload = encodePcm16(new Float32Array(10).fill(0.5));
    expect(silencedPayload(payload, 5, [span(5, 15)]).payload).toBe(payload);
  });
});

describe('kept spans', () => {
  it('reach from 1 s before to 2 s behind a turn, take in its evidence, and stay in the session', () => {
    const s = (x: number): number => x * 48_000;
    const turns = [
      { turn: 't1', start: rigPos(s(0.5)), end: rigPos(s(2)) },
      { turn: 't2', start: rigPos(s(30)), end: rigPos(s(31)) },
    ].map((one) => ({ ...one, speaker: 'a', plusMinus: 0, pauses: [], parts: [], by: 'recorder' as const }));
    const window = {
      id: 't1/reply',
      turn: 't1',
      measure: 'reply' as const,
      window: span(s(2), s(7)),
      verdict: 'pass' as const,
      reason: '',
      value: { kind: 'none' as const },
      limitMs: undefined,
      counted: true,
      flags: [],
      evidence: span(s(5), s(8)),
      details: {},
    };
    const score = { turns, windows: [window], span: span(0, s(32)) };
    expect(keptSpans(score, new Set(['t1']))).toEqual([span(0, s(4)), span(s(5), s(8))]);
    expect(keptSpans(score, new Set(['t2']))).toEqual([span(s(29), s(32))]);
    expect(keptSpans(score, new Set())).toEqual([]);
  });
});
