import { describe, expect, it } from 'vitest';
import { ALL_ANSWERS } from '../../agent/livekit/answers.js';
import { agentClips, recordedTts } from '../../agent/livekit/recorded-tts.js';
import { trimSilence, Voice, VOICE_RATE } from '../../agent/livekit/voice.js';
import type { Tts } from '../../src/speech/tts.js';

function fakeTts(samples: Float32Array, rate = 16_000): Tts & { calls: string[] } {
  const calls: string[] = [];
  return {
    name: 'fake',
    calls,
    render: (text) => {
      calls.push(text);
      return Promise.resolve({ rate, samples });
    },
  };
}

describe('Voice', () => {
  it('brings a line to the rate of the session and keeps it', async () => {
    const tts = fakeTts(Float32Array.from({ length: 16_000 }, (_, i) => Math.sin(i / 5) / 2));
    const voice = new Voice(tts, 'v', 'en');
    const line = await voice.line('Hello.');
    expect(Math.abs(line.length - VOICE_RATE)).toBeLessThan(30);
    expect(Math.max(...line.slice(2400, -2400))).toBeGreaterThan(15_000);
    expect(await voice.line('Hello.')).toBe(line);
    expect(tts.calls).toEqual(['Hello.']);
  });
});

describe('trimSilence', () => {
  it.each([
    [[0, 0, 0, 1, 0, 0, 0], 100, [0, 1, 0]],
    [[1, 0, 0, 1], 100, [1, 0, 0, 1]],
    [[0, 0, 0], 100, [0, 0, 0]],
    [[], 100, []],
    [[0, 0, 0.001, 0, 0.5, 0, 0.001, 0], 100, [0, 0.5, 0]],
  ])('%j at %d Hz', (samples, rate, trimmed) => {
    expect([...trimSilence(Float32Array.from(samples), rate)]).toEqual([...Float32Array.from(trimmed)]);
  });
});

describe('recorded answers', () => {
  it('plays what was recorded and leaves the rest to the other engine', async () => {
    const other = fakeTts(Float32Array.of(0.5));
    const tts = recordedTts(agentClips(), new Map(ALL_ANSWERS.map((answer) => [answer.say, answer.clip])), other);
    for (const { say } of ALL_ANSWERS) {
      const { rate, samples } = await tts.render(say, 'v', 'en');
      expect(rate).toBe(VOICE_RATE);
      expect(samples.length / rate).toBeGreaterThan(0.4);
    }
    expect(other.calls).toEqual([]);
    await tts.render('Something else.', 'v', 'en');
    expect(other.calls).toEqual(['Something else.']);
  });
});
