import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { createDecoder, decodeTrack } from '../../src/media/decode.js';
import type { MediaPacket } from '../../src/media/packet.js';
import { encodePcm16 } from '../../src/media/pcm.js';
import type { PlacedTrack } from '../../src/media/placement.js';
import { rigPos } from '../../src/time/position.js';
import { opusVector } from './opus-vector.js';
import { simulate, type Step } from './sender.js';

const pcm: PlacedTrack = { codec: 'pcm', constantDelay: 0, constantDelayPlusMinus: 0 };
const opus: PlacedTrack = { ...pcm, codec: 'opus' };

/** The counter in a decoded sample of sender.ts; 0 is a hole. */
const counter = (sample: number): number => Math.round(sample * 32_768);

describe('createDecoder', () => {
  it('decodes PCM to full scale 1 and refuses half a sample', async () => {
    const decoder = await createDecoder('pcm');
    expect([...decoder.decode(encodePcm16(Float32Array.of(0, 0.5, -1, 1)))]).toEqual([0, 0.5, -1, 32_767 / 32_768]);
    expect(decoder.decode(Uint8Array.of(1))).toHaveLength(0);
    expect(decoder.decode(new Uint8Array())).toHaveLength(0);
    await decoder.reset();
    decoder.free();
  });

  it('begins anew after a reset: the same packets give the same samples', async () => {
    const { packets } = opusVector('alone');
    const decoder = await createDecoder('opus');
    const decode = (): number[] => packets.slice(0, 30).flatMap((p) => [...decoder.decode(p.payload)]);
    const first = decode();
    expect(first).toHaveLength(30 * 960);
    expect(decode()).not.toEqual(first);
    await decoder.reset();
    expect(decode()).toEqual(first);
    decoder.free();
  });

  it('neither throws nor prints on hostile bytes', async () => {
    const said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const decoder = await createDecoder('opus');
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array({ maxLength: 200 }), fc.uint8Array({ minLength: 3000, maxLength: 5000 })), (payload) => {
        expect(decoder.decode(payload).length).toBeLessThanOrEqual(5760);
      }),
      { seed: 5, numRuns: 300 },
    );
    decoder.free();
    expect(said).not.toHaveBeenCalled();
    said.mockRestore();
  });
});

