/** A call becomes turns, and the turns a scenario file that plays the recording sample by sample. */
import { posix } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LABEL_PLUS_MINUS } from '../../src/analysis/constants.js';
import type { RecordedTurn } from '../../src/analysis/turns.js';
import { chooseTurns } from '../../src/replay/choose.js';
import { EDGE_MS, MOST_PLAYED_MS } from '../../src/replay/constants.js';
import { labelledTurns, wordsIn } from '../../src/replay/labelled.js';
import { SCENE_FILE, sceneFile, type SceneRequest } from '../../src/replay/scene-file.js';
import { gapBefore, replayTurn, type MsSpan, type ReplayTurn } from '../../src/replay/turn.js';
import { loadSuite, type CompiledSuite } from '../../src/scenario/load.js';
import { mulberry32 } from '../../src/stats/random.js';
import { msToSamples, rigPos } from '../../src/time/position.js';
import { EXAMPLE, load, withLine } from '../calls/example.js';
import { memoryIo } from '../scenario/fixture.js';

const at = (ms: number) => rigPos(msToSamples(ms));
const found = (parts: readonly (readonly [number, number])[], id = 't1'): RecordedTurn => ({
  id,
  kind: 'respond',
  from: at(parts[0]?.[0] ?? 0),
  to: at(parts.at(-1)?.[1] ?? 0),
  parts: parts.map(([from, to]) => ({ from: at(from), to: at(to) })),
  plusMinus: LABEL_PLUS_MINUS,
  noise: false,
  text: '',
  source: 'test',
});
const turnOf = (label: string, parts: readonly (readonly [number, number, string?])[]): ReplayTurn => ({
  label,
  fromMs: parts[0]?.[0] ?? 0,
  toMs: parts.at(-1)?.[1] ?? 0,
  parts: parts.map(([fromMs, toMs, text = '']) => ({ fromMs, toMs, text })),
  plusMinusMs: 5,
});

describe('turns of the worked example', () => {
  const { tables } = load(EXAMPLE);
  const { turns } = labelledTurns(tables, 'demo');
  const played = turns.map((turn) => replayTurn(turn, true, wordsIn(tables, 'demo')));

  it('keep the labelled pause and the words around it', () => {
    expect(played).toEqual([
      { label: 'u001', fromMs: 3000, toMs: 7100, plusMinusMs: 5, parts: [{ fromMs: 3000, toMs: 4400, text: '我明天下午' }, { fromMs: 5600, toMs: 7100, text: '不行，后天可以' }] },
      { label: 'u002', fromMs: 9000, toMs: 9250, plusMinusMs: 5, parts: [{ fromMs: 9000, toMs: 9250, text: '可以' }] },
    ]); // prettier-ignore
  });

  it('leave out what is not complete, counted by its status', () => {
    const other = load(withLine('turns', 3, 'demo,u002,9000,,interrupted_unclear,A')).tables;
    expect(labelledTurns(other, 'demo').left).toEqual({ interrupted_unclear: 1 });
    expect(labelledTurns(other, 'demo').turns.map(({ id }) => id)).toEqual(['u001']);
    expect(labelledTurns(other, 'nobody')).toEqual({ turns: [], left: {} });
  });
});

describe('pauses of a turn', () => {
  it.each([
    ['found, 199 ms is no hold', false, 199, 1],
    ['found, 200 ms is one', false, 200, 2],
    ['given, 1 ms is one', true, 1, 2],
    ['given, nothing between is none', true, 0, 1],
  ])('%s', (_, given, pause, parts) => {
    const turn = replayTurn(found([[1000, 2000], [2000 + pause, 3000]]), given, () => ''); // prettier-ignore
    expect(turn?.parts).toHaveLength(parts);
    expect([turn?.fromMs, turn?.toMs]).toEqual([1000, 3000]);
  });

  it('a stretch that rounds to nothing is none', () => {
    expect(replayTurn({ ...found([[1000, 1000]]) }, true, () => '')).toBeUndefined();
  });
});

describe('gap before a turn', () => {
  const before: MsSpan = { fromMs: 0, toMs: 1000 };
  const next: MsSpan = { fromMs: 5000, toMs: 6000 };
  it.each([
    ['nobody spoke between', [], 4000],
    ['from the end of the agent', [{ fromMs: 1500, toMs: 3200 }], 1800],
    ['from the latest end', [{ fromMs: 1500, toMs: 4700 }, { fromMs: 2000, toMs: 2500 }], 300],
    ['the agent was speaking still', [{ fromMs: 1500, toMs: 5600 }], 0],
    ['speech before the turn does not count', [{ fromMs: 100, toMs: 900 }], 4000],
    ['nor does speech behind it', [{ fromMs: 7000, toMs: 8000 }], 4000],
  ])('%s', (_, agent, gap) => {
    expect(gapBefore(next, before, agent)).toBe(gap);
  }); // prettier-ignore
});

describe('choosing turns', () => {
  const turns = ['a', 'b', 'c', 'd'].map((label, i) => turnOf(label, [[10_000 * i, 10_000 * i + 2000]]));
  const names = (wanted: readonly string[], history: 'live' | 'text' | 'none'): string => {
    const { played, judged } = chooseTurns(turns, wanted, history);
    return played.map((turn) => (judged.has(turn) ? turn.label.toUpperCase() : turn.label)).join('');
  };
  it.each([
    [[], 'live', 'ABCD'],
    [['c'], 'live', 'abC'],
    [['c'], 'none', 'C'],
    [['c'], 'text', 'C'],
    [['2', 'd'], 'none', 'BD'],
    [['1'], 'live', 'A'],
  ] as const)('%j with history %s', (wanted, history, expected) => {
    expect(names(wanted, history)).toBe(expected);
  });

  it('names what there is where a turn is unknown', () => {
    expect(() => chooseTurns(turns, ['5'], 'live')).toThrow(/--turn 5: the call has no such turn/);
    expect(() => chooseTurns(turns, ['0'], 'live')).toThrow(/no such turn/);
  });

  it('bounds what a session plays, to the millisecond', () => {
    const long = (ms: number): ReplayTurn[] => [turnOf('x', [[0, ms - 2 * EDGE_MS]])];
    expect(chooseTurns(long(MOST_PLAYED_MS), [], 'live').played).toHaveLength(1);
    expect(() => chooseTurns(long(MOST_PLAYED_MS + 1), [], 'live')).toThrow(/at most 10 minutes are played in real time/);
  });
});

