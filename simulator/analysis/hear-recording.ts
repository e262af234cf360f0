/**
 * What was said on both channels of a recording, in bounded memory: one pass for the detector and the loudness, a few looks for leaks, and one
 * pass for the edges, part by part.
 */
import { createHash } from 'node:crypto';
import { joinParts, partsOf, type Part } from '../../src/analysis/chunks.js';
import { explained, type Leak } from '../../src/analysis/leak.js';
import { floorOf, replaceLeak, withoutLeak } from '../../src/analysis/own-sound.js';
import { PowerMeter } from '../../src/analysis/power.js';
import { USER } from '../../src/analysis/scene.js';
import { voiceLevel } from '../../src/analysis/voice-level.js';
import { withFinalConsonants } from '../../src/analysis/word-ends.js';
import { decodeProbabilities, encodeProbabilities } from '../../src/recording/probabilities.js';
import type { TrackManifest } from '../../src/recording/model.js';
import { rigPos, SAMPLE_RATE, type Samples } from '../../src/time/position.js';
import { DetectorStream } from '../../src/vad/detect-stream.js';
import { FRAME_48K, type SpeechDetector } from '../../src/vad/detector.js';
import { findSpeech } from '../../src/vad/find.js';
import type { AgentSpeech } from '../../src/vad/model.js';
import type { SessionReader } from '../store/run-reader.js';
import { leakBetween, pathBetween, type Listened } from './leak-between.js';
import { PcmTrack } from './pcm-track.js';
import { probabilitiesWithoutLeak } from './without-leak.js';

/** A recording's tracks have these names in its run folder. */
export const USER_TRACK = 'h0';
export const AGENT_TRACK = 'a0';
/** How a recording's tracks stand in its run folder. @param user channel of the user, from 0 @param agent of the agent @param identity the agent's name */
export function recordingTracks(user: number, agent: number, identity: string): TrackManifest[] {
  const track = (id: string, owner: TrackManifest['owner'], channel: number): TrackManifest => ({
    id,
    owner,
    codec: 'pcm',
    constantDelay: 0,
    constantDelayPlusMinus: 0,
    name: `channel ${channel}`,
    source: 'recording',
  });
  return [track(USER_TRACK, { kind: 'human', speakers: [USER] }, user), track(AGENT_TRACK, { kind: 'agent', identity }, agent)];
}

/** Audio read at a time. */
const PIECE: Samples = 2 * SAMPLE_RATE;

export interface HeardChannel {
  readonly speech: AgentSpeech;
  readonly power: Int8Array;
  /** The other channel in this one. */
  readonly leak: Leak | undefined;
}

export interface HeardRecording {
  readonly user: HeardChannel;
  readonly agent: HeardChannel;
  readonly length: Samples;
}

export interface HearRecordingOptions {
  /** Folder of the run, and the attempt in it. */
  readonly run: string;
  readonly attempt: string;
  /** Where probabilities are kept. */
  readonly session: Pick<SessionReader, 'readDerived' | 'writeDerived'>;
  readonly detector: SpeechDetector;
  readonly signal?: AbortSignal;
  /** Share of the work done, 0 to 1. */
  readonly onProgress?: (share: number) => void;
}

/** Shares of the work: the detector on both tracks, on the user's without a leak, then edges. */
const LISTENING = 0.6;
const DETECTING = 0.8;

/** @throws TurnrigError `run-folder` when the tracks are damaged; the abort reason. */
export async function hearRecording(options: HearRecordingOptions): Promise<HeardRecording> {
  const { run, attempt } = options;
  const user = await PcmTrack.open(run, attempt, USER_TRACK);
  try {
    const agent = await PcmTrack.open(run, attempt, AGENT_TRACK);
    try {
      return await hearBoth(user, agent, options);
    } finally {
      await agent.close();
    }
  } finally {
    await user.close();
  }
}

