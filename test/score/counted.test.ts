/** The windows behind the summary's numbers: as many as the number says, and just those. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Counted, count, separate, type WindowLists, type WindowRef } from '../../src/score/counted.js';
import type { RunSummary, Verdict, WindowScore } from '../../src/score/model.js';
import { summariseWithWindows, type SessionResult } from '../../src/score/summarise.js';
import { AGENTS, mixedRun } from './mixed.js';
import { sizeAt } from './pointer.js';
import { madeRun, type MadeScene } from './selective-run.js';

const key = ({ attempt, window }: WindowRef): string => JSON.stringify([attempt, window ?? null]);
const keys = (refs: readonly WindowRef[] = []): string[] => refs.map(key).sort();

/** Names of fields that count windows or sessions, and of one that counts sessions which nobody played. */
const COUNTS =
  /\/(pass|fail|withinUncertainty|unscored|censored|n|spoiled|scored|agentFailure|rigInvalid|done|spoiledWindows|failed|decided|sessions|without|successes|windows|held|turns|premature|replied|none|prematureReplied|measured|met|of|waits|onlyA|onlyB|requests|presence|newInitiation|alreadySpeaking|voiced|eligibleNew|atResolution|yielded|undecided|right|judged)$/;

const verdictOf = fc.constantFrom<Verdict>('pass', 'fail', 'within-uncertainty', 'unscored');
const requestOf = fc.record(
  { initiation: verdictOf, presence: verdictOf, already: fc.boolean(), right: verdictOf },
  { requiredKeys: ['initiation', 'presence', 'already'] },
);
const resolutionOf = fc.record({ voiced: fc.boolean(), fresh: fc.boolean(), yielded: verdictOf }, { requiredKeys: ['voiced', 'fresh'] });
const playedOf = fc.record(
  {
    t: requestOf,
    silences: fc.array(fc.constantFrom(0, 90, 250, 700), { maxLength: 3 }),
    n4: resolutionOf,
    before: fc.integer({ min: 1, max: 3 }),
    blips: fc.integer({ min: 0, max: 2 }),
    outcome: fc.constantFrom<SessionResult['outcome']>('scored', 'scored', 'scored', 'rig_invalid', 'agent_failure'),
  },
  { requiredKeys: ['silences', 'before', 'blips', 'outcome'] },
);

/** Both scenes of some pairs, on two agents, twice each. */
const pairedRun = fc
  .array(fc.tuple(...AGENTS.flatMap(() => [playedOf, playedOf, playedOf, playedOf])), { minLength: 1, maxLength: 8 })
  .map((pairs) =>
    madeRun(
      pairs.flatMap((plays, i) =>
        plays.map((play, k): MadeScene => ({
          ...{ pair: `p${i}`, condition: k % 2 === 0 ? 'explicit' : 'implicit', repeat: 1 + ((k >> 1) % 2), agent: AGENTS[k >> 2] ?? 'a' },
          ...play,
        })),
      ),
    ),
  );

/** Pointers of every number of a tree. */
function numbersIn(node: unknown, at = ''): string[] {
  if (typeof node === 'number') return [at];
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([name, one]) => numbersIn(one, `${at}/${name}`));
}

const MEASURE_OF = {
  newInitiation: 'new-initiation',
  responsePresence: 'response-presence',
  answerAccuracy: 'answer-accuracy',
  silence: 'silence',
  answerWindowYield: 'answer-window-yield',
  windowResponse: 'window-response',
};

/** Each list is as long as its number, each count has its list, and no list names a window that is not there. */
function whole(summary: RunSummary, windows: WindowLists, results: readonly SessionResult[]): void {
  for (const [pointer, refs] of windows) expect([pointer, sizeAt(summary, pointer)]).toEqual([pointer, refs.length]);
  // A session's own tally is its page; arrays inside `values` and `incidence` are no counts.
  const counts = numbersIn(summary).filter((one) => COUNTS.test(one) && !one.startsWith('/sessions/'));
  for (const pointer of counts) expect([pointer, windows.has(pointer)]).toEqual([pointer, true]);
  const known = new Set(results.flatMap((one) => [key(one), ...one.windows.map(({ id }) => key({ ...one, window: id }))]));
  for (const refs of windows.values()) for (const ref of refs) expect(known.has(key(ref))).toBe(true);
}

