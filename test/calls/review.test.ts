/** A review of pauses without its page: what may be opened when, and what tables become of labels. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCompanion, type Companion } from '../../src/calls/companion.js';
import { draftCall, type HeardCall } from '../../src/calls/draft.js';
import { LABEL_OF_REASON, REASONS, TABLES, type CallTables, type Reason } from '../../src/calls/model.js';
import { Review } from '../../src/calls/review.js';
import { itemKey, reviewItems } from '../../src/calls/review-items.js';
import { reasonsOf, VERDICTS, verdictOf, type ReviewLabel } from '../../src/calls/review-json.js';
import { reviewedTables } from '../../src/calls/review-tables.js';
import { historyCsv, pointsCsv, spansCsv, turnsCsv } from '../../src/calls/write.js';
import { actionOf } from '../../src/calls/page/keys.js';
import { msToSamples, rigPos, type Span } from '../../src/time/position.js';
import { EXAMPLE, load, told, type Texts } from './example.js';

const companion = (yaml = 'version: 1\nlanguage: zh\ncalls: { demo: { recording: demo.wav } }\n'): Companion =>
  readCompanion(new TextEncoder().encode(yaml), 'calls.yaml', (problem) => {
    throw new Error(problem.message);
  });
const span = (from: number, to: number): Span => ({ from: rigPos(msToSamples(from)), to: rigPos(msToSamples(to)) });
const label = (reason: Reason, confidence: ReviewLabel['confidence'] = null): ReviewLabel => ({ reason, confidence });

function draft(heard: HeardCall): Texts {
  const { history, points, turns, spans } = draftCall(heard);
  return { history: historyCsv(history), points: pointsCsv(points), turns: turnsCsv(turns), spans: spansCsv(spans) };
}

/** What an annotator's folder holds of it. */
function reviewed(tables: CallTables, reasons: readonly (Reason | undefined)[], annotator = 'anna') {
  const { items } = reviewItems(tables, companion());
  const labels = new Map(items.flatMap((item, i) => (reasons[i] === undefined ? [] : [[itemKey(item), label(reasons[i])] as const])));
  const made = reviewedTables(tables, items, labels, annotator);
  const texts: Texts = {
    history: historyCsv(tables.history),
    points: pointsCsv(made.points),
    turns: turnsCsv(made.turns),
    spans: spansCsv(made.spans),
  };
  return { ...made, ...load(texts, () => 9_800), items };
}

describe('reviewItems', () => {
  it('are pauses in order, with the points that lie in them', () => {
    const { items, unheard } = reviewItems(load(EXAMPLE).tables, companion());
    expect(items.map(({ decisionMs, pause, points }) => [decisionMs, pause?.startMs, points.length])).toEqual([
      [5_200, 4_400, 1],
      [7_300, 7_100, 1],
      [9_400, 9_250, 1],
    ]);
    expect(unheard).toBe(0);
  });

  it('a pause without a point gets a candidate; several points of one are one item; a point in no pause is one of its own', () => {
    const points = `call_id,decision_ms,user_text_at_decision,can_reply_now,confidence,reason,annotator
demo,7700,x,1,,completed_turn,A
demo,7300,x,1,,completed_turn,A
demo,2000,,0,,hesitation,A
`;
    const { items } = reviewItems(load({ ...EXAMPLE, points }).tables, companion());
    expect(items.map(({ decisionMs, points: own }) => [decisionMs, own.length])).toEqual([
      [2_000, 1],
      [4_600, 1],
      [7_300, 2],
      [9_450, 1],
    ]);
  });

  it('of calls without a recording there is nothing to hear', () => {
    const { items, unheard } = reviewItems(load(EXAMPLE).tables, companion('version: 1\nlanguage: zh\ncalls: { demo: {} }\n'));
    expect([items.length, unheard]).toEqual([0, 3]);
  });
});

