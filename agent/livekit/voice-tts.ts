/** The agent's voice as @livekit/agents sees it: a fixed time to the first audio, then frames of 20 ms. */
import { setTimeout as sleep } from 'node:timers/promises';
import { tts, type APIConnectOptions } from '@livekit/agents';
import { AudioFrame } from '@livekit/rtc-node';
import { VOICE_RATE, type Voice } from './voice.js';

/** Samples of a frame: 20 ms. */
const FRAME = VOICE_RATE / 50;

export class VoiceTts extends tts.TTS {
  override label = 'turnrig.VoiceTts';

  /** @param firstAudio ms. */
  constructor(
    readonly voice: Voice,
    readonly firstAudio: number,
  ) {
    super(VOICE_RATE, 1, { streaming: false });
  }

  override get model(): string {
    return this.voice.tts.name;
  }

  override synthesize(text: string, connOptions?: APIConnectOptions, abortSignal?: AbortSignal): tts.ChunkedStream {
    return new VoiceStream(text, this, connOptions, abortSignal);
  }

  /** The session cuts the reply into sentences and calls `synthesize`. */
  override stream(): tts.SynthesizeStream {
    throw new Error('this voice does not stream');
  }
}

class VoiceStream extends tts.ChunkedStream {
  override label = 'turnrig.VoiceStream';
  readonly #parent: VoiceTts;

  constructor(text: string, parent: VoiceTts, connOptions: APIConnectOptions | undefined, abortSignal: AbortSignal | undefined) {
    super(text, parent, connOptions, abortSignal);
    this.#parent = parent;
  }

  protected override async run(): Promise<void> {
    const [line] = await Promise.all([this.#parent.voice.line(this.inputText), sleep(this.#parent.firstAudio)]);
    const id = 'line';
    for (let at = 0; at < line.length; at += FRAME) {
      if (this.abortController.signal.aborted || this.queue.closed) return;
      // Every frame is whole: an odd one at the end would travel in the same packet as the next reply's start (facts.md).
      const data = new Int16Array(FRAME);
      data.set(line.subarray(at, at + FRAME));
      this.queue.put({ requestId: id, segmentId: id, frame: new AudioFrame(data, VOICE_RATE, 1, FRAME), final: at + FRAME >= line.length });
    }
    if (!this.queue.closed) this.queue.close();
  }
}
