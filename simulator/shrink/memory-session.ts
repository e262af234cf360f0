/** One session in memory and virtual time, from the first sample to its scores; nothing touches the disk. */
import { settingsOf, type ReferenceBehaviour } from '../../agent/reference/catalogue.js';
import { decimate, DECIMATED_RATE } from '../../src/media/decimator.js';
import { decodeTrack } from '../../src/media/decode.js';
import type { MediaPacket } from '../../src/media/packet.js';
import { writeWav } from '../../src/media/wav.js';
import type { SessionEnd, TrackManifest } from '../../src/recording/model.js';
import type { CompiledScene } from '../../src/scenario/model.js';
import type { SessionCommand, SessionEvent } from '../../src/schedule/events.js';
import { joinTracks, NO_SPEECH } from '../../src/score/all-tracks.js';
import type { PlacedTurn, SessionScore } from '../../src/score/model.js';
import { placeTurn } from '../../src/score/placement.js';
import { scoreSession } from '../../src/score/session.js';
import type { TimelineAudio } from '../../src/time/audio.js';
import { SAMPLE_RATE, type RigPos } from '../../src/time/position.js';
import { VirtualClock } from '../../src/time/virtual-clock.js';
import { detectSpeech } from '../../src/vad/detect.js';
import type { SpeechDetector } from '../../src/vad/detector.js';
import { energyDetector } from '../../src/vad/energy.js';
import { findSpeech } from '../../src/vad/find.js';
import type { AgentBehaviour } from '../../agent/reference/behaviour.js';
import { runSession, type SessionStore } from '../conductor/conductor.js';
import { memoryTransport } from '../transport/memory/memory.js';

/** Memory places a turn to the sample; half-width of its edges all the same. */
const PLUS_MINUS = 1;

export interface MemorySessionOptions {
  readonly scene: CompiledScene;
  readonly clip: (hash: string) => Float32Array;
  readonly behaviour: ReferenceBehaviour;
  /** Another agent than the behaviour's: a core of one's own, made anew for each session. */
  readonly agent?: () => AgentBehaviour;
  readonly name: string;
  /** Scores what the agent said; its live ear is the energy detector, so that virtual time runs free. */
  readonly detector: SpeechDetector;
  readonly signal?: AbortSignal;
}

export interface PlayedSession {
  readonly score: SessionScore;
  readonly end: SessionEnd;
  /** Two channels, the humans left and the agent right, of that stretch: a WAV of 16 kHz. */
  sound(from: RigPos, to: RigPos): Uint8Array;
}

export async function playInMemory(options: MemorySessionOptions): Promise<PlayedSession> {
  const { scene, clip, behaviour, agent, name, detector, signal } = options;
  const store = new KeptSession();
  const end = await runSession({
    transport: memoryTransport(new VirtualClock(), agent === undefined ? {} : { agent }),
    options: {
      room: 'shrink',
      scene,
      agent: { name, way: 'reference', settings: settingsOf(behaviour), reported: {} },
      way: { kind: 'reference', behaviour },
      clip,
    },
    store,
    detector: energyDetector,
    ...(signal === undefined ? {} : { signal }),
  });
  const tracks = await store.audio();
  const speech = await Promise.all(
    tracks
      .filter(({ track, audio }) => track.owner.kind === 'agent' && audio.samples.length > 0)
      .map(async ({ track, audio }) => findSpeech(audio, track.id, await detectSpeech(audio, detector))),
  );
  const session = {
    id: `${scene.suite}/${scene.id}#1@${name}`,
    scene: scene.id,
    suite: scene.suite,
    agent: name,
    repeat: 1,
    block: 0,
    seed: 1,
  };
  const score = scoreSession({
    attempt: 's0000-a1',
    session,
    scene,
    events: store.events,
    commands: store.commands,
    turns: placed(scene, store.events),
    speech: speech.length === 0 ? NO_SPEECH : joinTracks(speech),
    end,
  });
  return { score, end, sound: (from, to) => soundOf(tracks, from, to) };
}

function placed(scene: CompiledScene, events: readonly SessionEvent[]): PlacedTurn[] {
  const at = new Map(events.flatMap((event) => (event.type === 'turn-started' ? [[event.turn, event.start] as const] : [])));
  return scene.turns.flatMap((turn) => {
    const start = at.get(turn.id);
    return start === undefined ? [] : [placeTurn(turn, start, PLUS_MINUS, 'recorder')];
  });
}

interface KeptTrack {
  readonly track: TrackManifest;
  readonly audio: TimelineAudio;
}

function soundOf(tracks: readonly KeptTrack[], from: RigPos, to: RigPos): Uint8Array {
  const channels = (['human', 'agent'] as const).map((kind) => {
    const sum = new Float32Array(Math.max(0, to - from));
    for (const { track, audio } of tracks) {
      if (track.owner.kind !== kind) continue;
      for (let i = Math.max(0, audio.from - from); i < sum.length; i++) {
        const x = audio.samples[from + i - audio.from];
        if (x === undefined) break;
        sum[i] = (sum[i] as number) + x;
      }
    }
    return decimate(sum);
  });
  return writeWav(channels, DECIMATED_RATE);
}

/** What scoring reads, and the sound. */
class KeptSession implements SessionStore {
  readonly failure = undefined;
  readonly events: SessionEvent[] = [];
  readonly commands: SessionCommand[] = [];
  readonly #tracks = new Map<string, { readonly track: TrackManifest; readonly packets: MediaPacket[] }>();

  zero(): Promise<void> {
    return Promise.resolve();
  }
  event(event: SessionEvent): void {
    this.events.push(event);
  }
  command(command: SessionCommand): void {
    this.commands.push(command);
  }
  track(track: TrackManifest): void {
    this.#tracks.set(track.id, { track, packets: [] });
  }
  packet(track: string, packet: MediaPacket): void {
    this.#tracks.get(track)?.packets.push(packet);
  }
  agentLog(): void {
    // The waveform decides.
  }
  end(): Promise<void> {
    return Promise.resolve();
  }

  async audio(): Promise<KeptTrack[]> {
    const heard = [...this.#tracks.values()].filter(({ packets }) => packets.length > 0);
    return Promise.all(heard.map(async ({ track, packets }) => ({ track, audio: await decodeTrack(packets, track, { mutes: [] }) })));
  }
}

/** So many seconds at a sample rate of 48 kHz, for a stretch around a moment. */
export const seconds = (s: number): number => s * SAMPLE_RATE;
