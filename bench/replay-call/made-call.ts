/**
 * A call of over a minute, made of clips that come with turnrig: a caller who thinks aloud and gives numbers in groups on the left channel, on
 * the right a bot that answers 700 ms after each turn and cuts into the first pause. With its labels, so that every pause is known to the ms.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { COMPANION } from '../../src/calls/companion.js';
import { TABLES } from '../../src/calls/model.js';
import { readAudio } from '../../src/media/audio-file.js';
import { normaliseTo } from '../../src/media/active-level.js';
import { mix, type Layer } from '../../src/media/mix.js';
import { resample } from '../../src/media/resample.js';
import { voicedSpan } from '../../src/media/voiced.js';
import { writeWav } from '../../src/media/wav.js';
import { msToSamples, SAMPLE_RATE } from '../../src/time/position.js';

interface Said {
  readonly clip: string;
  readonly text: string;
  /** ms before it; of the first part: after the bot's answer. */
  readonly pause: number;
}
interface Act {
  readonly user: readonly Said[];
  readonly answer: { readonly clip: string; readonly text: string };
}

const say = (clip: string, text: string, pause = 0): Said => ({ clip, text, pause });
/** Texts and pauses as in scenarios/quickstart.yaml, and longer pauses of the same kind. */
const ACTS: readonly Act[] = [
  { user: [say('hours', 'What time do you open on Sunday?', 1000)], answer: { clip: 'sunday', text: 'On Sunday we open at ten.' } },
  {
    user: [say('think-blue-1', 'Well, let me think,', 900), say('think-blue-2', 'maybe the blue one.', 1000)],
    answer: { clip: 'blue', text: 'The blue one it is.' },
  },
  {
    user: [
      say('order-number-1', 'My order number is seven three,', 1100),
      say('order-number-2', 'four four,', 1000),
      say('order-number-3', 'one nine eight.', 1000),
    ],
    answer: { clip: 'number', text: 'Thank you, I have the number.' },
  },
  {
    user: [say('think-coffee-1', 'I think I would like, um,', 1200), say('think-coffee-2', 'the large coffee, please.', 1500)],
    answer: { clip: 'coffee', text: 'One large coffee is coming.' },
  },
  { user: [say('table', 'Please book a table for four people on Friday evening.', 800)], answer: { clip: 'table', text: 'Your table for four is booked.' } }, // prettier-ignore
  {
    user: [say('invoice-1', 'Could you send the invoice to,', 1000), say('invoice-2', 'my office address in Boston?', 1200)],
    answer: { clip: 'invoice', text: 'I will send it to your office.' },
  },
  { user: [say('cancel-order', 'I would like to cancel my order, please.', 900)], answer: { clip: 'order', text: 'Your order is cancelled.' } }, // prettier-ignore
  {
    user: [say('think-blue-1', 'Well, let me think,', 1000), say('think-blue-2', 'maybe the blue one.', 1400)],
    answer: { clip: 'blue', text: 'The blue one it is.' },
  },
  {
    user: [
      say('phone-1', 'You can reach me at two one two,', 1100),
      say('phone-2', 'five five five,', 900),
      say('phone-3', 'oh one nine nine.', 900),
    ],
    answer: { clip: 'number', text: 'Thank you, I have the number.' },
  },
];

const FIRST_MS = 1_500;
const ANSWER_AFTER_MS = 700;
/** Into the second act's pause: a bot that takes 400 ms of silence for the end, and gives way half a second after the caller went on. */
const CUTS_IN = { act: 1, afterMs: 400, clip: 'sure', text: 'Sure, I can', mostMs: 1_100 } as const;
const LEAST_MS = 60_000;
const LEVEL_DB = -26;

export const MADE_CALL = 'made';

/** Writes recording and labels. @param root of the package. @returns the call's length, ms. */
export async function writeMadeCall(root: string, folder: string): Promise<number> {
  const voice = async (name: string): Promise<Float32Array> => {
    const { rate, channels } = await readAudio(await readFile(join(root, 'scenarios/clips', `${name}.flac`)), name);
    const samples = resample(channels[0] ?? new Float32Array(0), rate, SAMPLE_RATE);
    const { from, to } = voicedSpan(samples);
    // Whole milliseconds, so that labels say exactly where it lies.
    const length = Math.ceil((to - from) / 48) * 48;
    return normaliseTo(samples.slice(from, from + length), SAMPLE_RATE, LEVEL_DB);
  };
  const user: Layer[] = [];
  const agent: Layer[] = [];
  const history: string[] = [];
  const turns: string[] = [];
  const spans: string[] = [];
  const ms = (samples: Float32Array): number => Math.round(samples.length / 48);
  const bot = async (clip: string, text: string, at: number, mostMs = Infinity): Promise<number> => {
    const whole = await voice(`agent/${clip}`);
    const samples = whole.subarray(0, Math.min(whole.length, 48 * mostMs));
    agent.push({ at: msToSamples(at), samples });
    history.push(`${MADE_CALL},agent,${at},${at + ms(samples)},"${text}"`);
    return at + ms(samples);
  };
  let at = FIRST_MS;
  for (const [i, act] of ACTS.entries()) {
    const id = `u${String(i + 1).padStart(3, '0')}`;
    const [first] = act.user;
    const start = at + (first?.pause ?? 0);
    at = start;
    for (const [k, part] of act.user.entries()) {
      if (k > 0) {
        spans.push(`${MADE_CALL},${id},${k - 1},${at},${at + part.pause},hold,high,mid_turn_pause,made`);
        if (i === CUTS_IN.act) await bot(CUTS_IN.clip, CUTS_IN.text, at + CUTS_IN.afterMs, CUTS_IN.mostMs);
        at += part.pause;
      }
      const samples = await voice(part.clip);
      user.push({ at: msToSamples(at), samples });
      history.push(`${MADE_CALL},user,${at},${at + ms(samples)},"${part.text}"`);
      at += ms(samples);
    }
    turns.push(`${MADE_CALL},${id},${start},${at},complete,made`);
    spans.push(`${MADE_CALL},${id},${act.user.length - 1},${at},${at + ANSWER_AFTER_MS},eot,high,completed_turn,made`);
    at = await bot(act.answer.clip, act.answer.text, at + ANSWER_AFTER_MS);
  }
  const length = at + 1_000;
  if (length < LEAST_MS) throw new Error(`the call lasts ${length} ms, and ${LEAST_MS} are wanted`);
  await mkdir(folder, { recursive: true });
  const channels = [user, agent].map((layers) => mix(layers, msToSamples(length)));
  await writeFile(join(folder, 'made.wav'), writeWav(channels, SAMPLE_RATE));
  const table = (head: string, rows: readonly string[]): string => `${[head, ...rows].join('\n')}\n`;
  await writeFile(join(folder, TABLES.history), table('call_id,role,start_ms,end_ms,transcript', history));
  await writeFile(join(folder, TABLES.turns), table('call_id,turn_id,start_ms,speech_end_ms,status,annotator', turns));
  await writeFile(join(folder, TABLES.spans), table('call_id,turn_id,span_index,start_ms,end_ms,label,confidence,reason,annotator', spans));
  await writeFile(join(folder, COMPANION), `version: 1\ncalls:\n  ${MADE_CALL}: { recording: made.wav, language: en, points: manual }\n`);
  return length;
}
