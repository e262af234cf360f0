/** What is heard on both channels of a recording that nobody has labelled, as `turnrig analyze` hears it. */
import { basename, join } from 'node:path';
import { rm } from 'node:fs/promises';
import { channelNotes, isSilentChannel } from '../../src/analysis/channels.js';
import { SHORTEST_RECORDING } from '../../src/analysis/constants.js';
import { ATTEMPT, plannedOf } from '../../src/analysis/scene.js';
import { findTurns } from '../../src/analysis/turns.js';
import type { HeardCall } from '../../src/calls/draft.js';
import { TurnrigError } from '../../src/error.js';
import { streamAudio } from '../../src/media/stream/audio.js';
import type { TrackManifest } from '../../src/recording/model.js';
import { samplesToMs } from '../../src/time/position.js';
import type { SpeechDetector } from '../../src/vad/detector.js';
import { AGENT_TRACK, hearRecording, recordingTracks, USER_TRACK } from '../analysis/hear-recording.js';
import { mp3Frames } from '../analysis/mp3-wasm.js';
import { openRecording } from '../analysis/recording-file.js';
import { storeRecording, type StoredRecording } from '../analysis/store-recording.js';
import { SessionWriter } from '../store/session-writer.js';

export interface DraftRequest {
  readonly callId: string;
  readonly path: string;
  /** Channels, from 0. */
  readonly user: number;
  readonly agent: number;
  readonly detector: SpeechDetector;
  /** A folder for the decoded sound, which is taken away again; must not be there. */
  readonly scratch: string;
  readonly signal?: AbortSignal;
  /** Share of the work done, 0 to 1. */
  readonly onProgress?: (share: number) => void;
}

export interface HeardRecordingCall extends HeardCall {
  /** What is odd about the channels, in words. */
  readonly notes: readonly string[];
}

/** Share of the work that reading is, as in `analyze`. */
const READING = 0.25;

/** @throws TurnrigError `audio` for a recording in which no turn can be found, `store`; the signal's reason. */
export async function hearCall(request: DraftRequest): Promise<HeardRecordingCall> {
  const { path, user, agent, scratch, signal, onProgress } = request;
  const name = basename(path);
  const blank = { name, sha256: '', agent: 'agent', length: 0 };
  const writer = await SessionWriter.open(scratch, { attempt: ATTEMPT, session: plannedOf(blank), startedAt: new Date(0).toISOString() });
  try {
    const tracks = recordingTracks(user, agent, 'agent');
    const stored = await store(request, writer, tracks, name);
    if (stored.length < SHORTEST_RECORDING)
      throw new TurnrigError('audio', `${name} is too short: ${Math.round(samplesToMs(stored.length))} ms`, {
        hint: `There is nothing to find in less than ${samplesToMs(SHORTEST_RECORDING)} ms.`,
      });
    const heard = await hearRecording({
      run: scratch,
      attempt: ATTEMPT,
      // Nobody comes back for the probabilities of a draft.
      session: { readDerived: () => Promise.resolve(undefined), writeDerived: () => Promise.resolve() },
      detector: request.detector,
      ...(signal ? { signal } : {}),
      onProgress: (share) => onProgress?.(READING + (1 - READING) * share),
    });
    if (isSilentChannel(heard.user.power) && isSilentChannel(heard.agent.power))
      throw new TurnrigError('audio', `${name} is silent on both channels`, {
        hint: 'Check the recording; other channels are chosen with --user and --agent.',
      });
    const turns = findTurns(heard.user.speech, heard.agent.speech, heard.user.power, name).filter(({ noise }) => !noise);
    const facts = (which: 'user' | 'agent', channel: number, id: string) => ({
      ...heard[which],
      channel,
      clipped: stored.clipped[id] ?? 0,
    });
    const notes = channelNotes(facts('user', user, USER_TRACK), facts('agent', agent, AGENT_TRACK), undefined);
    if (turns.length === 0)
      throw new TurnrigError('audio', `${name} holds no turn of the user on channel ${user}`, {
        hint: [...notes, 'Choose the channel with --user.'].join(' '),
      });
    return { callId: request.callId, length: stored.length, turns, agent: heard.agent.speech.segments, notes };
  } finally {
    await writer.abandon();
    await rm(scratch, { recursive: true, force: true });
  }
}

async function store(
  { path, user, agent, signal, onProgress }: DraftRequest,
  writer: SessionWriter,
  tracks: readonly TrackManifest[],
  name: string,
): Promise<StoredRecording> {
  const file = await openRecording(path);
  try {
    return await storeRecording(await streamAudio(file.bytes, name, mp3Frames), writer, {
      name,
      tracks,
      picks: [user, agent],
      ...(signal ? { signal } : {}),
      onProgress: () => onProgress?.((READING * file.read()) / Math.max(1, file.size)),
    });
  } finally {
    await file.close();
  }
}

/** Where a call's decoded sound lies while it is heard. */
export const scratchOf = (folder: string): string => join(folder, 'heard');
