/** The speech that soft onsets are made of: five voices of flite, Kokoro's clips as they are committed, one labelled human sentence. */
import { readFileSync } from 'node:fs';
import { readAudio } from '../../src/media/audio-file.js';
import { resample } from '../../src/media/resample.js';
import { SAMPLE_RATE } from '../../src/time/position.js';
import { FLITE_VOICES, fliteTts } from '../../simulator/speech/flite.js';

/** Speech as it was made, nothing trimmed: mono, 48 kHz. */
export interface Spoken {
  readonly voice: string;
  /** How it begins. */
  readonly begins: string;
  readonly samples: Float32Array;
  /** Where the sound begins by a label, samples; undefined where only the level tells. */
  readonly labelled: number | undefined;
}

/** Lines that begin with a soft consonant: its name, and a line. */
const LINES: readonly (readonly [string, string])[] = [
  ['h', 'He said it would be fine.'],
  ['h', 'Hello, how can I help you?'],
  ['s', 'Seven of them are free.'],
  ['s', 'Certainly, one moment.'],
  ['f', 'Four people at nine.'],
  ['f', 'Fine, I will do that.'],
  ['sh', 'Sure, that is possible.'],
  ['th', 'Thank you for calling.'],
];

/** Kokoro's clips that begin softly (scenarios/authoring/lines.json). */
const KOKORO: readonly (readonly [string, string, string])[] = [
  ['delivery.flac', 'bm_george', 'h'],
  ['phone-2.flac', 'am_michael', 'f'],
  ['order-number-2.flac', 'af_heart', 'f'],
  ['hours.flac', 'af_heart', 'w'],
  ['think-blue-1.flac', 'af_heart', 'w'],
  ['aria-n3.flac', 'bm_george', 'n'],
  ['agent/delivery.flac', 'af_bella', 'w'],
];

/** CMU ARCTIC, slt, sentence a0009 (THIRD_PARTY.md): phones by forced alignment, in steps of 5 ms. */
const HUMAN = 'test/golden/speech/arctic-slt-a0009';
const HUMAN_VOICE = 'human slt';
/** Words of it that begin softly: cut out at their label, so that they begin there and not before. */
const SOFT_PHONES: readonly string[] = ['hh', 'sh', 'f', 's'];

interface Labels {
  readonly phones: readonly { readonly phone: string; readonly fromMs: number; readonly toMs: number }[];
}

/** @param root folder of the repository, with a slash behind it. */
export async function softSpeech(root: string): Promise<readonly Spoken[]> {
  const spoken: Spoken[] = [];
  const tts = fliteTts();
  for (const voice of FLITE_VOICES)
    for (const [begins, text] of LINES) {
      const { rate, samples } = await tts.render(text, voice, 'en');
      spoken.push({ voice: `flite ${voice}`, begins, samples: resample(samples, rate, SAMPLE_RATE), labelled: undefined });
    }
  for (const [file, voice, begins] of KOKORO)
    spoken.push({ voice: `kokoro ${voice}`, begins, samples: await read(`${root}scenarios/clips/${file}`), labelled: undefined });
  return [...spoken, ...(await human(root))];
}

async function human(root: string): Promise<readonly Spoken[]> {
  const samples = await read(`${root}${HUMAN}.flac`);
  const { phones } = JSON.parse(readFileSync(`${root}${HUMAN}.json`, 'utf8')) as Labels;
  const ms = (at: number): number => Math.round((at * SAMPLE_RATE) / 1000);
  const first = phones.find(({ phone }) => phone !== 'x' && phone !== 'sil');
  const cuts = phones.filter(({ phone }) => SOFT_PHONES.includes(phone)).slice(1);
  return [
    { voice: HUMAN_VOICE, begins: 'h', samples, labelled: first && ms(first.fromMs) },
    ...cuts.map(({ phone, fromMs }) => ({ voice: HUMAN_VOICE, begins: phone, samples: samples.slice(ms(fromMs)), labelled: 0 })),
  ];
}

async function read(path: string): Promise<Float32Array> {
  const { rate, channels } = await readAudio(readFileSync(path), path);
  return resample(channels[0] ?? new Float32Array(0), rate, SAMPLE_RATE);
}