async function compiled(request: SceneRequest): Promise<CompiledSuite> {
  const { yaml, clips } = await sceneFile(request);
  const files = new Map<string, Uint8Array>([[SCENE_FILE, new TextEncoder().encode(yaml)]]);
  for (const [name, bytes] of clips) files.set(posix.join('scenario/clips', name), bytes);
  const loaded = await loadSuite(SCENE_FILE, {
    ...memoryIo(''),
    readFile: (path) => Promise.resolve(files.get(path) ?? new Uint8Array(0)),
    resolve: (from, to) => posix.join(posix.dirname(from), to),
  });
  if ('suite' in loaded) return loaded.suite;
  throw new Error(loaded.problems.map(({ message }) => message).join('\n'));
}

/** A user's channel with a value of its own at every sample. */
const random = mulberry32(11);
const CHANNEL = Float32Array.from({ length: msToSamples(30_000) }, () => Math.round(8000 * (random() - 0.5)) / 32_768 + 0);
const sound = (span: MsSpan): Promise<Float32Array> => Promise.resolve(CHANNEL.slice(msToSamples(span.fromMs), msToSamples(span.toMs)));
/** Compared byte by byte: matchers take seconds for so many samples. */
const bytes = (samples: Float32Array): Buffer => Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength);
const request = (turns: readonly ReplayTurn[], more: Partial<SceneRequest> = {}): SceneRequest => ({
  played: turns,
  judged: new Set(turns),
  turns,
  title: 'a call',
  language: 'zh',
  agent: [],
  windowMs: 5000,
  sound,
  ...more,
});

describe('the scene', () => {
  const turns = [turnOf('u001', [[3000, 4400, 'one'], [5600, 7100, 'two']]), turnOf('u002', [[9000, 9250]])]; // prettier-ignore

  it('plays the recording sample by sample, pauses and all', async () => {
    const suite = await compiled(request(turns));
    const [scene] = suite.scenes;
    for (const [i, turn] of turns.entries()) {
      const clip = scene?.turns[i]?.clip;
      const samples = suite.clips.get(clip?.hash ?? '') ?? new Float32Array(0);
      expect(bytes(samples.subarray(clip?.voiced.from, clip?.voiced.to)).equals(bytes(await sound(turn)))).toBe(true);
      expect(samples).toHaveLength(msToSamples(turn.toMs - turn.fromMs + 2 * EDGE_MS));
    }
    expect(scene?.turns[0]?.clip.parts.map(({ from, to, text }) => [from / 48, to / 48, text])).toEqual([
      [80, 1480, 'one'],
      [2680, 4180, 'two'],
    ]);
    expect(scene).toMatchObject({ id: 'call', suite: 'replay', language: 'zh' });
    expect(scene?.turns.map(({ id, cue, expect: right }) => [id, cue.kind, right.kind])).toEqual([['u001', 'next', 'reply'], ['u002', 'next', 'reply']]); // prettier-ignore
  });

  it.each([
    ['the gap of the recording', [{ fromMs: 7400, toMs: 7800 }], 1200],
    ['not shorter than a pause inside a reply', [{ fromMs: 7400, toMs: 8900 }], 800],
    ['nothing was said', [], 1900],
  ])('waits after the reply: %s', async (_, agent, silence) => {
    const [scene] = (await compiled(request(turns, { agent }))).scenes;
    expect(scene?.turns[0]?.hold).toEqual({ kind: 'answer', onsetWithin: msToSamples(5000), silence: msToSamples(silence), cap: msToSamples(60_000) }); // prettier-ignore
  });

  it('shares what lies between two turns that nearly touch, and does not wait for minutes', async () => {
    const near = [turnOf('a', [[1000, 2000]]), turnOf('b', [[2061, 3000]]), turnOf('c', [[29_000, 29_500]])];
    const [scene] = (await compiled(request(near))).scenes;
    expect(scene?.turns.map(({ clip }) => [clip.voiced.from / 48, (clip.length - clip.voiced.to) / 48])).toEqual([[80, 30], [30, 80], [80, 80]]); // prettier-ignore
    expect(scene?.turns[1]?.hold).toMatchObject({ silence: msToSamples(10_000) });
  });

  it('takes any text as text: labels, words and titles of strangers', async () => {
    const hostile = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.constantFrom('$name', '$$', 'preamble', '../x', 'a: [', '- {', '<b>', '\u0000', '#', "'", '"', 'T1', 't1', '!!js', '&a', '*a'),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(hostile, { minLength: 1, maxLength: 3 }), hostile, async (texts, title) => {
        const strange = texts.map((text, i) => turnOf(text, [[1000 * i + 100, 1000 * i + 300, text]]));
        const [scene] = (await compiled(request(strange, { title }))).scenes;
        expect(scene?.turns).toHaveLength(texts.length);
        expect(new Set(scene?.turns.map(({ id }) => id.toLowerCase())).size).toBe(texts.length);
      }),
      { seed: 5, numRuns: 40 },
    );
  });
});
