import { describe, expect, it } from 'vitest';
import type { SessionCommand } from '../../src/schedule/events.js';
import { scoreSession } from '../../src/score/session.js';
import { msToSamples } from '../../src/time/position.js';
import { at, inputOf, reply, run, speechOf, windowOf, windowsOf, type SceneSpec } from './fixtures.js';

const HOLD = { kind: 'answer', onsetWithin: msToSamples(5000), silence: msToSamples(2000), cap: msToSamples(60_000) } as const;
const mark = (name: string, ms: number): SessionCommand => ({ type: 'mark', mark: name, turn: 't', at: at(ms) });

/** A request that ends at 10.0 s; the schedule says how its hold ended, and a quiet turn follows. */
function held(how: string, decidedAt: number, agent: SceneSpec['agent'], next = decidedAt): SceneSpec {
  return {
    turns: [
      { id: 't', from: 8000, to: 10_000, pauses: [[8500, 9000]], expect: reply(), over: { label: 'T', hold: HOLD } },
      { id: 'n', from: next, to: next + 1000, expect: { kind: 'silence' } },
    ],
    agent,
    commands: [mark(how, decidedAt)],
  };
}
const verdicts = (spec: SceneSpec) => Object.fromEntries(windowsOf(spec).map((one) => [one.id, one.verdict]));
const flagsOf = (spec: SceneSpec, id: string) => windowOf(spec, id).flags;

