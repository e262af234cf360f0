// Builds the data set of scenarios/eot-live: 24 English turns with their pauses, out of spoken parts. See README.md beside this file.
//
//   npm run build && node scenarios/authoring/eot-turns.mjs --parts DIR [--out scenarios/eot-live]
//
// DIR holds the parts of eot-lines.json as render-clips.mjs makes them; the human sentences lie in test/golden/speech. Writes
// validation.jsonl and audio/ID.flac (16 kHz mono). The same parts give the same samples.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { readAudio } from '../../dist/src/media/audio-file.js';
import { resample } from '../../dist/src/media/resample.js';
import { voicedSpan } from '../../dist/src/media/voiced.js';
import { joinParts } from '../../dist/src/scenario/clip.js';
import { mulberry32, shuffled } from '../../dist/src/stats/random.js';
import { writeClip } from './encode.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const { values } = parseArgs({ options: { parts: { type: 'string' }, out: { type: 'string', default: join(here, '../eot-live') } } });
if (values.parts === undefined) {
  console.error('usage: eot-turns.mjs --parts DIR [--out DIR]');
  process.exit(2);
}

const RATE = 16_000;
const RIG_RATE = 48_000;
const SEED = 1;
/** Active speech level of every turn, dBFS (ITU-T P.56). */
const LEVEL_DB = -26;
/** Room tone under everything, so that a pause is not digital silence: dBFS, and the pole of its low pass. */
const TONE_DB = -72;
const TONE_POLE = 0.7;
/** Seconds before the first word and after the last one. The latter is the end-of-turn span. */
const [LEAD_S, EOT_S] = [0.3, 2];
/** Sentences are cut where they are quietest so near to a word's end, seconds. */
const SEARCH_S = 0.04;

/**
 * Lengths of pauses, seconds: the share of holds that outlast each length is that of the public benchmark's leaderboard for English, whose
 * silence policy cuts off 55.6% at 300 ms, 21.7% at 600 ms, 10% at 1,000 ms and 5% at 1,600 ms. Shorter than 200 ms does not count there.
 */
const OUTLAST = [
  [0.2, 1],
  [0.3, 0.556],
  [0.6, 0.217],
  [1, 0.1],
  [1.6, 0.05],
  [2.2, 0],
];

/** CMU ARCTIC sentences: file, parts with the end of each but the last, seconds into the recording. */
const HUMANS = [
  ['aew-a0001', ['Author of the danger trail,', 'Philip Steels,', 'etc.'], [1.96, 3.09]],
  ['aew-a0002', ['Not at this particular case,', 'Tom,', 'apologized Whittemore.'], [1.85, 2.41]],
  ['aew-a0003', ['For the twentieth time that evening the two men shook hands.'], []],
  ['axb-a0004', ["Lord, but I'm glad to see you again,", 'Phil.'], [2.38]],
  ['axb-a0005', ['Will we ever forget it.'], []],
  ['axb-a0006', ["God bless 'em,", "I hope I'll go on seeing them forever."], [1.285]],
  ['awb-a0007', ['And you always want to see it in the superlative degree.'], []],
  ['slt-a0009', ['He turned sharply,', 'and faced Gregson across the table.'], [1.14]],
];

const read48 = async (file) => {
  const { rate, channels } = await readAudio(readFileSync(file), file);
  return resample(channels[0], rate, RIG_RATE);
};

/** Turns as {id, voice, parts: [{text, samples, source}]}. */
async function turns() {
  const lines = JSON.parse(readFileSync(join(here, 'eot-lines.json'), 'utf8'));
  const spoken = new Map();
  for (const { file, voice, text } of lines) {
    const id = file.replace(/-\d+\.flac$/, '');
    const turn = spoken.get(id) ?? { id, voice: `Kokoro ${voice}`, parts: [] };
    turn.parts.push({ text, samples: await read48(join(values.parts, file)), source: file });
    spoken.set(id, turn);
  }
  const human = await Promise.all(
    HUMANS.map(async ([name, texts, ends]) => {
      const whole = await read48(join(here, `../../test/golden/speech/arctic-${name}.flac`));
      const cuts = [0, ...ends.map((end) => quietest(whole, end)), whole.length];
      const parts = texts.map((text, i) => ({ text, samples: whole.slice(cuts[i], cuts[i + 1]), source: `arctic-${name}` }));
      return { id: `arctic-${name}`, voice: `CMU ARCTIC ${name.slice(0, 3)}`, parts };
    }),
  );
  return [...human, ...spoken.values()];
}

