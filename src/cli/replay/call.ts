/** A recorded call, with its labels where there are any, made ready to be played: the scene's file, its clips, and the plan. */
import { basename, dirname, join, posix } from 'node:path';
import { TurnrigError } from '../../error.js';
import { Texts, type Message } from '../../calls/history.js';
import type { RecordedTurn } from '../../analysis/turns.js';
import { RECORDING } from '../../analysis/scene.js';
import { chooseTurns } from '../../replay/choose.js';
import { labelledTurns, wordsIn } from '../../replay/labelled.js';
import { REPLAY_PLAN_VERSION, type ReplayPlan } from '../../replay/plan.js';
import { SCENE_FILE, sceneFile, type SceneFile } from '../../replay/scene-file.js';
import { agentSpans, replayTurn, type ReplayTurn } from '../../replay/turn.js';
import { formatProblem, loadSuite, type CompiledSuite } from '../../scenario/index.js';
import { samplesToMs, SAMPLE_RATE } from '../../time/position.js';
import { energyDetector } from '../../vad/energy.js';
import { sileroDetector } from '../../vad/silero.js';
import { withCall, type Call } from '../../../simulator/replay/read-call.js';
import { sameFile } from '../../../simulator/replay/same-file.js';
import type { CallFolder } from '../../../simulator/calls/folder.js';
import { scenarioIo } from '../../../simulator/scenario-io.js';
import { turnsFrom } from '../analyze.js';
import { soundFolder } from '../calls/load.js';
import type { Console } from '../console.js';
import { runManifest } from '../play/manifest.js';
import { formatDuration, Progress } from '../progress.js';
import type { ReplayFlags } from './options.js';

export interface ReadyCall {
  readonly plan: ReplayPlan;
  readonly suite: CompiledSuite;
  readonly scene: SceneFile;
}

interface Source {
  readonly path: string;
  readonly user: number;
  readonly agent: number;
  readonly language: string | undefined;
  readonly labels: { readonly folder: CallFolder; readonly call: string } | undefined;
  /** What is to be known of a recording that was given beside the labels. */
  readonly compared?: string | undefined;
}

/** @param out the run folder to be. @throws TurnrigError for everything that a user can mend; the signal's reason. */
export async function readCall(
  path: string | undefined,
  flags: ReplayFlags,
  out: string,
  console: Console,
  signal: AbortSignal,
): Promise<ReadyCall> {
  const source = await sourceOf(path, flags, console, signal);
  if (source.user === source.agent)
    throw new TurnrigError('input', `--user and --agent-channel name the same channel, ${source.user}.`, {
      hint: 'Channels are numbered from 0.',
    });
  const labelled = source.labels && labelledTurns(source.labels.folder.tables, source.labels.call);
  if (labelled?.turns.length === 0)
    throw new TurnrigError('input', `the call ${source.labels?.call ?? ''} has no complete turn in its labels${leftWords(labelled.left)}`, {
      hint: 'Only complete turns say where the user had finished. Without --labels turns are found by VAD.',
    });
  const given = labelled
    ? (): Promise<readonly RecordedTurn[]> => Promise.resolve(labelled.turns)
    : flags.turns === undefined
      ? undefined
      : turnsFrom(flags.turns);
  const progress = new Progress(console, 'reading the call', STEPS, () => performance.now() / 1000, undefined, true);
  try {
    return await withCall(
      {
        path: source.path,
        beside: out,
        user: source.user,
        agent: source.agent,
        detector: flags.detector === 'energy' ? energyDetector() : await sileroDetector(),
        ...(given === undefined ? {} : { turns: given }),
        manifest: (made) => ({ ...runManifest('', new Date(0), NOTHING_PLANNED), ...made }),
        signal,
        onProgress: (step, share, length) => {
          const [from, to] = step === 'reading' ? [0, 0.25] : [0.25, 1];
          const detail = step === 'reading' ? 'the file' : `listening to ${formatDuration(length / SAMPLE_RATE)} of audio`;
          progress.update(Math.round(STEPS * (from + share * (to - from))), detail);
        },
      },
      (call) =>
        ready(
          { ...call, notes: call.notes.map(ownFlags) },
          source,
          flags,
          given !== undefined,
          labelled === undefined ? '' : leftWords(labelled.left),
        ),
    );
  } catch (error) {
    if (!(error instanceof TurnrigError) || !error.hint.includes('--agent')) throw error;
    throw new TurnrigError(error.code, error.message, { hint: ownFlags(error.hint), cause: error });
  } finally {
    progress.clear();
  }
}

