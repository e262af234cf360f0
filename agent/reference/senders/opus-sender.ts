/** A sender with an encoder of its own: packet time and encoder mode as the condition says, one packet at every absolute deadline. */
import OpusScript from 'opusscript';
import { ServerApi } from '../../../simulator/transport/livekit/server-api.js';
import { msToSamples, SAMPLE_RATE, SAMPLES_PER_MS } from '../../../src/time/position.js';
import { Pace } from './pace.js';
import { OpusPublisher } from './publisher.js';
import type { Step } from './script.js';
import type { Sender, SenderOptions } from './sender.js';

/** WebRTC's own for speech, bits a second. */
const BITRATE = 32_000;

interface Waiting {
  readonly samples: Int16Array;
  readonly burst: number;
}

export class OpusSender implements Sender {
  private readonly options: SenderOptions;
  private readonly publisher: OpusPublisher;
  private readonly encoder: OpusScript;
  private readonly packet: number;
  private readonly pace = new Pace();
  private waiting: Waiting[] = [];
  private closed = false;
  private readonly running: Promise<void>;
  private drained: (() => void) | undefined;

  private constructor(options: SenderOptions, publisher: OpusPublisher) {
    this.options = options;
    this.publisher = publisher;
    const { packetMs, mode } = options.settings;
    this.packet = msToSamples(packetMs);
    const { VOIP, RESTRICTED_LOWDELAY } = OpusScript.Application;
    this.encoder = new OpusScript(SAMPLE_RATE, 1, mode === 'voip' ? VOIP : RESTRICTED_LOWDELAY);
    this.encoder.setBitrate(BITRATE);
    this.running = this.run();
  }

  static async join(options: SenderOptions): Promise<OpusSender> {
    const { access, room, identity } = options;
    const token = await new ServerApi(access).speakerToken(room, { identity, name: identity });
    const publish = (): Promise<OpusPublisher> => OpusPublisher.publish(access.url, token, identity);
    // On a busy machine a connection was once not open in time (docs/calibration.md): another one is tried, nothing has been said yet.
    return new OpusSender(options, await publish().catch(publish));
  }

  heard(): Promise<void> {
    return this.publisher.heard();
  }

  async play(steps: Iterable<Step>): Promise<void> {
    for (const step of steps) {
      if (this.options.signal.aborted || this.closed) return;
      if (step.kind === 'speak') this.waiting.push({ samples: step.samples, burst: step.burst });
      else if (step.kind === 'silence') this.waiting.push({ samples: new Int16Array(msToSamples(10 * step.frames)), burst: -1 });
      else throw new Error(`this sender cannot ${step.kind}`);
      await new Promise<void>((resolve) => (this.drained = resolve));
    }
  }

  async close(): Promise<void> {
    this.closed = true;
    this.drained?.();
    await this.running;
    this.publisher.close();
    this.encoder.delete();
  }

  private async run(): Promise<void> {
    while (!this.closed) {
      const { samples, burst } = this.next();
      // Before its deadline: encoding takes up to milliseconds, which no packet should be on its way later by.
      const payload = this.encoder.encode(Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength), this.packet);
      await this.pace.next(this.packet / SAMPLES_PER_MS);
      const at = process.hrtime.bigint();
      this.publisher.packet(payload, this.packet);
      this.options.log.push(at, samples, burst);
    }
  }

  /** The next packet's audio: of what waits, and silence where that is too little or nothing. A packet holds one burst at most. */
  private next(): Waiting {
    const samples = new Int16Array(this.packet);
    let burst = -1;
    let filled = 0;
    while (filled < this.packet) {
      const [head] = this.waiting;
      if (head === undefined) break;
      const part = head.samples.subarray(0, this.packet - filled);
      samples.set(part, filled);
      filled += part.length;
      if (head.burst >= 0) burst = head.burst;
      if (part.length === head.samples.length) this.waiting.shift();
      else this.waiting[0] = { samples: head.samples.subarray(part.length), burst: head.burst };
      if (this.waiting.length === 0) this.drained?.();
    }
    return { samples, burst };
  }
}
