/** What the live VAD has said so far, and what of it counts. */
import { describe, expect, it } from 'vitest';
import { mutesOf, type SessionEvent } from '../../src/schedule/events.js';
import { countedRuns, holds, NO_SPEECH, soundAt, speechOff, speechOn, type LiveSpeech } from '../../src/schedule/live-speech.js';
import { msToSamples, rigPos } from '../../src/time/position.js';

const at = (ms: number) => rigPos(msToSamples(ms));
const of = (...steps: (readonly ['on' | 'off', number])[]): LiveSpeech =>
  steps.reduce((speech, [what, ms]) => (what === 'on' ? speechOn : speechOff)(speech, at(ms)), NO_SPEECH);
const runs = (speech: LiveSpeech) => speech.runs.map(({ from, to }) => [from / 48, to === undefined ? undefined : to / 48]);

describe('runs of live speech', () => {
  it('begin and end as they are told, each once', () => {
    expect(runs(of(['on', 100], ['off', 300], ['on', 500]))).toEqual([[100, 300], [500, undefined]]); // prettier-ignore
    const open = of(['on', 100]);
    expect(speechOn(open, at(200))).toBe(open);
    const two = of(['on', 100], ['off', 300], ['on', 500]);
    expect(speechOn(two, at(600))).toBe(two);
    const closed = of(['on', 100], ['off', 300]);
    expect(speechOff(closed, at(400))).toBe(closed);
    expect(speechOff(NO_SPEECH, at(400))).toBe(NO_SPEECH);
  });
  it('never overlap, nor end before they begin: what is told late is cut', () => {
    expect(runs(of(['on', 100], ['off', 300], ['on', 200]))).toEqual([[100, 300], [300, undefined]]); // prettier-ignore
    expect(runs(of(['on', 100], ['off', 300], ['on', 301]))).toEqual([[100, 300], [301, undefined]]); // prettier-ignore
    expect(runs(of(['on', 100], ['off', 50]))).toEqual([[100, 100]]);
    expect(runs(of(['on', 100], ['off', 101], ['on', 400], ['off', 900]))).toEqual([[100, 101], [400, 900]]); // prettier-ignore
  });
  it('count while they go on, and from 120 ms on', () => {
    expect(runs({ ...NO_SPEECH, runs: countedRuns(of(['on', 0], ['off', 119], ['on', 500], ['off', 620], ['on', 900])) })).toEqual([[500, 620], [900, undefined]]); // prettier-ignore
  });
  it('hold what lies in [from, to)', () => {
    const closed = { from: at(100), to: at(300) };
    expect([99, 100, 299, 300].map((ms) => holds(closed, at(ms)))).toEqual([false, true, true, false]);
    expect([99, 100, 9999].map((ms) => holds({ from: at(100), to: undefined }, at(ms)))).toEqual([false, true, true]);
  });
  it('stand beside sounds, in order', () => {
    expect(soundAt(soundAt(of(['on', 1]), at(5)), at(9))).toEqual({ runs: [{ from: 48, to: undefined }], sounds: [at(5), at(9)] });
  });
});

it('a track was muted where its own events say', () => {
  const events: SessionEvent[] = [
    { type: 'agent-track-muted', track: 'a0', muted: true, seq: 0, at: at(1) },
    { type: 'agent-track-muted', track: 'a1', muted: true, seq: 1, at: at(2) },
    { type: 'agent-track-ended', track: 'a0', tracks: 1, seq: 2, at: at(3) },
    { type: 'agent-track-muted', track: 'a0', muted: false, seq: 3, at: at(4) },
  ];
  expect(mutesOf(events, 'a0')).toEqual([at(1), at(4)]);
});
