/** From a scene and an agent to the smallest scene that still shows the fault, its folder and what a person reads. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Journal, JournaledPlayer, type Budget } from '../../../simulator/shrink/journal.js';
import { MemoryPlayer } from '../../../simulator/shrink/memory-player.js';
import { TurnrigError } from '../../error.js';
import { Builder, type Built } from '../../shrink/document.js';
import { everything } from '../../shrink/candidate.js';
import { faultWords } from '../../shrink/fault.js';
import { findFault } from '../../shrink/find.js';
import type { Fault, FaultKind, Material } from '../../shrink/model.js';
import type { PageSound } from '../../shrink/page.js';
import { Stopped } from '../../shrink/player.js';
import { shrinkDocument, type ShrinkDocument } from '../../shrink/result.js';
import { Search, type SearchResult } from '../../shrink/search.js';
import { takeApart } from '../../shrink/take-apart.js';
import { sileroDetector } from '../../vad/silero.js';
import { plain, type Console } from '../console.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { onInterrupt } from '../interrupt.js';
import { describeAgent } from '../play/agents.js';
import { runId } from '../play/manifest.js';
import type { BudgetOption } from './budget.js';
import { writeResult } from './files.js';
import { agentOf, sceneToShrink, turnOf, type ShrinkAgent } from './input.js';
import { LivePlayer } from './live-player.js';
import { printResult } from './print.js';
import { ShrinkView } from './view.js';

export interface ShrinkOptions {
  readonly scene?: string;
  readonly turn?: string;
  readonly agent: readonly string[];
  readonly agentCmd?: string;
  readonly fault: FaultKind;
  readonly rate: number;
  readonly budget?: BudgetOption;
  readonly resolution: number;
  readonly seed: number;
  readonly out?: string;
  readonly resume: boolean;
  readonly live: boolean;
  readonly port?: number;
  readonly json: boolean;
}

const seconds = (): number => performance.now() / 1000;

/** @returns the exit code. @throws TurnrigError for everything that a user can mend. */
export async function shrink(file: string, options: ShrinkOptions, console: Console): Promise<ExitCode> {
  const agent = agentOf(options.agent, options.agentCmd, options.seed, options.live);
  if (options.resume && options.out === undefined)
    throw new TurnrigError('input', '--resume goes on with the folder that --out names.', { hint: 'Give --out FOLDER as well.' });
  const input = await sceneToShrink(file, options.scene, console);
  if (input === undefined) return EXIT.usage;
  const { suite, scene } = input;
  const out = resolve(options.out ?? join('shrunk', runId(new Date(), [{ name: scene.id }])));
  const journalFile = join(out, 'journal.jsonl');
  if (existsSync(journalFile) !== options.resume)
    throw options.resume
      ? new TurnrigError('input', `${out} holds no search to go on with.`, { hint: 'Leave out --resume to begin one.' })
      : new TurnrigError('input', `${out} holds a search already.`, { hint: 'Go on with it by --resume, or choose another folder.' });
  const material = takeApart(scene, (hash) => suite.clips.get(hash) ?? new Float32Array(0));
  const turn = turnOf(scene, options.turn);
  const builder = new Builder(material);
  const whole = builder.build(everything(material), { kind: options.fault, turn: 0, anchor: undefined });
  const described = describeAgent(agent.spec, options.agentCmd);
  const journal = await Journal.open(journalFile, {
    input: whole.key,
    agent: JSON.stringify(described),
    live: agent.reference === undefined,
    fault: options.fault,
    turn: turn ?? null,
    rate: options.rate,
    resolutionMs: options.resolution,
    seed: options.seed,
  });
  const interrupt = onInterrupt(console, 'stopping: what was played is kept (again: at once)');
  const playing = await open(agent, material, builder, out, options, interrupt.signal);
  const player = new JournaledPlayer(playing.player, journal, budgetOf(options.budget));
  const view = new ShrinkView(console, seconds);
  let [fault, result, spoiled]: [Fault | undefined, SearchResult | undefined, number] = [undefined, undefined, 0];
  let stopped: Stopped['why'] | undefined;
  try {
    view.say('looking for the fault');
    ({ fault, spoiled } = await findFault(material, builder, player, { kind: options.fault, turn, certain: agent.certain }));
    if (fault !== undefined) {
      if (!options.json) console.err(plain(`shrinking: ${faultWords(material, fault)}`));
      const search = new Search(material, builder, fault, player, {
        rate: options.rate,
        certain: agent.certain,
        resolutionMs: options.resolution,
        onStep: (step, best) => view.step(step, best),
      });
      result = await search.run();
      stopped = result.stopped;
    }
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
    stopped = error.why;
  } finally {
    view.end();
    await playing.stop();
    await journal.close();
    interrupt.release();
  }
  const facts = {
    input: { file, sha256: suite.sha256, scene: scene.id },
    agent: described,
    rate: options.rate,
    resolutionMs: options.resolution,
    seed: options.seed,
    certain: agent.certain,
    sessions: player.asked,
    spoiled: player.spoiled,
  };
  const document = shrinkDocument(facts, material, fault, result, spoiled, stopped);
  const sounds = fault === undefined ? [] : await playing.sounds(fault, result?.best?.built);
  await writeResult(out, document, result?.best?.built, sounds);
  printResult(document, out, file, options, console);
  return exitOf(document, stopped);
}

function exitOf(document: ShrinkDocument, stopped: Stopped['why'] | undefined): ExitCode {
  if (stopped === 'interrupted') return EXIT.interrupted;
  return document.after === null ? EXIT.undecided : EXIT.met;
}

function budgetOf(budget: BudgetOption | undefined): Budget {
  if (budget === undefined) return {};
  if ('sessions' in budget) return budget;
  const until = seconds() + 60 * budget.minutes;
  return { over: () => seconds() >= until };
}

interface Playing {
  readonly player: MemoryPlayer | LivePlayer;
  readonly stop: () => Promise<void>;
  readonly sounds: (fault: Fault, best: Built | undefined) => Promise<readonly PageSound[]>;
}

/** How many sessions are looked through for one that shows the fault, to be heard. */
const HEARD = 10;

async function open(
  { spec, reference }: ShrinkAgent,
  material: Material,
  builder: Builder,
  out: string,
  options: ShrinkOptions,
  signal: AbortSignal,
): Promise<Playing> {
  const detector = await sileroDetector();
  if (reference === undefined) {
    const { agentCmd: command, port, seed } = options;
    const player = new LivePlayer(material, builder, { spec, command, folder: join(out, 'plays'), seed, port, detector, signal });
    return { player, stop: () => player.stop(), sounds: () => Promise.resolve([]) };
  }
  const common = { behaviour: reference, name: spec.label, seed: options.seed, detector };
  const player = new MemoryPlayer(material, builder, { ...common, signal });
  // Sound is made after a stop too.
  const quiet = new MemoryPlayer(material, builder, common);
  const sounds: Playing['sounds'] = async (fault, best) => {
    const [before, after] = [builder.build(everything(material), fault), best];
    const made: PageSound[] = [];
    for (const [title, built] of [
      ['The input', before],
      ['The result', after],
    ] as const) {
      const bytes = built === undefined ? undefined : await quiet.sound(built, fault, 'search', HEARD);
      if (bytes !== undefined) made.push({ title: `${title}: the turn from one second before it, people left, agent right`, bytes });
    }
    return made;
  };
  return { player, stop: () => Promise.resolve(), sounds };
}
