/** The two-channel recordings with known truth: the verdict that a person would give, from the waveform alone. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Expectation } from '../../src/scenario/model.js';
import type { WindowScore } from '../../src/score/model.js';
import { scoreSession } from '../../src/score/session.js';
import { msToSamples, rigPos } from '../../src/time/position.js';
import { sileroDetector } from '../../src/vad/silero.js';
import { inputOf, reply, type SceneSpec } from '../score/fixtures.js';
import { hear, scenesIn, type Scene } from '../vad/support/recordings.js';

const FOLDER = join(process.env['TURNRIG_SHARED'] ?? '../shared', 'vectors/recordings');

interface Truth extends Scene {
  readonly kind: 'respond' | 'stop' | 'ignore' | 'respond_pause';
  readonly duration_s: number;
  readonly user_speech: readonly (readonly [number, number])[];
  readonly turn?: { readonly start_s: number; readonly end_s: number };
  readonly truth: {
    readonly should_pass: boolean;
    readonly response_delay_ms?: number | null;
    readonly stop_ms?: number | null;
    readonly false_cutoff?: boolean;
    readonly gap_ms?: number;
    readonly first_gap_start_ms?: number;
  };
}

/** Limits that any person would agree with: a reply in 5 s, a stop in 1 s that holds, a gap of 1 s. */
const EXPECT: Readonly<Record<'stop' | 'ignore', Expectation>> = {
  stop: { kind: 'yield', within: msToSamples(1000), quiet: msToSamples(1500), reply: { within: msToSamples(5000), once: true } },
  ignore: { kind: 'continue', maxGap: msToSamples(1000) },
};

function specOf(scene: Truth): SceneSpec {
  const ms = (seconds: number): number => seconds * 1000;
  const [first] = scene.user_speech;
  const last = scene.user_speech.at(-1);
  const from = ms(first?.[0] ?? scene.turn?.start_s ?? 0);
  const to = ms(last?.[1] ?? scene.turn?.end_s ?? 0);
  const pauses = scene.user_speech.slice(1).map(([next], i) => [ms(scene.user_speech[i]![1]), ms(next)] as const);
  const expectation = scene.kind === 'stop' || scene.kind === 'ignore' ? EXPECT[scene.kind] : reply();
  return { turns: [{ id: 't', from, to, pauses, expect: expectation }], agent: [], endMs: ms(scene.duration_s) };
}

interface Scored {
  readonly scene: Truth;
  readonly windows: readonly WindowScore[];
}

/** Whether a person who reads the windows would say that the agent did right. */
const passes = (windows: readonly WindowScore[]): boolean => {
  const judged = windows.filter((one) => ['reply', 'false-cutoff', 'yield', 'continue'].includes(one.measure));
  return judged.length > 0 && judged.every((one) => one.verdict === 'pass');
};

describe('recordings with known truth', () => {
  const all: Scored[] = [];
  const scenes = scenesIn(FOLDER) as Truth[];

  beforeAll(async () => {
    const detector = await sileroDetector();
    for (const scene of scenes) {
      const { speech } = await hear(FOLDER, scene, detector);
      const input = inputOf(specOf(scene));
      const end = { ...input.end, lastPos: rigPos(Math.round(scene.duration_s * 48_000)) };
      all.push({ scene, windows: scoreSession({ ...input, speech, end }).windows });
    }
  });

  it('is read whole', () => {
    expect(scenes.length).toBe((JSON.parse(readFileSync(join(FOLDER, 'manifest.json'), 'utf8')) as { scenes: unknown[] }).scenes.length);
    expect(scenes.length).toBe(150);
  });

  it('gets the verdict of a person in every scene', () => {
    const wrong = all.filter(({ scene, windows }) => {
      // A stop is judged by the yield; whether the agent then answers is another question.
      const own = scene.kind === 'stop' ? windows.filter((one) => one.measure === 'yield') : windows;
      return passes(own) !== scene.truth.should_pass;
    });
    expect(
      wrong.map(({ scene, windows }) => `${scene.id}: ${windows.map((one) => `${one.id} ${one.verdict} (${one.reason})`).join('; ')}`),
    ).toEqual([]);
  });

  it('tells every false cutoff, with its pause, and the wait after it as heard', () => {
    const cut = all.filter(({ scene }) => scene.truth.false_cutoff === true);
    expect(cut.length).toBeGreaterThan(0);
    for (const { scene, windows } of cut)
      expect(windows.find((one) => one.id === 't/false-cutoff/pause-1')?.verdict, scene.id).toBe('fail');
  });

  it('measures waits and stops within 10 ms, and its own intervals hold the truth in at least 94 of 100', () => {
    const errors = all.flatMap(({ scene, windows }) => {
      const { response_delay_ms: wait, stop_ms: stop } = scene.truth;
      const truth = scene.kind === 'stop' ? stop : scene.kind === 'ignore' ? undefined : wait;
      const value = windows.find((one) => one.measure === (scene.kind === 'stop' ? 'yield' : 'reply'))?.value;
      return truth === undefined || truth === null || value?.kind !== 'measured'
        ? []
        : [{ id: scene.id, error: value.ms - truth, plusMinus: value.plusMinusMs }];
    });
    const sorted = errors.map(({ error }) => Math.abs(error)).sort((a, b) => a - b);
    const p95 = sorted[Math.floor(0.95 * (sorted.length - 1))] ?? Infinity;
    const bias = errors.reduce((sum, { error }) => sum + error, 0) / errors.length;
    const held = errors.filter(({ error, plusMinus }) => Math.abs(error) <= plusMinus).length;
    console.log(`waits and stops: n ${errors.length}, bias ${bias.toFixed(2)} ms, p95 ${p95.toFixed(2)} ms, intervals hold ${held}`);
    expect(errors.length).toBeGreaterThan(80);
    expect(p95).toBeLessThan(10);
    expect(held / errors.length).toBeGreaterThanOrEqual(0.94);
  });
});
