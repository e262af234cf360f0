/** Rows of a data set become turns that are played: their own sound and pauses, or one sentence that names row and rule. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { liveScenes, playedTurn } from '../../../src/eot/live/scene.js';
import { readLivePlan, writeLivePlan } from '../../../src/eot/live/plan.js';
import { peak } from '../../../src/media/mix.js';
import type { EotTurn, SilenceSpan } from '../../../src/eot/turn.js';

const RATE = 48_000;
const OPTIONS = { minSilenceSpan: 0.1, timeoutS: 5, several: false };

/** A hum that is silent in its spans. */
function sound(spans: readonly SilenceSpan[], length = spans.at(-1)?.end ?? 1): Float32Array {
  return Float32Array.from({ length: Math.round(length * RATE) }, (_, i) =>
    spans.some(({ start, end }) => i / RATE >= start && i / RATE < end) ? 0 : 0.2 * Math.sin((2 * Math.PI * 220 * i) / RATE),
  );
}

const row = (spans: readonly SilenceSpan[], over: Partial<EotTurn> = {}): EotTurn => ({
  id: 'turn-1',
  language: 'en',
  audio: { kind: 'path', path: '' },
  silenceSpans: spans,
  messages: [],
  words: [],
  ...over,
});
const span = (start: number, end: number): SilenceSpan => ({ start, end });
const TWO = [span(1, 1.5), span(2.5, 4)];

describe('a turn that is played', () => {
  it('has the pauses and the end that the data set says, to the sample, and its whole sound', () => {
    const played = playedTurn(row(TWO), sound(TWO), OPTIONS);
    const { clip } = played.turn;
    expect(clip.parts.map(({ from, to }) => [from, to])).toEqual([
      [0, RATE],
      [1.5 * RATE, 2.5 * RATE],
    ]);
    expect(clip.voiced).toEqual({ from: 0, to: 2.5 * RATE });
    expect(clip.length).toBe(4 * RATE);
    expect(played.holds).toEqual([{ spanIndex: 0, start: 1, end: 1.5 }]);
    expect(played.eot).toEqual({ spanIndex: 1, start: 2.5, end: 4 });
    expect(played.turn.hold).toEqual({ kind: 'fixed', length: 5 * RATE });
    expect(played.turn.expect).toEqual({ kind: 'reply', within: 5 * RATE, once: false });
  });

  it('is the sound times one gain', () => {
    const given = sound(TWO);
    const { samples } = playedTurn(row(TWO), given, OPTIONS);
    const gain = peak(samples) / peak(given);
    expect(samples.every((x, i) => Math.abs(x - gain * given[i]!) < 1e-4)).toBe(true);
  });

  it('does not clip, whatever the level asks for', () => {
    const given = sound(TWO);
    given[100] = 1;
    for (let i = 0; i < RATE; i++) given[i]! *= i === 100 ? 1 : 0.01;
    const { samples, turn } = playedTurn(row(TWO), given, OPTIONS);
    expect(peak(samples)).toBeLessThanOrEqual(1);
    expect(turn.clip.activeLevelDb).toBeLessThanOrEqual(-26 + 1e-9);
  });

  it('leaves out short spans, and silence in front of all speech', () => {
    const spans = [span(0, 0.3), span(1, 1.05), span(2, 2.4), span(3, 3.05)];
    const played = playedTurn(row(spans), sound(spans, 4), OPTIONS);
    expect(played.holds.map(({ spanIndex }) => spanIndex)).toEqual([2]);
    expect(played.eot).toBeUndefined();
    expect(played.turn.clip.voiced).toEqual({ from: 0.3 * RATE, to: 3 * RATE });
    expect(played.turn.clip.parts).toHaveLength(2);
  });

  it('has the words of each part, by the middle of each word', () => {
    const words = [
      { text: 'Well,', start: 0.2, end: 1.02 },
      { text: 'the', start: 1.48, end: 1.7 },
      { text: 'blue one', start: 1.7, end: 2.4 },
    ];
    const parts = (some: typeof words) =>
      playedTurn(row(TWO, { words: some }), sound(TWO), OPTIONS).turn.clip.parts.map(({ text }) => text);
    expect(parts(words)).toEqual(['Well,', 'the blue one']);
    expect(parts([])).toEqual(['(speech)', '(speech)']);
  });

  it.each([
    ['no spans', [], 4, /Dataset row 'turn-1' has no silence span/],
    ['a span past the end', [span(1, 1.5), span(2.5, 4.1)], 4, /silence_spans\[1\] ends at 4.1 s, past the end of its sound at 4.000 s/],
    [
      'spans over one another',
      [span(1, 2), span(1.5, 4)],
      4,
      /silence_spans\[1\] begins at 1.5 s, before the one in front of it has ended/,
    ],
    ['spans that touch', [span(1, 2), span(2, 4)], 4, /begins at 2 s/],
    ['an end before all speech', [span(0, 4)], 4, /no speech before its end of turn at 0 s/],
    ['nothing but silence', [span(1, 4)], -4, /no speech in front of its end of turn/],
  ])('is refused with row and rule: %s', (_, spans, length, message) => {
    const samples = length < 0 ? new Float32Array(-length * RATE) : sound(spans, length);
    expect(() => playedTurn(row(spans), samples, OPTIONS)).toThrow(message);
  });

  it('keeps every pause where it is, for any spans', () => {
    const gaps = fc.array(fc.record({ speech: fc.integer({ min: 5, max: 60 }), silence: fc.integer({ min: 1, max: 60 }) }), {
      minLength: 1,
      maxLength: 5,
    });
    fc.assert(
      fc.property(gaps, (pieces) => {
        let at = 0;
        const spans = pieces.map(({ speech, silence }) => {
          const start = at + speech / 100;
          at = start + silence / 100;
          return span(start, at);
        });
        const { turn, holds } = playedTurn(row(spans), sound(spans), OPTIONS);
        const { parts, voiced } = turn.clip;
        expect(parts).toHaveLength(holds.length + 1);
        for (const [i, hold] of holds.entries()) {
          expect(parts[i]!.to).toBe(Math.round(hold.start * RATE));
          expect(parts[i + 1]!.from).toBe(Math.round(hold.end * RATE));
        }
        expect(voiced.to).toBe(Math.round(spans.at(-1)!.start * RATE));
      }),
      { numRuns: 30 },
    );
  });
});

