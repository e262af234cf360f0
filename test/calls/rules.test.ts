import { describe, expect, it, test } from 'vitest';
import { joinPoints } from '../../src/calls/join.js';
import { TABLES, type TableName } from '../../src/calls/model.js';
import { readCalls } from '../../src/calls/read.js';
import { checkCalls } from '../../src/calls/rules.js';
import type { Problem } from '../../src/scenario/problem.js';
import { EXAMPLE, load, told, withLine, type Texts } from './example.js';

const added = (name: 'points' | 'spans' | 'turns', row: string): Texts => ({ ...EXAMPLE, [name]: `${EXAMPLE[name] ?? ''}${row}\n` });

describe('rules between rows', () => {
  test.each<[string, Texts, string[]]>([
    [
      'a point twice',
      added('points', 'demo,5200,,0,,hesitation,B'),
      ['eot_labels.csv:5:6 demo at 5200 ms stands in eot_labels.csv:2 already'],
    ],
    [
      'a turn twice',
      added('turns', 'demo,u002,9000,9250,uncertain,B'),
      ['user_turns.csv:4:6 the turn u002 of demo stands in user_turns.csv:3 already'],
    ],
    [
      'a span of no turn',
      added('spans', 'demo,u009,0,9800,9900,,,,A'),
      ['silence_spans.csv:5:6 the call demo has no turn u009 in user_turns.csv'],
    ],
    [
      'numbers with a gap',
      withLine('spans', 3, 'demo,u001,2,7100,7900,eot,high,completed_turn,A'),
      ['silence_spans.csv:3:11 span_index is 2, and 1 is next in the turn u001'],
    ],
    [
      'confirmed spans that overlap',
      withLine('spans', 2, 'demo,u001,0,4400,7101,hold,high,mid_turn_pause,A'),
      [
        'silence_spans.csv:3:13 the span overlaps the one of silence_spans.csv:2, which ends at 7101 ms',
        "silence_spans.csv:2:18 the hold ends at 7101 ms, after the turn's speech (7100 ms)",
      ],
    ],
    [
      'a span that starts with its turn',
      withLine('spans', 2, 'demo,u001,0,3000,5600,hold,high,mid_turn_pause,A'),
      ['silence_spans.csv:2:13 the span starts at 3000 ms, not after its turn does (3000 ms)'],
    ],
    [
      'an eot that starts late',
      withLine('spans', 3, 'demo,u001,1,7101,7900,eot,high,completed_turn,A'),
      ["silence_spans.csv:3:13 the eot starts at 7101 ms, and the turn's speech ends at 7100 ms"],
    ],
    [
      'a complete turn with a span to be checked',
      withLine('spans', 2, 'demo,u001,0,4400,5600,,,,A'),
      [
        'eot_labels.csv:2:17 the point says 0 (may not), and its span in silence_spans.csv:2 is without a label',
        'silence_spans.csv:2:23 the span has no label, and the turn u001 is complete',
      ],
    ],
    [
      'a point against its span',
      withLine('points', 3, 'demo,7300,我,0,high,hesitation,A'),
      ['eot_labels.csv:3:13 the point says 0 (may not), and its span in silence_spans.csv:3 is eot'],
    ],
    [
      'a complete turn without an eot',
      { ...EXAMPLE, spans: (EXAMPLE.spans ?? '').split('\n').slice(0, 3).join('\n') },
      ['user_turns.csv:3:21 the turn u002 is complete and has no eot'],
    ],
    [
      'an eot that is not the last',
      {
        ...withLine('spans', 3, 'demo,u001,1,7100,7150,eot,high,completed_turn,A'),
        points: (EXAMPLE.points ?? '').split('\n', 1)[0] ?? '',
        spans: (EXAMPLE.spans ?? '')
          .replace('demo,u001,1,7100,7900', 'demo,u001,1,7100,7150')
          .replace('demo,u002', 'demo,u001,2,7200,7300,hold,,hesitation,A\ndemo,u002'),
      },
      [
        "silence_spans.csv:4:18 the hold ends at 7300 ms, after the turn's speech (7100 ms)",
        'silence_spans.csv:3:23 the eot of the turn u001 is not its last span',
      ],
    ],
  ])('%s', (_name, texts, wanted) => {
    expect(told(load(texts).problems)).toEqual(wanted);
  });

  it('a turn of which the end is not known lies past the recording by its start', () => {
    const turns = 'call_id,turn_id,start_ms,speech_end_ms,status,annotator\ndemo,u1,9000,,uncertain,A\n';
    expect(told(load({ turns }, () => 5_000).problems)).toEqual([
      'user_turns.csv:2:9 start_ms 9000 lies past the end of the recording of demo, 5000 ms',
    ]);
  });

  it('a line of the log takes the place of an earlier one of the same role, or of none', () => {
    const line = (atMs: number, role: string, replaces?: number): string =>
      `${JSON.stringify({ call_id: 'demo', at_ms: atMs, role, text: 'x', final: false, replaces })}\n`;
    const asrLog = line(1_000, 'user') + line(1_200, 'user', 1_000) + line(1_300, 'agent', 1_000) + line(1_400, 'user', 1_400);
    expect(told(load({ asrLog }, () => 1_350).problems)).toEqual([
      'asr_log.jsonl:4:1 at_ms 1400 lies past the end of the recording of demo, 1350 ms',
      'asr_log.jsonl:3:1 replaces is 1000, and the agent said nothing before at that time',
      'asr_log.jsonl:4:1 replaces is 1400, and the user said nothing before at that time',
    ]);
  });

  test.each<[string, Texts, string]>([
    ['span', withLine('spans', 2, 'demo,u001,0,x,5600,hold,high,mid_turn_pause,A'), 'silence_spans.csv:2:13'],
    ['eot', withLine('spans', 4, 'demo,u002,0,9250,9800,eot,sure,completed_answer,A'), 'silence_spans.csv:4:27'],
    ['turn', withLine('turns', 2, 'demo,u001,3000,7100,done,A'), 'user_turns.csv:2:21'],
  ])('a mistyped %s is one problem: what would follow from its being left out is not told', (_name, texts, where) => {
    const problems: Problem[] = [];
    const report = (problem: Problem): void => void problems.push(problem);
    const files = Object.fromEntries(
      Object.entries(texts).map(([name, text]) => [name, { file: TABLES[name as TableName], bytes: new TextEncoder().encode(text) }]),
    );
    checkCalls(readCalls(files, report), report);
    expect(told(problems).map((text) => text.slice(0, text.indexOf(' ')))).toEqual([where]);
  });

  it('leaves unconfirmed spans of other turns alone', () => {
    const { problems } = load({
      ...EXAMPLE,
      turns: `${EXAMPLE.turns ?? ''}demo,u003,9300,,interrupted_unclear,A\n`,
      spans: `${EXAMPLE.spans ?? ''}demo,u003,0,9500,9700,,,interrupted_unclear,A\n`,
    });
    expect(problems).toEqual([]);
  });
});

