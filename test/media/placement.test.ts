import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MediaPacket } from '../../src/media/packet.js';
import { OnlinePlacer, placePackets, placeTrack, UnplacedTrackError, type Placement, type PlacedTrack } from '../../src/media/placement.js';
import { rigPos } from '../../src/time/position.js';
import { quantile } from './rtp-logs.js';
import { senders } from './sender-arbitrary.js';
import { random, simulate, type SenderOptions, type Simulation, type Step } from './sender.js';

const pcm: PlacedTrack = { codec: 'pcm', constantDelay: 0, constantDelayPlusMinus: 0 };
const opus: PlacedTrack = { ...pcm, codec: 'opus' };
const MS = 48;

/** Signed error in ms of every placed piece whose truth is known; of one step of the script, or all. */
function errors(simulation: Simulation, placement: Placement, step?: number): number[] {
  const truth = new Map(simulation.sent.map((s) => [`${s.packet.ssrc} ${s.packet.seq} ${s.packet.time}`, s]));
  return placement.pieces.flatMap(({ packet, at }) => {
    const sent = truth.get(`${packet.ssrc} ${packet.seq} ${packet.time}`);
    return sent && (step === undefined || sent.step === step) ? [(at - sent.truth) / MS] : [];
  });
}

function p95(values: readonly number[]): number {
  return quantile(values.map(Math.abs), 0.95);
}

function place(options: SenderOptions): { simulation: Simulation; placement: Placement } {
  const simulation = simulate(options);
  return { simulation, placement: placePackets(simulation.packets, options.opus ? opus : pcm) };
}

const causes = (placement: Placement): string[] => placement.mapping.epochs.map((e) => e.cause);

describe('holes', () => {
  it.each([60, 100, 400, 3_000, 17_000])('a source that starves for %i ms', (hole) => {
    const script: Step[] = [{ send: 100 }, { hole }, { send: 100 }, { hole }, { send: 60 }];
    const { simulation, placement } = place({ script, jitter: 0.5 });
    expect(causes(placement)).toEqual(['start', 'step-up', 'step-up']);
    for (const step of [0, 2, 4]) expect(p95(errors(simulation, placement, step))).toBeLessThan(2);
    const [first, second] = placement.mapping.epochs;
    const silence = placement.mapping.toRig(second!.from)!.at - placement.pieces.filter((p) => p.epoch === first!.index).at(-1)!.at - 960;
    expect(Math.abs(silence / MS - hole)).toBeLessThan(2);
    expect(placement.pieces.find((p) => p.epoch === 1)?.before).toBe('silence');
  });

  it('is unknown when a packet is missing beside it', () => {
    const { packets } = simulate({ script: [{ send: 50 }, { hole: 400 }, { send: 50 }] });
    const placement = placePackets([...packets.slice(0, 49), ...packets.slice(50)], pcm);
    expect(placement.pieces.find((p) => p.epoch === 1)?.before).toBe('unknown');
  });

  it('keeps one epoch through DTX, whose gaps are silence', () => {
    const script: Step[] = [{ send: 50 }, { dtx: 400 }, { send: 1 }, { dtx: 400 }, { send: 1 }, { dtx: 2_000 }, { send: 50 }];
    const { simulation, placement } = place({ script, jitter: 0.5 });
    expect(causes(placement)).toEqual(['start']);
    expect(p95(errors(simulation, placement))).toBeLessThan(1);
    expect(new Set(placement.pieces.slice(1).map((p) => p.before))).toEqual(new Set(['silence']));
  });

  it('follows a source that starves again and again', () => {
    const script: Step[] = Array.from({ length: 20 }, () => [{ send: 3 }, { hole: 80 }]).flat();
    const { simulation, placement } = place({ script: [...script, { send: 20 }], jitter: 0.3 });
    expect(p95(errors(simulation, placement))).toBeLessThan(2);
  });

  it('comes back when the missed frames are pushed at once', () => {
    const script: Step[] = [{ send: 100 }, { hole: 60 }, { send: 100 }, { catchUp: 60 }, { send: 100 }];
    const { simulation, placement } = place({ script, jitter: 0.3 });
    expect(causes(placement)).toEqual(['start', 'step-up', 'step-down']);
    for (const step of [0, 2, 4]) expect(p95(errors(simulation, placement, step))).toBeLessThan(2);
  });

  it('covers both readings when the track ends before a step is one', () => {
    const { simulation, placement } = place({ script: [{ send: 100 }, { hole: 300 }, { send: 3 }] });
    const last = placement.mapping.epochs.at(-1)!;
    expect(last.confirmed).toBe(false);
    expect(p95(errors(simulation, placement, 2))).toBeLessThan(2);
    expect(last.precision[0]!.plusMinus).toBeGreaterThanOrEqual(300 * MS);
  });
});

