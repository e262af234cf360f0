/** `turnrig run`: plays suites against agents, scores what was recorded, writes the report. */
import { join, resolve } from 'node:path';
import { InvalidArgumentError, type Command } from 'commander';
import { TurnrigError } from '../error.js';
import { planReport, planRun, primaryReachOf, primaryReachWords, reachOf, reachWords, type CompiledSuite } from '../scenario/index.js';
import { SILERO_SHA256 } from '../vad/silero.js';
import { scenarioIo } from '../../simulator/scenario-io.js';
import { createRun, reopenRun, type RunStore } from '../../simulator/store/run-store.js';
import type { LiveDetector } from '../../simulator/supervisor/protocol.js';
import { resumeCommand } from './again.js';
import { parseAgentSpec, type AgentSpec } from './agent-spec.js';
import { plain, processConsole, type Console } from './console.js';
import { EXIT, type ExitCode } from './exit-codes.js';
import { onInterrupt } from './interrupt.js';
import { describeAgent } from './play/agents.js';
import { checkAgentCommand } from '../../agent/command/agent-command.js';
import { finish } from './play/finish.js';
import { runId, runManifest } from './play/manifest.js';
import { defaultConcurrency, play } from './play/play.js';
import { sameRun } from './play/same-run.js';
import { noteLatencyBasis } from './play/calibration-source.js';
import { openRoom, serverOf } from './play/room-keeper.js';
import { loadSuites } from './validate.js';

export interface RunOptions {
  readonly agent: readonly string[];
  readonly agentCmd?: string;
  readonly out?: string;
  readonly scene: readonly string[];
  readonly repeats?: number;
  readonly seed: number;
  readonly concurrency?: number;
  readonly memory: boolean;
  readonly port?: number;
  readonly liveEar?: LiveDetector;
  readonly resume?: string;
  /** False: --no-calibrate. */
  readonly calibrate: boolean;
  readonly report: boolean;
  readonly json: boolean;
  /** Lines for the report, from a command that knows what it shows. */
  readonly notes?: readonly string[];
}

/** Joining a room and making ready takes about so long a session, seconds; for the first guess at the time left. */
const JOIN_S = 3;
/** Starting the real workers takes about so long, seconds. */
const START_S = 15;

/** Plays and finishes a run. @returns the exit code. @throws TurnrigError for everything that a user can mend. */
export async function run(files: readonly string[], options: RunOptions, console: Console): Promise<ExitCode> {
  const prepared =
    options.resume === undefined ? await create(files, readSpecs(options), options, console) : await resume(options.resume, files, options);
  if (prepared === undefined) return EXIT.usage;
  const interrupt = onInterrupt(console);
  const { store, specs, expected } = prepared;
  try {
    const played = await play({
      store,
      specs,
      command: options.agentCmd,
      openRoom: options.memory ? undefined : () => openRoom(process.env, options.port),
      beforePlay: (room) => noteLatencyBasis({ store, room, wanted: options.calibrate, console, signal: interrupt.signal }),
      // In memory the energy detector listens: it is synchronous, so that virtual time runs free.
      detector: options.liveEar ?? (options.memory ? 'energy' : 'silero'),
      concurrency: options.concurrency ?? defaultConcurrency(specs, options.memory),
      expected,
      console,
      signal: interrupt.signal,
    });
    // What was recorded is scored however the plan came to its end: an interrupted run has a report too.
    const { gate } = await finish(store.reader(), console, options);
    if (played.fatal !== undefined) {
      throw new TurnrigError(played.fatal.code, `the run was given up: ${played.fatal.message}`, {
        hint: [played.fatal.hint.replace(/[^.]$/, '$&.'), `What was recorded is kept: ${resumeCommand(store.dir, options)}`]
          .join(' ')
          .trim(),
      });
    }
    if (!played.stopped) return gate.exitCode;
    console.err(`interrupted; go on with: ${resumeCommand(store.dir, options)}`);
    return EXIT.interrupted;
  } finally {
    interrupt.release();
    await store.close();
  }
}

function readSpecs(options: RunOptions, seed = options.seed): readonly AgentSpec[] {
  const given = options.agent.length === 0 && options.agentCmd !== undefined ? ['auto'] : options.agent;
  const specs = given.map((text) => parseAgentSpec(text, seed));
  if (specs.length === 0 && options.resume === undefined) {
    throw new TurnrigError('input', 'no agent was given.', {
      hint: 'Give one or more: --agent preset:vad-only, --agent name:YOUR-AGENT, --agent wait, --agent reference:answer-after=700, or --agent-cmd "COMMAND".',
    });
  }
  if (options.memory && specs.some((spec) => spec.kind !== 'join' || spec.way.kind !== 'reference')) {
    throw new TurnrigError('input', '--memory has no room that an agent could join.', {
      hint: 'Use reference agents with it: --agent reference:answer-after=700.',
    });
  }
  if (options.agentCmd !== undefined && specs.filter((spec) => spec.kind === 'join' && spec.described !== 'reference').length !== 1) {
    throw new TurnrigError('input', '--agent-cmd starts one agent: say how it joins by one --agent auto, name:AGENT or wait.');
  }
  // Now, and not after the rig has measured itself.
  if (options.agentCmd !== undefined) checkAgentCommand(options.agentCmd);
  return specs;
}

interface Ready {
  readonly store: RunStore;
  readonly specs: readonly AgentSpec[];
  readonly expected: number | undefined;
}

