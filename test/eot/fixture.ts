/** A small data set on disk: sounds with pauses, in both forms that people have. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeWav } from '../../src/media/wav.js';

export const RATE = 16_000;

export interface FixtureTurn {
  readonly id: string;
  readonly language: string;
  readonly spans: readonly (readonly [number, number])[];
}

export const TURNS: readonly FixtureTurn[] = [
  {
    id: 'a',
    language: 'EN ',
    spans: [
      [0.5, 0.9],
      [1.4, 2.4],
    ],
  },
  { id: 'b', language: 'de', spans: [[0.6, 1.6]] },
  {
    id: 'c',
    language: 'en',
    spans: [
      [0.3, 0.7],
      [1, 1.05],
      [1.5, 2.5],
    ],
  },
  {
    id: 'd',
    language: 'en',
    spans: [
      [0.4, 0.8],
      [1.2, 2.2],
    ],
  },
];

/** A hum, silent in the turn's pauses. */
export function sound({ spans }: FixtureTurn): Float32Array {
  const end = spans.at(-1)?.[1] ?? 1;
  return Float32Array.from({ length: Math.round(end * RATE) }, (_, i) =>
    spans.some(([from, to]) => i / RATE >= from && i / RATE < to) ? 0 : 0.3 * Math.sin((2 * Math.PI * 220 * i) / RATE),
  );
}

const row = ({ id, language, spans }: FixtureTurn): Readonly<Record<string, unknown>> => ({
  id,
  language,
  silence_spans: spans.map(([start, end]) => ({ start, end })),
  words: [{ text: 'hello', start: 0.1, end: 0.3 }],
  messages: [{ role: 'assistant', content: 'Hi' }],
});

/** validation.jsonl and audio/*.wav */
export async function jsonlDataset(folder: string, turns: readonly FixtureTurn[] = TURNS): Promise<string> {
  await mkdir(join(folder, 'audio'), { recursive: true });
  const lines: string[] = [];
  for (const turn of turns) {
    await writeFile(join(folder, `audio/${turn.id}.wav`), writeWav([sound(turn)], RATE));
    lines.push(JSON.stringify({ ...row(turn), audio: `audio/${turn.id}.wav` }));
  }
  await writeFile(join(folder, 'validation.jsonl'), `${lines.join('\n')}\n`);
  return folder;
}
