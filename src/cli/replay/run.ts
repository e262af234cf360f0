/** `turnrig replay` from the recording to the verdict. */
import { readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { HISTORY_VARIABLE, historyMetadata } from '../../../agent/livekit/history.js';
import { writeFileWhole } from '../../../simulator/eot/files.js';
import { scoreAttempt } from '../../../simulator/scoring/score-run.js';
import { systemCode } from '../../../simulator/store/file-system.js';
import { resumeState } from '../../../simulator/store/resume.js';
import type { RunReader } from '../../../simulator/store/run-reader.js';
import { TurnrigError } from '../../error.js';
import { countedOutcome, type SessionOutcome } from '../../replay/outcome.js';
import { readReplayPlan, REPLAY_PLAN_FILE, writeReplayPlan, type ReplayPlan } from '../../replay/plan.js';
import { CLIPS_FOLDER, SCENE_FILE } from '../../replay/scene-file.js';
import { UntilSure } from '../../replay/until-sure.js';
import { sileroDetector } from '../../vad/silero.js';
import type { AgentSpec } from '../agent-spec.js';
import { plain, type Console } from '../console.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { onInterrupt } from '../interrupt.js';
import { refuseEmptyOut } from '../out-option.js';
import { runId } from '../play/manifest.js';
import { playReady } from '../play/play-ready.js';
import type { Looks } from '../play/play.js';
import { createFrom, readSpecs, reopenFor, type Ready } from '../play/prepare.js';
import { readCall, type ReadyCall } from './call.js';
import { finishReplay } from './finish.js';
import { runOptions, type ReplayFlags } from './options.js';

interface Opened {
  readonly ready: Ready;
  readonly plan: ReplayPlan;
}

/** @returns the exit code. @throws TurnrigError for everything that a user can mend. */
export async function replay(path: string | undefined, flags: ReplayFlags, console: Console): Promise<ExitCode> {
  const opened = flags.resume === undefined ? await created(path, flags, console) : await reopened(path, flags.resume, flags);
  if (opened === undefined) return EXIT.interrupted;
  const { ready, plan } = opened;
  const options = runOptions(flags, plan.messages.length === 0 ? {} : { [HISTORY_VARIABLE]: historyMetadata(plan.messages) });
  const agents = ready.store.manifest.agents.map(({ name }) => name);
  const untilSure = plan.sequential === undefined ? undefined : new UntilSure(plan.sequential, agents);
  return playReady(ready, options, console, (reader) => finishReplay(reader, plan, options, console), {
    ...(untilSure === undefined ? {} : { looks: looksOf(plan, untilSure, agents.length, ready.store.manifest.plan.length) }),
    history: plan.messages,
  });
}

/** Undefined when it was interrupted before there was anything to keep. */
async function created(path: string | undefined, flags: ReplayFlags, console: Console): Promise<Opened | undefined> {
  refuseEmptyOut(flags.out, 'the run goes');
  const specs = readSpecs(runOptions(flags));
  if (specs.length > 2)
    throw new TurnrigError('input', `${specs.length} agents were given: a replay holds two against each other.`, {
      hint: 'Replay two at a time, or let turnrig compare hold stored runs against each other.',
    });
  if (flags.history === 'text') refuseUntold(specs, flags);
  const out = resolve(flags.out ?? join('runs', runId(new Date(), [{ name: 'replay' }])));
  const interrupt = onInterrupt(console, 'stopping (again: at once)');
  let call: ReadyCall;
  try {
    call = await readCall(path, flags, out, console, interrupt.signal);
  } catch (error) {
    if (!interrupt.signal.aborted) throw error;
    console.err('interrupted; nothing was kept');
    return undefined;
  } finally {
    interrupt.release();
  }
  const { plan, suite, scene } = call;
  for (const note of plan.notes) console.err(plain(`note: ${note}`));
  const ready = await createFrom([suite], specs, { ...runOptions(flags), out }, console);
  try {
    const { dir } = ready.store;
    for (const [name, bytes] of scene.clips) await writeFileWhole(join(dir, dirname(SCENE_FILE), CLIPS_FOLDER, name), bytes);
    await writeFileWhole(join(dir, SCENE_FILE), scene.yaml);
    await writeFileWhole(join(dir, REPLAY_PLAN_FILE), writeReplayPlan(plan));
    return { ready, plan };
  } catch (error) {
    await ready.store.close();
    throw error;
  }
}

/** Silence about the history would be another test than the one that was asked for. */
function refuseUntold(specs: readonly AgentSpec[], { agentCmd }: ReplayFlags): void {
  const untold = specs.find((spec) => {
    if (spec.kind === 'preset') return false;
    return spec.described === 'reference' || (spec.way.kind !== 'dispatch' && agentCmd === undefined);
  });
  if (untold === undefined) return;
  throw new TurnrigError('input', `--history text: nothing tells the agent ${untold.label} what was said before.`, {
    hint: `Presets and workers by name (name:AGENT, in their job's metadata) and commands (--agent-cmd, in ${HISTORY_VARIABLE}) are told; use --history live or none for others.`,
  });
}

async function reopened(path: string | undefined, dir: string, flags: ReplayFlags): Promise<Opened> {
  if (path !== undefined) throw new TurnrigError('input', '--resume goes on with the call of its run: give no recording with it.');
  const text = await readFile(join(dir, REPLAY_PLAN_FILE), 'utf8').catch((cause: unknown) => {
    throw new TurnrigError('run-folder', `${dir} is no run of turnrig replay: its ${REPLAY_PLAN_FILE} cannot be read`, {
      hint: systemCode(cause) === 'ENOENT' ? 'Give the run folder that turnrig replay named.' : 'Check its permissions.',
      cause,
    });
  });
  const plan = readReplayPlan(text);
  return { plan, ready: await reopenFor(dir, runOptions(flags)) };
}

/** One look a repeat: a block with each agent in it. */
function looksOf(plan: ReplayPlan, untilSure: UntilSure, agents: number, sessions: number): Looks {
  return {
    first: agents,
    next: async (reader) => {
      untilSure.look(await outcomesOf(reader, plan, untilSure.repeats * agents, (untilSure.repeats + 1) * agents));
      const upTo = (untilSure.repeats + 1) * agents;
      return untilSure.over || upTo > sessions ? undefined : upTo;
    },
  };
}

/** Of the plan's sessions [from, to), scored now where they were not. */
async function outcomesOf(reader: RunReader, plan: ReplayPlan, from: number, to: number): Promise<SessionOutcome[]> {
  const progress = await resumeState(reader);
  // The one that scores the run in the end: a look must not see other scores than those.
  const detector = await sileroDetector();
  const outcomes: SessionOutcome[] = [];
  for (const [i, session] of reader.manifest.plan.entries()) {
    const counted = i < from || i >= to ? undefined : progress.get(i)?.counted;
    if (counted === undefined) continue;
    const { end } = await reader.info(counted);
    const score = await scoreAttempt(reader, counted, { detector });
    const outcome = score && countedOutcome(plan, score, session.repeat, end?.reason);
    if (outcome !== undefined) outcomes.push(outcome);
  }
  return outcomes;
}