describe('scenes', () => {
  const played = playedTurn(row(TWO), sound(TWO), OPTIONS);
  const rows = ['a', 'b b', 'c'].map((id) => ({ row: row(TWO, { id }), played }));

  it('are one a turn, named by plain ids, or several turns together', () => {
    const single = liveScenes(rows, 1);
    expect(single.scenes.map(({ id }) => id)).toEqual(['a', 'turns-2', 'c']);
    expect(single.turns.map(({ id, scene, turn }) => [id, scene, turn])).toEqual([
      ['a', 'a', 't1'],
      ['b b', 'turns-2', 't1'],
      ['c', 'c', 't1'],
    ]);
    const pairs = liveScenes(rows, 2);
    expect(pairs.scenes.map(({ turns }) => turns.map(({ id }) => id))).toEqual([['t1', 't2'], ['t1']]);
    expect(pairs.turns.map(({ scene, turn }) => [scene, turn])).toEqual([
      ['turns-1', 't1'],
      ['turns-1', 't2'],
      ['c', 't1'],
    ]);
  });

  it('have a plan that is read again, and nothing else is', () => {
    const { turns } = liveScenes(rows, 1);
    const plan = {
      version: 1 as const,
      dataset: { path: 'x', name: 'all', split: 'validation' },
      minSilenceSpan: 0.1,
      timeoutS: 5,
      turns: [...turns],
    };
    expect(readLivePlan(writeLivePlan(plan))).toEqual(plan);
    expect(() => readLivePlan('{')).toThrow(/eot-live.json is not JSON/);
    expect(() => readLivePlan('{"version":2}')).toThrow(/eot-live.json is damaged/);
  });
});