describe('no holes', () => {
  it.each([100, 400, 1_500])('a network that stalls for %i ms and delivers all at once', (stall) => {
    const { simulation, placement } = place({ script: [{ send: 100 }, { stall }, { send: 200 }], jitter: 0.5 });
    expect(causes(placement)).toEqual(['start']);
    expect(p95(errors(simulation, placement))).toBeLessThan(1);
  });

  it.each([-200, -50, 50, 200])('a clock that drifts by %i ppm over three minutes', (ppm) => {
    const { simulation, placement } = place({ script: [{ send: 9_000 }], ppm, jitter: 1, opus: true });
    expect(causes(placement)).toEqual(['start']);
    // Truth counts the packet's own drift too, 4 us at most.
    expect(p95(errors(simulation, placement))).toBeLessThan(0.5);
  });

  it.each([2, 5, 10])('exponential jitter of %i ms on average', (jitter) => {
    const { simulation, placement } = place({ script: [{ send: 1_500 }], jitter, reorder: true });
    expect(p95(errors(simulation, placement))).toBeLessThan(2);
  });

  it('a step up of less than 15 ms stays in its epoch and widens the interval', () => {
    const { simulation, placement } = place({ script: [{ send: 200 }, { hole: 10 }, { send: 200 }], jitter: 0.3 });
    expect(causes(placement)).toEqual(['start']);
    const after = placement.pieces.slice(300);
    expect(Math.min(...after.map((p) => p.plusMinus))).toBeGreaterThan(9 * MS);
    expect(p95(errors(simulation, placement, 2))).toBeGreaterThan(9);
  });
});

describe('an end in jitter', () => {
  it('takes last packets for late that are no later than others were', () => {
    for (let seed = 1; seed <= 10; seed++) {
      const { placement } = place({ script: [{ send: 1_000 }], jitter: 6, seed });
      expect(causes(placement)).toEqual(['start']);
    }
  });

  it('widens the intervals of short epochs under jitter as large as their steps', () => {
    const script: Step[] = Array.from({ length: 100 }, () => [{ send: 7 }, { hole: 40 }]).flat();
    const { simulation, placement } = place({ script, jitter: 15 });
    const found = errors(simulation, placement);
    const inside = placement.pieces.filter((p, i) => Math.abs(found[i]!) * MS <= p.plusMinus + 1).length;
    expect(inside / found.length).toBeGreaterThan(0.94);
  });
});

