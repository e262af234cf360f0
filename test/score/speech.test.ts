/** Questions to the agent's speech, at the sample. */
import { describe, expect, it } from 'vitest';
import { hidesSpeech, kindOf, longestUnknown, onsetIn, speakingAt, voicedFrom, voicedIn } from '../../src/score/speech.js';
import { msToSamples, rigPos } from '../../src/time/position.js';
import type { Segment } from '../../src/vad/model.js';
import { at, lost, run, span, speechOf } from './fixtures.js';

const LIST: readonly Segment[] = [run(1000, 2000), run(3000, 4000), run(5000, 6000)];
const sample = (ms: number, by: number) => rigPos(at(ms) + by);

describe('speech', () => {
  it.each([
    [sample(3000, -1), undefined],
    [at(3000), 3000],
    [sample(4000, -1), 3000],
    [at(4000), undefined],
    [at(5500), 5000],
  ])('at %i: half open', (place, from) => {
    expect(speakingAt(LIST, place)?.from).toBe(from === undefined ? undefined : at(from));
  });
  it('begins in (after, up to]: the first that does', () => {
    expect(onsetIn(LIST, sample(1000, -1), at(9000))?.from).toBe(at(1000));
    expect(onsetIn(LIST, at(1000), at(9000))?.from).toBe(at(3000));
    expect(onsetIn(LIST, at(1000), at(3000))?.from).toBe(at(3000));
    expect(onsetIn(LIST, at(1000), sample(3000, -1))).toBeUndefined();
  });
  it('is as long as what of it lies in a span', () => {
    expect(voicedIn(LIST, span(1500, 3001))).toBe(msToSamples(501));
    expect(voicedIn(LIST, span(2000, 3000))).toBe(0);
    expect(voicedIn(LIST, span(0, 9000))).toBe(msToSamples(3000));
  });
  it('from a run on goes to the end of its segment, pauses left out', () => {
    const speech = speechOf([run(1000, 1300), run(2000, 2400), run(3000, 3500), run(5000, 6000)]);
    const from = (i: number) => voicedFrom(speech, speech.runs[i] ?? run(0, 0)) / 48;
    expect([0, 1, 2, 3].map(from)).toEqual([1200, 900, 500, 1000]);
    // What is in no segment stands for itself.
    expect(voicedFrom({ ...speech, segments: [] }, run(2000, 2400)) / 48).toBe(400);
  });
  it.each([
    [msToSamples(300), 'reply'],
    [msToSamples(300) - 1, 'burst'],
    [msToSamples(120), 'burst'],
    [msToSamples(120) - 1, 'blip'],
  ])('of %i samples is a %s', (voiced, kind) => expect(kindOf(voiced)).toBe(kind));
});

describe('what was not received', () => {
  const speech = speechOf([], [lost(1000, 1100), lost(2000, 2300), { ...span(4000, 9000), kind: 'silence' }, lost(3000, 3050)]);
  it('is as long as its longest stretch, of unknown content, in the span', () => {
    expect(longestUnknown(speech, span(0, 9000)) / 48).toBe(300);
    expect(longestUnknown(speech, span(0, 2150)) / 48).toBe(150);
    expect(longestUnknown(speech, span(2700, 9000)) / 48).toBe(50);
    expect(longestUnknown(speech, span(3050, 9000))).toBe(0);
  });
  it('may hide speech from 120 ms on', () => {
    const hides = (samples: number) =>
      hidesSpeech({ ...speech, holes: [{ from: at(0), to: rigPos(samples), kind: 'unknown' }] }, span(0, 9000));
    expect([msToSamples(120) - 1, msToSamples(120)].map(hides)).toEqual([false, true]);
  });
});
