import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rigPos, samplesToMs, type RigPos } from '../../src/time/position.js';
import { energyDetector } from '../../src/vad/energy.js';
import type { SpeechDetector } from '../../src/vad/detector.js';
import { LiveVad, type LiveDecision } from '../../src/vad/live.js';
import { bursts, random, type Burst } from './support/synthetic.js';

/** The energy detector as one that answers later, after a number of turns of the event loop that differs from frame to frame. */
function later(seed: number): SpeechDetector {
  const inner = energyDetector();
  const next = random(seed);
  return {
    name: 'later',
    modelHash: '',
    frame: inner.frame,
    reset: () => inner.reset(),
    speechProbability: async (frame) => {
      const p = inner.speechProbability(frame);
      for (let i = Math.floor(next() * 4); i > 0; i--) await Promise.resolve();
      return p;
    },
  };
}

interface Timed extends LiveDecision {
  /** Position up to which audio had been given when the decision came. */
  readonly now: RigPos;
}

/** Pushes packets of 20 ms and notes when each decision came. */
function listen(samples: Float32Array, from = 0, packet = 960): Timed[] {
  const vad = new LiveVad(energyDetector());
  const out: Timed[] = [];
  for (let i = 0; i < samples.length; i += packet) {
    const decisions = vad.push(rigPos(from + i), samples.subarray(i, i + packet));
    if (!Array.isArray(decisions)) throw new Error('a synchronous detector answers at once');
    out.push(...decisions.map((decision) => ({ ...decision, now: rigPos(from + i + packet) })));
  }
  return out;
}
const brief = (decisions: readonly LiveDecision[]): string[] => decisions.map(({ type, since }) => `${type} ${since}`);
const only = <T extends LiveDecision>(decisions: readonly T[], type: LiveDecision['type']): T[] => decisions.filter((d) => d.type === type);