async function create(
  files: readonly string[],
  specs: readonly AgentSpec[],
  options: RunOptions,
  console: Console,
): Promise<Ready | undefined> {
  if (files.length === 0)
    throw new TurnrigError('input', 'no scenario file was given.', {
      hint: 'For example: turnrig run scenarios/quickstart.yaml --agent preset:vad-only',
    });
  const loaded = await loadSuites(files, scenarioIo(), console);
  if (loaded === undefined) return undefined;
  const suites = chosen(loaded, options.scene);
  const plan = planRun(
    suites,
    specs.map((spec) => spec.label),
    { seed: options.seed, ...(options.repeats === undefined ? {} : { repeats: options.repeats }) },
  );
  const server = options.memory ? 'none' : serverOf(process.env) === undefined ? 'embedded' : 'livekit';
  const now = new Date();
  const id = runId(now, suites);
  const manifest = runManifest(id, now, {
    suites,
    agents: specs.map((spec) => describeAgent(spec, options.agentCmd)),
    plan,
    seed: options.seed,
    transport: options.memory ? 'memory' : 'livekit',
    server,
    detector: options.liveEar ?? (options.memory ? 'energy' : 'silero'),
    models: { silero_vad_16k_op15: SILERO_SHA256 },
  });
  const played = new Set(suites.flatMap(({ scenes }) => scenes.flatMap(({ turns }) => turns.map(({ clip }) => clip.hash))));
  const clips = new Map(suites.flatMap((suite) => [...suite.clips].filter(([hash]) => played.has(hash))));
  const scenes = suites.flatMap((suite) => suite.scenes);
  const store = await createRun(resolve(options.out ?? join('runs', id)), manifest, undefined, clips);
  for (const one of primaryReachOf(suites, plan)) console.err(plain(primaryReachWords(one)));
  console.err(plain(reachWords(reachOf(scenes, plan))));
  return {
    store,
    specs,
    expected: options.memory ? undefined : expectedSeconds(suites, plan.length, manifest.seed, plan, specs, options.concurrency),
  };
}

function expectedSeconds(
  suites: readonly CompiledSuite[],
  sessions: number,
  seed: number,
  plan: ReturnType<typeof planRun>,
  specs: readonly AgentSpec[],
  concurrency: number | undefined,
): number {
  const { duration } = planReport(suites, plan, seed);
  return START_S + (duration.silent ?? duration.earliest) / 1000 / (concurrency ?? defaultConcurrency(specs, false)) + sessions * JOIN_S;
}

function chosen(suites: readonly CompiledSuite[], wanted: readonly string[]): readonly CompiledSuite[] {
  if (wanted.length === 0) return suites;
  const all = suites.flatMap(({ scenes }) => scenes);
  const unknown = wanted.find((name) => !all.some(({ id, scene }) => id === name || scene === name));
  if (unknown !== undefined)
    throw new TurnrigError('input', `there is no scene "${unknown}".`, { hint: `There are: ${all.map(({ id }) => id).join(', ')}` });
  return suites
    .map((suite) => ({ ...suite, scenes: suite.scenes.filter(({ id, scene }) => wanted.includes(id) || wanted.includes(scene)) }))
    .filter(({ scenes }) => scenes.length > 0);
}

/** Opens a run to go on with it, with agents that are its own: read with its seed, since reference agents have it too. */
async function resume(dir: string, files: readonly string[], options: RunOptions): Promise<Ready> {
  if (files.length > 0) throw new TurnrigError('input', '--resume goes on with the suites of its run: give no scenario files with it.');
  const store = await reopenRun(resolve(dir));
  try {
    const specs = readSpecs(options, store.manifest.seed);
    sameRun(store.manifest, specs, options);
    return { store, specs, expected: undefined };
  } catch (error) {
    await store.close();
    throw error;
  }
}

const list = (value: string, before: readonly string[]): readonly string[] => [...before, value];
const whole =
  (least: number, most = Number.MAX_SAFE_INTEGER) =>
  (value: string): number => {
    const number = Number(value);
    if (value.trim() === '' || !Number.isSafeInteger(number) || number < least || number > most)
      throw new InvalidArgumentError(`a whole number from ${least}${most === Number.MAX_SAFE_INTEGER ? '' : ` to ${most}`} is wanted.`);
    return number;
  };

export function registerRun(program: Command): void {
  program
    .command('run')
    .description('play scenario files against agents, score the recorded waveform and write a report')
    .argument(
      '[files...]',
      'scenario files (YAML), or names of suites that come with turnrig: quickstart, quickstart-quick, cases, barge-in, selective, selective-zh',
    )
    .option('--agent <spec>', '[LABEL=]preset:NAME, name:AGENT, auto, wait or reference:BEHAVIOUR[=MS]; give it again for more', list, [])
    .option(
      '--agent-cmd <command>',
      'start this command as the agent; it gets LIVEKIT_URL and keys, or with --agent wait one room and a token for it',
    )
    .option('--out <folder>', 'run folder to make (default: runs/TIME-SUITE)')
    .option('--scene <id>', 'only this scene or variant; give it again for more', list, [])
    .option('--repeats <number>', 'play every scene so often', whole(1))
    .option('--seed <number>', 'decides the order inside the blocks', whole(0), 1)
    .option('--concurrency <number>', 'sessions side by side (default: by the processors there are)', whole(1, 64))
    .option('--memory', 'no room: reference agents in virtual time', false)
    .option('--port <number>', 'port of the embedded room server (default: a free one)', whole(1, 65_535))
    .option('--resume <run>', 'go on with a run folder; give its --agent options again')
    .option('--no-calibrate', 'do not measure the rig first when nothing fresh is stored: latencies are then not judged')
    .option('--no-report', 'score only')
    .option('--json', 'print one JSON object (shape: docs/cli.md)', false)
    .action(async (files: string[], options: RunOptions) => {
      process.exitCode = await run(files, options, processConsole());
    });
}