describe('Review', () => {
  const start = (): Review => new Review(reviewItems(load(EXAMPLE).tables, companion()).items);

  it('opens a pause once all before it have a label', () => {
    const review = start();
    expect(review.open(1)).toBeUndefined();
    const [first, second] = review.items;
    expect(review.label(first!, label('hesitation'))).toBe(false);
    expect(review.open(0)).toBe(first);
    expect(review.beside(0, 1)).toBeUndefined();
    expect(review.label(first!, label('hesitation'))).toBe(true);
    expect(review.beside(0, 1)).toBe(1);
    expect(review.open(1)).toBe(second);
    expect(review.open(2)).toBeUndefined();
    expect(review.open(3)).toBeUndefined();
    expect(review.beside(0, -1)).toBeUndefined();
    expect(review.beside(1, -1)).toBe(0);
  });

  it('knows which labels were given when what follows could be known', () => {
    const review = start();
    const [first, second] = review.items;
    review.open(0);
    review.label(first!, label('hesitation'));
    expect(review.labelledKnowing(first!)).toBe(false);
    // Shown after the label: the label stands as it was given, the next one does not.
    review.reveal(first!);
    expect(review.labelledKnowing(first!)).toBe(false);
    review.label(first!, label('completed_turn'));
    expect(review.labelledKnowing(first!)).toBe(true);
    review.undo();
    expect([review.labelOf(first!)?.reason, review.labelledKnowing(first!)]).toEqual(['hesitation', false]);
    // The next pause has its words before the decision: they were the future of this one.
    const other = start();
    other.open(0);
    other.label(other.items[0]!, label('hesitation'));
    other.open(1);
    other.label(other.items[0]!, label('uncertain'));
    expect(other.labelledKnowing(other.items[0]!)).toBe(true);
    expect(other.labelOf(second!)).toBeUndefined();
  });

  it('goes on where it was left, with what was known', () => {
    const review = start();
    review.open(0);
    review.reveal(review.items[0]!);
    review.label(review.items[0]!, label('hesitation', 'low'));
    review.open(1);
    const again = new Review(review.items, review.saved());
    expect(again.saved()).toEqual(review.saved());
    expect([again.resumeAt(), again.labelled, again.canUndo]).toEqual([1, 1, false]);
    expect(again.undo()).toBeUndefined();
    expect(again.labelledKnowing(again.items[0]!)).toBe(true);
    again.label(again.items[1]!, label('completed_turn'));
    expect(again.resumeAt()).toBe(2);
    again.open(2);
    again.label(again.items[2]!, label('completed_answer'));
    expect(again.resumeAt()).toBe(2);
  });

  it('whatever is done, nothing behind a pause without a label was opened before it, unless that label was taken back', () => {
    const steps = fc.array(fc.tuple(fc.constantFrom('open', 'label', 'reveal'), fc.nat({ max: 3 })), { maxLength: 40 });
    fc.assert(
      fc.property(steps, (all) => {
        const review = start();
        for (const [step, i] of all) {
          const item = review.items[i];
          if (item === undefined) continue;
          if (step === 'open') review.open(i);
          else if (step === 'label') review.label(item, label('uncertain'));
          else review.reveal(item);
          const opened = review.saved().opened.length;
          expect(opened).toBeLessThanOrEqual(review.labelled + 1);
          if (step === 'label' && review.labelOf(item) !== undefined)
            expect(review.labelledKnowing(item)).toBe(review.isRevealed(item) || opened > i + 1);
        }
      }),
    );
  });
});

