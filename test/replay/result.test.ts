/** From windows of the scorer to rates, and what a replay comes to. */
import { describe, expect, it } from 'vitest';
import { countedOutcome, sessionOutcome, type SessionOutcome } from '../../src/replay/outcome.js';
import type { ReplayPlan } from '../../src/replay/plan.js';
import { readReplayPlan, writeReplayPlan } from '../../src/replay/plan.js';
import { replayPage } from '../../src/replay/page.js';
import { replayResult } from '../../src/replay/result.js';
import { UntilSure } from '../../src/replay/until-sure.js';
import { replayVerdict } from '../../src/replay/verdict.js';
import { resultLines } from '../../src/replay/words.js';
import type { SessionScore } from '../../src/score/model.js';
import { scoreSession } from '../../src/score/session.js';
import { clustersMissing } from '../../src/stats/power.js';
import { inputOf, lost, reply, type SceneSpec } from '../score/fixtures.js';

/** One turn of 1.0 to 5.0 s with pauses at 2.0 to 2.7 s and 3.5 to 4.0 s, as in test/score/fixtures.ts. */
const PLAN: ReplayPlan = {
  version: 1,
  recording: { name: 'call.wav', sha256: 'ab', durationMs: 9000, user: 0, agent: 1 },
  history: 'live',
  messages: [],
  windowMs: 5000,
  turns: [
    {
      id: 't',
      label: 'u001',
      fromMs: 100,
      toMs: 4100,
      holds: [
        { fromMs: 1000, toMs: 1700 },
        { fromMs: 2500, toMs: 3000 },
      ],
      plusMinusMs: 5,
      judged: true,
    },
  ],
  notes: [],
};

function scored(agent: SceneSpec['agent'], more: Partial<SceneSpec> = {}): SessionScore {
  const turns = [{ id: 't', from: 1000, to: 5000, pauses: [[2000, 2700], [3500, 4000]] as const, expect: reply(5000, { once: false }) }]; // prettier-ignore
  return scoreSession(inputOf({ turns, agent, ...more }));
}
const outcome = (agent: SceneSpec['agent'], more: Partial<SceneSpec> = {}): SessionOutcome => sessionOutcome(PLAN, scored(agent, more), 1);

describe('a session', () => {
  it.each([
    ['an onset in a hold', [[2300, 3000]], { hold: 1, onsetMs: 1300, kind: 'reply', afterResumeMs: -400, nearMiss: false }],
    ['within 1,000 ms of the resume it belongs to the hold before', [[3300, 3900]], { hold: 1, onsetMs: 2300, afterResumeMs: 600 }],
    ['99 ms after the resume is a near miss', [[2799, 3300]], { hold: 1, nearMiss: true, afterResumeMs: 99 }],
    ['100 ms is none', [[2800, 3300]], { hold: 1, nearMiss: false, afterResumeMs: 100 }],
    ['299 ms are a burst', [[2300, 2599]], { kind: 'burst', voicedMs: 299 }],
    ['300 ms are a reply', [[2300, 2600]], { kind: 'reply', voicedMs: 300 }],
    ['an onset in the words before any hold', [[1500, 1900]], { hold: undefined, onsetMs: 500 }],
  ] as const)('%s', (_, agent, expected) => {
    const found = outcome(agent);
    expect(found.state).toBe('cut');
    expect(found.turns[0]?.cuts[0]).toMatchObject(expected);
  });

  it('holds with a reply behind the end, whose wait carries the label’s own error', () => {
    expect(outcome([[5700, 6500]])).toMatchObject({
      state: 'held',
      spoke: true,
      turns: [{ cuts: [], blips: [], holds: [{ hold: 1, cut: false }, { hold: 2, cut: false }], wait: { kind: 'answered', ms: 700, plusMinusMs: 5 } }],
    }); // prettier-ignore
  });

  it('tells a blip apart: 119 ms in a hold cut nothing', () => {
    expect(outcome([[2300, 2419], [5700, 6500]])).toMatchObject({ state: 'held', turns: [{ blips: [{ hold: 1, onsetMs: 1300 }] }] }); // prettier-ignore
  });

  it('has a censored wait where no reply came, never 0', () => {
    expect(outcome([], { endMs: 12_000 }).turns[0]).toMatchObject({ state: 'held', wait: { kind: 'censored', aboveMs: 7000 } });
    expect(outcome([]).spoke).toBe(false);
  });

  it('cannot tell where sound was lost, and where an onset may lie behind the end', () => {
    expect(outcome([[5700, 6500]], { holes: [lost(2100, 2500)] })).toMatchObject({ state: 'unclear', turns: [{ state: 'unclear' }] });
    const near = outcome([[4999, 6500, 5]]);
    expect(near).toMatchObject({ state: 'unclear', turns: [{ cuts: [{ sure: false }] }] });
  });

  it('counts for nobody where the rig spoiled it, and against the agent where that failed', () => {
    const invalid = sessionOutcome(PLAN, { ...scored([]), outcome: 'rig_invalid', reason: 'late' }, 2);
    expect(invalid).toMatchObject({ state: 'rig-invalid', why: 'late', repeat: 2, turns: [] });
    expect(sessionOutcome(PLAN, { ...scored([]), outcome: 'agent_failure', reason: 'left' }, 1).state).toBe('agent-failure');
  });

  it('is none where the user stopped it, whatever it scored, and one with every other end', () => {
    const stopped = { ...scored([]), outcome: 'rig_invalid', reason: 'stopped before its end' } as const;
    expect(countedOutcome(PLAN, stopped, 1, 'stopped')).toBeUndefined();
    expect(countedOutcome(PLAN, { ...stopped, reason: 'late' }, 1, 'complete')).toMatchObject({ state: 'rig-invalid' });
    expect(countedOutcome(PLAN, scored([[2300, 3000]]), 1, undefined)).toMatchObject({ state: 'cut' });
  });

  it('judges the judged turns only', () => {
    const plan = { ...PLAN, turns: PLAN.turns.map((turn) => ({ ...turn, judged: false })) };
    expect(sessionOutcome(plan, scored([[2300, 3000]]), 1).turns).toEqual([]);
  });
});

