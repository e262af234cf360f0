/**
 * Speech that is none: a tone as long as the words would take. For checking and planning files without rendering them, and for runs in
 * virtual time, where only edges matter.
 */
import type { Tts } from './tts.js';
import { wordsOf } from './words.js';

const RATE = 48_000;
/** Conversational English, 150 words a minute; a Chinese character takes about half as long as an English word. */
const SECONDS_A_WORD = 0.4;
const SECONDS_A_CHARACTER = 0.22;
const AROUND_S = 0.1;

/** How long a text takes to say, seconds. */
export function spokenSeconds(text: string): number {
  return (
    wordsOf(text).reduce((sum, word) => sum + (/\p{Script=Han}/u.test(word) ? SECONDS_A_CHARACTER : SECONDS_A_WORD), 0) || SECONDS_A_WORD
  );
}

export function placeholderTts(): Tts {
  return {
    name: 'placeholder',
    render: (text) => {
      const edge = AROUND_S * RATE;
      const samples = new Float32Array(2 * edge + Math.round(spokenSeconds(text) * RATE));
      for (let i = edge; i < samples.length - edge; i++) samples[i] = 0.25 * Math.sin((2 * Math.PI * 220 * i) / RATE);
      return Promise.resolve({ rate: RATE, samples });
    },
  };
}