/** Where `analyze` calls the recording's channel --agent, that is whom a replay plays to. */
const ownFlags = (text: string): string => text.replace(/--agent(?![-\w])/g, '--agent-channel');

const STEPS = 1000;
/** Channels where nothing says which: user left, agent right (premature-reply.md, "Live"). */
const [USER, AGENT] = [0, 1];
const NOTHING_PLANNED = {
  suites: [],
  agents: [],
  plan: [],
  seed: 0,
  transport: RECORDING,
  server: 'none',
  detector: 'none',
  models: {},
} as const;

function leftWords(left: Readonly<Record<string, number | undefined>>): string {
  const words = Object.entries(left).map(([status, count]) => `${count ?? 0} ${status}`);
  return words.length === 0 ? '' : `; left out: ${words.join(', ')}`;
}

async function sourceOf(path: string | undefined, flags: ReplayFlags, console: Console, signal: AbortSignal): Promise<Source> {
  const { user, agentChannel: agent, labels, call } = flags;
  if ((labels === undefined) !== (call === undefined))
    throw new TurnrigError('input', '--labels and --call go together.', {
      hint: 'For example: turnrig replay --labels calls --call demo --agent name:bot',
    });
  if (labels !== undefined && flags.turns !== undefined)
    throw new TurnrigError('input', '--labels and --turns both say where the turns are: give one of them.');
  if (labels === undefined || call === undefined) {
    if (path === undefined || path.trim() === '')
      throw new TurnrigError('input', 'no recording was given.', { hint: 'For example: turnrig replay call.wav --agent name:my-agent' });
    return { path, user: user ?? USER, agent: agent ?? AGENT, language: undefined, labels: undefined };
  }
  const folder = await soundFolder(labels, console, signal);
  const entry = folder.companion.calls.get(call);
  if (entry === undefined && !folder.tables.turns.some(({ callId }) => callId === call)) {
    const names = [...new Set([...folder.companion.calls.keys(), ...folder.tables.turns.map(({ callId }) => callId)])].slice(0, 12);
    throw new TurnrigError('input', `--call ${call}: ${labels} has no such call.`, { hint: `It has ${names.join(', ')}.` });
  }
  const own = path ?? (entry?.recording === undefined ? undefined : join(labels, entry.recording));
  if (own === undefined)
    throw new TurnrigError('input', `no recording is known of the call ${call}.`, {
      hint: 'Name it in calls.yaml, or give it: turnrig replay CALL --labels ...',
    });
  return {
    path: own,
    user: user ?? entry?.userChannel ?? USER,
    agent: agent ?? entry?.agentChannel ?? AGENT,
    language: entry?.language === '' ? undefined : entry?.language,
    labels: { folder, call },
    compared: path === undefined ? undefined : await comparedWords(path, labels, entry?.recording),
  };
}

/**
 * How a recording that was given beside the labels was held against the one that was labelled; undefined where it is the same file. Another
 * one may still be right, such as a copy in another format: it is not refused, and what is known of it is said.
 */
async function comparedWords(path: string, labels: string, named: string | undefined): Promise<string | undefined> {
  if (named !== undefined && (await sameFile(path, join(labels, named)))) return undefined;
  const why =
    named === undefined ? 'calls.yaml names no recording of the call' : `it is not byte for byte ${named}, which calls.yaml names`;
  return `that ${basename(path)} is the recording that was labelled was checked by its length alone: ${why}`;
}

/** Labels of another recording would be played as sound that nobody labelled. @throws TurnrigError `input` */
function refuseLabelsPastEnd({ folder, call }: NonNullable<Source['labels']>, path: string, lengthMs: number): void {
  const past = folder.tables.turns.find((turn) => turn.callId === call && (turn.speechEndMs ?? turn.startMs) > lengthMs);
  if (past === undefined) return;
  throw new TurnrigError(
    'input',
    `${basename(path)} is ${Math.round(lengthMs)} ms long, and turn ${past.turnId} of ${call} ends at ${past.speechEndMs ?? past.startMs} ms: this is not the recording that was labelled.`,
    { hint: 'Give the recording of the call, or leave it out where calls.yaml names it.' },
  );
}

