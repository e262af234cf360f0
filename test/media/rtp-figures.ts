/** Places a packet log and judges it against what the log itself knows: figures for the verify table and limits for the tests. */
import { basename } from 'node:path';
import type { MediaPacket } from '../../src/media/packet.js';
import { placePackets, type Piece, type Placement } from '../../src/media/placement.js';
import { trackTime, type TrackTime } from '../../src/time/position.js';
import { logMutes, logPackets, quantile, readLog, trueFrames, type RtpLog } from './rtp-logs.js';

/** "error after each hole at most 2 ms (p95) against the logged pushes". */
export const LIMIT_MS = 2;

interface Deviation {
  /** The event (hole, mute, publication) in the second after which this was; undefined later than that. */
  readonly part: string | undefined;
  /** Behind a step of the sender's clock under 15 ms: the protocol leaves it in the epoch, so only the stated interval is asked for. */
  readonly small?: boolean;
  /** Placed minus true, ms, with the log's constant delay still in it. */
  readonly raw: number;
  /** Half-width of the stated interval, ms. */
  readonly plusMinus: number;
}

export interface LogFigures {
  readonly name: string;
  /**
   * What was compared: `pushes` every frame with its push; `bursts` decoded onsets with their pushes; `holes` lengths of holes with the
   * feeder's; `clock` for a queued source, whose RTP clock runs freely and whose content waits in its queue, each packet with the median
   * clock of the packets around it.
   */
  readonly truth: 'pushes' | 'bursts' | 'holes' | 'clock';
  readonly frames: number;
  /** The log's constant delay, ms: what is the same everywhere. */
  readonly delay: number;
  /** Of all deviations but those behind a small step; `max` of all. */
  readonly p50: number;
  readonly p95: number;
  readonly max: number;
  /** Share of the deviations within the stated interval. */
  readonly covered: number;
  readonly epochs: number;
  /** In the second after every hole, mute and republication. */
  readonly parts: readonly { readonly name: string; readonly n: number; readonly p95: number }[];
}

export function judgeLog(file: string): LogFigures {
  const log = readLog(file);
  const { packets } = logPackets(log);
  const track = { codec: 'opus', constantDelay: 0, constantDelayPlusMinus: 0 } as const;
  const placement = placePackets(packets, track, { mutes: logMutes(log) });
  const queued = basename(file).includes('q1000');
  const truth = queued ? 'clock' : log.pushes ? 'pushes' : log.bursts ? 'bursts' : 'holes';
  const deviations = { pushes, bursts, holes, clock }[truth](log, packets, placement);
  const delay = quantile(
    deviations.filter((d) => d.small !== true).map((d) => d.raw),
    0.5,
  );
  const offOf = (d: Deviation): number => Math.abs(d.raw - delay);
  const large = deviations.filter((d) => d.small !== true);
  const off = large.map(offOf);
  const names = [...new Set(large.flatMap((d) => d.part ?? []))];
  return {
    name: basename(file, '.json'),
    truth,
    frames: deviations.length,
    delay,
    p50: quantile(off, 0.5),
    p95: quantile(off, 0.95),
    max: Math.max(...deviations.map(offOf)),
    covered: deviations.filter((d) => offOf(d) <= d.plusMinus).length / deviations.length,
    epochs: placement.mapping.epochs.length,
    parts: names.map((name) => {
      const own = large.filter((d) => d.part === name).map(offOf);
      return { name, n: own.length, p95: quantile(own, 0.95) };
    }),
  };
}

function pushes(log: RtpLog, packets: readonly MediaPacket[], placement: Placement): Deviation[] {
  const { zero } = logPackets(log);
  const pieces = new Map(placement.pieces.map((p) => [p.packet, p]));
  return trueFrames(log).flatMap(({ packet, offset, pushed }) => {
    const piece = pieces.get(packets[packet]!);
    const event = log.events!.findLast((e) => e.t - zero <= pushed);
    const part = event && pushed - (event.t - zero) < 1000 ? event.name : undefined;
    return piece ? [{ part, raw: (piece.at + offset) / 48 - pushed, plusMinus: piece.plusMinus / 48 }] : [];
  });
}

/** The feeder's own log shows that it went on 2.5 ms later after its 400 ms stall with catch-up: a small step. */
function bursts(log: RtpLog, _packets: readonly MediaPacket[], placement: Placement): Deviation[] {
  const { zero } = logPackets(log);
  const first = placement.pieces[0]!.time;
  return log.onsets!.flatMap((onset, i) => {
    const found = placement.mapping.toRig(trackTime(first + onset));
    const { lbl, t } = log.bursts![i]!;
    const small = i >= log.bursts!.findIndex((b) => b.lbl.includes('stall')) && log.bursts!.some((b) => b.lbl.includes('stall'));
    return found ? [{ part: `${lbl} (${i})`, small, raw: found.at / 48 - (t - zero), plusMinus: found.plusMinus / 48 }] : [];
  });
}

/** The last frame before every hole and the first two after it, which leave together when the second is pushed. */
function holes(log: RtpLog, _packets: readonly MediaPacket[], placement: Placement): Deviation[] {
  const { zero } = logPackets(log);
  // Behind the hole of 10 ms and up to the next one the clock is behind by a small step.
  return log.holes!.flatMap(({ h, last, go }, i) => {
    const after = placement.pieces.findIndex((p) => p.packet.arrival / 48 > go - zero);
    const [a, b] = [placement.pieces[after - 1]!, placement.pieces[after]!];
    return [
      { part: undefined, small: i > 0 && log.holes![i - 1]!.h < 15, raw: (a.at + 480) / 48 - (last - zero), plusMinus: a.plusMinus / 48 },
      { part: `hole ${h}`, small: h < 15, raw: b.at / 48 - (go - zero), plusMinus: b.plusMinus / 48 },
    ];
  });
}

function clock(_log: RtpLog, _packets: readonly MediaPacket[], placement: Placement): Deviation[] {
  return placement.pieces.map((piece, i) => {
    const near = placement.pieces.slice(Math.max(0, i - 25), i + 26).filter((p) => sameClock(p, piece));
    const median = quantile(
      near.map((p) => offset(p)),
      0.5,
    );
    return { part: `epoch ${piece.epoch}`, raw: (piece.at - piece.time - median) / 48, plusMinus: piece.plusMinus / 48 };
  });
}

/** The server anchors RTP time anew at a mute, so clocks are compared within one. */
function sameClock(a: Piece, b: Piece): boolean {
  return a.packet.ssrc === b.packet.ssrc && Math.abs(offset(a) - offset(b)) < 30 * 48;
}

function offset(piece: { readonly packet: MediaPacket; readonly time: TrackTime; readonly duration: number }): number {
  return piece.packet.arrival - piece.time - piece.duration;
}
