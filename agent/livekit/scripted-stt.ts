/** The scripted STT as @livekit/agents sees it; how it hears stands in scripted-hearing.ts. */
import { asLanguageCode, stt } from '@livekit/agents';
import { LevelGate } from './level-gate.js';
import type { SceneScript } from './scene-script.js';
import { ScriptedHearing } from './scripted-hearing.js';

const RATE = 16_000;

export class ScriptedStt extends stt.STT {
  override label = 'turnrig.ScriptedStt';
  readonly #script: SceneScript | undefined;

  constructor(script: SceneScript | undefined) {
    super({ streaming: true, interimResults: true });
    this.#script = script;
  }

  override get model(): string {
    return 'scripted';
  }

  protected override _recognize(): Promise<stt.SpeechEvent> {
    return Promise.reject(new Error('the scripted STT listens to streams only'));
  }

  override stream(): stt.SpeechStream {
    return new ScriptedStream(this, new ScriptedHearing(this.#script));
  }
}

class ScriptedStream extends stt.SpeechStream {
  override label = 'turnrig.ScriptedStream';
  readonly #hearing: ScriptedHearing;

  constructor(parent: ScriptedStt, hearing: ScriptedHearing) {
    super(parent, RATE);
    this.#hearing = hearing;
  }

  protected override async run(): Promise<void> {
    const gate = new LevelGate();
    let startedAt = 0;
    for await (const frame of this.input) {
      if (typeof frame === 'symbol') continue;
      const state = gate.push(frame.data, frame.sampleRate);
      for (const heard of this.#hearing.push(state)) {
        if (this.queue.closed) return;
        if (heard.type === 'start') {
          startedAt = state.at;
          this.queue.put({ type: stt.SpeechEventType.START_OF_SPEECH });
          continue;
        }
        const final = heard.type === 'final';
        this.queue.put({
          type: final ? stt.SpeechEventType.FINAL_TRANSCRIPT : stt.SpeechEventType.INTERIM_TRANSCRIPT,
          alternatives: [transcript(heard.text, startedAt, state.at - state.quiet)],
        });
        if (final) this.queue.put({ type: stt.SpeechEventType.END_OF_SPEECH });
      }
    }
  }
}

/** @param from @param to ms of the stream's audio. */
export function transcript(text: string, from: number, to: number): stt.SpeechData {
  return { language: asLanguageCode('en'), text, startTime: from / 1000, endTime: to / 1000, confidence: 1 };
}
