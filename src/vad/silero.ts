/**
 * Silero VAD v6 (MIT) by onnxruntime. The model is recurrent: each call wants the last 64 samples of the frame before and the state that the
 * call before gave back. Without them it answers quietly wrong (facts.md), which the golden test in test/vad/silero.test.ts would show.
 */
import './no-telemetry.js';
import { fileURLToPath } from 'node:url';
import ort from 'onnxruntime-node';
import { TurnrigError } from '../error.js';
import { ortMessage } from './ort-message.js';
import { FRAME_16K, isDigitalSilence, type SpeechDetector } from './detector.js';

/** SHA-256 of assets/silero_vad_16k_op15.onnx; a test holds the file to it. */
export const SILERO_SHA256 = '7ed98ddbad84ccac4cd0aeb3099049280713df825c610a8ed34543318f1b2c49';

const CONTEXT = 64;
const STATE_SHAPE = [2, 1, 128] as const;
const STATE_SIZE = 2 * 128;

/** src/vad/ in the sources, dist/src/vad/ as built. */
function modelPath(): string {
  const here = new URL('.', import.meta.url);
  const root = here.pathname.endsWith('/dist/src/vad/') ? '../../../' : '../../';
  return fileURLToPath(new URL(`${root}assets/silero_vad_16k_op15.onnx`, here));
}

/** Frames of zeros (2 s) that lead to the state in which every stream begins. */
const FRAMES_TO_REST = 64;

interface Model {
  readonly session: ort.InferenceSession;
  /** The state after 2 s of digital silence. */
  readonly rest: Float32Array;
}

let model: Promise<Model> | undefined;

async function loadModel(): Promise<Model> {
  const session = await loadSession();
  const detector = new SileroDetector({ session, rest: new Float32Array(STATE_SIZE) });
  for (let i = 0; i < FRAMES_TO_REST; i++) await detector.hear(new Float32Array(FRAME_16K));
  return { session, rest: detector.state };
}

async function loadSession(): Promise<ort.InferenceSession> {
  try {
    // One thread: frames of one track cannot run beside one another, and tracks are spread over processes instead.
    return await ort.InferenceSession.create(modelPath(), { intraOpNumThreads: 1, interOpNumThreads: 1, executionMode: 'sequential' });
  } catch (cause) {
    throw new TurnrigError('missing', `the speech detector's model cannot be loaded: ${ortMessage(cause)}`, {
      hint: 'Install turnrig anew; `turnrig doctor` tells what is missing.',
      cause,
    });
  }
}

class SileroDetector implements SpeechDetector {
  readonly name = 'silero-v6';
  readonly modelHash = SILERO_SHA256;
  readonly frame = FRAME_16K;
  readonly #model: Model;
  readonly #rate = new ort.Tensor('int64', BigInt64Array.of(16_000n), []);
  /** The frame with the context before it. */
  readonly #input = new Float32Array(CONTEXT + FRAME_16K);
  #state: Float32Array;

  constructor(model: Model) {
    this.#model = model;
    this.#state = model.rest;
  }

  get state(): Float32Array {
    return this.#state;
  }

  reset(): void {
    this.#input.fill(0);
    this.#state = this.#model.rest;
  }

  /**
   * Digital silence is 0 without a call, and it ends the stream: what follows is heard as after `reset`, in the state after 2 s of silence. Run
   * through silence instead, the model's state keeps drifting for seconds, and the first frames of the same words get other probabilities after
   * another length of silence (by 0.1 on average and 0.5 at worst, measured). A state that does not depend on that length can be skipped to, and
   * hears the same words the same way. All zeros, in which a stream would begin otherwise, hears soft onsets later.
   */
  speechProbability(frame16k: Float32Array): number | Promise<number> {
    if (frame16k.length !== FRAME_16K) throw new RangeError(`Silero takes frames of ${FRAME_16K} samples, not ${frame16k.length}`);
    if (isDigitalSilence(frame16k)) {
      this.reset();
      return 0;
    }
    return this.hear(frame16k);
  }

  /** One call of the model. */
  async hear(frame16k: Float32Array): Promise<number> {
    // The end of the frame before is this one's context.
    this.#input.copyWithin(0, FRAME_16K);
    this.#input.set(frame16k, CONTEXT);
    const out = await this.#model.session.run({
      input: new ort.Tensor('float32', this.#input, [1, this.#input.length]),
      state: new ort.Tensor('float32', this.#state, STATE_SHAPE),
      sr: this.#rate,
    });
    const probability = out['output']?.data[0];
    const state = out['stateN']?.data;
    if (typeof probability !== 'number' || !(state instanceof Float32Array) || state.length !== STATE_SIZE)
      throw new TurnrigError('internal', 'the speech detector gave an output of another shape than Silero v6');
    this.#state = state;
    return probability;
  }
}

/**
 * A detector for one track. The model is loaded once a process.
 *
 * @throws TurnrigError 'missing' when the model or the runtime is not there.
 */
export async function sileroDetector(): Promise<SpeechDetector> {
  model ??= loadModel();
  return new SileroDetector(await model);
}
