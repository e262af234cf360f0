/** What a hold knows of an answer when it looks late: at runs and sounds that are all there already. */
import { describe, expect, it } from 'vitest';
import type { LiveSpeech } from '../../src/schedule/live-speech.js';
import { answerState } from '../../src/schedule/holds.js';
import { msToSamples, rigPos } from '../../src/time/position.js';

const at = (ms: number) => rigPos(msToSamples(ms));
const HOLD = { kind: 'answer', onsetWithin: msToSamples(5000), silence: msToSamples(2000), cap: msToSamples(60_000) } as const;
type Runs = readonly (readonly [number, number?])[];

/** The request ends at 10.0 s. `until`: when nothing more happens. */
function decided(runs: Runs, sounds: readonly number[] = [], now = 10_000) {
  const speech: LiveSpeech = {
    runs: runs.map(([from, to]) => ({ from: at(from), to: to === undefined ? undefined : at(to) })),
    sounds: sounds.map(at),
  };
  const state = answerState(HOLD, at(10_000), speech, at(now));
  return state.over ? state.how : state.until / 48;
}

describe('an answer', () => {
  it.each<readonly [string, Runs, number]>([
    ['none: the window and the time to confirm', [], 15_250],
    ['that ended with the request', [[8000, 10_000]], 15_250],
    ['that goes on at its end', [[8000, 10_001]], 12_001],
    ['that begins with its end', [[10_000, 11_000]], 13_000],
    ['at the end of the window', [[15_000, 16_000]], 18_000],
    ['behind it', [[15_001, 16_000]], 15_250],
    ['a blip', [[11_000, 11_119]], 15_250],
    ['that goes on: the cap, from its onset', [[11_000]], 71_000],
    ['that went on from before: the cap, from the request', [[8000]], 70_000],
    ['restarted inside the silence', [[11_000, 12_000], [13_999, 15_000]], 17_000],
    ['restarted when the silence was over', [[11_000, 12_000], [14_000, 15_000]], 14_000],
    ['restarted long after it', [[11_000, 12_000], [20_000, 25_000]], 14_000],
    ['restarted, and still going on', [[11_000, 12_000], [13_000]], 71_000],
    ['speech before the request does not count', [[1000, 2000], [11_000, 12_000]], 14_000],
  ])('%s', (_what, runs, until) => expect(decided(runs)).toBe(until)); // prettier-ignore

  it.each<readonly [string, readonly number[], number]>([
    ['before the silence began', [11_999], 14_000],
    ['as the silence began, early enough', [12_000], 14_000],
    ['so that it is confirmed as the silence ends', [13_750], 14_000],
    ['a little later', [13_751], 14_001],
    ['at the last moment of the silence', [13_999], 14_249],
    ['when the silence is over', [14_000], 14_000],
    ['twice: the last one decides', [13_900, 13_990], 14_240],
    ['twice, once after it', [13_900, 14_500], 14_150],
  ])('with a sound %s', (_what, sounds, until) => expect(decided([[11_000, 12_000]], sounds)).toBe(until));

  it('with a sound at its very end is given time, where the silence is shorter than that', () => {
    const speech: LiveSpeech = { runs: [{ from: at(11_000), to: at(12_000) }], sounds: [at(12_000)] };
    const state = answerState({ ...HOLD, silence: msToSamples(200) }, at(10_000), speech, at(12_100));
    expect(state).toEqual({ over: false, until: at(12_250) });
  });
  it('is decided at its moment and not before', () => {
    expect([15_249, 15_250].map((now) => decided([], [], now))).toEqual([15_250, 'no-answer']);
    expect([13_999, 14_000].map((now) => decided([[11_000, 12_000]], [], now))).toEqual([14_000, 'answered']);
    expect([70_999, 71_000].map((now) => decided([[11_000]], [], now))).toEqual([71_000, 'truncated']);
    // A silence that would end after the cap is cut by it.
    expect([70_999, 71_000].map((now) => decided([[11_000, 70_000]], [], now))).toEqual([71_000, 'truncated']);
    expect(decided([[11_000, 69_000]], [], 71_000)).toBe('truncated');
    expect(decided([[11_000, 68_999]], [], 70_999)).toBe('answered');
  });
});
