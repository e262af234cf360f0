/** A two-channel recording into a run folder with one session, ready to be scored and reported like a live one. */
import { createHash } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { channelNotes, isSilentChannel } from '../../src/analysis/channels.js';
import { SHORTEST_RECORDING } from '../../src/analysis/constants.js';
import type { Leak } from '../../src/analysis/leak.js';
import { ATTEMPT, logOf, plannedOf, sceneOf, type Recording } from '../../src/analysis/scene.js';
import { findTurns, type RecordedTurn } from '../../src/analysis/turns.js';
import { TurnrigError } from '../../src/error.js';
import { streamAudio, type Container } from '../../src/media/stream/audio.js';
import { NO_HEALTH } from '../../src/recording/no-health.js';
import type { RunManifest, TrackManifest } from '../../src/recording/model.js';
import { rigPos, samplesToMs, type Samples } from '../../src/time/position.js';
import type { SpeechDetector } from '../../src/vad/detector.js';
import type { AgentSpeech } from '../../src/vad/model.js';
import { storeFailure } from '../store/failures.js';
import { makeFolder } from '../store/make-folder.js';
import { createRun } from '../store/run-store.js';
import { SessionWriter } from '../store/session-writer.js';
import { AGENT_TRACK, hearRecording, recordingTracks, USER_TRACK, type HeardRecording } from './hear-recording.js';
import { mp3Frames } from './mp3-wasm.js';
import { openRecording } from './recording-file.js';
import { storeRecording, type StoredRecording } from './store-recording.js';
import { RunReader } from '../store/run-reader.js';

export interface AnalyzeOptions {
  readonly path: string;
  /** Run folder to make; must not exist, or be empty. */
  readonly out: string;
  readonly user: number;
  readonly agent: number;
  readonly agentName: string;
  readonly detector: SpeechDetector;
  /** Turns that are given, once the recording's length is known; undefined: they are found. */
  readonly turns?: (length: number) => Promise<readonly RecordedTurn[]>;
  /** The manifest of the run, once its one scene is known. */
  readonly manifest: (made: Pick<RunManifest, 'scenes' | 'plan' | 'suites' | 'agents'>) => RunManifest;
  readonly signal?: AbortSignal;
  /** @param length of the recording, samples; 0 while it is not known. */
  readonly onProgress?: (step: 'reading' | 'listening', share: number, length: Samples) => void;
}

export interface Analyzed {
  readonly recording: Recording & { readonly container: Container; readonly rate: number; readonly channels: number };
  readonly leaks: { readonly intoAgent: Leak | undefined; readonly intoUser: Leak | undefined };
  readonly notes: readonly string[];
  /** In order of time: given, or found. */
  readonly turns: readonly RecordedTurn[];
  /** Where the agent spoke. */
  readonly agent: AgentSpeech;
}

/**
 * Leaves nothing behind when it fails or is stopped.
 *
 * @throws TurnrigError `audio`, `input`, `run-folder`, `store`; the abort reason.
 */
export async function analyzeRecording(options: AnalyzeOptions): Promise<Analyzed> {
  const fresh = await takeFolder(options.out);
  try {
    return await analyzeInto(options);
  } catch (error) {
    if (fresh === 'made') await rm(options.out, { recursive: true, force: true });
    else for (const name of await readdir(options.out)) await rm(join(options.out, name), { recursive: true, force: true });
    throw error;
  }
}

async function takeFolder(path: string): Promise<'made' | 'empty'> {
  const names = await readdir(path).catch(() => undefined);
  if (names === undefined) {
    await makeFolder(path).catch((cause: unknown) => {
      throw storeFailure(path, cause);
    });
    return 'made';
  }
  if (names.length > 0)
    throw new TurnrigError('run-folder', `${path} is there already and is not empty`, { hint: 'Choose another folder with --out.' });
  return 'empty';
}

