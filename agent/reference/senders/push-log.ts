/** The log of what was pushed and when, for the truth program (agent/truth/format.ts). */
import { createWriteStream, type WriteStream } from 'node:fs';
import { LOG_VERSION, type EventLine, type LogLine, type SenderLine } from '../../truth/format.js';

/** A sample of s16 this loud is voiced: 40 dB under the peak of the senders' voices, which is 0.5 of full scale. */
export const VOICED = 164;
/** So many unvoiced samples end a burst where nobody says which burst a frame belongs to; longer than any pause inside one. */
const BURST_GAP = 0.4;

/** First and last voiced sample; undefined in silence. */
export function voicedIn(samples: Int16Array): { readonly first: number; readonly last: number } | undefined {
  const first = samples.findIndex(loud);
  return first < 0 ? undefined : { first, last: samples.findLastIndex(loud) };
}

const loud = (sample: number): boolean => sample >= VOICED || sample <= -VOICED;

export class PushLog {
  private readonly out: WriteStream;
  private readonly rate: number;
  private burst = -1;
  /** Samples since the last voiced one. */
  private quiet = Infinity;
  private open = true;

  /** Makes the file and writes its first line. */
  constructor(path: string, sender: Omit<SenderLine, 'type' | 'version'>) {
    this.out = createWriteStream(path);
    // A full disk shows as a log that cannot be read; the sender goes on.
    this.out.on('error', () => (this.open = false));
    this.rate = sender.rate;
    this.write({ type: 'sender', version: LOG_VERSION, ...sender });
  }

  /** A frame that belongs to the burst of this number. `ns` is from just before the push, `done` from when it was taken. */
  push(ns: bigint, samples: Int16Array, burst: number, done?: bigint): void {
    const voiced = voicedIn(samples);
    this.write({
      type: 'push',
      ns: String(ns),
      n: samples.length,
      ...(done === undefined ? {} : { done: String(done) }),
      ...(voiced === undefined ? {} : { burst, ...voiced }),
    });
  }

  /** A frame of a sender that does not count its bursts: voice after a pause is the next one. */
  frame(ns: bigint, samples: Int16Array): void {
    const voiced = voicedIn(samples);
    if (voiced !== undefined && this.quiet + voiced.first >= BURST_GAP * this.rate) this.burst++;
    this.quiet = voiced === undefined ? this.quiet + samples.length : samples.length - voiced.last - 1;
    this.push(ns, samples, this.burst);
  }

  event(type: EventLine['type']): void {
    this.write({ type, ns: String(process.hrtime.bigint()) });
  }

  /** Resolves when everything is in the file. */
  close(): Promise<void> {
    this.open = false;
    return new Promise((resolve) => this.out.end(resolve));
  }

  private write(line: LogLine): void {
    if (this.open) this.out.write(`${JSON.stringify(line)}\n`);
  }
}