describe('decodeTrack', () => {
  it('lays packets end to end, with holes of zeros between them', async () => {
    const script: Step[] = [{ send: 20 }, { hole: 400 }, { send: 20 }, { dtx: 100 }, { send: 20 }];
    const { packets, sent } = simulate({ script });
    const audio = await decodeTrack(packets, pcm);
    expect(Math.abs(audio.from - sent[0]!.truth)).toBeLessThanOrEqual(1);
    expect(audio.holes.map((h) => [h.kind, h.to - h.from])).toEqual([
      ['silence', 400 * 48],
      ['silence', 100 * 48],
    ]);
    expect(audio.samples.length).toBe(60 * 960 + 500 * 48);
    for (const hole of audio.holes)
      expect(audio.samples.subarray(hole.from - audio.from, hole.to - audio.from).every((s) => s === 0)).toBe(true);
    const heard = [...audio.samples].filter((s) => s !== 0).map(counter);
    expect(heard).toEqual(Array.from({ length: 60 * 960 }, (_, i) => 1 + (i % 30_000)));
    expect(audio.placed.map((p) => p.to - p.from)).toEqual([20 * 960, 20 * 960, 20 * 960]);
  });

  it('fills loss from RED and lists what is left as unknown', async () => {
    const { packets } = simulate({ script: [{ send: 30 }], red: 1 });
    const without = (lost: readonly number[]): MediaPacket[] => {
      const seqs = new Set(lost.map((i) => packets.filter((p) => !p.recovered)[i]!.seq));
      const arrivals = new Set(packets.filter((p) => !p.recovered && seqs.has(p.seq)).map((p) => p.arrival));
      return packets.filter((p) => !arrivals.has(p.arrival));
    };
    expect((await decodeTrack(without([10]), pcm)).holes).toEqual([]);
    const two = await decodeTrack(without([10, 11]), pcm);
    expect(two.holes.map((h) => [h.kind, h.to - h.from])).toEqual([['unknown', 960]]);
    const at = two.holes[0]!.to - two.from;
    expect(counter(two.samples[at]!)).toBe(11 * 960 + 1);
  });

  it('closes the seams that drift makes and drops no audio at them', async () => {
    for (const ppm of [-50, 50]) {
      const { packets } = simulate({ script: [{ send: 500 }], ppm });
      const audio = await decodeTrack(packets, pcm);
      expect(audio.holes).toEqual([]);
      expect(audio.samples.every((s) => s !== 0)).toBe(true);
      expect(Math.abs(audio.samples.length - 500 * 960 * (1 + ppm * 1e-6))).toBeLessThan(3);
    }
  });

  it('writes no sample twice where the sender catches up', async () => {
    const { packets } = simulate({ script: [{ send: 50 }, { hole: 60 }, { send: 50 }, { catchUp: 60 }, { send: 50 }] });
    const audio = await decodeTrack(packets, pcm);
    const heard = [...audio.samples].filter((s) => s !== 0).map(counter);
    expect(new Set(heard).size).toBeGreaterThan(29_000);
    for (let i = 1; i < heard.length; i++) expect((heard[i]! - heard[i - 1]! + 30_000) % 30_000).toBeGreaterThan(0);
  });

  it('gives silence, audio and holes that add up to the whole, whatever was lost', async () => {
    const sender = fc.record({
      seed: fc.nat(99_999),
      loss: fc.constantFrom(0, 0.05, 0.3),
      red: fc.constantFrom(0, 2),
      ppm: fc.integer({ min: -50, max: 50 }),
      hole: fc.constantFrom(60, 400, 3_000),
      packetMs: fc.constantFrom(10, 20, 60),
    });
    await fc.assert(
      fc.asyncProperty(sender, async ({ hole, ...rest }) => {
        const { packets } = simulate({ script: [{ send: 40 }, { hole }, { send: 40 }], jitter: 0.3, ...rest });
        if (packets.length === 0) return;
        const audio = await decodeTrack(packets, pcm);
        const spans = [...audio.placed, ...audio.holes].sort((a, b) => a.from - b.from);
        let at = audio.from as number;
        for (const span of spans) {
          expect(span.from).toBe(at);
          expect(span.to).toBeGreaterThan(span.from);
          at = span.to;
        }
        expect(at - audio.from).toBe(audio.samples.length);
      }),
      { seed: 3, numRuns: 60 },
    );
  });

  it('keeps the Opus decoder over a hole, so that the audio after it is what it would be without', async () => {
    const { packets } = opusVector('alone');
    const whole = await decodeTrack(packets, opus);
    const late = packets.map((p, i) => (i < 40 ? p : { ...p, arrival: rigPos(p.arrival + 48_000) }));
    const holed = await decodeTrack(late, opus);
    expect(holed.holes.map((h) => h.kind)).toEqual(['silence']);
    expect(holed.samples.subarray(40 * 960 + 48_000)).toEqual(whole.samples.subarray(40 * 960));
  });

  it('begins the Opus decoder anew with another SSRC', async () => {
    const { packets } = opusVector('alone');
    const again = packets.map((p) => ({ ...p, ssrc: 8, arrival: rigPos(p.arrival + 480_000) }));
    const audio = await decodeTrack([...packets, ...again], opus);
    const length = packets.length * 960;
    expect(audio.holes.map((h) => h.kind)).toEqual(['unknown']);
    expect(audio.samples.subarray(480_000, 480_000 + length)).toEqual(audio.samples.subarray(0, length));
  });
});