describe('new clocks', () => {
  it('another SSRC', () => {
    const { simulation, placement } = place({ script: [{ send: 60 }, { republish: 750 }, { send: 60 }], jitter: 0.5 });
    expect(causes(placement)).toEqual(['start', 'ssrc']);
    expect(p95(errors(simulation, placement))).toBeLessThan(2);
    expect(placement.pieces[60]!.before).toBe('unknown');
    expect(placement.pieces[60]!.stream).toBe(1);
  });

  it('counters that begin anew cost the one packet that might have been a stray', () => {
    const script: Step[] = [{ send: 60 }, { restart: 500 }, { send: 60 }];
    const { simulation, placement } = place({ script, seed: 4 });
    expect(causes(placement)).toEqual(['start', 'restart']);
    expect(p95(errors(simulation, placement))).toBeLessThan(1);
    expect(placement.pieces.length).toBeGreaterThanOrEqual(119);
  });

  it('RTP time that jumps ahead of the wall', () => {
    const { simulation, placement } = place({ script: [{ send: 60 }, { jump: 4_000 }, { send: 60 }], jitter: 0.5 });
    expect(causes(placement)).toEqual(['start', 'step-down']);
    expect(p95(errors(simulation, placement))).toBeLessThan(2);
  });

  it('a mute with the server’s blank packets', () => {
    const script: Step[] = [{ send: 60 }, { mute: 1_000 }, { send: 60 }, { mute: 3_000 }, { send: 60 }];
    const { simulation, placement } = place({ script, jitter: 0.5, opus: true });
    expect(causes(placement)).toEqual(['start', 'mute', 'mute']);
    expect(placement.dropped.blank).toBe(100);
    expect(p95(errors(simulation, placement))).toBeLessThan(2);
    expect(placement.pieces[60]!.before).toBe('silence');
  });

  it('a mute that only signalling shows', () => {
    const { packets } = simulate({ script: [{ send: 60 }, { hole: 8 }, { send: 60 }] });
    const mapping = placeTrack(packets, pcm, { mutes: [rigPos(packets[60]!.arrival - 10)] });
    expect(mapping.epochs.map((e) => e.cause)).toEqual(['start', 'mute']);
  });

  it('counters that wrap', () => {
    const { simulation, placement } = place({ script: [{ send: 200 }], firstSeq: 65_500, firstTime: 2 ** 32 - 50_000, jitter: 0.3 });
    expect(causes(placement)).toEqual(['start']);
    expect(placement.pieces).toHaveLength(200);
    expect(p95(errors(simulation, placement))).toBeLessThan(1);
  });
});

describe('loss, RED, order', () => {
  it.each([0, 0.01, 0.05])('loss of %d without RED leaves unknown holes of the right length', (loss) => {
    const { simulation, placement } = place({ script: [{ send: 1_000 }], loss, jitter: 0.5 });
    const lost = simulation.sent.slice(1, -1).filter((s) => s.lost).length;
    expect(p95(errors(simulation, placement))).toBeLessThan(1);
    const missing = placement.pieces.slice(1).reduce((n, p, i) => n + Math.round((p.at - placement.pieces[i]!.at) / 960) - 1, 0);
    expect(missing).toBe(lost - (simulation.sent[0]!.lost ? 1 : 0));
    for (const [i, piece] of placement.pieces.entries())
      if (i > 0 && piece.at - placement.pieces[i - 1]!.at > 1000) expect(piece.before).toBe('unknown');
  });

  it('fills loss from RED without anchoring on it', () => {
    const { simulation, placement } = place({ script: [{ send: 1_000 }, { hole: 400 }, { send: 500 }], loss: 0.05, red: 2, jitter: 0.5 });
    expect(causes(placement)).toEqual(['start', 'step-up']);
    const received = simulation.sent.filter((s) => !s.lost).length;
    expect(placement.pieces.length - received).toBeGreaterThan(60);
    expect(placement.mapping.epochs.reduce((n, e) => n + e.packets, 0)).toBe(received);
    expect(p95(errors(simulation, placement))).toBeLessThan(1);
  });

  it('does not know on which side of a hole a recovered packet was, and says so', () => {
    const { packets, sent } = simulate({ script: [{ send: 100 }, { hole: 400 }, { send: 100 }], red: 1 });
    const lost = sent[100]!.packet;
    const placement = placePackets(
      packets.filter((p) => p.arrival !== lost.arrival),
      pcm,
    );
    const found = placement.pieces.find((p) => p.packet.recovered && p.packet.seq === lost.seq)!;
    expect(found.plusMinus).toBeGreaterThanOrEqual(Math.abs(found.at - sent[100]!.truth));
    expect(found.plusMinus / MS).toBeLessThan(410);
  });

  it('takes duplicates and packets out of order once', () => {
    const { simulation, placement } = place({ script: [{ send: 500 }], jitter: 15, reorder: true, duplicates: 0.1 });
    expect(placement.pieces.map((p) => p.packet.seq)).toEqual(simulation.sent.map((s) => s.packet.seq));
    expect(placement.dropped.duplicate).toBeGreaterThan(20);
  });
});

