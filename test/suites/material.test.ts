/** The suites of premature replies hold what they promise: languages, voices, sweeps, exact pauses, limits, clips (issue 7, item 8). */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { CompiledSuite } from '../../src/scenario/index.js';
import type { CompiledScene } from '../../src/scenario/model.js';
import { msToSamples } from '../../src/time/position.js';
import { judgedTurn, ownSuite, pausesOf, SUITES, sweptPause } from './own-suites.js';

// Every clip is opened; the processor may be shared.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

interface Line {
  readonly file: string;
  readonly voice: string;
  readonly text: string;
}
const here = (path: string): URL => new URL(`../../scenarios/${path}`, import.meta.url);
const LINES = ['premature-lines.json', 'lines.json'].flatMap(
  (name) => JSON.parse(readFileSync(here(`authoring/${name}`), 'utf8')) as readonly Line[],
);
const lineOf = (clip: string): Line => {
  const line = LINES.find(({ file }) => file === clip);
  if (!line) throw new Error(`no line was written for ${clip}`);
  return line;
};

/** What is said in a second: syllables of Chinese, letters of English. A word that is missing, or one too many, falls out. */
const PACE = { zh: { from: 2, to: 9 }, en: { from: 4, to: 24 } };
const spoken = (text: string): number => text.replace(/[\s\p{P}]/gu, '').length;

/** Frames of 10 ms this far below the loudest one are silent. */
const SILENT_DB = -35;
const FRAME = msToSamples(10);

/** The longest silence between two sounds of a part, ms. */
function innerSilence(samples: Float32Array): number {
  const power = Array.from({ length: Math.floor(samples.length / FRAME) }, (_, i) =>
    samples.subarray(i * FRAME, (i + 1) * FRAME).reduce((sum, x) => sum + x * x, 0),
  );
  const floor = Math.max(...power) * 10 ** (SILENT_DB / 10);
  let run = 0;
  let longest = 0;
  for (const p of power.slice(
    0,
    power.findLastIndex((one) => one > floor),
  )) {
    run = p > floor ? 0 : run + 1;
    longest = Math.max(longest, run);
  }
  return longest * 10;
}

const bytes = (name: string): number =>
  readdirSync(here(`clips/${name}`)).reduce((sum, file) => sum + statSync(here(`clips/${name}/${file}`)).size, 0);

describe.each(SUITES)('%s', (name) => {
  let suite: CompiledSuite;
  beforeAll(async () => {
    suite = await ownSuite(name);
  });
  const swept = (): CompiledScene[] => suite.scenes.filter((scene) => sweptPause(scene) !== undefined);
  const byScene = (): Map<string, CompiledScene[]> => {
    const found = new Map<string, CompiledScene[]>();
    for (const scene of swept()) found.set(scene.scene, [...(found.get(scene.scene) ?? []), scene]);
    return found;
  };

  it('speaks English and Chinese with at least three voices each, and declares what it is about', () => {
    for (const language of ['en', 'zh']) {
      const scenes = suite.scenes.filter((scene) => scene.language === language);
      const voices = scenes.flatMap(({ turns }) => turns.flatMap(({ clip }) => clip.sources.map((source) => lineOf(source).voice)));
      expect(new Set(voices).size, language).toBeGreaterThanOrEqual(3);
      for (const voice of voices) expect(voice.startsWith('z')).toBe(language === 'zh');
      for (const scene of scenes) expect(scene.scene.startsWith(`${language}-`), scene.id).toBe(true);
    }
    expect(suite.primary).toBe(name === 'short-answers' ? 'reply' : 'false-cutoff');
  });

  it('sweeps the pauses of enough scenes a language from none to two seconds', () => {
    const full = [...byScene().values()].filter((scenes) =>
      [0, 300, 500, 700, 1000, 1500, 2000].every((ms) => scenes.some((one) => sweptPause(one) === ms)),
    );
    for (const language of ['en', 'zh'] as const)
      expect(full.filter((scenes) => scenes[0]?.language === language).length).toBeGreaterThanOrEqual(name === 'short-answers' ? 2 : 4);
  });

  it('has pauses of exactly the stated length, and the same speech between them at every value', () => {
    for (const scenes of byScene().values()) {
      const voiced = scenes.map((scene) => judgedTurn(scene).clip.parts.map(({ from, to }) => to - from));
      for (const lengths of voiced) expect(lengths).toEqual(voiced[0]);
      for (const scene of scenes) {
        const pauses = pausesOf(judgedTurn(scene));
        expect(pauses, scene.id).toContain(sweptPause(scene));
        for (const pause of pauses) expect([sweptPause(scene), 200, 350], scene.id).toContain(pause);
      }
    }
  });

  it('has controls: every sweep begins without a pause, and complete turns are said in one go', () => {
    for (const scenes of byScene().values()) expect(scenes.map(sweptPause)).toContain(0);
    for (const language of ['en', 'zh'] as const) {
      const whole = suite.scenes.filter((scene) => scene.language === language && judgedTurn(scene).clip.parts.length === 1);
      expect(whole.length, language).toBeGreaterThanOrEqual(3);
    }
  });

  it('wants one reply, within 4 s, or 3 s of a turn without pauses', () => {
    for (const scene of suite.scenes) {
      const turn = judgedTurn(scene);
      const within = msToSamples(sweptPause(scene) === undefined ? 3000 : 4000);
      expect(turn.expect, scene.id).toMatchObject({ kind: 'reply', within, once: true });
    }
  });

  it('plays clips that say what is written, at a human pace, at one level, with edges outside the voice', () => {
    for (const { turns } of suite.scenes) {
      for (const { clip, text } of turns) {
        const lines = clip.sources.map(lineOf);
        expect(lines.map((line) => line.text)).toEqual(clip.parts.map((part) => part.text));
        expect(clip.activeLevelDb, text).toBeCloseTo(-26, 0);
        expect(clip.voiced.from, text).toBeLessThanOrEqual(msToSamples(80));
        expect(clip.length - clip.voiced.to, text).toBeLessThanOrEqual(msToSamples(80));
        clip.parts.forEach((part, i) => {
          const { from, to } = lines[i]?.voice.startsWith('z') ? PACE.zh : PACE.en;
          const pace = (spoken(part.text) * 48_000) / (part.to - part.from);
          // A letter, "um" or 嗯 is drawn out as long as one likes.
          if (spoken(part.text) > 3) expect(pace, part.text).toBeGreaterThan(from);
          expect(pace, part.text).toBeLessThan(to);
        });
      }
    }
  });

  it('has no silence inside a part that could pass for one of the pauses', () => {
    for (const scene of suite.scenes)
      for (const { clip } of scene.turns) {
        const samples = suite.clips.get(clip.hash) ?? new Float32Array(0);
        for (const part of clip.parts) expect(innerSilence(samples.subarray(part.from, part.to)), part.text).toBeLessThan(400);
      }
  });

  it('uses every clip of its folder, which are small', () => {
    const used = new Set(suite.scenes.flatMap(({ turns }) => turns.flatMap(({ clip }) => clip.sources)));
    expect(readdirSync(here(`clips/${name}`)).filter((file) => !used.has(`${name}/${file}`))).toEqual([]);
    expect(bytes(name)).toBeLessThan(1_000_000);
  });
});