async function analyzeInto(options: AnalyzeOptions): Promise<Analyzed> {
  const { path, out, user, agent, agentName, signal } = options;
  const name = basename(path);
  const tracks = recordingTracks(user, agent, agentName);
  const blank = { name, sha256: '', agent: agentName, length: 0 };
  const writer = await SessionWriter.open(out, { attempt: ATTEMPT, session: plannedOf(blank), startedAt: new Date(0).toISOString() });
  try {
    const { stored, sha256, container } = await store(options, writer, tracks, name);
    if (stored.length < SHORTEST_RECORDING)
      throw new TurnrigError('audio', `${name} is too short: ${Math.round(samplesToMs(stored.length))} ms`, {
        hint: `There is nothing to find in less than ${samplesToMs(SHORTEST_RECORDING)} ms.`,
      });
    const recording: Recording = { name, sha256, agent: agentName, length: stored.length };
    const given = options.turns && (await options.turns(stored.length));
    const heard = await hearRecording({
      run: out,
      attempt: ATTEMPT,
      session: new RunReader(out, options.manifest({ scenes: [], plan: [], suites: [], agents: [] })).session(ATTEMPT),
      detector: options.detector,
      ...(signal ? { signal } : {}),
      onProgress: (share) => options.onProgress?.('listening', share, stored.length),
    });
    const notes = notesOf(options, stored, heard, given, name);
    const turns = given ?? findTurns(heard.user.speech, heard.agent.speech, heard.user.power, `found on channel ${user}`);
    if (turns.length === 0)
      throw new TurnrigError('audio', `${name} holds no turn of the user on channel ${user}`, {
        hint: [...notes, 'Choose the channel with --user, or give the turns with --turns FILE.'].join(' '),
      });
    for (const { event, commands } of logOf(recording, turns)) {
      writer.event(event);
      for (const command of commands) writer.command(command);
    }
    await writer.end({
      reason: 'complete',
      detail: '',
      tracks,
      lastPos: rigPos(stored.length),
      packets: stored.packets,
      health: NO_HEALTH,
    });
    const settings = { recording: name, container, rate: stored.rate, userChannel: user, agentChannel: agent };
    const made = options.manifest({
      scenes: [sceneOf(recording, turns)],
      plan: [plannedOf(recording)],
      suites: [{ name, file: name, sha256 }],
      agents: [{ name: agentName, way: 'recording', settings, reported: {} }],
    });
    // The manifest last: without it the folder is no run.
    await (await createRun(out, made)).close();
    const { rate, channels } = stored;
    return {
      recording: { ...recording, container, rate, channels },
      leaks: { intoAgent: heard.agent.leak, intoUser: heard.user.leak },
      notes,
      turns,
      agent: heard.agent.speech,
    };
  } finally {
    await writer.abandon();
  }
}

async function store(
  options: AnalyzeOptions,
  writer: SessionWriter,
  tracks: readonly TrackManifest[],
  name: string,
): Promise<{ stored: StoredRecording; sha256: string; container: Container }> {
  const file = await openRecording(options.path);
  try {
    const hash = createHash('sha256');
    const stream = await streamAudio(hashing(file.bytes, hash), name, mp3Frames);
    const stored = await storeRecording(stream, writer, {
      name,
      tracks,
      picks: [options.user, options.agent],
      ...(options.signal ? { signal: options.signal } : {}),
      onProgress: () => options.onProgress?.('reading', file.read() / Math.max(1, file.size), 0),
    });
    return { stored, sha256: hash.digest('hex'), container: stream.container };
  } finally {
    await file.close();
  }
}

/** The hash is of what was read: tags behind the audio may not be in it. */
async function* hashing(bytes: AsyncIterable<Uint8Array>, hash: ReturnType<typeof createHash>): AsyncGenerator<Uint8Array> {
  for await (const piece of bytes) {
    hash.update(piece);
    yield piece;
  }
}

function notesOf(
  options: AnalyzeOptions,
  stored: StoredRecording,
  heard: HeardRecording,
  given: readonly RecordedTurn[] | undefined,
  name: string,
): string[] {
  if (isSilentChannel(heard.user.power) && isSilentChannel(heard.agent.power))
    throw new TurnrigError('audio', `${name} is silent on both channels`, {
      hint: 'Check the recording; other channels are chosen with --user and --agent.',
    });
  const facts = (heardChannel: HeardRecording['user'], channel: number, id: string) => ({
    ...heardChannel,
    channel,
    clipped: stored.clipped[id] ?? 0,
  });
  return channelNotes(facts(heard.user, options.user, USER_TRACK), facts(heard.agent, options.agent, AGENT_TRACK), given);
}
