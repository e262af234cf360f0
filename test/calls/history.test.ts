import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { Texts as TextsAt, type TextMode } from '../../src/calls/history.js';
import { joinWords } from '../../src/calls/text.js';
import { EXAMPLE, load, type Texts } from './example.js';

const WITHOUT_TURNS: Texts = { history: EXAMPLE.history ?? '', points: EXAMPLE.points ?? '' };
const at = (texts: Texts, decisionMs: number, userText = '', mode: TextMode = 'offline', lagMs?: number): ReturnType<TextsAt['at']> =>
  new TextsAt(load(texts).tables).at({ callId: 'demo', decisionMs, userText }, { mode, ...(lagMs === undefined ? {} : { lagMs }) });
/** At a point of a grid, of which the labels have no text. */
const onGrid = (texts: Texts, decisionMs: number): ReturnType<TextsAt['at']> =>
  new TextsAt(load(texts).tables).at({ callId: 'demo', decisionMs }, { mode: 'offline' });

const AGENT = '您什么时候方便接电话？';
const AGENT_2 = '后天上午可以吗？';

describe('the example of the source, at its points', () => {
  test.each([
    [5_000, 2],
    [5_200, 2],
    [6_000, 2],
    [7_099, 2],
    [7_100, 3],
    [7_300, 3],
    [9_400, 5],
  ])('at %i ms the history holds %i rows', (decisionMs, rows) => {
    expect(at(EXAMPLE, decisionMs).history).toHaveLength(rows);
  });

  test.each([
    ['turns known', EXAMPLE],
    ['by text alone', WITHOUT_TURNS],
  ])('the current text stands in the model input once (%s)', (_name, texts) => {
    expect(at(texts, 5_200, '我明天下午').messages).toEqual([
      { role: 'assistant', content: AGENT },
      { role: 'user', content: '我明天下午' },
    ]);
    expect(at(texts, 7_300, '我明天下午不行，后天可以').messages).toEqual([
      { role: 'assistant', content: AGENT },
      { role: 'user', content: '我明天下午不行，后天可以' },
    ]);
    expect(at(texts, 9_400, '可以').messages).toEqual([
      { role: 'assistant', content: AGENT },
      { role: 'user', content: '我明天下午' },
      { role: 'user', content: '不行，后天可以' },
      { role: 'assistant', content: AGENT_2 },
      { role: 'user', content: '可以' },
    ]);
  });
});

test.each([
  ['turns known', EXAMPLE],
  ['by who spoke last', WITHOUT_TURNS],
])('at a point without a text of the labels the current one is what is known of the turn (%s)', (_name, texts) => {
  expect(onGrid(texts, 5_000)).toMatchObject({
    current: '我明天下午',
    messages: [{ content: AGENT }, { role: 'user', content: '我明天下午' }],
  });
  expect(onGrid(texts, 9_450)).toMatchObject({ current: '可以' });
  expect(onGrid(texts, 9_450).messages.map(({ content }) => content)).toEqual([AGENT, '我明天下午', '不行，后天可以', AGENT_2, '可以']);
  expect(onGrid(texts, 2_900)).toMatchObject({ current: '', messages: [{ content: AGENT }] });
});

describe('without turns', () => {
  it('a current text that the history has not yet is added, and one that it has in part takes that part in', () => {
    expect(at(WITHOUT_TURNS, 6_000, '我明天下午不行').messages.map(({ content }) => content)).toEqual([AGENT, '我明天下午不行']);
    expect(at(WITHOUT_TURNS, 7_300, '后天').messages.map(({ content }) => content)).toEqual([
      AGENT,
      '我明天下午',
      '不行，后天可以',
      '后天',
    ]);
  });

  it('only the tail that the text begins with leaves', () => {
    // "不行，后天可以" alone is the current turn: the row before it stays.
    expect(at(WITHOUT_TURNS, 7_300, '不行 后天可以 谢谢').messages.map(({ content }) => content)).toEqual([
      AGENT,
      '我明天下午',
      '不行 后天可以 谢谢',
    ]);
  });

  it('no text, no current message', () => {
    expect(at(WITHOUT_TURNS, 5_200, '').messages.map(({ content }) => content)).toEqual([AGENT, '我明天下午']);
  });
});

