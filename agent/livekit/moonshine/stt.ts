/** Moonshine as a streaming STT of @livekit/agents: pieces are cut by level and transcribed when they end. */
import { stt } from '@livekit/agents';
import { LevelGate } from '../level-gate.js';
import { transcript } from '../scripted-stt.js';
import { MOONSHINE_RATE, type Moonshine } from './model.js';
import { PieceCutter } from './pieces.js';

export class MoonshineStt extends stt.STT {
  override label = 'turnrig.MoonshineStt';

  constructor(readonly recogniser: Moonshine) {
    super({ streaming: true, interimResults: false });
  }

  override get model(): string {
    return 'moonshine-tiny';
  }

  protected override _recognize(): Promise<stt.SpeechEvent> {
    return Promise.reject(new Error('this STT listens to streams only'));
  }

  override stream(): stt.SpeechStream {
    return new MoonshineStream(this);
  }
}

class MoonshineStream extends stt.SpeechStream {
  override label = 'turnrig.MoonshineStream';
  readonly #recogniser: Moonshine;

  constructor(parent: MoonshineStt) {
    super(parent, MOONSHINE_RATE);
    this.#recogniser = parent.recogniser;
  }

  protected override async run(): Promise<void> {
    const gate = new LevelGate();
    const cutter = new PieceCutter(MOONSHINE_RATE);
    // Pieces are transcribed one after another while listening goes on.
    let work = Promise.resolve();
    for await (const frame of this.input) {
      if (typeof frame === 'symbol') continue;
      const state = gate.push(frame.data, frame.sampleRate);
      const cut = cutter.push(frame.data, state);
      if (cut === 'start') this.#put({ type: stt.SpeechEventType.START_OF_SPEECH });
      else if (cut !== undefined) work = work.then(() => this.#transcribe(cut, state.at - state.quiet));
    }
    await work;
  }

  async #transcribe(piece: Float32Array, end: number): Promise<void> {
    const text = await this.#recogniser.transcribe(piece);
    if (text !== '') {
      const start = end - (piece.length / MOONSHINE_RATE) * 1000;
      this.#put({ type: stt.SpeechEventType.FINAL_TRANSCRIPT, alternatives: [transcript(text, Math.max(0, start), end)] });
    }
    this.#put({ type: stt.SpeechEventType.END_OF_SPEECH });
  }

  #put(event: stt.SpeechEvent): void {
    if (!this.queue.closed) this.queue.put(event);
  }
}
