/**
 * Packets onto the timeline (protocols/measurement.md, "Placing RTP"): from what arrived when to where every sample was heard.
 *
 * `placePackets` looks at a whole track, `OnlinePlacer` (placement-online.ts) at what has come so far, by the same rules.
 */
import { TurnrigError } from '../error.js';
import { placeIn, TrackMapping, type Epoch } from '../time/mapping.js';
import type { RigPos, Samples, TrackTime } from '../time/position.js';
import { constantDelayOf, type ConstantDelay } from './encoder.js';
import { fitEpochs, type EpochDraft } from './epoch-fit.js';
import { EpochDetector, type EpochStart } from './epochs.js';
import type { MediaPacket } from './packet.js';
import { isBlank, packetSamples, type PlacedPacket, type PlacedTrack, type TrackSignals } from './track.js';
import { Unwrapper, type Stream } from './unwrap.js';

export { OnlinePlacer, type OnlinePacket } from './placement-online.js';
export type { PlacedPacket, PlacedTrack, TrackSignals } from './track.js';

/** A packet of the whole track, in the order of its audio. */
export interface Piece extends PlacedPacket {
  readonly duration: Samples;
  /** Number of the sender's clock run it belongs to: the encoder is another one in the next. */
  readonly stream: number;
  /**
   * What lies between the piece before and this one when they do not touch: `silence` when every sequence number between them is
   * accounted for, `unknown` when not or when the track was gone.
   */
  readonly before: 'silence' | 'unknown';
}

export interface Placement {
  readonly mapping: TrackMapping;
  /** Everything that can be decoded, once, in order of audio: what was received, and what was recovered where that was lost. */
  readonly pieces: readonly Piece[];
  /** What was left out, by reason. */
  readonly dropped: { readonly blank: number; readonly malformed: number; readonly duplicate: number; readonly unplaced: number };
}

/** A track of which nothing can be placed: no packet, or none that is audio. Whether that is the agent's failure, the caller knows. */
export class UnplacedTrackError extends TurnrigError {
  constructor(message: string) {
    super('run-folder', message, { hint: 'The track never sent audio, or was not recorded: see the session’s events.' });
    this.name = 'UnplacedTrackError';
  }
}

/** @throws UnplacedTrackError when nothing maps. */
export function placeTrack(packets: readonly MediaPacket[], track: PlacedTrack, signals: TrackSignals = {}): TrackMapping {
  return placePackets(packets, track, signals).mapping;
}

/** @throws UnplacedTrackError when nothing maps. */
export function placePackets(packets: readonly MediaPacket[], track: PlacedTrack, signals: TrackSignals = {}): Placement {
  const sorted = sort(packets, track.codec, signals.mutes ?? []);
  if (sorted.anchors.length === 0)
    throw new UnplacedTrackError(
      packets.length === 0 ? 'a track without packets cannot be placed' : `none of ${packets.length} packets is audio`,
    );
  const epochs = fitEpochs(draft(sorted.anchors, track));
  const mapping = new TrackMapping(epochs);
  const pieces = join(sorted, epochs);
  const unplaced = sorted.recovered.length + sorted.anchors.length - pieces.length;
  return { mapping, pieces, dropped: { ...sorted.dropped, unplaced: sorted.dropped.unplaced + unplaced } };
}

interface Heard {
  readonly packet: MediaPacket;
  readonly stream: Stream;
  readonly seq: number;
  readonly time: TrackTime;
  readonly arrival: RigPos;
  readonly duration: Samples;
}

interface Sorted {
  readonly anchors: readonly (Heard & { readonly muted: boolean })[];
  readonly recovered: readonly Heard[];
  /** Unwrapped sequence numbers of blank packets, by stream. */
  readonly blanks: ReadonlyMap<number, ReadonlySet<number>>;
  readonly dropped: Placement['dropped'];
}

/** Unwraps, throws out what is no audio, and brings the rest into sending order, each once. */
function sort(packets: readonly MediaPacket[], codec: PlacedTrack['codec'], mutes: readonly RigPos[]): Sorted {
  const unwrapper = new Unwrapper();
  const anchors: Heard[] = [];
  const recovered: Heard[] = [];
  const blanks = new Map<number, Set<number>>();
  const dropped = { blank: 0, malformed: 0, duplicate: 0, unplaced: 0 };
  for (const packet of packets) {
    if (isBlank(codec, packet)) {
      dropped.blank += 1;
      const skipped = unwrapper.skip(packet);
      if (skipped) blanks.set(skipped.stream.index, (blanks.get(skipped.stream.index) ?? new Set()).add(skipped.seq));
      continue;
    }
    const duration = packetSamples(codec, packet.payload);
    if (duration === undefined) {
      dropped.malformed += 1;
      continue;
    }
    const unwrapped = unwrapper.push(packet);
    if (unwrapped === undefined) dropped.unplaced += 1;
    else {
      const { stream, seq, time } = unwrapped;
      (packet.recovered ? recovered : anchors).push({ packet, arrival: packet.arrival, duration, stream, seq, time });
    }
  }
  anchors.sort((a, b) => a.stream.index - b.stream.index || a.seq - b.seq || a.arrival - b.arrival);
  const kept: (Heard & { readonly muted: boolean })[] = [];
  for (const heard of anchors) {
    const before = kept.at(-1);
    const near = before?.stream === heard.stream ? before : undefined;
    // The same number twice is a duplicate. A number out of turn whose time is not after the one before is nobody's audio.
    if (near && (heard.seq === near.seq || heard.time < near.time + near.duration)) {
      if (heard.seq === near.seq) dropped.duplicate += 1;
      else dropped.malformed += 1;
      continue;
    }
    const muted =
      near !== undefined &&
      (someBetween(blanks.get(heard.stream.index), near.seq, heard.seq) || mutes.some((at) => near.arrival < at && at <= heard.arrival));
    const { packet, stream, seq, time, arrival, duration } = heard;
    kept.push({ packet, stream, seq, time, arrival, duration, muted });
  }
  return { anchors: kept, recovered, blanks, dropped };
}

