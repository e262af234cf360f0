import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FRAME, toPcm16, Voice } from '../../../simulator/speaker/voice.js';
import type { Utterance, VoiceEvent } from '../../../simulator/speaker/voice.js';
import type { RigPos } from '../../../src/time/position.js';

const say = (over: Partial<Utterance>): Utterance => ({
  turn: 't',
  speaker: 's',
  samples: Float32Array.of(0.5),
  at: 0 as RigPos,
  voicedEnd: 1,
  ...over,
});

/** So many frames as one stretch from `from`, with the frame each event came with. */
function frames(voice: Voice, count: number): { samples: number[]; events: (VoiceEvent & { frame: number })[] } {
  const samples: number[] = [];
  const events: (VoiceEvent & { frame: number })[] = [];
  for (let frame = 0; frame < count; frame++) {
    const made = voice.frame();
    samples.push(...made.samples);
    events.push(...made.events.map((event) => ({ ...event, frame })));
  }
  return { samples, events };
}

describe('Voice', () => {
  test('says nothing as real frames of zeros', () => {
    const { samples, events } = frames(new Voice(0 as RigPos), 3);
    expect(samples).toEqual(new Array(3 * FRAME).fill(0));
    expect(events).toEqual([]);
  });

  test('a clip lies exactly where it was asked to, across frames', () => {
    const from = 1_000 as RigPos;
    const voice = new Voice(from);
    const samples = Float32Array.from({ length: 1_000 }, (_, i) => (i + 1) / 2_000);
    voice.say(say({ samples, at: (from + 333) as RigPos, voicedEnd: 900 }));
    const heard = frames(voice, 4);
    expect(heard.samples.slice(0, 333)).toEqual(new Array(333).fill(0));
    expect(heard.samples.slice(333, 1_333)).toEqual([...toPcm16(samples)]);
    expect(heard.samples.slice(1_333)).toEqual(new Array(4 * FRAME - 1_333).fill(0));
    expect(heard.events).toEqual([
      { type: 'started', turn: 't', start: from + 333, late: 0, frame: 0 },
      { type: 'ended', turn: 't', voicedEnd: from + 333 + 900, frame: 2 },
    ]);
  });

  test('what is asked for in the past starts with the next frame and says how late', () => {
    const voice = new Voice(0 as RigPos);
    voice.frame();
    voice.say(say({ at: 100 as RigPos }));
    expect(frames(voice, 1).events[0]).toMatchObject({ type: 'started', start: FRAME, late: FRAME - 100 });
  });

  test('overlapping clips are summed and clipped at full scale', () => {
    const voice = new Voice(0 as RigPos);
    voice.say(say({ samples: Float32Array.of(0.25, 0.9, -0.9) }));
    voice.say(say({ samples: Float32Array.of(0.25, 0.9, -0.9) }));
    expect(frames(voice, 1).samples.slice(0, 4)).toEqual([16384, 32767, -32768, 0]);
  });

  test('a voiced end behind the clip is still reported', () => {
    const voice = new Voice(0 as RigPos);
    voice.say(say({ voicedEnd: FRAME + 1 }));
    expect(frames(voice, 3).events.at(-1)).toMatchObject({ type: 'ended', voicedEnd: FRAME + 1, frame: 1 });
  });

  test('any clips at any positions: each starts and ends once, in the frame that holds the position', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ at: fc.integer({ min: 0, max: 4_000 }), length: fc.integer({ min: 1, max: 2_000 }) }), { maxLength: 5 }),
        (clips) => {
          const voice = new Voice(0 as RigPos);
          for (const [i, { at, length }] of clips.entries())
            voice.say(say({ turn: String(i), at: at as RigPos, samples: new Float32Array(length).fill(0.01), voicedEnd: length }));
          const { events } = frames(voice, 20);
          expect(events).toHaveLength(2 * clips.length);
          for (const event of events) {
            const { at, length } = clips[Number(event.turn)]!;
            const position = event.type === 'started' ? at : at + length - 1;
            expect(event.frame).toBe(Math.floor(position / FRAME));
          }
        },
      ),
    );
  });
});

test('toPcm16 rounds and clips', () => {
  expect([...toPcm16(Float32Array.of(0, 1, -1, 2, -2, 0.00001))]).toEqual([0, 32767, -32767, 32767, -32768, 0]);
});
