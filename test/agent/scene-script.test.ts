import { describe, expect, it } from 'vitest';
import { readSceneScript, sceneScript } from '../../agent/livekit/scene-script.js';
import type { CompiledScene, CompiledTurn } from '../../src/scenario/model.js';

function turn(parts: readonly [number, number, string][], kind?: 'noise'): CompiledTurn {
  return {
    id: 't',
    label: 'user',
    speaker: 'ana',
    text: parts.map(([, , text]) => text).join(' '),
    clip: {
      hash: '',
      length: 96_000,
      voiced: { from: 480, to: 90_000 },
      parts: parts.map(([from, to, text]) => ({ from, to, text })),
      activeLevelDb: -26,
      sources: [],
    },
    cue: { kind: 'next' },
    hold: { kind: 'gap', length: 0 },
    expect: { kind: 'none' },
    source: '',
    ...(kind === undefined ? {} : { kind }),
  };
}

const scene = (turns: readonly CompiledTurn[]): CompiledScene => ({ turns }) as unknown as CompiledScene;

describe('sceneScript', () => {
  it('tells the words in order, in ms from the first voiced sample of their turn, and no noise', () => {
    const metadata = sceneScript(
      scene([
        turn([
          [480, 48_480, 'a'],
          [96_480, 120_480, 'b'],
        ]),
        turn([[0, 10, '']], 'noise'),
        turn([[4800, 9600, 'c']]),
      ]),
    );
    expect(readSceneScript(metadata)).toEqual({
      turns: [
        {
          parts: [
            { text: 'a', from: 0, to: 1000 },
            { text: 'b', from: 2000, to: 2500 },
          ],
        },
        { parts: [{ text: 'c', from: 0, to: 100 }] },
      ],
    });
  });
});

it('tells what was said before the scene, where anything was', () => {
  const history = [
    { role: 'assistant', content: 'When may we call?' },
    { role: 'user', content: 'Tomorrow' },
  ] as const;
  expect(readSceneScript(sceneScript(scene([turn([[0, 10, 'a']])]), history))).toMatchObject({ history });
  expect(sceneScript(scene([]))).not.toContain('history');
});

describe('readSceneScript', () => {
  it.each([
    '',
    'hello',
    '{}',
    '[]',
    'null',
    '{"turnrigScript":2,"turns":[]}',
    '{"turnrigScript":1,"turns":[{"parts":[]}]}',
    '{"turnrigScript":1,"turns":[{"parts":[{"text":1}]}]}',
  ])('takes %j for no script', (metadata) => {
    expect(readSceneScript(metadata)).toBeUndefined();
  });
});
