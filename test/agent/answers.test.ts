import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ALL_ANSWERS, answerTo, FALLBACK } from '../../agent/livekit/answers.js';
import { agentClips } from '../../agent/livekit/recorded-tts.js';

describe('answerTo', () => {
  it.each([
    ['What time do you open on Sunday?', 'On Sunday we open at ten.'],
    ['You can reach me at two one two, five five five, oh one nine nine.', 'Thank you, I have the number.'],
    ['My order number is 73.', 'Thank you, I have the number.'],
    ['Five, five, five.', 'Thank you, I have the number.'],
    ['oh one nine nine.', 'Thank you, I have the number.'],
    ['Aria, when does our ferry leave?', 'Your ferry leaves at nine forty.'],
    ['maybe the blue one.', 'The blue one it is.'],
    ['Well, let me think,', FALLBACK.say],
    ['Could you send the invoice to,', FALLBACK.say],
    ['one moment', FALLBACK.say],
    ['  I have to\n travel next week. ', 'It is cancelled, have a good trip.'],
    ['', FALLBACK.say],
  ])('%j', (message, answer) => {
    expect(answerTo(message)).toBe(answer);
  });

  it.each(ALL_ANSWERS)('has the recording of "$say"', ({ clip, say }) => {
    expect(existsSync(join(agentClips(), clip))).toBe(true);
    // The framework speaks sentence by sentence: a second sentence would not be found among the recordings.
    expect(say).toMatch(/^[^.!?]+\.$/);
  });
});
