import { describe, expect, it } from 'vitest';
import type { CompiledScene, Expectation } from '../../src/scenario/model.js';
import { msToSamples } from '../../src/time/position.js';
import { scoreSession } from '../../src/score/session.js';
import { at, inputOf, lost, reply, run, span, speechOf, windowOf, windowsOf, type SceneSpec, type TurnSpec } from './fixtures.js';

const probe: Expectation = { kind: 'probe', within: msToSamples(3000) };
const silence: Expectation = { kind: 'silence' };
const by = (speaker: string, id: string, from: number, to: number, expect: Expectation): TurnSpec => ({
  id,
  from,
  to,
  expect,
  over: { speaker },
});
const scene = (agent: SceneSpec['agent'], layout: CompiledScene['layout'] = 'tracks', more: Partial<SceneSpec> = {}): SceneSpec => ({
  turns: [
    by('ana', 'hear-ana', 1000, 2000, probe),
    by('bo', 'hear-bo', 6000, 7000, probe),
    by('ana', 'aside', 12_000, 13_000, silence),
    by('bo', 'answer', 14_000, 15_000, silence),
  ],
  agent,
  endMs: 20_000,
  scene: { layout },
  ...more,
});

describe('probe', () => {
  it.each<readonly [string, SceneSpec['agent'], Partial<SceneSpec>, string, string]>([
    ['speech after it', [[2700, 4000]], {}, 'pass', 'spoke 700 ms after the probe'],
    ['speech at the limit', [[5000, 5900]], {}, 'pass', 'spoke 3000 ms after the probe'],
    ['speech past the limit', [[5001, 5900]], {}, 'fail', 'spoke 3001 ms after the probe'],
    ['none', [], {}, 'fail', 'no speech in 4000 ms after the probe'],
    ['an agent that talks all the time', [[0, 20_000]], {}, 'unscored', 'was speaking when the probe ended: that proves nothing'],
    ['lost audio', [], { holes: [lost(3000, 4000)] }, 'unscored', "part of the agent's audio was lost after the probe"],
  ])('with %s', (_what, agent, more, verdict, reason) => {
    expect(windowOf(scene(agent, 'tracks', more), 'hear-ana/probe')).toMatchObject({ verdict, reason });
  });

  it('has its wait as a value, and none is censored', () => {
    expect(windowOf(scene([[2700, 4000]]), 'hear-ana/probe')).toMatchObject({
      limitMs: 3000,
      value: { kind: 'measured', ms: 700, plusMinusMs: 0 },
      evidence: { from: at(1000), to: at(4700) },
      window: { from: at(2000), to: at(6000) },
    });
    expect(windowOf(scene([]), 'hear-ana/probe')).toMatchObject({ value: { kind: 'censored', aboveMs: 4000 } });
    expect(windowOf(scene([[0, 20_000]]), 'hear-ana/probe').flags).toEqual(['already-speaking']);
    const input = inputOf(scene([]));
    const inHole = { ...run(3000, 4000), fromIn: span(2500, 3000) };
    expect(scoreSession({ ...input, speech: speechOf([inHole]) }).windows[0]?.value).toEqual({ kind: 'interval', fromMs: 500, toMs: 1000 });
    expect(windowOf(scene([[4998, 6500, 5]]), 'hear-ana/probe').verdict).toBe('within-uncertainty');
  });
  it('is decided once its limit was observed', () => {
    const next = (from: number) => {
      const turns = [by('ana', 'hear-ana', 1000, 2000, probe), by('bo', 'next', from, from + 1000, { kind: 'none' })];
      return windowOf({ turns, agent: [] }, 'hear-ana/probe');
    };
    expect(next(5000)).toMatchObject({ verdict: 'fail', value: { aboveMs: 3000 } });
    expect(next(4999)).toMatchObject({ verdict: 'unscored', reason: 'no speech in 2999 ms after the probe' });
    // A turn over the probe's end leaves nothing to observe.
    expect(next(1900)).toMatchObject({ verdict: 'unscored', value: { aboveMs: 0 } });
  });
  it('is not decided where the next turn came before its limit', () => {
    const turns = [by('ana', 'hear-ana', 1000, 2000, probe), by('bo', 'next', 4000, 5000, { kind: 'none' })];
    expect(windowOf({ turns, agent: [] }, 'hear-ana/probe')).toMatchObject({
      verdict: 'unscored',
      value: { kind: 'censored', aboveMs: 2000 },
    });
  });
});

describe('silence on a track of its own', () => {
  const verdicts = (spec: SceneSpec) =>
    Object.fromEntries(windowsOf(spec).map(({ id, verdict, flags }) => [id, flags.includes('not-heard') ? 'not heard' : verdict]));

  it('counts for the speakers whose probe was answered, and only for them', () => {
    expect(verdicts(scene([[2700, 4000]]))).toMatchObject({ 'aside/silence': 'pass', 'answer/silence': 'not heard' });
    expect(verdicts(scene([[2700, 4000], [7700, 9000]]))).toMatchObject({ 'aside/silence': 'pass', 'answer/silence': 'pass' }); // prettier-ignore
  });
  it('says of whom nothing is known', () => {
    expect(windowOf(scene([[2700, 4000]]), 'answer/silence')).toMatchObject({
      verdict: 'unscored',
      counted: false,
      reason: 'nothing in the session shows that the agent hears bo: it may have been deaf, not silent',
    });
  });
  it('fails all the same when it spoke: a noise it made is no sign of deafness', () => {
    expect(verdicts(scene([[12_500, 13_500]]))).toMatchObject({ 'aside/silence': 'fail' });
  });
  it('needs no proof with one microphone for all', () => {
    expect(verdicts(scene([], 'mixed'))).toMatchObject({ 'aside/silence': 'pass', 'answer/silence': 'pass' });
  });
  it('is proven by a reply too, before or after', () => {
    const turns = [by('ana', 'aside', 1000, 2000, silence), by('ana', 'question', 4000, 5000, reply(3000))];
    const spec: SceneSpec = { turns, agent: [[5700, 7000]], endMs: 9000, scene: { layout: 'tracks' } };
    expect(verdicts(spec)).toMatchObject({ 'aside/silence': 'pass' });
    expect(verdicts({ ...spec, agent: [] })).toMatchObject({ 'aside/silence': 'not heard' });
  });
  it('holds for going on through a backchannel as well, and not for holes in a reply, which the agent made itself', () => {
    const goesOn: Expectation = { kind: 'continue', maxGap: msToSamples(2000) };
    const turns = [by('ana', 'q', 1000, 2000, reply(3000, { maxGap: msToSamples(500) })), by('bo', 'mhm', 4000, 4300, goesOn)];
    const found = verdicts({ turns, agent: [[2700, 9000]], endMs: 12_000, scene: { layout: 'tracks' } });
    expect(found).toMatchObject({ 'mhm/continue': 'not heard', 'q/reply': 'pass' });
  });
});
