import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { CONFIDENCES, LABEL_OF_REASON, REASONS, ROLES, SPAN_LABELS, STATUSES } from '../../src/calls/model.js';
import { readCalls } from '../../src/calls/read.js';
import type { Problem } from '../../src/scenario/problem.js';
import { historyCsv, pointsCsv, spansCsv, turnsCsv, wordsCsv } from '../../src/calls/write.js';
import { EXAMPLE, load, told, withLine, type Texts } from './example.js';

describe('the example of the source', () => {
  it('is sound, and knows its recording', () => {
    const { tables, problems } = load(EXAMPLE, () => 9_800);
    expect(problems).toEqual([]);
    expect([tables.history, tables.points, tables.turns, tables.spans].map((rows) => rows.length)).toEqual([5, 3, 2, 3]);
    expect(tables.points.map(({ canReply, reason }) => [canReply, reason])).toEqual([
      [false, 'mid_turn_pause'],
      [true, 'completed_turn'],
      [true, 'completed_answer'],
    ]);
    expect([...tables.has]).toEqual(['history', 'points', 'turns', 'spans']);
  });

  it('ends past a recording that is shorter: every row that does is named', () => {
    const { problems } = load(EXAMPLE, () => 9_300);
    expect(told(problems)).toEqual([
      'silence_spans.csv:4:18 end_ms 9800 lies past the end of the recording of demo, 9300 ms',
      'eot_labels.csv:4:6 decision_ms 9400 lies past the end of the recording of demo, 9300 ms',
    ]);
  });

  it('is written again as it stands', () => {
    const { tables } = load(EXAMPLE);
    expect(historyCsv(tables.history)).toBe(EXAMPLE.history);
    expect(pointsCsv(tables.points)).toBe(EXAMPLE.points);
    expect(turnsCsv(tables.turns)).toBe(EXAMPLE.turns);
    expect(spansCsv(tables.spans)).toBe(EXAMPLE.spans);
  });
});