/** Outcomes by letter: c cut, h held, u unclear, f failure, i invalid. */
function sessions(agent: string, letters: string): SessionOutcome[] {
  const of: Readonly<Record<string, SessionOutcome>> = {
    c: outcome([[2300, 3000]]),
    h: outcome([[5700, 6500]]),
    u: outcome([[5700, 6500]], { holes: [lost(2100, 2500)] }),
    f: sessionOutcome(PLAN, { ...scored([]), outcome: 'agent_failure', reason: 'left' }, 1),
    i: sessionOutcome(PLAN, { ...scored([]), outcome: 'rig_invalid', reason: 'late' }, 1),
  };
  return letters.split('').map((letter, i) => ({
    ...of[letter]!,
    agent,
    repeat: i + 1,
    session: `replay/call#${i + 1}@${agent}`,
    attempt: `s${i}-a1`,
  }));
}
const resultOf = (letters: Readonly<Record<string, string>>) =>
  replayResult(PLAN, new Map(Object.entries(letters).map(([agent, all]) => [agent, all.length])), Object.entries(letters).flatMap(([agent, all]) => sessions(agent, all))); // prettier-ignore

describe('a result', () => {
  it('has the reproduction rate over sessions that can be told, and all that goes wrong over those that count', () => {
    const [a] = resultOf({ a: 'cchhhufi' }).agents;
    expect(a).toMatchObject({ planned: 8, scored: 6, agentFailures: 1, rigInvalid: 1, missing: 0, neverSpoke: 0 });
    expect(a?.reproduced).toMatchObject({ count: 2, of: 5, rate: 0.4 });
    expect(a?.wrong).toMatchObject({ count: 3, of: 6, rate: 0.5 });
    expect(a?.unclear).toHaveLength(1);
    // Wilson (1927): 2 of 5 lies between 11.8 and 76.9%.
    expect(a?.reproduced.low).toBeCloseTo(0.1176, 3);
    expect(a?.reproduced.high).toBeCloseTo(0.7693, 3);
  });

  it('counts onsets over the turn, holds, and waits with those that had none', () => {
    const [turn] = resultOf({ a: 'cch' }).agents[0]?.turns ?? [];
    expect(turn?.histogram).toMatchObject({ binMs: 100, endMs: 4000 });
    expect(turn?.histogram.premature[13]).toBe(2);
    expect(turn?.histogram.premature.reduce((sum, n) => sum + n, 0)).toBe(2);
    expect(turn?.histogram.replies[47]).toBe(1);
    expect(turn?.holds.map(({ count, of }) => [count, of])).toEqual([[2, 3], [0, 3]]); // prettier-ignore
    expect(turn?.waits).toMatchObject({ answered: 1, censored: 2, without: 0, median: { kind: 'above' } });
  });

  it('holds two agents against each other block by block', () => {
    const { pair } = resultOf({ a: 'cccccccccch', b: 'hhhhhhhhhci' });
    expect(pair).toMatchObject({ pairs: 10, wrongA: 10, wrongB: 1, onlyA: 9, onlyB: 0, difference: -0.9, pValue: 0.003906 });
    // Tango (1998), as src/stats/paired-shares.ts has it.
    expect(pair?.interval?.low).toBeLessThan(-0.55);
    expect(pair?.interval?.high).toBeGreaterThan(-0.99);
    expect(pair?.more).toBe(clustersMissing({ clusters: 10, repeats: 1, icc: 0 }, 1.5 / 11, 0.05));
  });

  it('gives no interval below 10 blocks, counts a failure as wrong, and leaves out what cannot be told', () => {
    expect(resultOf({ a: 'cfhu', b: 'hhhh' }).pair).toMatchObject({
      pairs: 3,
      wrongA: 2,
      wrongB: 0,
      interval: null,
      difference: -0.666667,
    });
    expect(resultOf({ a: 'ii', b: 'hh' }).pair).toMatchObject({ pairs: 0, difference: null, pValue: 1, more: null });
    expect(resultOf({ a: 'c' }).pair).toBeNull();
  });
});

