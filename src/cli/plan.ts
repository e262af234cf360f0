/** `turnrig plan`: the sessions of a run in their order and the timed schedule of every scene, without running anything. */
import type { Command } from 'commander';
import { scenarioIo, withoutSpeech } from '../../simulator/scenario-io.js';
import { formatPlan, planReport, planRun, type ScenarioIo } from '../scenario/index.js';
import { plain, processConsole, type Console } from './console.js';
import { EXIT, type ExitCode } from './exit-codes.js';
import { list, whole } from './option-values.js';
import { suiteArgument } from './paths.js';
import { loadChosen } from './scene-option.js';

export interface PlanCommandOptions {
  readonly agent: readonly string[];
  readonly seed: number;
  readonly repeats?: number;
  /** Only scenes whose id, with or without its variant, is one of these. */
  readonly scene: readonly string[];
  readonly json: boolean;
}

/** Prints the plan. @returns 0, or 2 when a file is wrong. @throws TurnrigError 'input' for a plan that cannot be made. */
export async function plan(files: readonly string[], options: PlanCommandOptions, io: ScenarioIo, console: Console): Promise<ExitCode> {
  const suites = await loadChosen(files, options.scene, io, console, options.json);
  if (suites === undefined) return EXIT.usage;
  const agents = options.agent.length === 0 ? ['agent'] : options.agent;
  const sessions = planRun(suites, agents, {
    seed: options.seed,
    ...(options.repeats === undefined ? {} : { repeats: options.repeats }),
  });
  const report = planReport(suites, sessions, options.seed);
  console.out(options.json ? JSON.stringify(report, null, 2) : plain(formatPlan(report)));
  return EXIT.met;
}

export function registerPlan(command: Command): void {
  command
    .argument('<files...>', suiteArgument())
    .option('--agent <name>', 'an agent of the run; give it again for more', list, [])
    .option('--scene <id>', 'only this scene or variant; give it again for more', list, [])
    .option('--seed <number>', 'decides the order inside the blocks', whole(0), 1)
    .option('--repeats <number>', 'play every scene so often', whole(1))
    .option('--json', 'print the plan as JSON (shape: docs/scenario-format.md)', false)
    .option('--no-speech', 'do not render lines that have no clip: their length is estimated from their words')
    .action(async (files: string[], options: PlanCommandOptions & { speech: boolean }) => {
      const io = options.speech ? scenarioIo() : withoutSpeech(scenarioIo());
      process.exitCode = await plan(files, options, io, processConsole());
    });
}
