/** The search and its journal against a player that answers by a rule, and one planted bug in sound. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { sizeOf, everything } from '../../src/shrink/candidate.js';
import { Builder, type Built } from '../../src/shrink/document.js';
import type { Shown } from '../../src/shrink/fault.js';
import type { Fault } from '../../src/shrink/model.js';
import type { Player } from '../../src/shrink/player.js';
import { shrinkDocument } from '../../src/shrink/result.js';
import { Search, type SearchResult } from '../../src/shrink/search.js';
import { takeApart } from '../../src/shrink/take-apart.js';
import { mulberry32, seedOf } from '../../src/stats/random.js';
import { Compiler } from '../../simulator/shrink/compile.js';
import { Journal, JournaledPlayer, type Budget } from '../../simulator/shrink/journal.js';
import { problemsOf } from '../../bench/shrink/check.js';
import { plantedBug } from '../../bench/shrink/planted.js';
import { loadPlanted, plantedScene } from '../../bench/shrink/scene.js';
import { tryBug } from '../../bench/shrink/try.js';

const folder = await mkdtemp(join(tmpdir(), 'turnrig-shrink-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

const suite = await loadPlanted(plantedScene(plantedBug(3)));
const material = takeApart(suite.scenes[0]!, (hash) => suite.clips.get(hash)!);
const builder = new Builder(material);
const fault: Fault = { kind: 'cutoff', turn: 2, anchor: { turn: 2, after: 2 } };

/** Shows it, so often, where the pause is long enough and the word before it is still there. */
class RulePlayer implements Player {
  readonly played: string[] = [];
  readonly #compiler = new Compiler();
  constructor(
    private readonly rate: number,
    private readonly spoiled = 0,
  ) {}
  async valid(built: Built): Promise<boolean> {
    return (await this.#compiler.compile(built)) !== undefined;
  }
  session(built: Built, _: Fault, purpose: string, n: number): Promise<Shown> {
    const name = `${built.key} ${purpose} ${n}`;
    this.played.push(name);
    const next = mulberry32(seedOf(9, name));
    if (next() < this.spoiled) return Promise.resolve('spoiled');
    const { from, to } = built.anchor ?? { from: 0, to: 0 };
    const fits = to - from > 48 * 612 && /id: t3[^\n]*hmm/.test(built.yaml);
    return Promise.resolve(fits && next() < this.rate ? 'yes' : 'no');
  }
  faults(): Promise<readonly Fault[]> {
    return Promise.resolve([fault]);
  }
}

async function search(player: Player, certain: boolean, rate = 0.5): Promise<SearchResult> {
  return new Search(material, builder, fault, player, { rate, certain, resolutionMs: 10 }).run();
}

async function journaled(file: string, player: Player, budget: Budget, certain: boolean) {
  const journal = await Journal.open(join(folder, file), { seed: 1 });
  const result = await search(new JournaledPlayer(player, journal, budget), certain);
  await journal.close();
  return result;
}

describe('Search', () => {
  it('ends at the smallest scene, and every candidate that it tried is smaller than the whole', async () => {
    const { best, minimal, steps, confirmed } = await search(new RulePlayer(1), true);
    expect(minimal).toBe(true);
    expect(sizeOf(material, fault, best!.candidate)).toMatchObject({ turns: 1, noises: 0, speakers: 1, pieces: 2, pausesMs: 620 });
    expect(confirmed).toEqual({ verdict: 'yes', reproduced: 1, sessions: 1, spoiled: 0 });
    const whole = sizeOf(material, fault, everything(material));
    for (const { size } of steps) {
      expect(size.turns).toBeLessThanOrEqual(whole.turns);
      expect(size.pieces).toBeLessThanOrEqual(whole.pieces);
      expect(size.pausesMs).toBeLessThanOrEqual(whole.pausesMs);
    }
  });

  it('confirms what an agent with chance does by fresh sessions, whatever the rig spoils', async () => {
    const { best, confirmed, minimal } = await search(new RulePlayer(0.8, 0.1), false);
    expect(minimal).toBe(true);
    expect(confirmed!.sessions).toBeGreaterThanOrEqual(20);
    expect(sizeOf(material, fault, best!.candidate)).toMatchObject({ turns: 1, pieces: 2 });
  });

  it('has no result where the whole does not reproduce', async () => {
    const { best, minimal, baseline } = await search(new RulePlayer(0), true);
    expect([best, minimal]).toEqual([undefined, false]);
    expect(baseline).toMatchObject({ verdict: 'no' });
  });
});

describe('a search that is stopped and gone on with', () => {
  it('ends as one in one go, and plays nothing twice', async () => {
    for (const [certain, rate] of [
      [true, 1],
      [false, 0.8],
    ] as const) {
      const once = await journaled(`once-${rate}`, new RulePlayer(rate), {}, certain);
      const played: string[] = [];
      for (let sessions = 9; ; sessions *= 4) {
        const player = new RulePlayer(rate);
        const { stopped, best, steps } = await journaled(`again-${rate}`, player, { sessions }, certain);
        played.push(...player.played);
        if (stopped === undefined) {
          expect({ key: best!.built.key, steps }).toEqual({ key: once.best!.built.key, steps: once.steps });
          break;
        }
        expect(stopped).toBe('budget');
      }
      expect(new Set(played).size).toBe(played.length);
    }
  });

  it('has an interval of fresh sessions alone: those that chose the result tell no rate of it', async () => {
    const agent = { name: 'chance', way: 'reference', settings: {}, reported: {} } as const;
    const facts = {
      input: { file: 'x.yaml', sha256: '', scene: 'x' },
      agent,
      rate: 0.8,
      resolutionMs: 10,
      seed: 1,
      certain: false,
      sessions: 0,
      spoiled: 0,
    };
    const documentOf = async (name: string, budget: Budget): Promise<ReturnType<typeof shrinkDocument>> => {
      const found = await journaled(name, new RulePlayer(0.9), budget, false);
      return shrinkDocument(facts, material, fault, found, 0, found.stopped);
    };
    const whole = await documentOf('interval-whole', {});
    expect(whole.outcome).toBe('minimal');
    expect(whole.result?.low).toBeGreaterThan(0.5);
    const stopped = await documentOf('interval-stopped', { sessions: 60 });
    expect(stopped.outcome).toBe('stopped');
    expect(stopped.result?.sessions).toBeGreaterThan(0);
    expect(stopped.result).not.toHaveProperty('low');
  });

  it('drops a line that was cut off, and refuses the journal of another search', async () => {
    const file = join(folder, 'again-1');
    const whole = await readFile(file, 'utf8');
    await writeFile(file, whole.slice(0, -5));
    const player = new RulePlayer(1);
    await journaled('again-1', player, {}, true);
    expect(player.played).toHaveLength(1);
    await expect(Journal.open(file, { seed: 2 })).rejects.toMatchObject({ code: 'input' });
  });
});

describe('a planted bug in sound', () => {
  it('ends at its minimum', async () => {
    expect(await problemsOf(await tryBug(2))).toEqual([]);
  }, 120_000);
});
