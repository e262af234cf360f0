import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { readCompanion } from '../../src/calls/companion.js';
import { exportTurns, type ExportOptions } from '../../src/calls/export.js';
import { importTurn } from '../../src/calls/import.js';
import { readTurnId, turnId } from '../../src/calls/turn-id.js';
import { spansCsv, turnsCsv } from '../../src/calls/write.js';
import { EXAMPLE, load, withLine, type Texts } from './example.js';

const companion = readCompanion(
  new TextEncoder().encode('version: 1\nlanguage: zh\ncalls:\n  demo: { recording: demo.wav }\n'),
  'calls.yaml',
  () => undefined,
);
const RULES: ExportOptions = { scorePointMs: 200, tail: 'drop' };
const exported = (texts: Texts, options = RULES): ReturnType<typeof exportTurns> => exportTurns(load(texts).tables, companion, options);

describe('the example of the source as a data set', () => {
  it('two turns, in seconds from their own beginning, the end last', () => {
    const { turns, excluded } = exported(EXAMPLE);
    expect(excluded.size).toBe(0);
    expect(turns).toMatchObject([
      {
        id: 'demo--u001',
        language: 'zh',
        cropStartMs: 3_000,
        cropEndMs: 7_900,
        padMs: 0,
        silenceSpans: [
          { start: 1.4, end: 2.6 },
          { start: 4.1, end: 4.9 },
        ],
        messages: [{ role: 'assistant', content: '您什么时候方便接电话？' }],
        words: [],
      },
      { id: 'demo--u002', cropStartMs: 9_000, cropEndMs: 9_800, silenceSpans: [{ start: 0.25, end: 0.8 }] },
    ]);
    expect(turns[1]?.messages.map(({ role, content }) => [role, content])).toEqual([
      ['assistant', '您什么时候方便接电话？'],
      ['user', '我明天下午'],
      ['user', '不行，后天可以'],
      ['assistant', '后天上午可以吗？'],
    ]);
  });

  it('with words, those of the turn alone', () => {
    const words =
      'call_id,role,start_ms,end_ms,word\ndemo,user,3000,3600,我\ndemo,user,3600,4400,明天下午\ndemo,agent,7900,8500,好\ndemo,user,9000,9250,可以\n';
    const { turns } = exported({ ...EXAMPLE, words });
    expect(turns.map((turn) => turn.words)).toEqual([
      [
        { text: '我', start: 0, end: 0.6 },
        { text: '明天下午', start: 0.6, end: 1.4 },
      ],
      [{ text: '可以', start: 0, end: 0.25 }],
    ]);
  });
});

describe('the silence behind a turn', () => {
  const short = withLine('spans', 4, 'demo,u002,0,9250,9400,eot,high,completed_answer,A');

  it('shorter than the score point: the turn is left out, or silence is added to it by the rule, and to no hold', () => {
    const dropped = exported(short);
    expect(dropped.turns.map(({ id }) => id)).toEqual(['demo--u001']);
    expect(Object.fromEntries(dropped.excluded)).toEqual({ 'silence shorter than the score point': 1 });
    const padded = exported(short, { scorePointMs: 900, tail: 'pad' });
    expect(padded.turns.map(({ padMs, cropEndMs, silenceSpans }) => [padMs, cropEndMs, silenceSpans])).toEqual([
      [
        100,
        7_900,
        [
          { start: 1.4, end: 2.6 },
          { start: 4.1, end: 5 },
        ],
      ],
      [750, 9_400, [{ start: 0.25, end: 1.15 }]],
    ]);
  });

  it('ends where the agent is heard, whatever the labels say', () => {
    const early = withLine('history', 5, 'demo,agent,7350,8500,后天上午可以吗？');
    expect(exported(early).turns[0]).toMatchObject({ cropEndMs: 7_350, silenceSpans: [{}, { start: 4.1, end: 4.35 }] });
    const atOnce = withLine('history', 5, 'demo,agent,7000,8500,后天上午可以吗？');
    expect(exported(atOnce).excluded.get('the agent speaks at once')).toBe(1);
  });
});