describe('LiveVad', () => {
  const list: Burst[] = [
    { from: 1000, to: 2500 },
    { from: 4000, to: 5200 },
  ];

  it('says sound at once, speech within 250 ms of its onset, and its end after 120 ms of silence; back-dated to the edges', () => {
    const decisions = listen(bursts(7000, list));
    expect(decisions.map(({ type }) => type)).toEqual(
      list.flatMap(() => ['agent-sound', 'agent-speech-on', 'agent-speech-off'] satisfies LiveDecision['type'][]),
    );
    list.forEach(({ from, to }, i) => {
      const [sound, on, off] = decisions.slice(3 * i, 3 * i + 3);
      expect(Math.abs(samplesToMs(sound!.since) - from)).toBeLessThanOrEqual(5);
      expect(samplesToMs(sound!.now) - from).toBeLessThanOrEqual(35);
      expect(Math.abs(samplesToMs(on!.since) - from)).toBeLessThanOrEqual(6);
      expect(samplesToMs(on!.now) - from).toBeLessThanOrEqual(250);
      expect(Math.abs(samplesToMs(off!.since) - to)).toBeLessThanOrEqual(10);
      expect(samplesToMs(off!.now) - to).toBeLessThanOrEqual(250);
    });
  });

  it.each([
    ['a blip of 60 ms', [{ from: 1000, to: 1060 }]],
    ['a burst of 85 ms', [{ from: 1000, to: 1085 }]],
  ])('%s is a sound and no speech', (_, blip) => {
    expect(listen(bursts(3000, blip)).map(({ type }) => type)).toEqual(['agent-sound']);
  });

  it('silence inside a word ends nothing, a pause of 300 ms does', () => {
    const talk = (pause: number): Burst[] => [
      { from: 1000, to: 2000 },
      { from: 2000 + pause, to: 3000 },
    ];
    expect(only(listen(bursts(4000, talk(70))), 'agent-speech-off').length).toBe(1);
    expect(only(listen(bursts(4000, talk(300))), 'agent-speech-off').length).toBe(2);
  });

  it('gives the same decisions for any chunking, at once or later', async () => {
    const samples = bursts(6000, list, -70);
    const whole = brief(listen(samples));
    expect(whole.length).toBeGreaterThanOrEqual(6);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 20_000 }), { minLength: 1, maxLength: 30 }),
        fc.boolean(),
        fc.nat(),
        async (sizes, waits, seed) => {
          for (const vad of [new LiveVad(energyDetector()), new LiveVad(later(seed))]) {
            const answers: (LiveDecision[] | Promise<LiveDecision[]>)[] = [];
            for (let at = 0, i = 0; at < samples.length; i++) {
              const size = sizes[i % sizes.length]!;
              const answer = vad.push(rigPos(at), samples.subarray(at, at + size));
              answers.push(answer);
              if (waits) await answer;
              at += size;
            }
            expect(brief((await Promise.all(answers.map((answer) => Promise.resolve(answer)))).flat())).toEqual(whole);
          }
        },
      ),
      { seed: 21, numRuns: 12 },
    );
  });

  it('a shift of the timeline shifts every decision', () => {
    const samples = bursts(6000, list);
    const here = listen(samples);
    for (const by of [-480_000, 12_345])
      expect(brief(listen(samples, by))).toEqual(brief(here.map((d) => ({ ...d, since: rigPos(d.since + by) }))));
  });

  it('hears a hole as silence: speech ends where the audio ended, however long the hole', () => {
    for (const holeMs of [400, 3000, 17_000]) {
      const vad = new LiveVad(energyDetector());
      const speech = bursts(1500, [{ from: 200, to: 1500 }]);
      const first = vad.push(rigPos(0), speech) as LiveDecision[];
      const second = vad.push(rigPos((1500 + holeMs) * 48), speech) as LiveDecision[];
      expect(first.map(({ type }) => type)).toEqual(['agent-sound', 'agent-speech-on']);
      expect(second.map(({ type }) => type)).toEqual(['agent-speech-off', 'agent-sound', 'agent-speech-on']);
      expect(Math.abs(samplesToMs(second[0]!.since) - 1500)).toBeLessThanOrEqual(5);
      expect(Math.abs(samplesToMs(second[2]!.since) - (1500 + holeMs + 200))).toBeLessThanOrEqual(6);
    }
  });

  it('advance tells the end of speech while nothing arrives, and what comes late is left out', () => {
    const vad = new LiveVad(energyDetector());
    const speech = bursts(1000, [{ from: 0, to: 1000 }]);
    void vad.push(rigPos(0), speech);
    expect(vad.advance(rigPos(1050 * 48))).toEqual([]);
    const [off] = vad.advance(rigPos(1300 * 48)) as LiveDecision[];
    expect(off!.type).toBe('agent-speech-off');
    expect(Math.abs(samplesToMs(off!.since) - 1000)).toBeLessThanOrEqual(5);
    expect(vad.push(rigPos(1000 * 48), speech.subarray(0, 48 * 200))).toEqual([]);
  });

  it('placements that wander by under 2 ms change nothing, and their errors do not add up', () => {
    const samples = bursts(6000, list, -70);
    const next = random(5);
    const vad = new LiveVad(energyDetector());
    const decisions: LiveDecision[] = [];
    for (let i = 0; i < samples.length; i += 960)
      decisions.push(
        ...(vad.push(rigPos(i + (i === 0 ? 0 : Math.round((next() - 0.5) * 120))), samples.subarray(i, i + 960)) as LiveDecision[]),
      );
    expect(brief(decisions)).toEqual(brief(listen(samples)));
  });

  it('a detector that fails fails the push that needed it, not those after', async () => {
    const inner = energyDetector();
    let calls = 0;
    const vad = new LiveVad({
      name: 'failing',
      modelHash: '',
      frame: inner.frame,
      reset: () => inner.reset(),
      speechProbability: (frame) =>
        ++calls === 3 ? Promise.reject(new Error('model gone')) : Promise.resolve(inner.speechProbability(frame)),
    });
    const samples = bursts(1000, [{ from: 200, to: 1000 }]);
    const answers = Array.from({ length: 50 }, (_, i) => vad.push(rigPos(i * 960), samples.subarray(i * 960, (i + 1) * 960)));
    const settled = await Promise.allSettled(answers.map((answer) => Promise.resolve(answer)));
    expect(settled.filter(({ status }) => status === 'rejected').length).toBe(1);
    expect(settled.flatMap((s) => (s.status === 'fulfilled' ? s.value : [])).map(({ type }) => type)).toContain('agent-speech-on');
  });
});
