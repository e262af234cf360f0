/**
 * Whether what was found is the planted minimum, by none of the search's own answers: the result is loaded as anyone would load it, played against
 * the bug without its chance, counted against the size that follows from the rule, and everything that could still go is taken away once.
 */
import { behaviourOf } from '../../agent/reference/catalogue.js';
import { samplesToMs } from '../../src/time/position.js';
import { wordsOf } from '../../src/speech/words.js';
import { energyDetector } from '../../src/vad/energy.js';
import { everything, leftPauses, leftWaits, withoutTurns, withPause, withPieces, withWait } from '../../src/shrink/candidate.js';
import { Builder } from '../../src/shrink/document.js';
import { takeApart } from '../../src/shrink/take-apart.js';
import type { Candidate, Fault } from '../../src/shrink/model.js';
import { Compiler } from '../../simulator/shrink/compile.js';
import { MemoryPlayer } from '../../simulator/shrink/memory-player.js';
import type { Tried } from './try.js';

const STEP_MS = 10;

/** What is wrong with it; nothing where it is the minimum. */
export async function problemsOf({ bug, result }: Tried): Promise<string[]> {
  const problems: string[] = [];
  const { best } = result;
  if (best === undefined || !result.minimal) return ['no result'];
  const suite = await new Compiler().compile(best.built);
  const scene = suite?.scenes[0];
  if (suite === undefined || scene === undefined) return ['the result is no scenario'];
  const { minimum, pauseMs, behaviour } = bug;
  const { name, seed, ...rest } = behaviour;
  const rule = { ...rest, pause: samplesToMs(rest.pause), delay: samplesToMs(rest.delay), speak: samplesToMs(rest.speak), probability: 1 };
  const always = behaviourOf(name, rule, seed);

  const turns = scene.turns.filter(({ kind }) => kind !== 'noise');
  const target = turns.find(({ id }) => id === best.built.turn);
  if (turns.length !== minimum.turns) problems.push(`${turns.length} turns, not ${minimum.turns}`);
  if (scene.turns.length - turns.length !== minimum.noises)
    problems.push(`${scene.turns.length - turns.length} noises, not ${minimum.noises}`);
  if (minimum.otherSpeaker && !turns.some(({ speaker }) => speaker !== target?.speaker)) problems.push('nobody else speaks');
  for (const turn of turns) if (turn !== target && wordsOf(turn.text).length !== 1) problems.push(`"${turn.text}" in ${turn.id}`);

  // The result anew, as somebody would shrink it who knows nothing of how it was found.
  const again = takeApart(scene, (hash) => suite.clips.get(hash) ?? new Float32Array(0));
  const index = scene.turns.findIndex(({ id }) => id === best.built.turn);
  const own = again.turns[index];
  const parts = own?.pieces ?? [];
  const longest = parts.slice(1).reduce((most, _, i) => (gap(parts, i + 1) >= gap(parts, most) ? i + 1 : most), 1);
  if (longest !== minimum.before) problems.push(`${longest} pieces before the pause, not ${minimum.before}`);
  if (parts.length !== minimum.before + 1) problems.push(`${parts.length} pieces in the turn, not ${minimum.before + 1}`);
  const pause = samplesToMs(gap(parts, longest));
  if (Math.abs(pause - pauseMs) > STEP_MS) problems.push(`a pause of ${pause} ms, the rule's is ${pauseMs}`);

  const anew: Fault = { kind: 'cutoff', turn: index, anchor: { turn: index, after: longest } };
  const makes = new Builder(again);
  const player = new MemoryPlayer(again, makes, { behaviour: always, name: 'check', seed: 1, detector: energyDetector() });
  const shown = async (candidate: Candidate | undefined): Promise<boolean> => {
    if (candidate === undefined) return false;
    const built = makes.build(candidate, anew);
    return (await player.valid(built)) && (await player.session(built, anew, 'search', 0)) === 'yes';
  };
  const all = everything(again);
  if (!(await shown(all))) problems.push('the result does not reproduce');
  for (const [what, less] of lesser(again, anew, all)) if (await shown(less)) problems.push(`reproduces ${what}`);
  return problems;
}

type Material = Tried['material'];
const gap = (pieces: Material['turns'][number]['pieces'], after: number): number =>
  (pieces[after]?.from ?? 0) - (pieces[after - 1]?.to ?? 0);

/** Everything with one thing less. */
function lesser(material: Material, fault: Fault, all: Candidate): [string, Candidate | undefined][] {
  const turns = all.turns.map(({ turn }): [string, Candidate | undefined] => [
    `without turn ${turn + 1}`,
    withoutTurns(material, fault, all, new Set([turn])),
  ]);
  const pieces = all.turns.flatMap(({ turn, pieces: of }) =>
    of.map((piece): [string, Candidate | undefined] => [
      `without piece ${piece + 1} of turn ${turn + 1}`,
      withPieces(
        fault,
        all,
        turn,
        of.filter((one) => one !== piece),
      ),
    ]),
  );
  const pauses = all.turns.flatMap((one) =>
    leftPauses(material, fault, all, one)
      .filter(({ ms }) => ms >= STEP_MS)
      .map(({ key, ms }): [string, Candidate] => [`with pause ${key} of ${ms - STEP_MS} ms`, withPause(all, key, ms - STEP_MS)]),
  );
  const waits = leftWaits(material, fault, all)
    .filter(({ ms }) => ms >= STEP_MS)
    .map(({ key, ms }): [string, Candidate] => [`with wait ${key} of ${ms - STEP_MS} ms`, withWait(all, key, ms - STEP_MS)]);
  return [...turns, ...pieces, ...pauses, ...waits];
}