it('rows that start together keep the order of the file, however the file is sorted', () => {
  const history = 'call_id,role,start_ms,end_ms,transcript\ndemo,user,500,900,c\ndemo,agent,0,300,b\ndemo,user,0,300,a\nother,user,0,1,x\n';
  expect(at({ history }, 1_000).history.map(({ text }) => text)).toEqual(['b', 'a', 'c']);
});

describe('fixed lag', () => {
  const words = `call_id,role,start_ms,end_ms,word
demo,agent,1000,1500,您什么时候
demo,agent,1500,2400,方便接电话？
demo,user,3000,3600,我
demo,user,3600,4400,明天下午
demo,user,5600,6000,不行
demo,user,6000,7100,后天可以
`;
  test.each([
    [4_899, '我'],
    [4_900, '我明天下午'],
    [6_499, '我明天下午'],
    [6_500, '我明天下午不行'],
    [7_600, '我明天下午不行后天可以'],
  ])('at %i ms of the words is known: %s', (decisionMs, current) => {
    const found = at({ ...EXAMPLE, words }, decisionMs, 'what the labels say is not looked at', 'fixed_lag');
    expect(found).toMatchObject({ mode: 'fixed_lag', lagMs: 500, approximation: undefined, current });
    expect(found.messages).toEqual([
      { role: 'assistant', content: AGENT },
      { role: 'user', content: current },
    ]);
  });

  it("the lag is the history's too: nothing comes round it", () => {
    expect(at({ ...EXAMPLE, words }, 2_800, '', 'fixed_lag').messages).toEqual([{ role: 'assistant', content: '您什么时候' }]);
    expect(at({ ...EXAMPLE, words }, 2_800, '', 'fixed_lag', 400).messages).toEqual([{ role: 'assistant', content: AGENT }]);
  });

  it('a word that begins just before its turn is of it, and the turn before stays apart', () => {
    const two = `call_id,turn_id,start_ms,speech_end_ms,status,annotator\ndemo,u1,1000,2000,complete,A\ndemo,u2,9000,9500,complete,A\n`;
    const spoken = `call_id,role,start_ms,end_ms,word\ndemo,user,1000,1400,book\ndemo,user,1500,2000,monday\ndemo,user,8990,9100,yes\ndemo,user,9200,9500,please\n`;
    const found = at({ turns: two, words: spoken }, 10_000, '', 'fixed_lag');
    expect(found.messages.map(({ content }) => content)).toEqual(['book monday', 'yes please']);
  });

  it('without words it says that it is an approximation by segments', () => {
    expect(at(EXAMPLE, 4_899, '', 'fixed_lag')).toMatchObject({ approximation: 'segments', current: '' });
    expect(at(EXAMPLE, 4_900, '', 'fixed_lag')).toMatchObject({ approximation: 'segments', current: '我明天下午' });
    expect(at(WITHOUT_TURNS, 7_600, '', 'fixed_lag')).toMatchObject({ current: '我明天下午不行，后天可以' });
  });
});

