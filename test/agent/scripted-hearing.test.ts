import { describe, expect, it } from 'vitest';
import { LevelGate, levelDb } from '../../agent/livekit/level-gate.js';
import type { SceneScript } from '../../agent/livekit/scene-script.js';
import { FINAL_AFTER_MS, ScriptedHearing, UNSCRIPTED } from '../../agent/livekit/scripted-hearing.js';

const RATE = 16_000;
const FRAME_MS = 10;
const frame = (amplitude: number): Int16Array =>
  Int16Array.from({ length: (RATE * FRAME_MS) / 1000 }, (_, i) => Math.round(amplitude * Math.sin(i)));

/** Plays stretches of sound and silence (ms, positive and negative) and lists what was heard, with the audio time of each. */
function hear(script: SceneScript | undefined, stretches: readonly number[]): [number, string][] {
  const gate = new LevelGate();
  const hearing = new ScriptedHearing(script);
  const heard: [number, string][] = [];
  for (const stretch of stretches)
    for (let at = 0; at < Math.abs(stretch); at += FRAME_MS) {
      const state = gate.push(frame(stretch > 0 ? 3000 : 0), RATE);
      for (const event of hearing.push(state)) if (event.type === 'final') heard.push([Math.round(state.at), event.text]);
    }
  return heard;
}

const script: SceneScript = {
  turns: [
    {
      parts: [
        { text: 'Well,', from: 0, to: 1000 },
        { text: 'blue.', from: 2000, to: 3000 },
      ],
    },
    { parts: [{ text: 'And you?', from: 0, to: 800 }] },
  ],
};

describe('the scripted STT', () => {
  it.each<[string, SceneScript | undefined, number[], [number, string][]]>([
    [
      'gives each part its final transcript',
      script,
      [1000, -1000, 1000, -500],
      [
        [1000 + FINAL_AFTER_MS, 'Well,'],
        [3000 + FINAL_AFTER_MS, 'blue.'],
      ],
    ],
    [
      'goes on to the next turn',
      script,
      [1000, -1000, 1000, -900, 800, -500],
      [
        [1280, 'Well,'],
        [3280, 'blue.'],
        [4980, 'And you?'],
      ],
    ],
    [
      'does not take a gap inside of a part for its end',
      script,
      [400, -400, 200, -1000, 1000, -500],
      [
        [1280, 'Well,'],
        [3280, 'blue.'],
      ],
    ],
    ['joins parts whose pause is too short to be heard', script, [1000, -200, 1800, -500], [[3280, 'Well, blue.']]],
    ['gives up waiting for a part that was cut off', script, [300, -1500], [[1300, UNSCRIPTED]]],
    [
      'takes late sound for the next turn',
      script,
      [1000, -4000, 800, -500],
      [
        [1280, 'Well,'],
        [6080, 'And you?'],
      ],
    ],
    ['says that it heard something after the script is over', { turns: [] }, [500, -500], [[780, UNSCRIPTED]]],
    [
      'says that it heard something without a script',
      undefined,
      [500, -500, 300, -500],
      [
        [780, UNSCRIPTED],
        [1580, UNSCRIPTED],
      ],
    ],
    ['hears nothing in silence', script, [-3000], []],
  ])('%s', (_, given, stretches, heard) => {
    expect(hear(given, stretches)).toEqual(heard);
  });
});

describe('levelDb', () => {
  it.each([
    [new Int16Array(0), Number.NEGATIVE_INFINITY],
    [new Int16Array(160), Number.NEGATIVE_INFINITY],
    [new Int16Array(160).fill(-32_768), 0],
    [new Int16Array(160).fill(3277), -20],
  ])('case %#', (samples, level) => {
    expect(levelDb(samples)).toBeCloseTo(level, 2);
  });
});

describe('LevelGate', () => {
  it('does not flutter between its two levels', () => {
    const gate = new LevelGate();
    const amplitudes = [0, 100, 200, 2000, 250, 250, 2000, 100, 100];
    const open = amplitudes.map((amplitude) => gate.push(frame(amplitude), RATE).sound);
    expect(open).toEqual([false, false, false, true, true, true, true, false, false]);
  });

  it('counts the silence in audio time', () => {
    const gate = new LevelGate();
    gate.push(frame(3000), RATE);
    gate.push(frame(0), RATE);
    expect(gate.push(frame(0), RATE)).toEqual({ sound: false, at: 30, quiet: 20 });
  });
});
