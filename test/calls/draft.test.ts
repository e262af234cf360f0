/** Drafts of calls: turns and silences out of what was heard, in a form that is valid and that no score counts. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NO_COMPANION, readCompanion, type CallEntry } from '../../src/calls/companion.js';
import { companionYaml } from '../../src/calls/companion-write.js';
import { candidateMs, draftCall, type HeardCall } from '../../src/calls/draft.js';
import { agreement } from '../../src/calls/agree.js';
import { exportTurns } from '../../src/calls/export.js';
import { Texts } from '../../src/calls/history.js';
import { pointMetrics } from '../../src/calls/point-metrics.js';
import { DEFAULT_FILTER, DEFAULT_GRID } from '../../src/calls/policy-grid.js';
import { policySpans } from '../../src/calls/policy-spans.js';
import { historyCsv, pointsCsv, spansCsv, turnsCsv } from '../../src/calls/write.js';
import { msToSamples, rigPos, type Span } from '../../src/time/position.js';
import { callIds } from '../../simulator/calls/draft-folder.js';
import { load, told } from './example.js';

const span = (from: number, to: number): Span => ({ from: rigPos(msToSamples(from)), to: rigPos(msToSamples(to)) });
/** The invented call of the source, as a detector would hear it. */
const HEARD: HeardCall = {
  callId: 'demo',
  length: msToSamples(9_800),
  turns: [{ parts: [span(3_000, 4_400), span(5_600, 7_100)] }, { parts: [span(9_000, 9_250)] }],
  agent: [span(1_000, 2_400), span(7_900, 8_500)],
};

const textsOf = (heard: HeardCall) => {
  const { history, points, turns, spans } = draftCall(heard);
  return { history: historyCsv(history), points: pointsCsv(points), turns: turnsCsv(turns), spans: spansCsv(spans) };
};

describe('draftCall', () => {
  it('has the pauses of the turn, and the silence behind it up to the agent', () => {
    const { turns, spans, points, history } = draftCall(HEARD);
    expect(turns.map(({ turnId, startMs, speechEndMs, status, annotator }) => [turnId, startMs, speechEndMs, status, annotator])).toEqual([
      ['t001', 3_000, 7_100, 'draft', 'draft'],
      ['t002', 9_000, 9_250, 'draft', 'draft'],
    ]);
    expect(spans.map(({ turnId, spanIndex, startMs, endMs }) => [turnId, spanIndex, startMs, endMs])).toEqual([
      ['t001', 0, 4_400, 5_600],
      ['t001', 1, 7_100, 7_900],
      ['t002', 0, 9_250, 9_800],
    ]);
    expect(points.map(({ decisionMs }) => decisionMs)).toEqual([4_600, 7_300, 9_450]);
    for (const row of [...spans, ...points]) expect(row).toMatchObject({ confidence: undefined, reason: undefined, annotator: 'draft' });
    expect(history.map(({ role, startMs, transcript }) => [role, startMs, transcript])).toEqual([
      ['agent', 1_000, ''],
      ['user', 3_000, ''],
      ['user', 5_600, ''],
      ['agent', 7_900, ''],
      ['user', 9_000, ''],
    ]);
  });

  it.each<[string, Partial<HeardCall>, [number, number][]]>([
    ['a gap of 199 ms is no pause', { turns: [{ parts: [span(0, 500), span(699, 900)] }] }, [[900, 1_000]]],
    [
      'one of 200 ms is',
      { turns: [{ parts: [span(0, 500), span(700, 900)] }] },
      [
        [500, 700],
        [900, 1_000],
      ],
    ],
    ['an agent that answers at once leaves its gap', { turns: [{ parts: [span(0, 500)] }], agent: [span(501, 800)] }, [[500, 501]]],
    ['an agent that speaks already does not end the silence', { turns: [{ parts: [span(0, 500)] }], agent: [span(400, 800)] }, [[500, 1_000]]], // prettier-ignore
    ['a turn that ends with the recording has nothing behind it', { turns: [{ parts: [span(0, 1_000)] }] }, []],
    ['nothing lies past the end of the recording', { turns: [{ parts: [span(0, 500), span(900, 1_100)] }] }, [[500, 900]]],
  ])('%s', (_, given, wanted) => {
    const heard: HeardCall = { callId: 'c', length: msToSamples(1_000), turns: [], agent: [], ...given };
    expect(draftCall(heard).spans.map(({ startMs, endMs }) => [startMs, endMs])).toEqual(wanted);
    expect(load(textsOf(heard), () => 1_000).problems).toEqual([]);
  });

  it('is asked at the score point, or at the end of a shorter silence', () => {
    expect(candidateMs({ startMs: 100, endMs: 1_000 })).toBe(300);
    expect(candidateMs({ startMs: 100, endMs: 301 })).toBe(300);
    expect(candidateMs({ startMs: 100, endMs: 300 })).toBe(299);
    expect(candidateMs({ startMs: 100, endMs: 101 })).toBe(100);
  });

  it('is valid whatever was heard, and every candidate lies in just its own silence', () => {
    const gaps = fc.array(fc.tuple(fc.integer({ min: 0, max: 90_000 }), fc.integer({ min: 1, max: 200_000 })), { maxLength: 12 });
    const spansOf = (steps: readonly (readonly [number, number])[]) => {
      let at = 0;
      return steps.map(([gap, length]) => ({ from: rigPos((at += gap)), to: rigPos((at += length)) }));
    };
    fc.assert(
      fc.property(gaps, gaps, fc.integer({ min: 1, max: 4 }), fc.integer({ min: 0, max: 3_000_000 }), (user, agent, each, length) => {
        const parts = spansOf(user);
        const turns = Array.from({ length: Math.ceil(parts.length / each) }, (_, i) => ({ parts: parts.slice(i * each, (i + 1) * each) }));
        const heard: HeardCall = { callId: 'c', length, turns, agent: spansOf(agent) };
        const { tables, problems } = load(textsOf(heard), () => Math.floor(length / 48));
        expect(told(problems)).toEqual([]);
        for (const { decisionMs } of tables.points)
          expect(tables.spans.filter(({ startMs, endMs }) => startMs <= decisionMs && decisionMs < endMs)).toHaveLength(1);
        expect(tables.points).toHaveLength(tables.spans.length);
      }),
    );
  });
});