describe('log of the recognition', () => {
  const line = (atMs: number, role: string, text: string, final: boolean, replaces?: number): string =>
    `${JSON.stringify({ call_id: 'demo', at_ms: atMs, role, text, final, ...(replaces === undefined ? {} : { replaces }) })}\n`;
  const asrLog = [
    line(2_600, 'agent', AGENT, true),
    line(3_900, 'user', '我', false),
    line(4_800, 'user', '我明天', false, 3_900),
    line(5_100, 'user', '我明天下午', true, 4_800),
    line(7_500, 'user', '不行后天可以', true),
  ].join('');

  test.each([
    [3_899, ''],
    [3_900, '我'],
    [4_800, '我明天'],
    [5_200, '我明天下午'],
    [7_500, '我明天下午不行后天可以'],
  ])('at %i ms it had said: %s', (decisionMs, current) => {
    for (const texts of [
      { ...EXAMPLE, asrLog },
      { ...WITHOUT_TURNS, asrLog },
    ])
      expect(at(texts, decisionMs, '', 'asr_log')).toMatchObject({ mode: 'asr_log', approximation: undefined, current });
  });

  it('two lines that take the place of one are one after the other, and a late one stays in the turn of the first', () => {
    const partials =
      line(3_100, 'user', '我', false) + line(3_500, 'user', '我明天', false, 3_100) + line(3_900, 'user', '我明天下午', true, 3_100);
    expect(at({ ...EXAMPLE, asrLog: partials }, 5_200, '', 'asr_log').current).toBe('我明天下午');
    const late =
      line(7_000, 'user', '不行', false) + line(9_100, 'user', '不行，后天可以', true, 7_000) + line(9_300, 'user', '可以', true);
    expect(at({ ...EXAMPLE, asrLog: late }, 9_400, '', 'asr_log').messages.map(({ content }) => content)).toEqual([
      '不行，后天可以',
      '可以',
    ]);
  });

  it('what was taken back to nothing is gone', () => {
    expect(
      at({ ...EXAMPLE, asrLog: line(3_900, 'user', '嗯', false) + line(4_000, 'user', '', true, 3_900) }, 5_000, '', 'asr_log').history,
    ).toEqual([]);
  });

  it('is refused for a call that it has nothing of, and words of another call are none', () => {
    const other = asrLog.replaceAll('"demo"', '"other"');
    expect(() => at({ ...EXAMPLE, asrLog: other }, 5_200, '', 'asr_log')).toThrow('it has nothing of the call demo');
    const words = 'call_id,role,start_ms,end_ms,word\nother,user,0,100,x\n';
    expect(at({ ...EXAMPLE, words }, 4_900, '', 'fixed_lag')).toMatchObject({ approximation: 'segments', current: '我明天下午' });
  });

  it('is refused without one', () => {
    expect(() => at(EXAMPLE, 5_200, '', 'asr_log')).toThrow(
      'the text mode asr_log wants asr_log.jsonl, and it has nothing of the call demo',
    );
  });
});

test('nothing of the future is known, in no mode', () => {
  const rows = fc.array(
    fc.record({ role: fc.constantFrom('agent', 'user'), startMs: fc.nat(5_000), length: fc.integer({ min: 1, max: 1_000 }) }),
    { maxLength: 20 },
  );
  fc.assert(
    fc.property(rows, fc.nat(6_000), fc.constantFrom<TextMode>('offline', 'fixed_lag', 'asr_log'), (list, decisionMs, mode) => {
      // A row's text is its end: so it tells when it may be known.
      const lines = list.map(({ role, startMs, length }) => `demo,${role},${startMs},${startMs + length},${startMs + length}`);
      const history = `call_id,role,start_ms,end_ms,transcript\n${lines.join('\n')}\n`;
      const words = history.replace('transcript', 'word');
      const asrLog = list
        .map(
          ({ role, startMs, length }) =>
            `${JSON.stringify({ call_id: 'demo', at_ms: startMs + length, role, text: String(startMs + length), final: true })}\n`,
        )
        .join('');
      for (const texts of [{ history }, { history, words }, { history, asrLog }] as Texts[]) {
        if (mode === 'asr_log' && texts.asrLog === undefined) continue;
        if (list.length === 0) continue;
        const known = at(texts, decisionMs, '', mode);
        const ends = [...known.messages.map(({ content }) => content), ...known.history.map(({ text }) => text)].flatMap((text) =>
          text.split(' ').map(Number),
        );
        for (const end of ends) expect(end).toBeLessThanOrEqual(decisionMs - (mode === 'fixed_lag' ? 500 : 0));
        const ended = list.filter(({ startMs, length }) => startMs + length <= decisionMs - (mode === 'fixed_lag' ? 500 : 0));
        if (texts.words === undefined || mode !== 'fixed_lag') expect(known.history).toHaveLength(ended.length);
      }
    }),
  );
});

test.each([
  [['I', 'am', 'on it.'], 'I am on it.'],
  [['我', '明天', 'OK', '可以'], '我明天OK可以'],
  [['はい', '、', 'そう'], 'はい、そう'],
  [[' a ', '', 'b'], 'a b'],
])('%j is said as "%s"', (words, text) => {
  expect(joinWords(words)).toBe(text);
});
