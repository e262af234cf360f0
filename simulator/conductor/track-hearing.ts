/** The rig's live ear on one agent track: packets in, decisions out. Decisions steer the schedule; scores never read them. */
import type { PacketDecoder } from '../../src/media/decode.js';
import type { MediaPacket } from '../../src/media/packet.js';
import { OnlinePlacer } from '../../src/media/placement.js';
import type { TrackManifest } from '../../src/recording/model.js';
import type { TrackDecision } from '../../src/session/speech-union.js';
import { msToSamples, shift, type RigPos } from '../../src/time/position.js';

export type Decisions = readonly TrackDecision[] | Promise<readonly TrackDecision[]>;

/** A live VAD on one track; `LiveVad` (src/vad/live.ts) is one. It fills holes and leaves out what comes too late. */
export interface LiveEar {
  push(at: RigPos, pcm48k: Float32Array): Decisions;
  /** Nothing was received up to `to`, and nothing will be. */
  advance(to: RigPos): Decisions;
}

/** Nothing came for so long: the sender is silent (a source without a queue, DTX, loss), and the ear has to hear that. */
const SILENT_AFTER = msToSamples(250);
/** ... up to so long ago: a packet on its way still finds its place. */
const SETTLED = msToSamples(150);

export class TrackHearing {
  readonly #placer: OnlinePlacer;
  readonly #decoder: PacketDecoder;
  readonly #ear: LiveEar;
  /** One past the last sample heard. */
  #heardTo: RigPos | undefined;

  constructor(track: TrackManifest, decoder: PacketDecoder, ear: LiveEar) {
    this.#placer = new OnlinePlacer(track);
    this.#decoder = decoder;
    this.#ear = ear;
  }

  packet(packet: MediaPacket): Decisions {
    const placed = this.#placer.push(packet);
    if (!placed) return [];
    const pcm = this.#decoder.decode(packet.payload);
    const to = shift(placed.at, pcm.length);
    if (this.#heardTo === undefined || to > this.#heardTo) this.#heardTo = to;
    return this.#ear.push(placed.at, pcm);
  }

  /** The server muted or unmuted the track: what comes next is placed anew (measurement.md, "Placing RTP"). */
  muted(): void {
    this.#placer.mute();
  }

  /** Hears the silence of a sender that sends nothing. */
  idle(now: RigPos): Decisions {
    if (this.#heardTo === undefined || now - this.#heardTo <= SILENT_AFTER) return [];
    this.#heardTo = shift(now, -SETTLED);
    return this.#ear.advance(this.#heardTo);
  }

  free(): void {
    this.#decoder.free();
  }
}