async function hearBoth(user: PcmTrack, agent: PcmTrack, options: HearRecordingOptions): Promise<HeardRecording> {
  const report = (from: number, to: number) => (share: number) => options.onProgress?.(from + (to - from) * share);
  const u = await listen(user, USER_TRACK, options, report(0, LISTENING / 2));
  const a = await listen(agent, AGENT_TRACK, options, report(LISTENING / 2, LISTENING));
  const { leak: intoAgent } = await leakBetween(user, agent, u, a);
  const { leak: intoUser, places } = await leakBetween(agent, user, a, u);
  const path = intoUser && (await pathBetween(agent, user, intoUser, places));
  // A cough over the agent's leak is heard as the leak's speech: the user's channel is listened to without it.
  const name = `vad-${USER_TRACK}-own.bin`;
  const own = path && (await probabilitiesWithoutLeak(user, agent, path, { ...options, name, onProgress: report(LISTENING, DETECTING) }));
  const edges = (1 - DETECTING) / 2;
  return {
    user: {
      speech: await find(
        user,
        { id: USER_TRACK, person: true },
        { ...u, probabilities: own ?? u.probabilities },
        intoUser && explained(intoUser, a.power, u.power),
        options,
        report(DETECTING, DETECTING + edges),
      ),
      power: u.power,
      leak: intoUser,
    },
    agent: {
      speech: await find(
        agent,
        { id: AGENT_TRACK, person: false },
        a,
        intoAgent && explained(intoAgent, u.power, a.power),
        options,
        report(DETECTING + edges, 1),
      ),
      power: a.power,
      leak: intoAgent,
    },
    length: Math.max(user.length, agent.length),
  };
}

/** The detector's view and the loudness. Probabilities are taken from derived/ when they are of just this model and audio. */
async function listen(track: PcmTrack, id: string, options: HearRecordingOptions, onProgress: (share: number) => void): Promise<Listened> {
  const { session, detector } = options;
  const name = `vad-${id}.bin`;
  const kept = await session.readDerived(name);
  const hash = createHash('sha256');
  const meter = new PowerMeter();
  // A pass without the detector costs little; with it, it is most of the work.
  const hashed = kept === undefined ? undefined : await hashOf(track);
  const known =
    kept && hashed !== undefined
      ? decodeProbabilities(kept, { model: detector.name, modelHash: detector.modelHash, audio: hashed })
      : undefined;
  const stream = new DetectorStream(known === undefined ? detector : SILENT, (heard) => meter.push(heard));
  for (let at = 0; at < track.length; at += PIECE) {
    options.signal?.throwIfAborted();
    const samples = await track.read(at, Math.min(at + PIECE, track.length));
    hash.update(bytesOf(samples));
    await stream.push(samples);
    onProgress(at / track.length);
  }
  const probabilities = await stream.finish();
  const power = meter.finish();
  if (known !== undefined) return { probabilities: known, power };
  const key = { model: detector.name, modelHash: detector.modelHash, audio: hash.digest('hex') };
  await session.writeDerived(name, encodeProbabilities(key, probabilities));
  return { probabilities, power };
}

/** Stands for a detector whose answers are known already. */
const SILENT: SpeechDetector = { name: 'none', modelHash: '', frame: FRAME_48K / 3, reset: () => undefined, speechProbability: () => 0 };

const bytesOf = (samples: Float32Array): Uint8Array => new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);

async function hashOf(track: PcmTrack): Promise<string> {
  const hash = createHash('sha256');
  for (let at = 0; at < track.length; at += PIECE) hash.update(bytesOf(await track.read(at, Math.min(at + PIECE, track.length))));
  return hash.digest('hex');
}

async function find(
  track: PcmTrack,
  { id, person }: { readonly id: string; readonly person: boolean },
  heard: Listened,
  leaked: Uint8Array | undefined,
  options: HearRecordingOptions,
  onProgress: (share: number) => void,
): Promise<AgentSpeech> {
  const probabilities = withoutLeak(heard.probabilities, leaked);
  const parts = partsOf(track.length, probabilities);
  const floor = floorOf(heard.power);
  // A channel that is looked at whole is its own measure.
  const level = parts.length > 1 ? voiceLevel(probabilities, heard.power) : undefined;
  const found: { readonly part: Part; readonly speech: AgentSpeech }[] = [];
  for (const part of parts) {
    options.signal?.throwIfAborted();
    const samples = await track.read(part.audioFrom, part.audioTo);
    replaceLeak(samples, part.audioFrom, leaked, floor);
    const audio = { from: rigPos(part.audioFrom), samples, placed: [], holes: [] };
    const frames = probabilities.subarray(part.audioFrom / FRAME_48K, Math.ceil(part.audioTo / FRAME_48K));
    const speech = findSpeech(audio, id, frames, level);
    found.push({ part, speech: person ? withFinalConsonants(samples, audio.from, speech, leaked) : speech });
    onProgress(part.to / track.length);
    await new Promise((resolve) => setImmediate(resolve));
  }
  return joinParts(found);
}
