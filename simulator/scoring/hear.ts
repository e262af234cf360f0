/** From a session's packet files to what was said and when: the audio is decoded track by track and not kept. */
import { createHash } from 'node:crypto';
import { placedTurns, RECORDING } from '../../src/analysis/scene.js';
import { messageOf, TurnrigError } from '../../src/error.js';
import { decodeTrack } from '../../src/media/decode.js';
import { ClipFinder } from '../../src/media/locate.js';
import { isSilent } from '../../src/media/silence.js';
import { UnplacedTrackError } from '../../src/media/placement.js';
import type { SessionEnd, TrackManifest } from '../../src/recording/model.js';
import { decodeProbabilities, encodeProbabilities } from '../../src/recording/probabilities.js';
import type { CompiledScene, CompiledTurn } from '../../src/scenario/model.js';
import { mutesOf, type SessionEvent } from '../../src/schedule/events.js';
import { joinTracks } from '../../src/score/all-tracks.js';
import type { PlacedTurn } from '../../src/score/model.js';
import { placeTurn, SCHEDULED_PLUS_MINUS } from '../../src/score/placement.js';
import type { TimelineAudio } from '../../src/time/audio.js';
import type { RigPos } from '../../src/time/position.js';
import { detectSpeech } from '../../src/vad/detect.js';
import type { SpeechDetector } from '../../src/vad/detector.js';
import { findSpeech } from '../../src/vad/find.js';
import type { AgentSpeech } from '../../src/vad/model.js';
import { hearRecording } from '../analysis/hear-recording.js';
import type { RunReader, SessionReader } from '../store/run-reader.js';

export interface Heard {
  readonly turns: readonly PlacedTurn[];
  readonly speech: AgentSpeech;
  /** Tracks of which nothing could be placed, by whose they are. */
  readonly silentTracks: { readonly human: readonly string[]; readonly agent: readonly string[] };
}

export interface HearOptions {
  readonly reader: RunReader;
  readonly session: SessionReader;
  readonly scene: CompiledScene;
  readonly events: readonly SessionEvent[];
  readonly end: SessionEnd;
  readonly detector: SpeechDetector;
  readonly signal?: AbortSignal;
}

/** @throws TurnrigError `run-folder` when the recording is damaged; the abort reason. */
export async function hearSession(options: HearOptions): Promise<Heard> {
  if (options.reader.manifest.transport === RECORDING) return hearStored(options);
  const { session, scene, events, end } = options;
  const placed = new Map<string, PlacedTurn>();
  const speech: AgentSpeech[] = [];
  const silentTracks = { human: [] as string[], agent: [] as string[] };
  for (const id of await session.tracks()) {
    options.signal?.throwIfAborted();
    const file = await session.packets(id);
    if (file?.ending !== 'whole') {
      throw new TurnrigError(
        'run-folder',
        `the recording of track ${id} is ${file ? file.ending : 'cut'} although the session came to its end`,
      );
    }
    // What was known of the track at the session's end is better than what its file's header says.
    const track = end.tracks.find((one) => one.id === id) ?? file.track;
    const audio = await decodeOrNothing(file.packets, track, mutesOf(events, id));
    if (!audio) silentTracks[track.owner.kind].push(id);
    else if (track.owner.kind === 'agent') speech.push(await speechOf(options, track, audio));
    else for (const turn of await placeTurns(options.reader, track.owner.speakers, audio, scene, events)) placed.set(turn.turn, turn);
  }
  for (const { turn, start } of startedTurns(scene, events)) {
    if (!placed.has(turn.id)) placed.set(turn.id, placeTurn(turn, start, SCHEDULED_PLUS_MINUS, 'schedule'));
  }
  const turns = scene.turns.flatMap(({ id }) => placed.get(id) ?? []);
  return { turns, speech: joinTracks(speech), silentTracks };
}

/** An analysed recording: both channels have one clock, and the turns lie where they were found. */
async function hearStored(options: HearOptions): Promise<Heard> {
  const { reader, session, scene, events, detector, signal } = options;
  const heard = await hearRecording({ run: reader.dir, attempt: session.attempt, session, detector, ...(signal ? { signal } : {}) });
  return { turns: placedTurns(scene, events), speech: heard.agent.speech, silentTracks: { human: [], agent: [] } };
}

async function decodeOrNothing(
  packets: Parameters<typeof decodeTrack>[0],
  track: TrackManifest,
  mutes: readonly RigPos[],
): Promise<TimelineAudio | undefined> {
  try {
    return await decodeTrack(packets, track, { mutes });
  } catch (error) {
    if (error instanceof UnplacedTrackError) return undefined;
    throw error;
  }
}

/** Probabilities are taken from derived/ when they are of just this model and audio, else made and kept there. */
async function speechOf(options: HearOptions, track: TrackManifest, audio: TimelineAudio): Promise<AgentSpeech> {
  const { session, detector } = options;
  const name = `vad-${track.id}.bin`;
  const key = { model: detector.name, modelHash: detector.modelHash, audio: soundHash(audio.samples) };
  const kept = await session.readDerived(name);
  let probabilities = kept && decodeProbabilities(kept, key);
  if (!probabilities) {
    probabilities = await detectSpeech(audio, detector);
    await session.writeDerived(name, encodeProbabilities(key, probabilities));
  }
  return findSpeech(audio, track.id, probabilities);
}

/** So many samples are looked at together. */
const HASH_BLOCK = 4800;

/** SHA-256 of the samples, where silence, which most of an agent's track is, counts by its place and length only. */
function soundHash(samples: Float32Array): string {
  const hash = createHash('sha256').update(`${samples.length}`);
  for (let from = 0; from < samples.length; from += HASH_BLOCK) {
    const block = samples.subarray(from, from + HASH_BLOCK);
    if (!isSilent(block)) hash.update(`@${from}:`).update(new Uint8Array(block.buffer, block.byteOffset, block.byteLength));
  }
  return hash.digest('hex');
}

interface Started {
  readonly turn: CompiledTurn;
  /** Where sample 0 of its clip left the rig, by the rig's own clock. */
  readonly start: RigPos;
}

function startedTurns(scene: CompiledScene, events: readonly SessionEvent[]): Started[] {
  return events.flatMap((event) => {
    if (event.type !== 'turn-started') return [];
    const turn = scene.turns.find(({ id }) => id === event.turn);
    return turn ? [{ turn, start: event.start }] : [];
  });
}

async function placeTurns(
  reader: RunReader,
  speakers: readonly string[],
  audio: TimelineAudio,
  scene: CompiledScene,
  events: readonly SessionEvent[],
): Promise<PlacedTurn[]> {
  const placed: PlacedTurn[] = [];
  // Backchannels and noises are often said more than once.
  const finders = new Map<string, ClipFinder>();
  for (const { turn, start } of startedTurns(scene, events)) {
    if (!speakers.includes(turn.speaker)) continue;
    const { hash } = turn.clip;
    const finder = finders.get(hash) ?? new ClipFinder(await reader.clip(hash));
    finders.set(hash, finder);
    const located = finder.locate(audio, start);
    if (located) placed.push(placeTurn(turn, located.at, located.plusMinus, 'recorder'));
  }
  return placed;
}

/** A message of what went wrong with one session's evidence, for its score's reason; anything but a damaged run folder goes on. */
export function evidenceProblem(error: unknown): string {
  if (error instanceof TurnrigError && (error.code === 'run-folder' || error.code === 'audio')) return messageOf(error);
  throw error;
}