describe('cells', () => {
  it('of a file with hundreds of problems tell the first 500, and that there are more', () => {
    const history = `call_id,role,start_ms,end_ms,transcript\n${'demo,user,x,1,a\n'.repeat(700)}`;
    const { problems } = load({ history });
    expect(problems).toHaveLength(501);
    expect(told(problems).slice(-2)).toEqual([
      expect.stringMatching(/^asr_history\.csv:501:11 .*start_ms/),
      'asr_history.csv:502:11 more problems from here on; 500 of the file are told',
    ]);
  });

  test.each<[string, Texts, string]>([
    ['a role', withLine('history', 2, 'demo,bot,1000,2400,x'), 'asr_history.csv:2:6 role must be one of agent, user, not "bot"'],
    [
      'seconds',
      withLine('history', 2, 'demo,agent,1.0,2400,x'),
      'asr_history.csv:2:12 start_ms must be whole milliseconds from 0 to 86400000, not "1.0"',
    ],
    [
      'a negative time',
      withLine('points', 2, 'demo,-1,x,0,,hesitation,A'),
      'eot_labels.csv:2:6 decision_ms must be whole milliseconds from 0 to 86400000, not "-1"',
    ],
    [
      'an end before its start',
      withLine('history', 3, 'demo,user,4400,4400,x'),
      'asr_history.csv:3:16 end_ms 4400 must lie after start_ms 4400',
    ],
    [
      'a label',
      withLine('points', 2, 'demo,5200,x,yes,,hesitation,A'),
      'eot_labels.csv:2:13 can_reply_now must be 1, 0 or empty, not "yes"',
    ],
    [
      'a reason that says otherwise',
      withLine('points', 2, 'demo,5200,x,1,,hesitation,A'),
      'eot_labels.csv:2:13 can_reply_now is 1, and the reason hesitation says 0',
    ],
    [
      'a reason that nobody can tell',
      withLine('points', 2, 'demo,5200,x,0,,audio_issue,A'),
      'eot_labels.csv:2:13 can_reply_now is 0, and the reason audio_issue says empty',
    ],
    [
      'an unknown reason',
      withLine('points', 2, 'demo,5200,x,0,,hesitating,A'),
      'eot_labels.csv:2:16 reason must be one of completed_turn, completed_answer, mid_turn_pause, hesitation, unfinished_expression, uncertain, audio_issue, interrupted_unclear, not "hesitating"',
    ],
    [
      'a confidence',
      withLine('points', 2, 'demo,5200,x,0,sure,hesitation,A'),
      'eot_labels.csv:2:15 confidence must be one of high, medium, low, not "sure"',
    ],
    ['no annotator', withLine('points', 2, 'demo,5200,x,0,,hesitation,'), 'eot_labels.csv:2:27 annotator is empty'],
    [
      'a quoted cell before it',
      withLine('points', 2, 'demo,5200,"a, ""b""",2,,hesitation,A'),
      'eot_labels.csv:2:22 can_reply_now must be 1, 0 or empty, not "2"',
    ],
    [
      'a complete turn without its end',
      withLine('turns', 2, 'demo,u001,3000,,complete,A'),
      'user_turns.csv:2:16 speech_end_ms is empty, and the turn is complete',
    ],
    [
      'a turn that ends before it starts',
      withLine('turns', 2, 'demo,u001,3000,2000,complete,A'),
      'user_turns.csv:2:16 speech_end_ms 2000 must lie after start_ms 3000',
    ],
    [
      'a span label',
      withLine('spans', 2, 'demo,u001,0,4400,5600,pause,,mid_turn_pause,A'),
      'silence_spans.csv:2:23 label must be one of hold, eot, not "pause"',
    ],
    [
      'a span whose reason says otherwise',
      withLine('spans', 2, 'demo,u001,0,4400,5600,hold,,completed_turn,A'),
      'silence_spans.csv:2:23 the label is hold, and the reason completed_turn says eot',
    ],
    [
      'a span number',
      withLine('spans', 2, 'demo,u001,x,4400,5600,hold,,hesitation,A'),
      'silence_spans.csv:2:11 span_index must be a whole number from 0, not "x"',
    ],
    [
      'a labelled span without a reason',
      withLine('spans', 2, 'demo,u001,0,4400,5600,hold,,,A'),
      'silence_spans.csv:2:29 reason must be one of completed_turn, completed_answer, mid_turn_pause, hesitation, unfinished_expression, uncertain, audio_issue, interrupted_unclear, not ""',
    ],
    [
      'a name with a space',
      withLine('turns', 2, 'demo ,u001,3000,7100,complete,A'),
      'user_turns.csv:2:1 call_id begins or ends with a space',
    ],
  ])('%s is told where it stands', (_name, texts, wanted) => {
    expect(told(load(texts).problems)).toEqual([wanted]);
  });

  it('tells all of a row and all rows in one pass', () => {
    const { problems } = load({ history: 'call_id,role,start_ms,end_ms,transcript\n,bot,x,y,\ndemo,agent,5,4,\n' });
    expect(told(problems).map((text) => text.slice(0, text.indexOf(' ')))).toEqual([
      'asr_history.csv:2:1',
      'asr_history.csv:2:2',
      'asr_history.csv:2:6',
      'asr_history.csv:2:8',
      'asr_history.csv:3:14',
    ]);
  });
});

