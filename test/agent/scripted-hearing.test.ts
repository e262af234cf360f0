import fc from 'fast-check';
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

/** Texts of the final transcripts, in order; without the level gate, which takes time over minutes of sound. */
function words(given: SceneScript, stretches: readonly number[]): string[] {
  const hearing = new ScriptedHearing(given);
  const texts: string[] = [];
  let at = 0;
  for (const stretch of stretches)
    for (let done = FRAME_MS; done <= Math.abs(stretch); done += FRAME_MS) {
      at += FRAME_MS;
      const state = { sound: stretch > 0, at, quiet: stretch > 0 ? 0 : done };
      for (const event of hearing.push(state)) if (event.type === 'final') texts.push(event.text);
    }
  return texts;
}

/** A turn of parts of these lengths, ms, 400 ms apart, named by its letter. */
const turn = (name: string, ...lengths: number[]): SceneScript['turns'][number] => {
  let at = 0;
  const parts = lengths.map((length, i) => {
    const from = at;
    at += length + 400;
    return { text: `${name}${i + 1}`, from, to: from + length };
  });
  return { parts };
};

/** A duty in three parts, then three people, the second of them with two parts. */
const scene: SceneScript = { turns: [turn('duty', 3000, 6000, 4000), turn('ana', 2000), turn('ben', 1500, 1200), turn('cem', 1800)] };

describe('the scripted STT behind a jitter buffer', () => {
  it.each<[string, number[], string[]]>([
    [
      'tells every part where nothing is changed',
      [3000, -400, 6000, -400, 4000, -500, 2000, -500, 1500, -400, 1200, -500, 1800, -500],
      ['duty1', 'duty2', 'duty3', 'ana1', 'ben1', 'ben2', 'cem1'],
    ],
    [
      'adds up nothing where every part is shortened',
      [2700, -350, 5500, -400, 3600, -450, 1800, -500, 1300, -400, 1000, -500, 1600, -500],
      ['duty1', 'duty2', 'duty3', 'ana1', 'ben1', 'ben2', 'cem1'],
    ],
    [
      'adds up nothing where every part is stretched',
      [3400, -400, 6600, -450, 4400, -500, 2300, -500, 1800, -400, 1500, -500, 2100, -500],
      ['duty1', 'duty2', 'duty3', 'ana1', 'ben1', 'ben2', 'cem1'],
    ],
    [
      'tells a part that is too short to be over by the end of the next, and is in step again',
      [3000, -400, 6000, -400, 3000, -500, 2000, -500, 1500, -400, 1200, -500, 1800, -500],
      ['duty1', 'duty2', 'duty3 ana1', 'ben1', 'ben2', 'cem1'],
    ],
    [
      'joins turns whose silence is too short to be heard, and is in step again',
      [3000, -400, 6000, -400, 4000, -500, 2000, -150, 1500, -400, 1200, -500, 1800, -500],
      ['duty1', 'duty2', 'duty3', 'ana1 ben1', 'ben2', 'cem1'],
    ],
    [
      'takes a part of which half was heard for that part, once it is over',
      [3000, -400, 6000, -400, 4000, -500, 2000, -500, 1500, -400, 700, -2000, 1800, -500],
      ['duty1', 'duty2', 'duty3', 'ana1', 'ben1', 'ben2', 'cem1'],
    ],
    [
      'does not take a short sound for a turn',
      [3000, -400, 6000, -400, 4000, -1200, 200, -1500, 2000, -500, 1500, -400, 1200, -500, 1800, -500],
      ['duty1', 'duty2', 'duty3', UNSCRIPTED, 'ana1', 'ben1', 'ben2', 'cem1'],
    ],
    [
      'does not take a silence inside of a part for its end',
      [3000, -400, 3000, -450, 2500, -400, 4000, -500, 1000, -300, 700, -500, 1500, -400, 1200, -500, 1800, -500],
      ['duty1', 'duty2', 'duty3', 'ana1', 'ben1', 'ben2', 'cem1'],
    ],
  ])('%s', (_, stretches, texts) => {
    expect(words(scene, stretches)).toEqual(texts);
  });

  it('keeps in step whatever the parts are, shortened or stretched by up to 100 ms and 5%', () => {
    const part = fc.record({
      length: fc.integer({ min: 70, max: 900 }),
      by: fc.double({ min: -1, max: 1, noNaN: true }),
      gap: fc.integer({ min: 30, max: 60 }),
    });
    fc.assert(
      fc.property(fc.array(fc.array(part, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 6 }), (turns) => {
        const given = { turns: turns.map((parts, i) => turn(`t${i}p`, ...parts.map(({ length }) => length * FRAME_MS))) };
        const stretches = turns.flat().flatMap(({ length, by, gap }) => {
          const frames = length + Math.round(by * (100 / FRAME_MS + 0.05 * length));
          return [frames * FRAME_MS, -gap * FRAME_MS];
        });
        expect(words(given, stretches)).toEqual(given.turns.flatMap(({ parts }) => parts.map(({ text }) => text)));
      }),
      { numRuns: 60, seed: 6 },
    );
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
