/**
 * Placement while the packets come in: what the live ear hears and when (design.md, rule 2: a pure stage in front of the session machine).
 * Same rules as placement.ts, but what it has said it cannot take back; it says how much a position may still move, and how much it has.
 */
import { LowerHull, lineAt, type Line } from '../time/hull.js';
import { rigPos, type RigPos, type Samples, type TrackTime } from '../time/position.js';
import { MAX_SLOPE } from './epoch-fit.js';
import { EpochDetector, lateness, type Anchor, type EpochStart } from './epochs.js';
import type { MediaPacket } from './packet.js';
import { isBlank, packetSamples, type PlacedPacket, type PlacedTrack } from './track.js';
import { lastFloor, LatenessPool } from './precision.js';
import { Unwrapper, type Stream } from './unwrap.js';

export interface OnlinePacket extends PlacedPacket {
  readonly duration: Samples;
  /** Of the sender's clock run: another number is another encoder, and a decoder begins anew. */
  readonly stream: number;
  /**
   * How far this position may still move back: above 0 while packets are late by a step that five of them have not yet shown to be a hole.
   * Until then the arrival is believed (a hole), because the other way a reply after a hole would be put before it.
   */
  readonly provisional: Samples;
  /** How far the positions given for the running epoch's last packets lie behind where this packet now puts them; 0 mostly. */
  readonly revision: Samples;
}

interface Run {
  readonly from: TrackTime;
  readonly hull: LowerHull;
  line: Line;
}

/** Lateness is described by the last so many packets, and described anew every so many. */
const POOL_PACKETS = 512;
const POOL_EVERY = 32;

export class OnlinePlacer {
  readonly #track: PlacedTrack;
  readonly #unwrapper = new Unwrapper();
  readonly #detector = new EpochDetector();
  /** The running epoch and the ones before, for late packets. */
  #runs: Run[] = [];
  #epoch = -1;
  #pending: Anchor[] = [];
  #stream: Stream | undefined;
  /** End of the last anchor's audio in track time. */
  #end = -Infinity;
  #muted = false;
  #residuals: number[] = [];
  #pool = new LatenessPool([]);
  #fresh = 0;
  #floor: Samples = 0;

  constructor(track: PlacedTrack) {
    this.#track = track;
  }

  /** Signalling says that the track was muted, unmuted or published again: the next packet begins an epoch. */
  mute(): void {
    this.#muted = true;
  }

  /** Undefined for what is no audio or has no place: blank, malformed, stray, or older than anything placed. */
  push(packet: MediaPacket): OnlinePacket | undefined {
    const { codec } = this.#track;
    if (isBlank(codec, packet)) {
      if (this.#unwrapper.skip(packet)) this.#muted = true;
      return undefined;
    }
    const duration = packetSamples(codec, packet.payload);
    const unwrapped = duration === undefined ? undefined : this.#unwrapper.push(packet);
    if (duration === undefined || unwrapped === undefined) return undefined;
    const { stream, time, late } = unwrapped;
    if (late) return this.#behind({ packet, time, duration, stream: stream.index });
    const last = this.#stream === stream ? this.#end : -Infinity;
    if (time < last) return undefined;
    this.#end = time + duration;
    const anchor: Anchor = { time, duration, arrival: packet.arrival };
    const boundary = this.#stream !== undefined && this.#stream !== stream ? stream.cause : this.#muted ? 'mute' : undefined;
    this.#stream = stream;
    this.#muted = false;
    const before = this.#level(anchor);
    const starts = this.#detector.push(anchor, boundary);
    this.#pending.push(anchor);
    this.#settle(starts);
    const level = this.#level(anchor);
    const run = this.#runs.at(-1);
    const old = run && this.#pending.length > 0 ? lineAt(run.line, time + duration) : level;
    const provisional = Math.round(Math.max(0, level - old));
    const revision = starts.length === 0 && this.#pending.length === 0 ? Math.round(Math.max(0, before - level)) : 0;
    return {
      packet,
      time,
      duration,
      stream: stream.index,
      epoch: this.#epoch,
      at: this.#at(time, level),
      plusMinus: this.#plusMinus(run) + provisional,
      provisional,
      revision,
    };
  }

  /** Lateness by which a packet is placed now: the line's, or the lowest of the packets that are up. */
  #level(anchor: Anchor): number {
    const run = this.#runs.at(-1);
    if (this.#pending.length > 0) return Math.min(...this.#pending.map(lateness));
    return run ? lineAt(run.line, anchor.time + anchor.duration) : lateness(anchor);
  }

  /** Follows the detector: what is no longer pending joins its epoch. */
  #settle(starts: readonly EpochStart[]): void {
    const kept = this.#detector.pending;
    const first = this.#detector.anchors - this.#pending.length;
    const settled = this.#pending.splice(0, this.#pending.length - kept);
    for (const [i, anchor] of settled.entries()) {
      if (starts.some((start) => start.anchor === first + i)) {
        this.#epoch += 1;
        this.#runs = [...this.#runs.slice(-3), { from: anchor.time, hull: new LowerHull(), line: { x0: 0, at0: 0, slope: 0 } }];
      }
      this.#join(anchor);
    }
  }

  #join(anchor: Anchor): void {
    const run = this.#runs.at(-1);
    if (run === undefined) return;
    const late = lateness(anchor);
    run.hull.add(anchor.time + anchor.duration, late);
    run.line = run.hull.line(MAX_SLOPE) ?? run.line;
    this.#residuals.push(late - lineAt(run.line, anchor.time + anchor.duration));
    if (this.#residuals.length > POOL_PACKETS) this.#residuals.shift();
    this.#floor = Math.max(0, lastFloor(this.#residuals));
    if (this.#fresh++ % POOL_EVERY === 0) this.#pool = new LatenessPool(this.#residuals);
  }

  /** A late or recovered packet: by the line of the epoch that its time falls into. */
  #behind(place: { packet: MediaPacket; time: TrackTime; duration: Samples; stream: number }): OnlinePacket | undefined {
    const back = this.#runs.findLastIndex((run) => run.from <= place.time);
    const run = this.#runs[back];
    if (run === undefined) return undefined;
    const level = lineAt(run.line, place.time + place.duration);
    const epoch = this.#epoch - (this.#runs.length - 1 - back);
    return { ...place, epoch, at: this.#at(place.time, level), plusMinus: this.#plusMinus(run), provisional: 0, revision: 0 };
  }

  #at(time: TrackTime, level: number): RigPos {
    return rigPos(time + level - this.#track.constantDelay);
  }

  #plusMinus(run: Run | undefined): Samples {
    return Math.ceil(this.#pool.plusMinus(run?.hull.count ?? 1, this.#floor) + this.#track.constantDelayPlusMinus);
  }
}
