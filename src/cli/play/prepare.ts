/** What comes before the first session of a run: its agents read, its folder made or opened again. */
import { join, resolve } from 'node:path';
import { isTold } from '../../../agent/reference/catalogue.js';
import { checkAgentCommand } from '../../../agent/command/agent-command.js';
import { createRun, reopenRun, type RunStore } from '../../../simulator/store/run-store.js';
import type { LiveDetector } from '../../../simulator/supervisor/protocol.js';
import { TurnrigError } from '../../error.js';
import { planReport, planRun, primaryReachOf, reachBrief, reachOf, type CompiledSuite } from '../../scenario/index.js';
import { SILERO_SHA256 } from '../../vad/silero.js';
import { parseAgentSpec, type AgentSpec } from '../agent-spec.js';
import { plain, type Console } from '../console.js';
import { describeAgent } from './agents.js';
import { runId, runManifest } from './manifest.js';
import { defaultConcurrency } from './play.js';
import { serverOf } from './room-keeper.js';
import { sameRun } from './same-run.js';

export interface RunOptions {
  readonly agent: readonly string[];
  readonly agentCmd?: string;
  /** Variables that it gets beside the room's. */
  readonly agentEnv?: Readonly<Record<string, string>>;
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
  /** The command that goes on with the run, where it is not `run`. */
  readonly verb?: string;
  /** False: what the run may show is not said before it, by a command that has other questions. */
  readonly saysReach?: boolean;
  /** Lines for the report, from a command that knows what it shows. */
  readonly notes?: readonly string[];
}

/** Joining a room and making ready takes about so long a session, seconds; for the first guess at the time left. */
const JOIN_S = 3;
/** Starting the real workers takes about so long, seconds. */
const START_S = 15;

export function readSpecs(options: RunOptions, seed = options.seed): readonly AgentSpec[] {
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
  const told = specs.find((spec) => spec.kind === 'join' && spec.way.kind === 'reference' && isTold(spec.way.behaviour.name));
  if (!options.memory && told !== undefined)
    throw new TurnrigError('input', `the agent ${told.label} is told what is said, which no room can do.`, {
      hint: 'Play it in virtual time: --memory.',
    });
  if (options.agentCmd !== undefined && specs.filter((spec) => spec.kind === 'join' && spec.described !== 'reference').length !== 1) {
    throw new TurnrigError('input', '--agent-cmd starts one agent: say how it joins by one --agent auto, name:AGENT or wait.');
  }
  // Now, and not after the rig has measured itself.
  if (options.agentCmd !== undefined) checkAgentCommand(options.agentCmd);
  return specs;
}

/** A run that can be played. */
export interface Ready {
  readonly store: RunStore;
  readonly specs: readonly AgentSpec[];
  readonly expected: number | undefined;
}

/**
 * Makes the run's folder.
 * @throws TurnrigError `input`, `store`.
 */
export async function createFrom(
  suites: readonly CompiledSuite[],
  specs: readonly AgentSpec[],
  options: RunOptions,
  console: Console,
): Promise<Ready> {
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
  const brief = reachBrief(primaryReachOf(suites, plan), reachOf(scenes, plan));
  if (brief !== undefined && options.saysReach !== false) console.err(plain(brief));
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

/** Opens a run to go on with it, with agents that are its own: read with its seed, since reference agents have it too. */
export async function reopenFor(dir: string, options: RunOptions): Promise<Ready> {
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