describe('the file', () => {
  test.each<[string, string, string[]]>([
    ['is empty', '', ['asr_history.csv:1:1 the file is empty']],
    [
      'has no header',
      'demo,agent,1,2,x',
      expect.arrayContaining(['asr_history.csv:1:1 unknown column "demo"', 'asr_history.csv:1:1 the column role is missing']) as string[],
    ],
    ['has a column too many', 'call_id,role,start_ms,end_ms,transcript,notes\n', ['asr_history.csv:1:41 unknown column "notes"']],
    ['lacks one', 'call_id,role,start_ms,transcript\n', ['asr_history.csv:1:1 the column end_ms is missing']],
    ['has one twice', 'call_id,role,start_ms,end_ms,transcript,role\n', ['asr_history.csv:1:41 the column role stands here twice']],
    [
      'has them in another order',
      'call_id,role,end_ms,start_ms,transcript\n',
      ['asr_history.csv:1:14 the columns are in another order: start_ms belongs here'],
    ],
    [
      'has a short row',
      'call_id,role,start_ms,end_ms,transcript\ndemo,agent,1,2\n',
      ['asr_history.csv:2:1 the row has 4 cells, the header 5'],
    ],
    [
      'has an unquoted comma',
      'call_id,role,start_ms,end_ms,transcript\ndemo,agent,1,2,a,b\n',
      ['asr_history.csv:2:18 the row has 6 cells, the header 5'],
    ],
    [
      'has a quote that does not end',
      'call_id,role,start_ms,end_ms,transcript\ndemo,agent,1,2,"a\n',
      ['asr_history.csv:2:16 a quoted cell does not end'],
    ],
  ])('%s', (_name, text, wanted) => {
    expect(told(load({ history: text }).problems)).toEqual(wanted);
  });

  it('may begin with a byte order mark, and its lines may end with CRLF', () => {
    const { tables, problems } = load({ ...EXAMPLE, history: `\ufeff${(EXAMPLE.history ?? '').replaceAll('\n', '\r\n')}` });
    expect(problems).toEqual([]);
    expect(tables.history[1]?.transcript).toBe('我明天下午');
  });

  it('is no UTF-8: said, not guessed', () => {
    const problems: Problem[] = [];
    const tables = readCalls(
      { history: { file: 'x.csv', bytes: Uint8Array.from([0xff, 0xfe, 0x63]) } },
      (problem) => void problems.push(problem),
    );
    expect(told(problems)).toEqual(['x.csv:1:1 the file is not UTF-8 text']);
    expect(tables.history).toEqual([]);
  });
});

test('what is written is read again, whatever texts hold', () => {
  const text = fc.string({ unit: 'grapheme' }).filter((one) => !one.includes('\r') && !one.includes('\u0000') && !/^\ufeff/.test(one));
  const name = fc.string({ minLength: 1, unit: 'grapheme-ascii' }).filter((one) => one.trim() === one && one !== '');
  const times = fc
    .tuple(fc.nat(10_000_000), fc.integer({ min: 1, max: 100_000 }))
    .map(([startMs, length]) => ({ startMs, endMs: startMs + length }));
  const at = (): { file: string; line: number; column: number } => ({ file: '', line: 1, column: 1 });
  const confidence = fc.constantFrom(...CONFIDENCES, undefined);
  const row = fc.record({
    callId: name,
    role: fc.constantFrom(...ROLES),
    times,
    text,
    word: name,
    reason: fc.constantFrom(...REASONS),
    status: fc.constantFrom(...STATUSES),
    label: fc.constantFrom(...SPAN_LABELS),
    confidence,
    annotator: name,
    turnId: name,
  });
  fc.assert(
    fc.property(
      row,
      ({ callId, role, times: { startMs, endMs }, text: said, word, reason, status, label, confidence: sure, annotator, turnId }) => {
        const common = { callId, annotator, at };
        const written = {
          history: historyCsv([{ callId, role, startMs, endMs, transcript: said }]),
          words: wordsCsv([{ callId, role, startMs, endMs, word }]),
          points: pointsCsv([
            { ...common, decisionMs: startMs, userText: said, canReply: LABEL_OF_REASON[reason], confidence: sure, reason },
          ]),
          turns: turnsCsv([{ ...common, turnId, startMs, speechEndMs: endMs, status }]),
        };
        const spanReason = label === 'hold' ? 'hesitation' : 'completed_turn';
        const spans = spansCsv([{ ...common, turnId, spanIndex: 0, startMs, endMs, label, confidence: sure, reason: spanReason }]);
        const { tables, problems } = load(written);
        expect(problems).toEqual([]);
        const again = load({ spans }).tables;
        expect(tables.history).toMatchObject([{ callId, role, startMs, endMs, transcript: said }]);
        expect(tables.words).toMatchObject([{ callId, role, startMs, endMs, word }]);
        expect(tables.points).toMatchObject([
          { callId, decisionMs: startMs, userText: said, canReply: LABEL_OF_REASON[reason], confidence: sure, reason, annotator },
        ]);
        expect(tables.turns).toMatchObject([{ callId, turnId, startMs, speechEndMs: endMs, status, annotator }]);
        expect(again.spans).toMatchObject([{ callId, turnId, spanIndex: 0, startMs, endMs, label, confidence: sure, reason: spanReason }]);
      },
    ),
  );
});