describe('reviewedTables', () => {
  const { tables } = load(EXAMPLE);

  it('the example, labelled as its source has it, is the example', () => {
    const made = reviewed(tables, ['mid_turn_pause', 'completed_turn', 'completed_answer']);
    expect(told(made.problems)).toEqual([]);
    expect(made.turns.map(({ turnId, startMs, speechEndMs, status }) => [turnId, startMs, speechEndMs, status])).toEqual([
      ['u001', 3_000, 7_100, 'complete'],
      ['u002', 9_000, 9_250, 'complete'],
    ]);
    expect(made.spans.map(({ turnId, startMs, endMs, label: said }) => [turnId, startMs, endMs, said])).toEqual([
      ['u001', 4_400, 5_600, 'hold'],
      ['u001', 7_100, 7_900, 'eot'],
      ['u002', 9_250, 9_800, 'eot'],
    ]);
    expect(new Set(made.points.map(({ annotator }) => annotator))).toEqual(new Set(['anna']));
  });

  it.each<[string, (Reason | undefined)[], unknown[], unknown[]]>([
    [
      'a turn that ends in its pause is two',
      ['completed_answer', 'completed_turn', 'completed_answer'],
      [
        ['u001', 3_000, 4_400, 'complete'],
        ['u001.2', 5_600, 7_100, 'complete'],
        ['u002', 9_000, 9_250, 'complete'],
      ],
      [
        ['u001', 0, 4_400, 5_600, 'eot'],
        ['u001.2', 0, 7_100, 7_900, 'eot'],
        ['u002', 0, 9_250, 9_800, 'eot'],
      ],
    ],
    [
      'an agent that cut in parts no turn: the hold lasts until the user goes on',
      ['mid_turn_pause', 'unfinished_expression', 'completed_turn'],
      [['u001', 3_000, 9_250, 'complete']],
      [
        ['u001', 0, 4_400, 5_600, 'hold'],
        ['u001', 1, 7_100, 9_000, 'hold'],
        ['u001', 2, 9_250, 9_800, 'eot'],
      ],
    ],
    [
      'what nobody has labelled is a draft',
      ['mid_turn_pause'],
      [
        ['u001', 3_000, 7_100, 'draft'],
        ['u002', 9_000, 9_250, 'draft'],
      ],
      [
        ['u001', 0, 4_400, 5_600, 'hold'],
        ['u001', 1, 7_100, 7_900, undefined],
        ['u002', 0, 9_250, 9_800, undefined],
      ],
    ],
    [
      'what nobody can tell makes no complete turn',
      ['audio_issue', 'completed_turn', 'mid_turn_pause'],
      [
        ['u001', 3_000, 7_100, 'audio_issue'],
        ['u002', 9_000, undefined, 'uncertain'],
      ],
      [
        ['u001', 0, 4_400, 5_600, undefined],
        ['u001', 1, 7_100, 7_900, 'eot'],
        ['u002', 0, 9_250, 9_800, 'hold'],
      ],
    ],
  ])('%s', (_, reasons, turns, spans) => {
    const made = reviewed(tables, reasons);
    expect(told(made.problems)).toEqual([]);
    expect(made.turns.map(({ turnId, startMs, speechEndMs, status }) => [turnId, startMs, speechEndMs, status])).toEqual(turns);
    expect(made.spans.map((one) => [one.turnId, one.spanIndex, one.startMs, one.endMs, one.label])).toEqual(spans);
  });

  it('a pause in which the agent speaks ends a turn where the agent begins, and holds until the user goes on', () => {
    const heard: HeardCall = {
      callId: 'demo',
      length: msToSamples(9_800),
      turns: [{ parts: [span(1_000, 2_000), span(4_000, 5_000)] }],
      agent: [span(2_600, 3_000)],
    };
    const from = load(draft(heard)).tables;
    expect(reviewed(from, ['completed_turn', 'completed_turn']).spans.map(({ endMs }) => endMs)).toEqual([2_600, 9_800]);
    expect(reviewed(from, ['hesitation', 'completed_turn']).spans.map(({ endMs }) => endMs)).toEqual([4_000, 9_800]);
  });

  it('is valid whatever was heard and said of it, and loses no point and no pause', () => {
    const steps = fc.array(fc.tuple(fc.integer({ min: 0, max: 900 }), fc.integer({ min: 1, max: 900 })), { maxLength: 8 });
    const spansOf = (all: readonly (readonly [number, number])[]): Span[] => {
      let at = 0;
      return all.map(([gap, length]) => span((at += gap), (at += length)));
    };
    const reasons = fc.array(fc.option(fc.constantFrom(...REASONS), { nil: undefined }), { minLength: 10, maxLength: 10 });
    fc.assert(
      fc.property(steps, steps, fc.integer({ min: 1, max: 3 }), reasons, (user, agent, each, said) => {
        const parts = spansOf(user);
        const turns = Array.from({ length: Math.ceil(parts.length / each) }, (_, i) => ({ parts: parts.slice(i * each, (i + 1) * each) }));
        const from = load(draft({ callId: 'demo', length: msToSamples(9_800), turns, agent: spansOf(agent) })).tables;
        const made = reviewed(from, said);
        expect(told(made.problems)).toEqual([]);
        expect(made.spans.map(({ startMs }) => startMs)).toEqual(from.spans.map(({ startMs }) => startMs));
        expect(made.points).toHaveLength(made.items.filter((_, i) => said[i] !== undefined).length);
        for (const { canReply, reason } of made.points) expect(canReply).toBe(reason && LABEL_OF_REASON[reason]);
        expect(made.tables.has).toEqual(new Set(['history', 'points', 'turns', 'spans']));
      }),
    );
  });
});

describe('labels and keys', () => {
  it('every reason has one verdict', () => {
    expect(VERDICTS.flatMap(reasonsOf).toSorted()).toEqual(REASONS.toSorted());
    for (const verdict of VERDICTS) for (const reason of reasonsOf(verdict)) expect(verdictOf(reason)).toBe(verdict);
    expect(TABLES.points).toBe('eot_labels.csv');
  });

  it.each([
    ['h', { kind: 'verdict', verdict: 'hold' }],
    ['E', { kind: 'verdict', verdict: 'eot' }],
    ['2', { kind: 'reason', number: 1 }],
    ['8', { kind: 'confidence', confidence: 'medium' }],
    ['0', { kind: 'confidence', confidence: null }],
    [' ', { kind: 'play' }],
    ['ArrowRight', { kind: 'next' }],
    ['x', undefined],
    ['constructor', undefined],
  ])('%s', (key, action) => expect(actionOf(key)).toEqual(action));
});