describe('points in spans', () => {
  it('of the example: one in the hold, one in its eot, one 150 ms into the next', () => {
    const { tables } = load(EXAMPLE);
    expect(
      joinPoints(tables.points, tables.spans).map(({ span, silenceMs }) => [span?.turnId, span?.spanIndex, span?.label, silenceMs]),
    ).toEqual([
      ['u001', 0, 'hold', 800],
      ['u001', 1, 'eot', 200],
      ['u002', 0, 'eot', 150],
    ]);
  });

  test.each([
    [4399, 0],
    [4400, 1],
    [5599, 1],
    [5600, 0],
  ])('are half open: %i ms lies in %i', (decisionMs, spans) => {
    const { tables } = load(EXAMPLE);
    const [point] = tables.points;
    const joined = joinPoints(point === undefined ? [] : [{ ...point, decisionMs }], tables.spans);
    expect(joined.map((one) => [one.spans, one.span === undefined])).toEqual([[spans, spans === 0]]);
  });

  it('in two unconfirmed ones belong to none', () => {
    const { tables, problems } = load({
      ...EXAMPLE,
      turns: `${EXAMPLE.turns ?? ''}demo,u003,9300,,uncertain,A\n`,
      spans: `${EXAMPLE.spans ?? ''}demo,u003,0,9350,9700,,,,A\n`,
    });
    expect(problems).toEqual([]);
    expect(joinPoints(tables.points, tables.spans)[2]).toMatchObject({ spans: 2, span: undefined, silenceMs: undefined });
  });
});