it('gives no interval and no paired test where the results said when to stop', () => {
  const plan: ReplayPlan = { ...PLAN, sequential: { limit: 0.2, level: 0.95, maximum: 20 } };
  const all = [...sessions('a', 'ccc'), ...sessions('b', 'hhh')];
  const { agents, pair } = replayResult(plan, new Map([['a', 3], ['b', 3]]), all); // prettier-ignore
  expect(agents[0]?.reproduced).toEqual({ count: 3, of: 3, rate: 1, low: null, high: null });
  expect(agents[0]?.turns[0]?.cut).toEqual({ count: 3, of: 3, rate: 1, low: null, high: null });
  expect(pair).toMatchObject({ pairs: 3, onlyA: 3, difference: -1, interval: null, pValue: null, more: null });
  const lines = resultLines(plan, { level: 0.95, agents, pair }, []).join('\n');
  expect(lines).toContain('a: reproduced in 3 of 3 (100%)');
  expect(lines).toContain('no interval and no test, since the results said when to stop');
});

describe('several judged turns', () => {
  const plan: ReplayPlan = { ...PLAN, turns: ['x', 'y'].map((id) => ({ ...PLAN.turns[0]!, id, label: id })) };
  /** A session by what became of its two turns: "ch" is x cut and y held. */
  const two = (agent: string, states: readonly string[]): SessionOutcome[] =>
    states.map((letters, i) => {
      const turns = ['x', 'y'].map((turn, k) => ({ ...sessions(agent, letters.charAt(k))[0]!.turns[0]!, turn }));
      const state = letters.includes('c') ? 'cut' : letters.includes('u') ? 'unclear' : 'held';
      return { ...sessions(agent, 'h')[0]!, state, turns, repeat: i + 1, session: `${i}@${agent}` };
    });
  const pairOf = (a: readonly string[], b: readonly string[]) =>
    replayResult(plan, new Map([['a', a.length], ['b', b.length]]), [...two('a', a), ...two('b', b)]).pair; // prettier-ignore

  it('give a difference a block, and each turn its own test', () => {
    const pair = pairOf(['cc', 'cc', 'ch', 'cc', 'cc', 'cc'], ['hh', 'ch', 'hh', 'hc', 'hh', 'hh']);
    // (1 + 0.5 + 0.5 + 0.5 + 1 + 1) / 6, all six of one sign: 2 / 2^6.
    expect(pair?.turnShare).toEqual({ blocks: 6, difference: -0.75, interval: null, pValue: 0.03125 });
    expect(pair?.turns).toEqual([
      { turn: 'x', label: 'x', pairs: 6, onlyA: 5, onlyB: 0, pValue: 0.0625, adjusted: 0.125 },
      { turn: 'y', label: 'y', pairs: 6, onlyA: 4, onlyB: 0, pValue: 0.125, adjusted: 0.125 },
    ]);
  });

  it('leave out turns that could not be told, and are told once where there is one turn', () => {
    expect(pairOf(['uc'], ['hh'])?.turns.map(({ pairs }) => pairs)).toEqual([0, 1]);
    expect(resultOf({ a: 'c', b: 'h' }).pair).toMatchObject({ turnShare: null, turns: [] });
  });
});

