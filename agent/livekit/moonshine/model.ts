/** Moonshine tiny on onnxruntime: 16 kHz speech in, English text out, on the CPU, at about a tenth of real time. */
import tokenizer from 'llama-tokenizer-js';
import '../../../src/vad/no-telemetry.js';
import * as ort from 'onnxruntime-node';
import { moonshineFiles, type MoonshineFiles } from './files.js';

export const MOONSHINE_RATE = 16_000;

/** Shape of the decoder's cache: layers, heads and width of a head of the tiny model. */
const LAYERS = 6;
const HEADS = 8;
const HEAD_WIDTH = 36;
/** Tokens that begin and end a text. */
const BEGIN = 1;
const END = 2;
/** The model's own bound against endless repetition: tokens per second of sound (its authors' 6.5), and a few more. */
const TOKENS_PER_SECOND = 6.5;
const EXTRA_TOKENS = 4;
/** Shorter pieces make the model invent words, s. */
const SHORTEST_S = 0.1;

export class Moonshine {
  private constructor(
    readonly encoder: ort.InferenceSession,
    readonly decoder: ort.InferenceSession,
  ) {}

  /** @throws TurnrigError `missing` when the model files are not on this machine. */
  static async load(files: MoonshineFiles = moonshineFiles()): Promise<Moonshine> {
    // One thread: a recogniser that takes both cores would starve the rig beside it.
    const options = { intraOpNumThreads: 1, interOpNumThreads: 1 };
    const encoder = await ort.InferenceSession.create(files.encoder, options);
    const decoder = await ort.InferenceSession.create(files.decoder, options);
    return new Moonshine(encoder, decoder);
  }

  /** @param samples mono, 16 kHz, full scale 1; one utterance, cut by a VAD. */
  async transcribe(samples: Float32Array): Promise<string> {
    if (samples.length < SHORTEST_S * MOONSHINE_RATE) return '';
    const encoded = await this.encoder.run({ input_values: new ort.Tensor('float32', samples, [1, samples.length]) });
    const hidden = encoded['last_hidden_state'];
    if (hidden === undefined) throw new Error('the encoder of Moonshine gave no last_hidden_state');
    const cache = emptyCache();
    const tokens = [BEGIN];
    const most = Math.trunc((samples.length / MOONSHINE_RATE) * TOKENS_PER_SECOND) + EXTRA_TOKENS;
    for (let step = 0; step < most; step++) {
      const result = await this.decoder.run({
        input_ids: new ort.Tensor('int64', BigInt64Array.of(BigInt(tokens.at(-1) ?? BEGIN)), [1, 1]),
        encoder_hidden_states: hidden,
        use_cache_branch: new ort.Tensor('bool', [step > 0], [1]),
        ...cache,
      });
      const token = likeliest(result['logits']);
      if (token === END) break;
      tokens.push(token);
      for (const [name, value] of Object.entries(result)) {
        if (!name.startsWith('present')) continue;
        const past = name.replace('present', 'past_key_values');
        // The encoder's half is computed in the first step and stays.
        if (step === 0 || past.includes('decoder')) cache[past] = value;
      }
    }
    return tokenizer.decode(tokens).trim();
  }
}

function emptyCache(): Record<string, ort.Tensor> {
  const cache: Record<string, ort.Tensor> = {};
  for (let layer = 0; layer < LAYERS; layer++)
    for (const half of ['decoder', 'encoder'])
      for (const kind of ['key', 'value'])
        cache[`past_key_values.${layer}.${half}.${kind}`] = new ort.Tensor('float32', new Float32Array(0), [0, HEADS, 1, HEAD_WIDTH]);
  return cache;
}

/** The token with the highest logit of a one-step output. */
function likeliest(logits: ort.Tensor | undefined): number {
  if (!(logits?.data instanceof Float32Array)) throw new Error('the decoder of Moonshine gave no logits');
  const values = logits.data;
  let best = 0;
  for (let i = 1; i < values.length; i++) if ((values[i] ?? 0) > (values[best] ?? 0)) best = i;
  return best;
}