describe('constant delays', () => {
  it('are subtracted and their uncertainty is added', () => {
    const { packets } = simulate({ script: [{ send: 50 }] });
    const plain = placePackets(packets, pcm);
    const late = placePackets(packets, { ...pcm, constantDelay: 312, constantDelayPlusMinus: 192 });
    expect(late.pieces.map((p) => p.at)).toEqual(plain.pieces.map((p) => p.at - 312));
    expect(late.pieces[0]!.plusMinus).toBe(plain.pieces[0]!.plusMinus + 192);
  });
});

it('a track that cannot be placed says so', () => {
  expect(() => placeTrack([], pcm)).toThrow(UnplacedTrackError);
  const { packets } = simulate({ script: [{ mute: 100 }], opus: true });
  expect(() => placeTrack(packets, opus)).toThrow(/none of 5 packets is audio/);
});

describe('whatever a sender does', () => {
  it('every packet is placed once, in order, within its interval', () => {
    let inside = 0;
    let all = 0;
    fc.assert(
      fc.property(senders, (sender) => {
        const { simulation, placement } = place(sender);
        for (const [i, piece] of placement.pieces.entries()) {
          const before = placement.pieces[i - 1];
          if (before) expect(piece.time).toBeGreaterThanOrEqual(before.time + before.duration);
          expect(placement.mapping.epochAt(piece.time)?.index ?? piece.epoch).toBe(piece.epoch);
        }
        const received = simulation.sent.filter((s) => !s.lost).length;
        expect(placement.pieces.length).toBeGreaterThanOrEqual(received);
        const found = errors(simulation, placement);
        for (const [i, error] of found.entries()) {
          all += 1;
          if (Math.abs(error) * MS <= placement.pieces[i]!.plusMinus + 1) inside += 1;
        }
        expect(p95(found)).toBeLessThan(2 + 2 * sender.jitter);
      }),
      { seed: 7, numRuns: 150 },
    );
    expect(inside / all).toBeGreaterThan(0.95);
  });

  it('hostile packets neither throw nor stretch the timeline', () => {
    const hostile = fc.array(
      fc.record({
        gap: fc.integer({ min: 0, max: 3_000 }),
        ssrc: fc.constantFrom(1, 1, 1, 2),
        seq: fc.oneof(fc.integer({ min: 0, max: 30 }), fc.nat(65_535)),
        time: fc.oneof(fc.integer({ min: 0, max: 20_000 }), fc.nat(0xffffffff)),
        marker: fc.boolean(),
        recovered: fc.boolean(),
        payload: fc.oneof(fc.uint8Array({ maxLength: 30 }), fc.constant(Uint8Array.of(0xf8, 1, 2))),
      }),
      { minLength: 1, maxLength: 60 },
    );
    fc.assert(
      fc.property(hostile, fc.constantFrom(pcm, opus), (items, track) => {
        let arrival = 0;
        const packets: MediaPacket[] = items.map(({ gap, ...rest }) => ({ ...rest, arrival: rigPos((arrival += gap)) }));
        const online = new OnlinePlacer(track);
        for (const packet of packets) online.push(packet);
        try {
          const { pieces } = placePackets(packets, track);
          for (const piece of pieces) {
            expect(piece.at).toBeGreaterThan(-80_000);
            expect(piece.at).toBeLessThan(arrival + 80_000);
          }
        } catch (error) {
          expect(error).toBeInstanceOf(UnplacedTrackError);
        }
      }),
      { seed: 9, numRuns: 500 },
    );
  });
});

it('the simulated sender is seeded', () => {
  expect(random(3)()).toBe(random(3)());
  expect(simulate({ script: [{ send: 5 }], seed: 2 })).toEqual(simulate({ script: [{ send: 5 }], seed: 2 }));
});
