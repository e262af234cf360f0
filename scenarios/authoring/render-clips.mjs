// Renders the clips of the suites with Kokoro-82M on onnxruntime: see README.md beside this file.
//
//   node scenarios/authoring/render-clips.mjs --model kokoro.int8.onnx --voices DIR [--out DIR] [--only NAME]... [--lines FILE]
//
// Reads lines.json, or the file of --lines (text, phonemes, voice, file, and speed where it is not 1) and vocab.json; writes what the line's file name says:
// 24 kHz mono FLAC or Ogg Opus, or WAV where ffmpeg is missing.
import { mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import ort from 'onnxruntime-node';
import { writeClip } from './encode.mjs';

const RATE = 24_000;
/** Floats of one style row, and rows of a voice file: one for each number of tokens. */
const STYLE = 256;
const LONGEST = 510;

/** Trimming: 5 ms frames; a frame this far below the loudest one is silence. */
const FRAME = 120;
const SILENCE_DB = -42;
/** What is kept outside the first and the last voiced frame, and the fades on it, in samples. */
const LEAD = 0.02 * RATE;
const TAIL = 0.04 * RATE;
const FADE = 0.01 * RATE;

const here = dirname(fileURLToPath(import.meta.url));
const { values } = parseArgs({
  options: {
    model: { type: 'string' },
    voices: { type: 'string' },
    out: { type: 'string', default: join(here, '../clips') },
    only: { type: 'string', multiple: true },
    lines: { type: 'string', default: join(here, 'lines.json') },
  },
});
if (values.model === undefined || values.voices === undefined) {
  console.error('usage: render-clips.mjs --model kokoro.int8.onnx --voices DIR [--out DIR] [--only NAME]... [--lines FILE]');
  process.exit(2);
}

const vocab = JSON.parse(readFileSync(join(here, 'vocab.json'), 'utf8'));
const lines = JSON.parse(readFileSync(values.lines, 'utf8'));
// One thread: with more of them sums are added in another order, and the samples differ in their last bits.
const session = await ort.InferenceSession.create(values.model, { intraOpNumThreads: 1, interOpNumThreads: 1 });

for (const line of lines) {
  if (values.only !== undefined && !values.only.some((name) => line.file.startsWith(name))) continue;
  const samples = trim(await speak(line.phonemes, line.voice, line.speed ?? 1));
  const file = join(values.out, line.file);
  mkdirSync(dirname(file), { recursive: true });
  writeClip(file, samples, RATE);
  console.log(`${line.file}  ${(samples.length / RATE).toFixed(2)} s  ${line.voice}  ${line.text}`);
}

/** Phonemes to 24 kHz samples. @param speed 1 as the model was trained; more is faster */
async function speak(phonemes, voice, speed) {
  const unknown = [...phonemes].filter((c) => vocab[c] === undefined);
  if (unknown.length > 0) throw new Error(`not in the vocabulary: ${unknown.join(' ')} of ${phonemes}`);
  const ids = [...phonemes].map((c) => vocab[c]);
  if (ids.length > LONGEST) throw new Error(`${ids.length} tokens are too many for one line: ${phonemes}`);
  const file = readFileSync(join(values.voices, `${voice}.bin`));
  const styles = new Float32Array(file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength));
  const style = styles.slice(STYLE * (ids.length - 1), STYLE * ids.length);
  const result = await session.run({
    tokens: new ort.Tensor('int64', BigInt64Array.from([0, ...ids, 0].map(BigInt)), [1, ids.length + 2]),
    style: new ort.Tensor('float32', style, [1, STYLE]),
    speed: new ort.Tensor('float32', Float32Array.of(speed), [1]),
  });
  return Object.values(result)[0].data;
}

/** Cuts what lies before and after the voice, with short fades, so that a clip's edges are those of the voice. */
function trim(samples) {
  const frames = Math.floor(samples.length / FRAME);
  const power = Array.from({ length: frames }, (_, i) => {
    let sum = 0;
    for (let k = i * FRAME; k < (i + 1) * FRAME; k++) sum += samples[k] ** 2;
    return sum / FRAME;
  });
  const floor = Math.max(...power) * 10 ** (SILENCE_DB / 10);
  const first = power.findIndex((p) => p > floor);
  const last = power.findLastIndex((p) => p > floor);
  const cut = Float32Array.from(samples.subarray(Math.max(0, first * FRAME - LEAD), Math.min(samples.length, (last + 1) * FRAME + TAIL)));
  for (let i = 0; i < FADE; i++) {
    cut[i] *= i / FADE;
    cut[cut.length - 1 - i] *= i / FADE;
  }
  return cut;
}