describe('a verdict', () => {
  it.each([
    [{ a: '' }, 3, 'no session was completed'],
    [{ a: 'ii' }, 3, 'all 2 sessions were spoiled by the rig'],
    [{ a: 'ff' }, 4, 'the agent failed in all 2'],
    [{ a: 'chi' }, 3, '1 of 3 sessions were spoiled by the rig: above 5%'],
    [{ a: 'hhc' }, 1, 'a premature reply in 1 of 3 sessions'],
    [{ a: 'hhf' }, 1, 'and the agent failed in 1 of 3'],
    [{ a: 'hhh' }, 0, 'no premature reply in 3 sessions'],
    [{ a: 'uu' }, 3, 'it could be told in no session of a'],
    [{ a: 'hh', b: 'uu' }, 3, 'it could be told in no session of b'],
  ] as const)('%j', (letters, code, reason) => {
    const verdict = replayVerdict(resultOf(letters), new Map(), undefined);
    expect(verdict.exitCode).toBe(code);
    expect(verdict.reason).toContain(reason);
  });

  it('asks for a sign that the agent heard anything', () => {
    const silent = replayResult(PLAN, new Map([['a', 1]]), [{ ...outcome([]), agent: 'a' }]);
    expect(replayVerdict(silent, new Map(), undefined)).toMatchObject({
      exitCode: 3,
      reason: 'a never spoke: nothing shows that it heard the user',
    });
  });

  it('follows the sequential test where there is one, and unequal spoiling leaves none', () => {
    const result = resultOf({ a: 'hc' });
    expect(replayVerdict(result, new Map([['a', 'below']]), undefined).exitCode).toBe(0);
    expect(replayVerdict(result, new Map([['a', 'below'], ['b', 'above']]), undefined).exitCode).toBe(1); // prettier-ignore
    expect(replayVerdict(result, new Map([['a', 'undecided']]), undefined).exitCode).toBe(3);
    expect(replayVerdict(result, new Map(), 'unequal').exitCode).toBe(3);
  });
});

describe('until sure', () => {
  const rule = { limit: 0.2, level: 0.95, maximum: 60 };
  const played = (letters: string): UntilSure => {
    const test = new UntilSure(rule, ['a']);
    for (const one of sessions('a', letters)) if (!test.over) test.look([one]);
    return test;
  };
  it('stops where the rate is surely above or below, and gives up at the most', () => {
    const above = played('c'.repeat(60));
    expect(above.decisions().get('a')).toBe('above');
    expect(above.repeats).toBeLessThan(10);
    const below = played('h'.repeat(60));
    expect(below.decisions().get('a')).toBe('below');
    expect(below.repeats).toBeLessThan(60);
    const open = played('hhhhc'.repeat(12));
    expect(open.decisions().get('a')).toBe('undecided');
    expect([open.over, open.repeats]).toEqual([true, 60]);
  });

  it('takes what the rig spoiled and what cannot be told for no observation, and a failure for one', () => {
    expect(
      played('iuc')
        .looks()[0]
        ?.looks.map(({ values }) => values),
    ).toEqual([[1]]);
    expect(played('f').looks()[0]?.looks[0]).toMatchObject({ values: [1], n: 1 });
  });
});

it('keeps its plan and reads nothing else for one', () => {
  expect(readReplayPlan(writeReplayPlan(PLAN))).toEqual(PLAN);
  expect(() => readReplayPlan('{')).toThrow(/replay.json is not JSON/);
  expect(() => readReplayPlan(JSON.stringify({ ...PLAN, version: 2 }))).toThrow(/is damaged/);
});

it('shows hostile text as text and leads from each cutoff to its sound', () => {
  const plan = { ...PLAN, recording: { ...PLAN.recording, name: '<script>x</script>' } };
  const result = resultOf({ '<b>a</b>': 'ch' });
  const verdict = replayVerdict(result, new Map(), undefined);
  const input = {
    plan,
    result,
    verdict,
    sequential: [],
    clip: () => 'cutoffs/x.wav',
    window: (attempt: string, id: string) => `../report/index.html#${attempt}/${id}`,
  };
  const page = replayPage(input); // prettier-ignore
  expect(page).not.toContain('<script>x');
  expect(page).not.toContain('<b>a');
  expect(page).toContain('href="../report/index.html#s0-a1/t/false-cutoff/pause-1"');
  expect(page).toContain('href="cutoffs/x.wav"');
  expect(resultLines(plan, result, []).join('\n')).toContain('reproduced in 1 of 2 (50%');
  expect(replayPage({ ...input, window: undefined, clip: () => undefined })).not.toContain('href');
});
