import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MediaPacket } from '../../src/media/packet.js';
import { OnlinePlacer, placePackets, type PlacedTrack } from '../../src/media/placement.js';
import { quantile } from './rtp-logs.js';
import { senders } from './sender-arbitrary.js';
import { counting, simulate } from './sender.js';

const pcm: PlacedTrack = { codec: 'pcm', constantDelay: 0, constantDelayPlusMinus: 0 };
const MS = 48;

describe('OnlinePlacer', () => {
  const follow = (packets: readonly MediaPacket[]) => {
    const placer = new OnlinePlacer(pcm);
    return packets.map((p) => placer.push(p));
  };

  it.each([60, 400, 3_000, 17_000])('puts audio after a hole of %i ms where it was, from its first packet on', (hole) => {
    const simulation = simulate({ script: [{ send: 100 }, { hole }, { send: 100 }], jitter: 0.3 });
    const placed = follow(simulation.packets);
    const late = placed.map((p, i) => Math.abs(p!.at - simulation.sent[i]!.truth) / MS);
    expect(quantile(late, 0.95)).toBeLessThan(2);
    expect(Math.max(...late)).toBeLessThan(5);
    expect(placed[100]!.provisional / MS).toBeGreaterThan(hole - 3);
    expect(placed[104]!.provisional).toBe(0);
    expect(placed[104]!.epoch).toBe(1);
  });

  it('takes a stall back and says by how much', () => {
    const simulation = simulate({ script: [{ send: 100 }, { stall: 200 }, { send: 60 }] });
    const placed = follow(simulation.packets);
    const wrong = placed.filter((p) => p!.provisional > 0);
    expect(wrong.length).toBeGreaterThan(3);
    for (const [i, p] of placed.entries())
      expect(Math.abs(p!.at - simulation.sent[i]!.truth)).toBeLessThanOrEqual(p!.provisional + p!.plusMinus);
    expect(placed.find((p) => p!.revision > 0)!.revision / MS).toBeGreaterThan(0);
    expect(placed.at(-1)).toMatchObject({ epoch: 0, provisional: 0, revision: 0 });
  });

  it('ends an epoch where signalling says so', () => {
    const { packets } = simulate({ script: [{ send: 10 }] });
    const placer = new OnlinePlacer(pcm);
    packets.slice(0, 5).forEach((p) => placer.push(p));
    placer.mute();
    expect(placer.push(packets[5]!)?.epoch).toBe(1);
  });

  it('comes to the same epochs and, within the interval, places as the whole track does', () => {
    fc.assert(
      fc.property(senders, (sender) => {
        const { packets } = simulate({ ...sender, jitter: 0.3, reorder: false });
        const whole = placePackets(packets, pcm);
        const byPacket = new Map(whole.pieces.map((p) => [p.packet, p]));
        const apart: number[] = [];
        for (const placed of follow(packets)) {
          const other = placed && byPacket.get(placed.packet);
          if (placed && other && placed.provisional === 0) apart.push((placed.at - other.at) / MS);
        }
        expect(quantile(apart.map(Math.abs), 0.95)).toBeLessThan(2);
      }),
      { seed: 11, numRuns: 60 },
    );
  });

  it('places late and recovered packets by the epoch they belong to', () => {
    const { packets } = simulate({ script: [{ send: 20 }, { hole: 400 }, { send: 20 }] });
    const placer = new OnlinePlacer(pcm);
    const placed = packets.map((p) => placer.push(p));
    const again = placer.push({ ...packets[19]!, arrival: packets[39]!.arrival, recovered: true });
    expect(again).toMatchObject({ epoch: 0, at: placed[19]!.at });
    expect(placer.push({ ...packets[0]!, ssrc: 5, recovered: true, payload: counting(0, 960) })).toBeUndefined();
  });
});
