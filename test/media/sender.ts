/**
 * A simulated sender, network and recorder with known truth. It shares no code with placement: it goes forward from a script to packets,
 * and remembers when each packet's audio really was.
 */
import type { MediaPacket } from '../../src/media/packet.js';
import { rigPos } from '../../src/time/position.js';

export type Step =
  | { readonly send: number }
  /** The source starves: nothing is sent, sequence and RTP time stand still (facts.md, queue 0). */
  | { readonly hole: number }
  /** DTX: nothing is sent, RTP time goes on. */
  | { readonly dtx: number }
  /** The frames of the last holes are pushed at once: RTP time catches up. */
  | { readonly catchUp: number }
  /** RTP time jumps ahead by so many ms. */
  | { readonly jump: number }
  /** Muted for so many ms: the server puts blank packets, and RTP time is anchored to the wall again. */
  | { readonly mute: number }
  /** Published again: another SSRC, random counters. */
  | { readonly republish: number }
  /** Counters begin anew under the same SSRC. */
  | { readonly restart: number }
  /** The network holds everything for so many ms, then lets it through at once. */
  | { readonly stall: number };

export interface SenderOptions {
  readonly script: readonly Step[];
  readonly seed?: number;
  /** 20 ms of Opus (full band, one frame) in place of PCM that counts. */
  readonly opus?: boolean;
  readonly packetMs?: number;
  /** Drift of the sender's clock against the rig's. */
  readonly ppm?: number;
  /** Mean of exponential jitter, ms; the network keeps the order unless `reorder`. */
  readonly jitter?: number;
  readonly reorder?: boolean;
  readonly loss?: number;
  /** How many earlier packets each packet carries again. */
  readonly red?: number;
  readonly duplicates?: number;
  readonly firstSeq?: number;
  readonly firstTime?: number;
}

export interface Sent {
  /** Rig position of the packet's first sample when it was captured, plus the network's least delay. */
  readonly truth: number;
  readonly packet: MediaPacket;
  readonly lost: boolean;
  /** Number of the script's step. */
  readonly step: number;
}

export interface Simulation {
  readonly sent: readonly Sent[];
  /** As the recorder has them, in order of arrival. */
  readonly packets: readonly MediaPacket[];
}

/** The network's least delay. */
const TRANSIT_MS = 1.2;

export function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A PCM payload whose samples count on from `first`, so that every decoded sample says where it came from. */
export function counting(first: number, samples: number): Uint8Array {
  const payload = new Uint8Array(2 * samples);
  const view = new DataView(payload.buffer);
  for (let i = 0; i < samples; i++) view.setInt16(2 * i, 1 + ((first + i) % 30_000), true);
  return payload;
}

export function simulate(options: SenderOptions): Simulation {
  const {
    script,
    seed = 1,
    opus = false,
    packetMs = 20,
    ppm = 0,
    jitter = 0,
    reorder = false,
    loss = 0,
    red = 0,
    duplicates = 0,
  } = options;
  const next = random(seed);
  const size = packetMs * 48;
  const rate = 1 + ppm * 1e-6;
  let ssrc = 1000 + seed;
  let seq = options.firstSeq ?? Math.floor(next() * 65_536);
  let time = options.firstTime ?? Math.floor(next() * 2 ** 32);
  /** Sender's clock, samples. */
  let wall = 48_000;
  let counted = 0;
  let stallUntil = 0;
  let lastArrival = 0;
  const sent: Sent[] = [];
  const arrived: { readonly at: number; readonly order: number; readonly packets: MediaPacket[] }[] = [];
  const history: MediaPacket[] = [];

  const emit = (
    step: number,
    at: number,
    marker = false,
    payload = opus ? Uint8Array.of(0xf8, 1, 2, 3) : counting(counted, size),
  ): void => {
    const leave = at * rate;
    let arrival = Math.max(leave + TRANSIT_MS * 48 - Math.log(1 - next()) * jitter * 48, stallUntil);
    if (!reorder) arrival = Math.max(arrival, lastArrival);
    lastArrival = arrival;
    const packet: MediaPacket = { arrival: rigPos(arrival), ssrc, seq: seq & 0xffff, time: time >>> 0, marker, recovered: false, payload };
    seq += 1;
    const lost = next() < loss;
    const copies = history.slice(-red || history.length).map((p) => ({ ...p, arrival: packet.arrival, recovered: true }));
    if (!lost) arrived.push({ at: arrival, order: arrived.length, packets: [...copies, packet] });
    if (!lost && next() < duplicates)
      arrived.push({ at: arrival + 480, order: arrived.length, packets: [{ ...packet, arrival: rigPos(arrival + 480) }] });
    if (marker) return;
    sent.push({ truth: leave + TRANSIT_MS * 48 - size * rate, packet, lost, step });
    history.push(packet);
    if (history.length > red) history.shift();
    time += size;
    counted += size;
  };

  for (const [step, what] of script.entries()) {
    if ('send' in what)
      for (let i = 0; i < what.send; i++) {
        wall += size;
        emit(step, wall);
      }
    else if ('hole' in what) wall += what.hole * 48;
    else if ('dtx' in what) {
      wall += what.dtx * 48;
      time += what.dtx * 48;
    } else if ('catchUp' in what) for (let i = 0; i < what.catchUp / packetMs; i++) emit(step, wall);
    else if ('jump' in what) time += what.jump * 48;
    else if ('mute' in what) {
      const blank = new Uint8Array(80);
      blank.set([0xf8, 0xff, 0xfe]);
      for (let i = 0; i < Math.min(50, what.mute / 20); i++) {
        emit(step, wall + i * 960, true, blank);
        time += 961;
      }
      time += Math.max(0, what.mute * 48 - 50 * 961);
      wall += what.mute * 48;
    } else if ('stall' in what) stallUntil = (wall + what.stall * 48) * rate;
    else {
      wall += ('republish' in what ? what.republish : what.restart) * 48;
      if ('republish' in what) ssrc += 1;
      seq = Math.floor(next() * 65_536);
      time = Math.floor(next() * 2 ** 32);
      history.length = 0;
    }
  }
  arrived.sort((a, b) => a.at - b.at || a.order - b.order);
  return { sent, packets: arrived.flatMap((a) => a.packets) };
}
