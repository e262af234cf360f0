import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { answerTo, FALLBACK } from '../../agent/livekit/answers.js';
import { scenarioIo } from '../../simulator/scenario-io.js';
import { loadSuite, type CompiledSuite } from '../../src/scenario/index.js';
import { SAMPLE_RATE } from '../../src/time/position.js';

const path = (name: string): string => fileURLToPath(new URL(`../../scenarios/${name}.yaml`, import.meta.url));

let suite: CompiledSuite;

beforeAll(async () => {
  const loaded = await loadSuite(path('quickstart'), scenarioIo());
  if ('problems' in loaded) throw new Error(JSON.stringify(loaded.problems));
  suite = loaded.suite;
});

describe('the suite quickstart', () => {
  it('has what it is for: pauses, numbers, controls, a barge-in, a backchannel and a room of four', () => {
    const { scenes } = suite;
    const paused = scenes.filter((scene) => scene.turns.some((turn) => turn.clip.parts.length > 1));
    expect(paused.length).toBeGreaterThanOrEqual(5);
    const kinds = new Set(scenes.flatMap((scene) => scene.turns.map((turn) => turn.expect.kind)));
    for (const kind of ['reply', 'yield', 'continue', 'silence', 'may-answer']) expect(kinds).toContain(kind);
    const trip = scenes.find((scene) => scene.speakers.length >= 4 && scene.turns.some((turn) => turn.label === 'T'));
    expect(trip?.turns.map((turn) => turn.label)).toEqual(['user', 'N1', 'N2', 'T', 'N3', 'N4Q', 'N4R']);
    expect(new Set(trip?.turns.map((turn) => turn.speaker)).size).toBe(4);
  });

  it('keeps the pauses exact, from last to first voiced sample', () => {
    const { scenes } = suite;
    const gaps = scenes.flatMap((scene) =>
      scene.turns.flatMap((turn) =>
        turn.clip.parts.slice(1).map((part, i) => Math.round(((part.from - (turn.clip.parts[i]?.to ?? 0)) / SAMPLE_RATE) * 1000)),
      ),
    );
    expect(gaps.sort((a, b) => a - b)).toEqual([900, 1000, 1000, 1000, 1000, 1000, 1200, 1500]);
  });

  it('is answered by the presets’ rules', () => {
    const { scenes } = suite;
    const asked = scenes.flatMap((scene) => scene.turns.filter((turn) => turn.expect.kind === 'reply' || turn.label === 'N4Q'));
    expect(asked.length).toBeGreaterThanOrEqual(12);
    for (const turn of asked) expect(`${turn.text} -> ${answerTo(turn.text)}`).not.toContain(FALLBACK.say);
  });

  it('has a quick part that is played as in the whole', () => {
    const scenes = (name: string): { id: string }[] => (parse(readFileSync(path(name), 'utf8')) as { scenes: { id: string }[] }).scenes;
    const whole = new Map(scenes('quickstart').map((scene) => [scene.id, scene]));
    const quick = scenes('quickstart-quick');
    expect(quick.length).toBeGreaterThan(1);
    for (const scene of quick) expect(scene).toEqual(whole.get(scene.id));
  });
});
