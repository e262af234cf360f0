/** A suite in memory: clips are tones of known length with silence around them, the voice is a tone a word. */
import { TurnrigError } from '../../src/error.js';
import { writeWav } from '../../src/media/wav.js';
import type { ScenarioIo } from '../../src/scenario/io.js';
import { loadSuite, type CompiledSuite, type LoadResult } from '../../src/scenario/load.js';
import { formatProblem, type Problem } from '../../src/scenario/problem.js';

/** No resampling in most tests: it is what takes time. */
export const CLIP_RATE = 48_000;

/** `ms` of tone between `around` ms of digital silence. */
export function tone(ms: number, around = 200, amplitude = 0.3, rate = CLIP_RATE): Float32Array {
  const [edge, length] = [(around * rate) / 1000, (ms * rate) / 1000];
  return Float32Array.from({ length: 2 * edge + length }, (_, i) =>
    i < edge || i >= edge + length ? 0 : amplitude * Math.sin((2 * Math.PI * 220 * i) / rate),
  );
}

export const wav = (samples: Float32Array, rate = CLIP_RATE): Uint8Array => writeWav([samples], rate);

export const CLIPS: Readonly<Record<string, Uint8Array>> = {
  'one.wav': wav(tone(1000)),
  'half.wav': wav(tone(500)),
  'low.wav': wav(tone(500, 200, 0.3, 24_000), 24_000),
  'tiny.wav': wav(tone(300, 200, 0.02)),
  'silent.wav': wav(new Float32Array(48_000)),
  'none.wav': new Uint8Array(0),
  'text.wav': new TextEncoder().encode('this is no audio'),
};

export interface MemoryIo extends ScenarioIo {
  readonly cached: Map<string, Uint8Array>;
  readonly rendered: string[];
}

export function memoryIo(text: string | Uint8Array, clips: Readonly<Record<string, Uint8Array>> = CLIPS): MemoryIo {
  const cached = new Map<string, Uint8Array>();
  const rendered: string[] = [];
  const files = new Map<string, Uint8Array>([['suite.yaml', typeof text === 'string' ? new TextEncoder().encode(text) : text]]);
  for (const [name, bytes] of Object.entries(clips)) files.set(`./${name}`, bytes);
  return {
    cached,
    rendered,
    readFile: (path) => {
      const bytes = files.get(path);
      return bytes === undefined ? Promise.reject(Object.assign(new Error(`ENOENT: ${path}`), { code: 'ENOENT' })) : Promise.resolve(bytes);
    },
    resolve: (_from, to) => to,
    list: () => Promise.resolve(Object.keys(clips)),
    tts: () => ({
      name: 'tones',
      render: (line, voice) => {
        if (line.includes('unspeakable'))
          return Promise.reject(new TurnrigError('input', 'the engine cannot say this', { hint: 'Say something else.' }));
        rendered.push(`${voice}: ${line}`);
        return Promise.resolve({ rate: CLIP_RATE, samples: tone(100 * line.split(' ').length, 100) });
      },
    }),
    cache: {
      get: (key) => Promise.resolve(cached.get(key)),
      put: (key, bytes) => {
        cached.set(key, bytes);
        return Promise.resolve();
      },
    },
  };
}

export const load = (text: string | Uint8Array): Promise<LoadResult> => loadSuite('suite.yaml', memoryIo(text));

export async function suiteOf(text: string): Promise<CompiledSuite> {
  const result = await load(text);
  if ('problems' in result) throw new Error(result.problems.map(formatProblem).join('\n'));
  return result.suite;
}

export async function problemsOf(text: string | Uint8Array): Promise<readonly Problem[]> {
  const result = await load(text);
  return 'problems' in result ? result.problems : [];
}

/** The head of a suite; scenes follow. Its last line is number 6. */
export const HEAD = `version: 1
suite: s
voices: { v: { tts: flite, voice: slt } }
speakers: { ana: { name: Ana, voice: v }, bo: Bo }
arms: [a, b]
scenes:
`;
/** A head without arms, five lines. */
export const PLAIN_HEAD = HEAD.replace('arms: [a, b]\n', '');