describe('a draft in scores', () => {
  const { tables } = load(textsOf(HEARD));

  it('is left out of point metrics, by reason, whatever calls.yaml says', () => {
    const predictions = tables.points.map(({ callId, decisionMs, at }) => ({
      callId,
      decisionMs,
      allow: true,
      score: undefined,
      at: at('decision_ms'),
    }));
    const { counted, excluded } = pointMetrics({ points: tables.points, predictions, isDraft: () => false });
    expect([counted, ...excluded]).toEqual([0, ['draft point', 3]]);
  });

  it('is left out of policies and of exports', () => {
    const spans = policySpans({ ...tables, predictions: [], filter: DEFAULT_FILTER, grid: DEFAULT_GRID });
    expect([spans.holds.length, spans.ends.length, ...spans.excluded]).toEqual([0, 0, ['turn is draft', 3]]);
    const made = exportTurns(tables, NO_COMPANION, { scorePointMs: 200, tail: 'drop' });
    expect([made.turns.length, ...made.excluded]).toEqual([0, ['turn is draft', 2]]);
  });

  it('is nobody who agrees with anybody', () => {
    expect(agreement([{ annotator: 'a', points: tables.points }, { annotator: 'b', points: tables.points }])).toMatchObject({ pairs: [{ common: 0 }], conflicts: [] }); // prettier-ignore
  });

  it('says nothing in messages: what has no transcript is no text', () => {
    const text = new Texts(tables).at({ callId: 'demo', decisionMs: 7_300, userText: '' }, { mode: 'offline' });
    expect(text.messages).toEqual([]);
    expect(text.history).toHaveLength(3);
  });
});

describe('the format', () => {
  const header = 'call_id,decision_ms,user_text_at_decision,can_reply_now,confidence,reason,annotator\n';
  it.each<[string, string | undefined]>([
    ['c,1,,,,,draft', undefined],
    ['c,1,,1,,,anna', 'eot_labels.csv:2:9 reason must be one of'],
  ])('%s', (row, problem) => {
    const found = told(load({ points: `${header}${row}\n` }).problems);
    expect(found).toHaveLength(problem === undefined ? 0 : 1);
    expect(found.join()).toContain(problem ?? '');
  });
});

describe('companionYaml', () => {
  it('is read as it was written, whatever calls are called', () => {
    const entry: fc.Arbitrary<CallEntry> = fc.record({
      recording: fc.option(fc.string({ minLength: 1 }), { nil: undefined }),
      userChannel: fc.constant(1),
      agentChannel: fc.constant(0),
      language: fc.constantFrom('zh', 'en-gb', 'und', 'no'),
      points: fc.constantFrom('manual', 'vad_draft'),
      split: fc.constantFrom('test', undefined),
    });
    fc.assert(
      fc.property(fc.dictionary(fc.string({ minLength: 1 }), entry, { noNullPrototype: true }), (calls) => {
        const vad = { name: 'silero', version: '7e', settings: { on: 0.5 } };
        const given = { ...NO_COMPANION, calls: new Map(Object.entries(calls)), vad, clipping: 'x: y', versions: { data: '3' } };
        const problems: unknown[] = [];
        const again = readCompanion(new TextEncoder().encode(companionYaml(given)), 'calls.yaml', (problem) => problems.push(problem));
        expect(problems).toEqual([]);
        expect(again).toEqual(given);
      }),
      { numRuns: 40 },
    );
  });
});

describe('callIds', () => {
  it('are names of files, each once', () => {
    expect(callIds(['a/x.wav', 'b/x.flac', 'x-2.wav', '.wav', ' y .mp3', 'no ending', 'l\nine.wav'])).toEqual([
      'x',
      'x-2',
      'x-2-2',
      '.wav',
      'y',
      'no ending',
      'l_ine',
    ]);
  });
});
