/**
 * Reads the packet logs of real senders (shared/vectors/rtp, README there) and works out, from the feeder's own log of pushes, where each
 * 10 ms frame belongs. It shares nothing with the placement: it counts frames, it fits no line.
 */
import { readFileSync } from 'node:fs';
import type { MediaPacket } from '../../src/media/packet.js';
import { rigPos, type RigPos } from '../../src/time/position.js';

interface LoggedPacket {
  readonly seq: number;
  readonly ts: number;
  /** Arrival, ms. */
  readonly t: number;
  readonly m: boolean;
  readonly n: number;
  readonly toc?: number;
  readonly ssrc?: number;
}

export interface RtpLog {
  readonly tag?: string;
  readonly queueMs?: number;
  readonly recEvents?: readonly { readonly t: number; readonly muted: boolean }[];
  readonly events?: readonly { readonly name: string; readonly t: number }[];
  readonly pushes?: readonly { readonly k: number; readonly t: number }[];
  readonly tracks?: readonly { readonly who: string; readonly sid: string; readonly pk: readonly LoggedPacket[] }[];
  readonly pk?: readonly LoggedPacket[];
  readonly bursts?: readonly { readonly lbl: string; readonly t: number }[];
  /** Decoded samples since the first packet's, where the bursts of `bursts` begin. */
  readonly onsets?: readonly number[];
  readonly holes?: readonly { readonly h: number; readonly last: number; readonly go: number }[];
}

export function readLog(file: string): RtpLog {
  return JSON.parse(readFileSync(file, 'utf8')) as RtpLog;
}

/** All packets of a log as one track, with arrivals counted from the log's first packet; payloads of the right kind and length. */
export function logPackets(log: RtpLog): { readonly zero: number; readonly packets: readonly MediaPacket[] } {
  const all = [...(log.pk ?? log.tracks?.flatMap((t) => t.pk) ?? [])].sort((a, b) => a.t - b.t);
  const zero = all[0]!.t;
  return { zero, packets: all.map((p) => toPacket(p, zero)) };
}

function toPacket(p: LoggedPacket, zero: number): MediaPacket {
  const payload = new Uint8Array(p.n);
  payload[0] = p.toc ?? 0xf8;
  // The logs keep the first byte and the length; the server's blank packets are LiveKit's OpusSilenceFrame, f8 ff fe and zeros.
  if (p.m && p.n === 80) payload.set([0xf8, 0xff, 0xfe]);
  return { arrival: rigPos((p.t - zero) * 48), ssrc: p.ssrc ?? 1, seq: p.seq, time: p.ts, marker: p.m, recovered: false, payload };
}

export interface TrueFrame {
  /** Its packet in the list of `logPackets`, and the frame's first sample in it. */
  readonly packet: number;
  readonly offset: number;
  /** Push of the frame, ms on the log's clock since `zero`. */
  readonly pushed: number;
}

/**
 * The push of every frame in every packet, for a source without a queue: a packet leaves when its second frame is pushed, and between two
 * events of the log packets hold one frame after the other. So one whole number per run of packets says which frames they hold; it is the
 * one that most packets of the run vote for with "the last push before my arrival".
 * A frame that was left over from before a hole and left with the first one after it is placed where it left, not where it was pushed: out.
 */
export function trueFrames(log: RtpLog): TrueFrame[] {
  const { zero, packets } = logPackets(log);
  const pushes = log.pushes!.map((p) => p.t - zero);
  const frames: TrueFrame[] = [];
  let run: number[] = [];
  const flush = (): void => {
    const votes = new Map<number, number>();
    for (const [i, index] of run.entries()) {
      const last = pushes.findLastIndex((t) => t <= packets[index]!.arrival / 48 - 0.4);
      votes.set(last - 2 * i, (votes.get(last - 2 * i) ?? 0) + 1);
    }
    const shift = [...votes].sort((a, b) => b[1] - a[1])[0]?.[0];
    for (const [i, index] of run.entries()) {
      const [first, second] = [pushes[shift! + 2 * i - 1], pushes[shift! + 2 * i]];
      if (second === undefined || first === undefined) continue;
      if (second - first < 30) frames.push({ packet: index, offset: 0, pushed: first });
      frames.push({ packet: index, offset: 480, pushed: second });
    }
    run = [];
  };
  const events = (log.events ?? []).map((e) => (e.t - zero) * 48);
  let before: MediaPacket | undefined;
  for (const [index, packet] of packets.entries()) {
    if (packet.marker && packet.payload.length === 80) continue;
    const prior = before;
    const broken =
      prior &&
      (packet.ssrc !== prior.ssrc || packet.time - prior.time !== 960 || events.some((t) => prior.arrival < t && t <= packet.arrival));
    if (broken) flush();
    run.push(index);
    before = packet;
  }
  flush();
  return frames;
}

/** The value that a share q of the values do not exceed. */
export function quantile(values: readonly number[], q: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(q * sorted.length) - 1)] ?? NaN;
}

/** What the recorder was told of mutes, on the clock of `logPackets`. */
export function logMutes(log: RtpLog): RigPos[] {
  const { zero } = logPackets(log);
  return (log.recEvents ?? []).map((e) => rigPos((e.t - zero) * 48));
}