async function ready(call: Call, source: Source, flags: ReplayFlags, given: boolean, left: string): Promise<ReadyCall> {
  if (source.labels !== undefined) refuseLabelsPastEnd(source.labels, source.path, samplesToMs(call.recording.length));
  const words = source.labels === undefined ? (): string => '' : wordsIn(source.labels.folder.tables, source.labels.call);
  const turns = call.turns.flatMap((turn) => replayTurn(turn, given, words) ?? []);
  const chosen = chooseTurns(turns, flags.turn, flags.history);
  const scene = await sceneFile({
    ...chosen,
    turns,
    title: source.labels?.call ?? basename(source.path),
    language: source.language,
    agent: agentSpans(call.agent.runs),
    windowMs: flags.window,
    sound: call.sound,
  });
  const { recording } = call;
  const plan: ReplayPlan = {
    version: REPLAY_PLAN_VERSION,
    recording: {
      name: recording.name,
      sha256: recording.sha256,
      durationMs: Math.round(samplesToMs(recording.length)),
      user: source.user,
      agent: source.agent,
    },
    ...(source.labels === undefined ? {} : { labels: { call: source.labels.call } }),
    history: flags.history,
    messages: flags.history === 'text' ? messagesBefore(source, chosen.played[0]) : [],
    windowMs: flags.window,
    turns: chosen.played.map((turn) => ({
      id: scene.ids.get(turn) ?? '',
      label: turn.label,
      fromMs: turn.fromMs,
      toMs: turn.toMs,
      holds: turn.parts
        .slice(1)
        .map(({ fromMs }, i) => ({ fromMs: (turn.parts[i]?.toMs ?? fromMs) - turn.fromMs, toMs: fromMs - turn.fromMs })),
      plusMinusMs: turn.plusMinusMs,
      judged: chosen.judged.has(turn),
    })),
    ...(flags.untilSure === undefined ? {} : { sequential: { limit: flags.untilSure, level: 0.95, maximum: flags.repeat } }),
    notes: [
      ...call.notes,
      ...(source.compared === undefined ? [] : [source.compared]),
      ...(left === '' ? [] : [`turns of the labels that cannot be judged${left}`]),
    ],
  };
  return { plan, scene, suite: await compiled(scene) };
}

function messagesBefore({ labels }: Source, first: ReplayTurn | undefined): Message[] {
  if (labels === undefined)
    throw new TurnrigError('input', '--history text needs the words of the dialogue, and nothing has them.', {
      hint: 'Give --labels FOLDER --call ID with an asr_history.csv, or use --history live or none.',
    });
  const at = { callId: labels.call, decisionMs: first?.fromMs ?? 0 };
  return [...new Texts(labels.folder.tables).at(at, { mode: 'offline' }).messages];
}

/** The scene as its file says, read as `turnrig run` reads it; from memory, since nothing is written before all of it is right. */
async function compiled({ yaml, clips }: SceneFile): Promise<CompiledSuite> {
  const folder = posix.join(posix.dirname(SCENE_FILE), 'clips');
  const files = new Map<string, Uint8Array>([[SCENE_FILE, new TextEncoder().encode(yaml)]]);
  for (const [name, bytes] of clips) files.set(posix.join(folder, name), bytes);
  const loaded = await loadSuite(SCENE_FILE, {
    ...scenarioIo(),
    readFile: (path) => {
      const bytes = files.get(path);
      return bytes === undefined ? Promise.reject(Object.assign(new Error(path), { code: 'ENOENT' })) : Promise.resolve(bytes);
    },
    resolve: (from, to) => posix.join(dirname(from), to),
    list: () => Promise.resolve([]),
  });
  if ('suite' in loaded) return loaded.suite;
  throw new TurnrigError('audio', `the call makes no scene: ${loaded.problems.map(formatProblem).join('\n')}`, {
    hint: 'Choose other turns with --turn, or give the turns with --turns FILE.',
  });
}