/** The middle of the quietest 10 ms around a moment, in samples. */
function quietest(samples, seconds) {
  const frame = 0.01 * RIG_RATE;
  let [best, at] = [Infinity, 0];
  for (let from = Math.round((seconds - SEARCH_S) * RIG_RATE); from < (seconds + SEARCH_S) * RIG_RATE; from += frame / 2) {
    const power = samples.subarray(from, from + frame).reduce((sum, x) => sum + x * x, 0);
    if (power < best) [best, at] = [power, from + frame / 2];
  }
  return at;
}

/** A pause that such a share of all outlasts, rounded to 10 ms. */
function pauseOf(share) {
  const i = OUTLAST.findIndex(([, at]) => at <= share);
  const [[shorter, above], [longer, below]] = [OUTLAST[i - 1], OUTLAST[i]];
  return Math.round(100 * (shorter * (longer / shorter) ** ((above - share) / (above - below)))) / 100;
}

function roomTone(length, seed) {
  const random = mulberry32(seed);
  const tone = new Float32Array(length);
  let [last, power] = [0, 0];
  for (let i = 0; i < length; i++) {
    const gauss = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
    last = TONE_POLE * last + gauss;
    tone[i] = last;
    power += last * last;
  }
  const gain = 10 ** (TONE_DB / 20) / Math.sqrt(power / length);
  return tone.map((x) => x * gain);
}

const all = await turns();
const holds = all.reduce((sum, { parts }) => sum + parts.length - 1, 0);
const lengths = shuffled(
  Array.from({ length: holds }, (_, i) => pauseOf((i + 0.5) / holds)),
  mulberry32(SEED),
);
const round = (seconds) => Math.round(seconds * 1e4) / 1e4;
mkdirSync(join(values.out, 'audio'), { recursive: true });
const rows = all.map(({ id, voice, parts }, n) => {
  const spoken = parts.map((part, i) => ({
    ...part,
    voiced: voicedSpan(part.samples),
    pauseBefore: i === 0 ? 0 : Math.round(lengths.pop() * RIG_RATE),
  }));
  const { clip, samples } = joinParts(spoken, LEVEL_DB);
  const lead = Math.round(LEAD_S * RATE);
  const at = (position) => round(lead / RATE + (position - clip.voiced.from) / RIG_RATE);
  const words = clip.parts.map(({ from, to, text }) => ({ text, start: at(from), end: at(to) }));
  const speech = resample(samples.subarray(0, samples.length), RIG_RATE, RATE);
  const offset = lead - Math.round((clip.voiced.from / RIG_RATE) * RATE);
  const sound = roomTone(Math.round((words.at(-1).end + EOT_S) * RATE), SEED + n);
  speech.forEach((x, i) => (sound[offset + i] += x));
  const file = writeClip(join(values.out, 'audio', `${id}.flac`), sound, RATE);
  const ends = words.map(({ end }, i) => ({ start: end, end: round(i + 1 < words.length ? words[i + 1].start : sound.length / RATE) }));
  return { id, language: 'en', voice, audio: file.slice(values.out.length + 1), silence_spans: ends, words };
});
writeFileSync(join(values.out, 'validation.jsonl'), rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
console.log(
  `${rows.length} turns, ${holds} holds: ${rows
    .flatMap(({ silence_spans: s }) => s.slice(0, -1).map(({ start, end }) => (end - start).toFixed(2)))
    .sort()
    .join(' ')}`,
);
