/**
 * smart-turn v3 (audio only, ONNX) with the user's own model file. It hears the last 8 s as the log-mel picture that Whisper's extractor
 * makes of them: the published feature extraction, written anew; test/eot/smart-turn.test.ts holds it to values computed by NumPy.
 */
import ort from 'onnxruntime-node';
import type { BatchAdapter, BatchItem } from '../../../src/eot/adapter.js';
import { EotError } from '../../../src/eot/error.js';
import { ortMessage } from '../../../src/vad/ort-message.js';
import { LOG_MEL_FRAMES, LOG_MEL_SAMPLES, MEL_BANDS, logMel } from '../../../src/eot/log-mel.js';
import { resample } from '../../../src/media/resample.js';
import '../../../src/vad/no-telemetry.js';

const RATE = 16_000;

export class SmartTurnAdapter implements BatchAdapter {
  readonly adapterId = 'smart-turn-v3';
  readonly displayName = 'SmartTurn v3';
  /** Its authors ask it 200 ms into a silence. */
  readonly scorePoint = 0.2;
  readonly maxAudioSec = LOG_MEL_SAMPLES / RATE;

  private constructor(private readonly session: ort.InferenceSession) {}

  /** @throws EotError for a file that is no such model */
  static async load(path: string): Promise<SmartTurnAdapter> {
    let session: ort.InferenceSession;
    try {
      session = await ort.InferenceSession.create(path, { intraOpNumThreads: 1, interOpNumThreads: 1 });
    } catch (cause) {
      throw new EotError(`${path} cannot be loaded as a smart-turn model: ${ortMessage(cause)}`, { code: 'missing', cause });
    }
    if (!session.inputNames.includes('input_features'))
      throw new EotError(`${path} is no smart-turn v3 model: its inputs are ${session.inputNames.join(', ')}`, { code: 'missing' });
    return new SmartTurnAdapter(session);
  }

  async predictBatch(items: readonly BatchItem[]): Promise<number[]> {
    const scores: number[] = [];
    for (const { audio } of items) scores.push(await this.#score(resample(audio.samples, audio.rate, RATE)));
    return scores;
  }

  async #score(samples: Float32Array): Promise<number> {
    const heard = new Float32Array(LOG_MEL_SAMPLES);
    const last = samples.subarray(Math.max(0, samples.length - heard.length));
    heard.set(last, heard.length - last.length);
    const features = new ort.Tensor('float32', logMel(heard), [1, MEL_BANDS, LOG_MEL_FRAMES]);
    const outputs = await this.session.run({ input_features: features });
    const output = outputs[this.session.outputNames[0] ?? ''];
    const value = output?.data[0];
    if (typeof value !== 'number') throw new EotError('the smart-turn model gave no number');
    return value;
  }
}