it('says why turns are left out', () => {
  const texts = {
    ...EXAMPLE,
    points: (EXAMPLE.points ?? '').split('\n', 1)[0] ?? '',
    turns: `${EXAMPLE.turns ?? ''}demo,u003,9900,,uncertain,A\nother,u001,0,100,complete,A\n`,
    spans: `${EXAMPLE.spans ?? ''}other,u001,0,100,900,eot,,completed_turn,A\n`,
  };
  expect(Object.fromEntries(exported(texts).excluded)).toEqual({ 'turn is uncertain': 1, 'no recording of the call': 1 });
});

describe('names of turns', () => {
  test.each([
    ['demo', 'u001', 'demo--u001'],
    ['a-b', '--', 'a~2db--~2d~2d'],
    ['通话/1', '..', '~e9~80~9a~e8~af~9d~2f1--..'],
  ])('%s, %s is %s', (call, turn, id) => {
    expect(turnId(call, turn)).toBe(id);
    expect(readTurnId(id)).toEqual({ callId: call, turnId: turn });
  });

  test.each(['demo', 'a--b--c', '--b', 'a--', 'a~--b', 'a~GG--b', 'a~ff--b', 'a b--c'])('%s is none', (id) => {
    expect(readTurnId(id)).toBeUndefined();
  });

  it('are reversible and names of files, whatever is in them', () => {
    const name = fc.string({ minLength: 1, unit: 'grapheme' });
    fc.assert(
      fc.property(name, name, (call, turn) => {
        const id = turnId(call, turn);
        expect(id).toMatch(/^[A-Za-z0-9_.~-]+$/);
        expect(readTurnId(id)).toEqual({ callId: call, turnId: turn });
      }),
    );
  });
});

it('out and back keeps every millisecond, with silence added and without', () => {
  const call = fc
    .record({
      from: fc.nat(3_600_000),
      parts: fc.array(fc.tuple(fc.integer({ min: 1, max: 5_000 }), fc.integer({ min: 1, max: 5_000 })), { maxLength: 5 }),
      last: fc.integer({ min: 1, max: 5_000 }),
      end: fc.integer({ min: 1, max: 3_000 }),
      scorePointMs: fc.integer({ min: 0, max: 3_000 }),
    })
    .map(({ from, parts, last, end, scorePointMs }) => {
      let at = from;
      const rows = parts.map(([speech, pause], i) => {
        const start = at + speech;
        at = start + pause;
        return `demo,u1,${i},${start},${at},hold,,mid_turn_pause,imported`;
      });
      const speechEnd = at + last;
      rows.push(`demo,u1,${parts.length},${speechEnd},${speechEnd + end},eot,,completed_turn,imported`);
      return {
        scorePointMs,
        turns: `call_id,turn_id,start_ms,speech_end_ms,status,annotator\ndemo,u1,${from},${speechEnd},complete,imported\n`,
        spans: `call_id,turn_id,span_index,start_ms,end_ms,label,confidence,reason,annotator\n${rows.join('\n')}\n`,
      };
    });
  fc.assert(
    fc.property(call, ({ scorePointMs, turns, spans }) => {
      const made = exported({ turns, spans }, { scorePointMs, tail: 'pad' });
      expect(made.turns).toHaveLength(1);
      // As a reader of the data set has it: through JSON.
      const back = made.turns.map((turn) => importTurn(JSON.parse(JSON.stringify(turn)) as typeof turn, turn));
      expect(turnsCsv(back.map(({ turn }) => turn))).toBe(turns);
      expect(spansCsv(back.flatMap((one) => one.spans))).toBe(spans);
    }),
  );
});

it('a row of another data set is a call of its own that begins with the crop', () => {
  const { turn, spans } = importTurn(
    {
      id: 'en-0001',
      silenceSpans: [
        { start: 1.2004, end: 1.9 },
        { start: 3, end: 4 },
      ],
    },
    undefined,
  );
  expect(turn).toMatchObject({ callId: 'en-0001', turnId: 'u001', startMs: 0, speechEndMs: 3_000, status: 'complete' });
  expect(spans.map(({ startMs, endMs, label }) => [startMs, endMs, label])).toEqual([
    [1_200, 1_900, 'hold'],
    [3_000, 4_000, 'eot'],
  ]);
  expect(importTurn({ id: 'x', silenceSpans: [] }, undefined).turn).toMatchObject({ status: 'uncertain', speechEndMs: undefined });
});