describe('schedule diverged', () => {
  it('leaves windows alone where both agree', () => {
    const answered = held('answered', 14_000, [[11_000, 12_000]]);
    expect(verdicts(answered)).toMatchObject({ 't/reply': 'pass', 't/new-initiation': 'pass', 'n/silence': 'pass' });
    const silent = held('no-answer', 15_250, []);
    expect(verdicts(silent)).toMatchObject({ 't/reply': 'fail', 't/new-initiation': 'fail', 'n/silence': 'pass' });
  });

  it('unscores what an answer that the live VAD missed has spoiled, the next turn too, but not the pauses before', () => {
    const missed = held('no-answer', 15_250, [[11_000, 18_000]]);
    expect(verdicts(missed)).toEqual({
      't/reply': 'unscored',
      't/double-reply': 'unscored',
      't/new-initiation': 'unscored',
      't/response-presence': 'unscored',
      't/false-cutoff/pause-1': 'pass',
      'n/silence': 'unscored',
    });
    expect(windowOf(missed, 'n/silence').reason).toMatch(/^schedule diverged: live it was taken for no answer/);
    expect(windowOf(missed, 'n/silence').counted).toBe(false);
  });

  it('unscores where live speech was heard that the waveform has not', () => {
    expect(verdicts(held('answered', 14_000, []))).toMatchObject({ 't/reply': 'unscored', 'n/silence': 'unscored' });
  });

  it('flags `boundary` and scores where the two are within 250 ms of the 5 s limit', () => {
    const late = held('no-answer', 15_250, [[14_750, 14_900]]);
    expect(flagsOf(late, 't/new-initiation')).toContain('boundary');
    expect(verdicts(late)).toMatchObject({ 't/new-initiation': 'pass', 'n/silence': 'pass' });
    expect(verdicts(held('no-answer', 15_250, [[14_749, 14_900]]))).toMatchObject({ 't/new-initiation': 'unscored' });
    expect(flagsOf(held('answered', 18_000, [[15_000, 16_000]]), 't/new-initiation')).toEqual([]);
    const after = held('answered', 18_000, [[15_250, 16_000]]);
    expect(flagsOf(after, 't/new-initiation')).toContain('boundary');
    expect(verdicts(after)).toMatchObject({ 't/new-initiation': 'fail' });
    expect(verdicts(held('answered', 18_000, [[15_251, 16_000]]))).toMatchObject({ 't/new-initiation': 'unscored' });
  });

  it('flags `boundary` where speech ended within 250 ms of the request’s end', () => {
    expect(flagsOf(held('answered', 12_000, [[7000, 9750]]), 't/reply')).toContain('boundary');
    expect(flagsOf(held('answered', 12_000, [[7000, 10_000]]), 't/reply')).toContain('boundary');
    expect(verdicts(held('answered', 12_000, [[7000, 9749]]))).toMatchObject({ 't/reply': 'unscored' });
    expect(flagsOf(held('no-answer', 15_250, [[7000, 10_250]]), 't/reply')).toContain('boundary');
    expect(verdicts(held('no-answer', 15_250, [[7000, 10_251]]))).toMatchObject({ 't/reply': 'unscored' });
  });

  it('checks the 2 s of silence against the waveform', () => {
    const ended = (end: number) => verdicts(held('answered', 14_000, [[11_000, end]]))['t/reply'];
    expect(ended(12_250)).toBe('pass');
    expect(ended(12_251)).toBe('unscored');
    expect(ended(11_500)).toBe('pass');
    expect(ended(11_499)).toBe('unscored');
    // Too long a silence spoils the turn's own windows; the next turn came into silence all the same.
    expect(verdicts(held('answered', 14_000, [[11_000, 11_400]]))['n/silence']).toBe('pass');
    expect(verdicts(held('answered', 14_000, [[11_000, 13_000]]))['n/silence']).toBe('unscored');
  });

  it('reads how the turn’s own hold ended, and nobody else’s', () => {
    const spec = held('answered', 14_000, [[11_000, 12_000]]);
    const commands: SessionCommand[] = [
      { type: 'mark', mark: 'no-answer', turn: 'n', at: at(13_000) },
      { type: 'mark', mark: 'scene-start', at: at(7000) },
      { type: 'mark', mark: 'play', turn: 't', at: at(8000) },
      ...(spec.commands ?? []),
    ];
    expect(verdicts({ ...spec, commands })).toMatchObject({ 't/reply': 'pass' });
    expect(verdicts({ ...spec, commands: [mark('no-answer', 13_000), ...(spec.commands ?? [])] })).toMatchObject({ 't/reply': 'unscored' });
  });

  it('goes by the speech next to the borders, not by what lies farther off', () => {
    // The last end before the request's end, and the first onset after it.
    expect(flagsOf(held('answered', 12_000, [[1000, 3000], [7000, 9750]]), 't/reply')).toContain('boundary'); // prettier-ignore
    expect(verdicts(held('answered', 14_000, [[11_000, 11_800], [17_000, 18_000]], 16_000))).toMatchObject({ 't/reply': 'pass' }); // prettier-ignore
    expect(flagsOf(held('answered', 18_000, [[15_100, 15_600], [17_000, 17_500]]), 't/reply')).toContain('boundary'); // prettier-ignore
    // The last run before the decision; one that begins with it is not before it.
    expect(verdicts(held('answered', 14_000, [[10_500, 10_700], [11_000, 12_000]]))['t/reply']).toBe('pass'); // prettier-ignore
    expect(verdicts(held('answered', 14_000, [[11_000, 12_000], [14_000, 15_000]]))['t/reply']).toBe('pass'); // prettier-ignore
    expect(verdicts(held('answered', 14_000, [[11_000, 12_000], [13_999, 15_000]]))['t/reply']).toBe('unscored'); // prettier-ignore
  });

  it('says what was heard live and what the waveform has', () => {
    const why = (how: string, at: number, agent: SceneSpec['agent']) => windowOf(held(how, at, agent), 't/reply').reason;
    expect(why('no-answer', 15_250, [[11_000, 18_000]])).toBe(
      'schedule diverged: live it was taken for no answer, the waveform has an answer',
    );
    expect(why('answered', 14_000, [])).toBe('schedule diverged: live it was taken for an answer, the waveform has none');
    expect(why('answered', 14_000, [[11_000, 13_000]])).toBe(
      'schedule diverged: the schedule went on after 1000 ms of silence, 2000 ms were due',
    );
    expect(why('answered', 14_000, [[11_000, 11_400]])).toBe(
      'schedule diverged: the schedule waited for 2600 ms of silence, 2000 ms were due',
    );
    // Still speaking when the schedule went on.
    expect(why('answered', 14_000, [[11_000, 15_000]])).toBe(
      'schedule diverged: the schedule went on after 0 ms of silence, 2000 ms were due',
    );
  });

  it('marks an answer that the cap cut', () => {
    const spec = held('truncated', 71_000, [[11_000, 80_000]]);
    expect(flagsOf({ ...spec, endMs: 90_000 }, 't/reply')).toContain('truncated');
    expect(windowOf({ ...spec, endMs: 90_000 }, 't/reply').verdict).toBe('pass');
  });
});

