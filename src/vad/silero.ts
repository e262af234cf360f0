/**
 * Silero VAD v6 (MIT) by onnxruntime. The model is recurrent: each call wants the last 64 samples of the frame before and the state that the
 * call before gave back. Without them it answers quietly wrong (facts.md), which the golden test in test/vad/silero.test.ts would show.
 */
import { fileURLToPath } from 'node:url';
import ort from 'onnxruntime-node';
import { TurnrigError, messageOf } from '../error.js';
import { FRAME_16K, isDigitalSilence, type SpeechDetector } from './detector.js';

/** SHA-256 of assets/silero_vad_16k_op15.onnx; a test holds the file to it. */
export const SILERO_SHA256 = '7ed98ddbad84ccac4cd0aeb3099049280713df825c610a8ed34543318f1b2c49';

const CONTEXT = 64;
const STATE_SHAPE = [2, 1, 128] as const;
const STATE_SIZE = 2 * 128;
/** Frames of zeros after which the state stands still (it moves by under 1e-4 a frame from the 20th on). */
const FRAMES_TO_REST = 64;

/** src/vad/ in the sources, dist/src/vad/ as built. */
function modelPath(): string {
  const here = new URL('.', import.meta.url);
  const root = here.pathname.endsWith('/dist/src/vad/') ? '../../../' : '../../';
  return fileURLToPath(new URL(`${root}assets/silero_vad_16k_op15.onnx`, here));
}

interface Model {
  readonly session: ort.InferenceSession;
  /** The state after a long digital silence. */
  readonly rest: Float32Array;
}

let model: Promise<Model> | undefined;

async function loadModel(): Promise<Model> {
  let session: ort.InferenceSession;
  try {
    // One thread: frames of one track cannot run beside one another, and tracks are spread over processes instead.
    session = await ort.InferenceSession.create(modelPath(), { intraOpNumThreads: 1, interOpNumThreads: 1, executionMode: 'sequential' });
  } catch (cause) {
    throw new TurnrigError('missing', `the speech detector's model cannot be loaded: ${messageOf(cause)}`, {
      hint: 'Install turnrig anew; `turnrig doctor` tells what is missing.',
      cause,
    });
  }
  const stream = new SileroStream(session, new Float32Array(STATE_SIZE));
  for (let i = 0; i < FRAMES_TO_REST; i++) await stream.run(new Float32Array(FRAME_16K));
  return { session, rest: stream.state };
}

/** One track's context and state. */
class SileroStream {
  readonly #session: ort.InferenceSession;
  readonly #input = new Float32Array(CONTEXT + FRAME_16K);
  readonly #rate = new ort.Tensor('int64', BigInt64Array.of(16_000n), []);
  state: Float32Array;

  constructor(session: ort.InferenceSession, state: Float32Array) {
    this.#session = session;
    this.state = state;
  }

  async run(frame: Float32Array): Promise<number> {
    this.#input.copyWithin(0, FRAME_16K);
    this.#input.set(frame, CONTEXT);
    const out = await this.#session.run({
      input: new ort.Tensor('float32', this.#input, [1, this.#input.length]),
      state: new ort.Tensor('float32', this.state, STATE_SHAPE),
      sr: this.#rate,
    });
    const probability = out['output']?.data[0];
    const state = out['stateN']?.data;
    if (typeof probability !== 'number' || !(state instanceof Float32Array) || state.length !== STATE_SIZE)
      throw new TurnrigError('internal', 'the speech detector gave an output of another shape than Silero v6');
    this.state = state;
    return probability;
  }

  /** Puts the stream where a long digital silence would have led it. */
  rest(state: Float32Array): void {
    this.state = state;
    this.#input.fill(0);
  }
}

class SileroDetector implements SpeechDetector {
  readonly name = 'silero-v6';
  readonly modelHash = SILERO_SHA256;
  readonly frame = FRAME_16K;
  readonly #model: Model;
  #stream: SileroStream;

  constructor(model: Model) {
    this.#model = model;
    this.#stream = new SileroStream(model.session, new Float32Array(STATE_SIZE));
  }

  reset(): void {
    this.#stream = new SileroStream(this.#model.session, new Float32Array(STATE_SIZE));
  }

  speechProbability(frame16k: Float32Array): number | Promise<number> {
    if (frame16k.length !== FRAME_16K) throw new RangeError(`Silero takes frames of ${FRAME_16K} samples, not ${frame16k.length}`);
    if (isDigitalSilence(frame16k)) {
      this.#stream.rest(this.#model.rest);
      return 0;
    }
    return this.#stream.run(frame16k);
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