function someBetween(blanks: ReadonlySet<number> | undefined, from: number, to: number): boolean {
  if (blanks === undefined) return false;
  for (let seq = from + 1; seq < to; seq++) if (blanks.has(seq)) return true;
  return false;
}

/** Cuts the anchors into epochs. */
function draft(anchors: Sorted['anchors'], track: PlacedTrack): EpochDraft[] {
  const delays = streamDelays(anchors, track);
  const detector = new EpochDetector();
  const starts: EpochStart[] = [];
  for (const [i, anchor] of anchors.entries()) {
    const changed = i > 0 && anchors[i - 1]?.stream !== anchor.stream ? anchor.stream.cause : undefined;
    starts.push(...detector.push(anchor, changed ?? (anchor.muted ? 'mute' : undefined)));
  }
  starts.push(...detector.finish());
  return starts.map((start, i) => {
    const own = anchors.slice(start.anchor, starts[i + 1]?.anchor ?? anchors.length);
    const stream = own[0]?.stream;
    return { start, ssrc: stream?.ssrc ?? 0, delay: (stream && delays.get(stream.index)) ?? track, anchors: own };
  });
}

/** Every stream has an encoder of its own. */
function streamDelays(anchors: Sorted['anchors'], track: PlacedTrack): ReadonlyMap<number, ConstantDelay> {
  const payloads = new Map<number, Uint8Array[]>();
  for (const { stream, packet } of anchors) {
    const own = payloads.get(stream.index) ?? [];
    own.push(packet.payload);
    payloads.set(stream.index, own);
  }
  return new Map([...payloads].map(([index, own]) => [index, constantDelayOf(own, track)]));
}

/** Puts received and recovered packets in one row, each sample once, and says what lies between them. */
function join(sorted: Sorted, epochs: readonly Epoch[]): Piece[] {
  const row = withRecovered(sorted);
  const pieces: Piece[] = [];
  let before: Heard | undefined;
  let index = 0;
  for (const heard of row) {
    // The epoch whose beginning it is not before; a recovered packet at the end of an epoch may lie a little behind its last anchor.
    while ((epochs[index + 1]?.from ?? Infinity) <= heard.time) index += 1;
    const epoch = epochs[index];
    if (epoch === undefined || heard.time < epoch.from || heard.time > epoch.to + MAX_TAIL) continue;
    const placed = placeIn(epoch, heard.time);
    const { at } = placed;
    const plusMinus = placed.plusMinus + (heard.time < epoch.to ? 0 : stepBetween(epoch, epochs[index + 1]));
    const { packet, time, duration } = heard;
    const silence =
      before !== undefined && before.stream === heard.stream && unbroken(sorted.blanks.get(heard.stream.index), before.seq, heard.seq);
    pieces.push({
      packet,
      time,
      duration,
      epoch: epoch.index,
      stream: heard.stream.index,
      at,
      plusMinus,
      before: silence ? 'silence' : 'unknown',
    });
    before = heard;
  }
  return pieces;
}

/**
 * A recovered packet behind the last anchor of an epoch was sent before the hole or after it, nobody knows: it is placed as before, and its
 * interval reaches over the hole.
 */
function stepBetween(epoch: Epoch, next: Epoch | undefined): Samples {
  return next === undefined ? 0 : Math.abs(placeIn(next, next.from).at - placeIn(epoch, next.from).at);
}

/** RED reaches back less than 0x3fff samples (RFC 2198), so a recovered packet farther behind an epoch than that is none of it. */
const MAX_TAIL: Samples = 0x4000;

/** Whether no sequence number between two packets is missing. */
function unbroken(blanks: ReadonlySet<number> | undefined, from: number, to: number): boolean {
  for (let seq = from + 1; seq < to; seq++) if (blanks?.has(seq) !== true) return false;
  // A recovered packet's number is only reckoned from its carrier's (red.ts): where it does not fit, nothing is known.
  return from < to;
}

/** Recovered packets fill only what no received one covers; of two copies the first counts. */
function withRecovered(sorted: Sorted): Heard[] {
  const extra = [...sorted.recovered].sort((a, b) => a.time - b.time);
  const row: Heard[] = [];
  let end = -Infinity;
  let next = 0;
  for (const anchor of [...sorted.anchors, undefined]) {
    for (let heard = extra[next]; heard !== undefined && heard.time < (anchor?.time ?? Infinity); heard = extra[++next]) {
      if (heard.time < end || heard.time + heard.duration > (anchor?.time ?? Infinity)) continue;
      row.push(heard);
      end = heard.time + heard.duration;
    }
    if (anchor === undefined) break;
    row.push(anchor);
    end = anchor.time + anchor.duration;
  }
  return row;
}