describe('numbers and their windows', () => {
  it('are taken apart by where they stand', () => {
    const at = { attempt: 's0-a1', window: 't/reply' };
    const tree = { rows: [{ n: count([at, at]), 'a/b~c': new Counted([5, 7], [at]), kept: undefined, text: 'x' }] };
    const { value, lists } = separate<{ rows: { n: number; 'a/b~c': number[]; kept: undefined; text: string }[] }>(tree);
    expect(value).toEqual({ rows: [{ n: 2, 'a/b~c': [5, 7], kept: undefined, text: 'x' }] });
    expect([...lists]).toEqual([['/rows/0/n', [at, at]], ['/rows/0/a~1b~0c', [at]]]); // prettier-ignore
  });

  it('in any run: each list is as long as its number, each count has its list, and no session knows another window', () => {
    fc.assert(
      fc.property(mixedRun, ({ run, results }) => {
        const { summary, windows } = summariseWithWindows(run, results);
        whole(summary, windows, results);
      }),
      { numRuns: 30 },
    );
  });

  it('so in any run of pairs: each score, funnel step, place and pair is the windows that it counts', () => {
    fc.assert(
      fc.property(pairedRun, (run) => {
        const { summary, windows } = summariseWithWindows(run, run.results);
        whole(summary, windows, run.results);
        const all = run.results.flatMap(({ attempt, windows: own }) => own.map((one) => [key({ attempt, window: one.id }), one] as const));
        const known = new Map(all);
        const behind = (pointer: string): WindowScore[] => (windows.get(pointer) ?? []).flatMap((ref) => known.get(key(ref)) ?? []);
        for (const [i, { identity, funnel }] of (summary.selective?.scores ?? []).entries()) {
          const at = `/selective/scores/${i}`;
          for (const [name, measure] of Object.entries(MEASURE_OF)) {
            for (const one of behind(`${at}/${name}/successes`)) expect([one.measure, one.verdict]).toEqual([measure, 'pass']);
            for (const one of behind(`${at}/${name}/unscored`)) expect([one.measure, one.verdict]).toEqual([measure, 'unscored']);
          }
          const speaking = behind(`${at}/identity/alreadySpeaking`);
          expect(speaking.map(({ details }) => details['speakingAtEnd'])).toEqual(Array(identity.alreadySpeaking).fill(true));
          // Each step of the funnel is of the windows of the one before.
          const steps = ['windows', 'voiced', 'eligibleNew'].map((step) => keys(windows.get(`${at}/funnel/${step}`)));
          for (const [k, step] of steps.slice(1).entries()) expect(steps[k]).toEqual(expect.arrayContaining(step));
          expect(behind(`${at}/funnel/yielded`).map(({ verdict }) => verdict)).toEqual(Array(funnel.yielded).fill('pass'));
        }
      }),
      { numRuns: 30 },
    );
  });

  it('in any run: the lists of a measure are its windows in scored sessions, by verdict, and the spoiled ones', () => {
    fc.assert(
      fc.property(mixedRun, ({ run, results }) => {
        const { summary, windows } = summariseWithWindows(run, results);
        const find = (wanted: (session: SessionResult) => boolean, measure: string, verdict?: Verdict): string[] =>
          keys(
            results
              .filter(wanted)
              .flatMap((session) =>
                session.windows
                  .filter((one) => one.measure === measure && (verdict === undefined || one.verdict === verdict))
                  .map(({ id }) => ({ attempt: session.attempt, window: id })),
              ),
          );
        const FIELDS = { pass: 'pass', fail: 'fail', withinUncertainty: 'within-uncertainty', unscored: 'unscored' } as const;
        for (const [i, { agent, measure, tally }] of summary.measures.entries()) {
          const scored = (one: SessionResult): boolean => one.agent === agent && one.outcome === 'scored';
          for (const [field, verdict] of Object.entries(FIELDS))
            expect(keys(windows.get(`/measures/${i}/tally/${field}`))).toEqual(find(scored, measure, verdict));
          expect(tally.pass + tally.fail).toBe(find(scored, measure, 'pass').length + find(scored, measure, 'fail').length);
        }
        for (const [i, { agent, measure }] of (summary.statistics?.rates ?? []).entries()) {
          const scored = (one: SessionResult): boolean => one.agent === agent && one.outcome === 'scored';
          expect(keys(windows.get(`/statistics/rates/${i}/successes`))).toEqual(find(scored, measure, 'pass'));
        }
        for (const [i, agent] of AGENTS.entries()) {
          const own = (outcome: string): string[] => keys(results.filter((one) => one.agent === agent && one.outcome === outcome).map(({ attempt }) => ({ attempt }))); // prettier-ignore
          expect(keys(windows.get(`/outcomes/${i}/rigInvalid`))).toEqual(own('rig_invalid'));
          expect(keys(windows.get(`/outcomes/${i}/agentFailure`))).toEqual(own('agent_failure'));
        }
      }),
      { numRuns: 30 },
    );
  });

  it('in any run: what came first of the turns, and the waits, are each turn once', () => {
    fc.assert(
      fc.property(mixedRun, ({ run, results }) => {
        const { summary, windows } = summariseWithWindows(run, results);
        for (const [i, one] of (summary.statistics?.waits ?? []).entries()) {
          const list = (name: string): readonly WindowRef[] => windows.get(`/statistics/waits/${i}/${name}`) ?? [];
          expect(keys([...list('premature'), ...list('replied'), ...list('none')])).toEqual(keys(list('turns')));
          expect(one.premature + one.replied + one.none).toBe(one.turns);
          expect(one.prematureReplied).toBe(one.measured - one.replied);
          for (const ref of [...list('measured'), ...list('censored')]) expect(ref.window).toMatch(/\/reply\//);
        }
      }),
      { numRuns: 20 },
    );
  });

  it('of two sides compared are windows of that side, and a missed one where only the other was met', () => {
    fc.assert(
      fc.property(mixedRun, ({ run, results }) => {
        const { summary, windows } = summariseWithWindows(run, results);
        const agentOf = new Map(results.map(({ attempt, agent }) => [attempt, agent]));
        const verdictOf = new Map(
          results.flatMap(({ attempt, windows: all }) => all.map((one) => [key({ attempt, window: one.id }), one.verdict])),
        );
        for (const [i, { a, b, of }] of (summary.statistics?.comparisons ?? []).entries())
          for (const [side, name] of [
            ['a', a],
            ['b', b],
          ] as const) {
            // prettier-ignore
            const at = `/statistics/comparisons/${i}`;
            const field = of[side].kind === 'met' ? 'of' : 'waits';
            for (const { attempt } of windows.get(`${at}/of/${side}/${field}`) ?? []) expect(agentOf.get(attempt)).toBe(name);
            for (const ref of windows.get(`${at}/of/${side}/met`) ?? []) expect(verdictOf.get(key(ref))).toBe('pass');
            for (const ref of windows.get(`${at}/only${side === 'a' ? 'A' : 'B'}`) ?? []) {
              expect(verdictOf.get(key(ref))).toBe('fail');
              expect(agentOf.get(ref.attempt)).not.toBe(name);
            }
          }
      }),
      { numRuns: 20 },
    );
  });
});