describe('a cue on the agent’s own edge', () => {
  const cue = (start: number, agent: SceneSpec['agent'], otherwise: 'skip' | 'play' = 'skip', plusMinusMs = 0): SceneSpec => ({
    turns: [
      { id: 't', from: 1000, to: 2000 },
      {
        id: 'b',
        from: start,
        to: start + 1000,
        plusMinusMs,
        expect: { kind: 'continue', maxGap: msToSamples(1000) },
        over: {
          cue: {
            kind: 'agent',
            edge: 'onset',
            since: 't',
            offset: msToSamples(2500),
            tolerance: msToSamples(300),
            timeout: msToSamples(5000),
            otherwise,
          },
        },
      },
    ],
    agent,
    commands: [{ type: 'mark', mark: 'scene-start', at: at(500) }],
  });
  const verdict = (...args: Parameters<typeof cue>) => windowOf(cue(...args), 'b/continue').verdict;
  it('is scored inside its tolerance, the border included', () => {
    expect(verdict(5500, [[3000, 20_000]])).toBe('pass');
    expect(verdict(5800, [[3000, 20_000]])).toBe('pass');
    expect(verdict(5801, [[3000, 20_000]])).toBe('unscored');
    expect(verdict(5200, [[3000, 20_000]])).toBe('pass');
    expect(verdict(5199, [[3000, 20_000]])).toBe('unscored');
    expect(verdict(5805, [[3000, 20_000, 4]], 'skip', 3)).toBe('pass');
    expect(windowOf(cue(5801, [[3000, 20_000]]), 'b/continue')).toMatchObject({
      flags: ['cue-missed'],
      reason: /cue missed: 301 ms too late/ as never,
    });
  });
  it('says by how much it missed', () => {
    expect(windowOf(cue(5801, [[3000, 20_000]]), 'b/continue').reason).toContain('cue missed: 301 ms too late, the tolerance is 300 ms');
    expect(windowOf(cue(5199, [[3000, 20_000]]), 'b/continue').reason).toContain('cue missed: 301 ms too early');
    expect(verdict(5805, [[3000, 20_000, 4]], 'skip', 3)).toBe('pass');
    expect(verdict(5806, [[3000, 20_000, 4]], 'skip', 3)).toBe('unscored');
  });
  it('counts from the first onset after the turn it names, the scene’s first moment without one, and diverged when there is none', () => {
    expect(
      verdict(5500, [
        [999, 1200],
        [3000, 20_000],
      ]),
    ).toBe('pass');
    expect(
      verdict(5500, [
        [1000, 1200],
        [3000, 20_000],
      ]),
    ).toBe('unscored');
    const first = (onset: number) => {
      const spec = cue(3500, [[onset, 20_000]]);
      const turns = spec.turns.map((one) =>
        one.over?.cue?.kind === 'agent' ? { ...one, over: { cue: { ...one.over.cue, since: undefined } } } : one,
      );
      return windowOf({ ...spec, turns }, 'b/continue').verdict;
    };
    expect(first(1000)).toBe('pass');
    expect(first(499)).toBe('unscored');
    expect(windowOf(cue(5500, [[200, 900]]), 'b/continue')).toMatchObject({
      verdict: 'unscored',
      flags: ['no-overlap', 'schedule-diverged'],
    });
  });
  it('on an offset counts from the end', () => {
    const spec = cue(5500, [
      [1500, 3000],
      [3400, 20_000],
    ]);
    const onOffset = spec.turns.map((one) =>
      one.over?.cue?.kind === 'agent' ? { ...one, over: { cue: { ...one.over.cue, edge: 'offset' as const } } } : one,
    );
    expect(windowOf({ ...spec, turns: onOffset }, 'b/continue').verdict).toBe('pass');
    expect(windowOf(spec, 'b/continue').verdict).toBe('unscored');
  });
  it('is as unsure as the edge that it hangs on', () => {
    const spec = cue(5804, [[3000, 20_000]]);
    const blurred = (fromMs: number, toMs: number, edge: 'onset' | 'offset', start: number) => {
      const input = inputOf({ ...cue(start, [[1500, 2500], [3000, 20_000]]), endMs: 30_000 }); // prettier-ignore
      const speech = speechOf([
        { ...run(3000, edge === 'onset' ? 20_000 : 3200), fromPlusMinus: msToSamples(fromMs), toPlusMinus: msToSamples(toMs) },
      ]);
      const turns = input.scene.turns.map((one) => (one.cue.kind === 'agent' ? { ...one, cue: { ...one.cue, edge } } : one));
      const { windows } = scoreSession({ ...input, speech, scene: { ...input.scene, turns } });
      return windows.find(({ id }) => id === 'b/continue')?.flags.includes('cue-missed');
    };
    expect(windowOf(spec, 'b/continue').flags).toEqual(['cue-missed']);
    expect(blurred(4, 0, 'onset', 5804)).toBe(false);
    expect(blurred(0, 4, 'onset', 5804)).toBe(true);
    expect(blurred(4, 0, 'offset', 6004)).toBe(true);
    expect(blurred(0, 4, 'offset', 6004)).toBe(false);
  });
  it('is only flagged when the turn was played because the edge never came', () => {
    const timeout = cue(9000, [[3000, 20_000]], 'play');
    expect(windowOf(timeout, 'b/continue')).toMatchObject({ verdict: 'pass', flags: ['cue-timeout'] });
    const fired = {
      ...timeout,
      commands: [...(timeout.commands ?? []), { type: 'mark' as const, mark: 'cue-edge', turn: 'b', at: at(3000) }],
    };
    expect(windowOf(fired, 'b/continue')).toMatchObject({ verdict: 'unscored', flags: ['cue-missed'] });
  });
});
