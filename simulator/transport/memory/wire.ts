/** A track's way to the recorder: frames become PCM packets, with a seeded network in between. */
import type { MediaPacket } from '../../../src/media/packet.js';
import { encodePcm16 } from '../../../src/media/pcm.js';
import { mulberry32, seedOf } from '../../../src/scenario/random.js';
import type { Clock } from '../../../src/time/clock.js';
import { rigPos, shift, type RigPos, type Samples } from '../../../src/time/position.js';

/** What happens to packets on their way. Nothing, when left out. */
export interface Network {
  readonly delay: Samples;
  /** Extra delay of each packet, uniform in [0, jitter). */
  readonly jitter: Samples;
  /** Share of packets that never arrive. */
  readonly loss: number;
}

export const QUIET_NETWORK: Network = { delay: 0, jitter: 0, loss: 0 };

export class Wire {
  readonly #clock: Clock;
  readonly #network: Network;
  readonly #deliver: (packet: MediaPacket) => void;
  readonly #random: () => number;
  readonly #ssrc: number;
  readonly #firstTime: number;
  #seq: number;
  #silence: Uint8Array = new Uint8Array(0);
  #lost = 0;

  constructor(clock: Clock, network: Network, seed: number, track: string, deliver: (packet: MediaPacket) => void) {
    this.#clock = clock;
    this.#network = network;
    this.#deliver = deliver;
    this.#random = mulberry32(seedOf(seed, track));
    this.#ssrc = Math.floor(this.#random() * 2 ** 32);
    this.#firstTime = Math.floor(this.#random() * 2 ** 32);
    this.#seq = Math.floor(this.#random() * 2 ** 16);
  }

  get lost(): number {
    return this.#lost;
  }

  /** Sends what was heard from `at` on; undefined is silence of that length. It leaves when its last sample is there. */
  send(at: RigPos, length: Samples, samples: Float32Array | undefined): void {
    const { delay, jitter, loss } = this.#network;
    const seq = this.#seq;
    this.#seq = (seq + 1) & 0xffff;
    const lost = loss > 0 && this.#random() < loss;
    const arrival = rigPos(at + length + delay + (jitter > 0 ? this.#random() * jitter : 0));
    if (lost) {
      this.#lost += 1;
      return;
    }
    const payload = samples ? encodePcm16(samples) : this.#silent(length);
    const time = (this.#firstTime + at) % 2 ** 32;
    const packet: MediaPacket = { arrival, ssrc: this.#ssrc, seq, time, marker: false, recovered: false, payload };
    if (arrival <= this.#clock.now()) this.#deliver(packet);
    else this.#clock.at(shift(arrival, 0), () => this.#deliver(packet));
  }

  /** One payload for all silence: packets are never changed. */
  #silent(length: Samples): Uint8Array {
    if (this.#silence.length !== 2 * length) this.#silence = new Uint8Array(2 * length);
    return this.#silence;
  }
}
