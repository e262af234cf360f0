/** The speech that soft onsets are made of: five voices of flite, Kokoro's clips as they are committed, eight sentences of four humans. */
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

/** CMU ARCTIC (THIRD_PARTY.md): four speakers' sentences, phones by forced alignment in steps of 5 or 10 ms where there are any. */
const HUMAN = 'test/golden/speech/';
const SENTENCES = ['slt-a0009', 'aew-a0001', 'aew-a0002', 'aew-a0003', 'axb-a0004', 'axb-a0005', 'axb-a0006', 'awb-a0007'] as const;
/** Sounds inside of sentences that begin softly: cut out at their label, so that they begin there and not before. */
const SOFT_PHONES: readonly string[] = ['hh', 'sh', 'f', 's', 'th'];

interface Labels {
  readonly text: string;
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
  for (const sentence of SENTENCES) spoken.push(...(await human(root, sentence)));
  return spoken;
}

/** The whole sentence, and it again from each soft sound on. */
async function human(root: string, sentence: string): Promise<readonly Spoken[]> {
  const file = `${root}${HUMAN}arctic-${sentence}`;
  const samples = await read(`${file}.flac`);
  const { text, phones } = JSON.parse(readFileSync(`${file}.json`, 'utf8')) as Labels;
  const voice = `human ${sentence.slice(0, 3)}`;
  const ms = (at: number): number => Math.round((at * SAMPLE_RATE) / 1000);
  const first = phones.find(({ phone }) => phone !== 'x' && phone !== 'sil');
  const cuts = phones.filter((one) => SOFT_PHONES.includes(one.phone) && one !== first);
  return [
    { voice, begins: `${sentence} ${first?.phone ?? text.slice(0, 1).toLowerCase()}`, samples, labelled: first && ms(first.fromMs) },
    ...cuts.map(({ phone, fromMs }) => ({
      voice,
      begins: `${sentence} ${phone} ${fromMs}`,
      samples: samples.slice(ms(fromMs)),
      labelled: 0,
    })),
  ];
}

async function read(path: string): Promise<Float32Array> {
  const { rate, channels } = await readAudio(readFileSync(path), path);
  return resample(channels[0] ?? new Float32Array(0), rate, SAMPLE_RATE);
}
