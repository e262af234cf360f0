/** Several agent tracks are one agent: what joining them keeps of each. */
import { describe, expect, it } from 'vitest';
import { joinTracks } from '../../src/score/all-tracks.js';
import { rigPos } from '../../src/time/position.js';
import type { AgentSpeech } from '../../src/vad/model.js';
import { at, lost, run, span, speechOf } from './fixtures.js';

const inMs = (spans: readonly { from: number; to: number }[]) => spans.map(({ from, to }) => [from / 48, to / 48]);
const join = (...tracks: (readonly [number, number])[][]): AgentSpeech =>
  joinTracks(tracks.map((runs) => speechOf(runs.map(([from, to]) => run(from, to)))));

describe('tracks joined', () => {
  it('are the track where there is one, and nothing where there is none', () => {
    // Blips under speech and sounds that touch stay as they are: there is nothing to join.
    const only = { ...speechOf([run(1000, 2000)]), blips: [run(1500, 1550)], sounds: [span(0, 10), span(10, 20)] };
    expect(joinTracks([only])).toBe(only);
    expect(joinTracks([])).toEqual({ segments: [], runs: [], blips: [], sounds: [], holes: [] });
  });

  it('have their runs joined where they touch, and not a sample apart', () => {
    expect(inMs(join([[1000, 2000]], [[2000, 3000]]).runs)).toEqual([[1000, 3000]]);
    const next = { ...run(2000, 3000), from: rigPos(at(2000) + 1) };
    expect(joinTracks([speechOf([run(1000, 2000)]), speechOf([next])]).runs).toHaveLength(2);
  });

  it('keep a blip that lies in no speech of any of them', () => {
    const speech = [[1000, 2000], [5000, 6000]] as const; // prettier-ignore
    const blips = (from: number) => inMs(join([...speech], [[from, from + 50]]).blips);
    expect(blips(950)).toEqual([[950, 1000]]);
    expect(blips(951)).toEqual([]);
    expect(blips(1500)).toEqual([]);
    expect(blips(1999)).toEqual([]);
    expect(blips(2000)).toEqual([[2000, 2050]]);
    expect(blips(5500)).toEqual([]);
    expect(blips(6000)).toEqual([[6000, 6050]]);
  });

  it('keep the certainty, and the hole, of the edges that remain', () => {
    const first = { ...run(1000, 2000, 3), fromIn: span(900, 1000), toIn: span(2000, 2100) };
    const second = { ...run(1500, 2500, 9), fromIn: span(1400, 1500), toIn: span(2500, 2600) };
    const { fromIn, toIn } = joinTracks([speechOf([first]), speechOf([second])]).runs[0] ?? {};
    expect([fromIn, toIn]).toEqual([first.fromIn, second.toIn]);
    const plain = joinTracks([speechOf([run(1000, 2000)]), speechOf([run(1500, 2500)])]).runs[0];
    expect(Object.keys(plain ?? {})).not.toContain('fromIn');
    expect(Object.keys(plain ?? {})).not.toContain('toIn');
  });

  it('keep the end of the one that began first where both end at the same sample', () => {
    const [joined] = joinTracks([speechOf([run(1000, 2000, 3)]), speechOf([run(1500, 2000, 9)])]).runs;
    expect(joined).toMatchObject({ fromPlusMinus: 3 * 48, toPlusMinus: 3 * 48 });
  });

  it('have their sounds in stretches, and their holes in order', () => {
    const sounds = (...all: [number, number][]): AgentSpeech => ({ ...speechOf([]), sounds: all.map(([from, to]) => span(from, to)) });
    const joined = joinTracks([sounds([0, 10], [20, 30], [60, 61]), sounds([25, 40], [50, 60])]).sounds;
    expect(inMs(joined)).toEqual([[0, 10], [20, 40], [50, 61]]); // prettier-ignore
    const holes = joinTracks([speechOf([], [lost(0, 200)]), speechOf([], [lost(0, 100), lost(300, 400)])]).holes;
    expect(inMs(holes)).toEqual([[0, 100], [0, 200], [300, 400]]); // prettier-ignore
  });
});
