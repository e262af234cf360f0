import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Depacketizer } from '../../../simulator/recorder/depacketizer.js';
import { buildRed } from '../../../src/media/red.js';
import type { RtpPacket } from '../../../src/media/rtp.js';
import type { RigPos } from '../../../src/time/position.js';

const CODECS = new Map([
  [63, 'red'],
  [96, 'vp8'],
  [111, 'opus'],
]);
const START = 65_500;

/** The n-th packet of a sender, one byte of payload that tells which it is; with `copies` packets before it as RED. */
function packet(n: number, copies?: number, over: Partial<RtpPacket> = {}): RtpPacket {
  const body = (k: number): Uint8Array => Uint8Array.of(k & 0xff);
  const time = (k: number): number => (1000 + 960 * k) >>> 0;
  const before = copies === undefined ? [] : Array.from({ length: Math.min(copies, n) }, (_, i) => n - Math.min(copies, n) + i);
  return {
    marker: false,
    payloadType: copies === undefined ? 111 : 63,
    seq: (START + n) & 0xffff,
    time: time(n),
    ssrc: 1,
    csrcs: [],
    extension: undefined,
    payload:
      copies === undefined
        ? body(n)
        : buildRed(
            time(n),
            { payloadType: 111, payload: body(n) },
            before.map((k) => ({ payloadType: 111, time: time(k), payload: body(k) })),
          ),
    ...over,
  };
}

function run(packets: RtpPacket[]): { seqs: number[]; recovered: number[]; payloads: number[]; depacketizer: Depacketizer } {
  const depacketizer = new Depacketizer(() => CODECS);
  const out = packets.flatMap((rtp, at) => depacketizer.push(rtp, at as RigPos));
  return {
    seqs: out.map(({ seq }) => (seq - START) & 0xffff),
    recovered: out.filter((media) => media.recovered).map(({ seq }) => (seq - START) & 0xffff),
    payloads: out.map(({ payload }) => payload[0]!),
    depacketizer,
  };
}

describe('Depacketizer', () => {
  test('plain Opus goes through, over the wrap of sequence numbers', () => {
    const { seqs, depacketizer } = run(Array.from({ length: 100 }, (_, n) => packet(n)));
    expect(seqs).toEqual(Array.from({ length: 100 }, (_, n) => n));
    expect(depacketizer.lost).toBe(0);
  });

  test('RED without loss adds nothing', () => {
    const { seqs, recovered } = run([0, 1, 2, 3].map((n) => packet(n, 1)));
    expect(seqs).toEqual([0, 1, 2, 3]);
    expect(recovered).toEqual([]);
  });

  test('RED fills a loss before the packet that brings it, with the time of the lost one', () => {
    const depacketizer = new Depacketizer(() => CODECS);
    depacketizer.push(packet(0, 1), 10 as RigPos);
    const [filled, own] = depacketizer.push(packet(2, 1), 20 as RigPos);
    expect(filled).toMatchObject({ recovered: true, time: 1000 + 960, arrival: 20, payload: Uint8Array.of(1) });
    expect(own).toMatchObject({ recovered: false, time: 1000 + 2 * 960 });
    expect([depacketizer.lost, depacketizer.recovered]).toEqual([0, 1]);
  });

  test('what RED does not reach stays lost', () => {
    const { seqs, depacketizer } = run([packet(0, 1), packet(4, 1)]);
    expect(seqs).toEqual([0, 3, 4]);
    expect(depacketizer.lost).toBe(2);
  });

  test('a straggler that was filled already is dropped, one that was not is taken', () => {
    expect(run([packet(0, 1), packet(2, 1), packet(1, 1)]).seqs).toEqual([0, 1, 2]);
    const { seqs, depacketizer } = run([packet(0), packet(2), packet(1)]);
    expect(seqs).toEqual([0, 2, 1]);
    expect(depacketizer.lost).toBe(0);
  });

  test('copies of what came before the first packet are not wanted', () => {
    expect(run([packet(5, 2), packet(6, 2)]).seqs).toEqual([5, 6]);
  });

  test('duplicates are dropped', () => {
    expect(run([packet(0), packet(0), packet(1)]).seqs).toEqual([0, 1]);
  });

  test('another SSRC and a restart begin anew, and losses before still count', () => {
    const depacketizer = run([
      packet(0),
      packet(2),
      packet(500, undefined, { ssrc: 2 }),
      packet(20_000, undefined, { ssrc: 2 }),
    ]).depacketizer;
    expect(depacketizer.lost).toBe(1);
  });

  test('other codecs, empty payloads and broken RED bring nothing', () => {
    const { seqs } = run([
      packet(0, undefined, { payloadType: 96 }),
      packet(1, undefined, { payload: new Uint8Array(0) }),
      packet(2, undefined, { payloadType: 63, payload: Uint8Array.of(0xff, 0xff) }),
    ]);
    expect(seqs).toEqual([]);
  });

  test('the payload is a copy, also of a Buffer', () => {
    const bytes = Buffer.from([1, 2, 3]);
    const [media] = new Depacketizer(() => CODECS).push(packet(0, undefined, { payload: bytes }), 0 as RigPos);
    bytes[0] = 9;
    expect(media?.payload).toEqual(Uint8Array.of(1, 2, 3));
  });

  test('any loss and reordering: every sequence number at most once, none invented, and lost counts the rest', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ drop: fc.boolean(), delay: fc.integer({ min: 0, max: 4 }) }), { minLength: 2, maxLength: 80 }),
        fc.integer({ min: 0, max: 2 }),
        (fates, copies) => {
          const sent = fates
            .map((fate, n) => ({ n, fate, due: n + fate.delay }))
            // The first one comes, and comes first: what lies before it is not a loss.
            .filter(({ n, fate }) => n === 0 || !fate.drop)
            .map((one) => (one.n === 0 ? { ...one, due: -1 } : one))
            .sort((a, b) => a.due - b.due);
          const { seqs, payloads, depacketizer } = run(sent.map(({ n }) => packet(n, copies)));
          expect(new Set(seqs).size).toBe(seqs.length);
          expect(payloads).toEqual(seqs.map((seq) => seq & 0xff));
          const highest = Math.max(...seqs);
          expect(depacketizer.lost).toBe(highest + 1 - seqs.length);
          for (const { n } of sent) expect(seqs).toContain(n);
        },
      ),
    );
  });
});
