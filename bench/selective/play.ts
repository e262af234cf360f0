/** One scene against one participant, in memory and virtual time: played, heard by the VAD, scored. Nothing touches the disk. */
import { anyBehaviour } from '../../agent/reference/catalogue.js';
import { runSession, type SessionStore } from '../../simulator/conductor/conductor.js';
import { memoryTransport } from '../../simulator/transport/memory/memory.js';
import { decodeTrack } from '../../src/media/decode.js';
import type { MediaPacket } from '../../src/media/packet.js';
import type { SessionEnd, TrackManifest } from '../../src/recording/model.js';
import type { CompiledScene, PlannedSession } from '../../src/scenario/model.js';
import type { SessionCommand, SessionEvent } from '../../src/schedule/events.js';
import { NO_SPEECH } from '../../src/score/all-tracks.js';
import type { PlacedTurn, SessionScore } from '../../src/score/model.js';
import { placeTurn } from '../../src/score/placement.js';
import { scoreSession } from '../../src/score/session.js';
import { VirtualClock } from '../../src/time/virtual-clock.js';
import { detectSpeech } from '../../src/vad/detect.js';
import { energyDetector } from '../../src/vad/energy.js';
import { findSpeech } from '../../src/vad/find.js';
import type { AgentSpeech } from '../../src/vad/model.js';
import { edgesRoom } from './edges.js';
import { judged } from './said.js';
import type { Rule } from './truth.js';
import { VOICE } from './voice.js';

/** `sound`: everything but the disk. `edges`: no sound, only where it begins and ends (edges.ts). */
export type Way = 'sound' | 'edges';

/** Milliseconds by stage. */
export interface Stages {
  play: number;
  hear: number;
  score: number;
  judge: number;
}

/** Keeps what scoring reads: the log, and the agent's packets. Those of the humans are not looked at: memory places turns to the sample. */
class LightStore implements SessionStore {
  readonly failure = undefined;
  readonly events: SessionEvent[] = [];
  readonly commands: SessionCommand[] = [];
  readonly packets: MediaPacket[] = [];
  track_: TrackManifest | undefined;
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
    if (track.owner.kind === 'agent') this.track_ = track;
  }
  packet(track: string, packet: MediaPacket): void {
    if (track === this.track_?.id) this.packets.push(packet);
  }
  agentLog(): void {
    // Truth comes from the rule, not from what the participant says of itself.
  }
  end(): Promise<void> {
    return Promise.resolve();
  }
}

export function plannedSession(scene: CompiledScene, rule: Rule): PlannedSession {
  const id = `${scene.suite}/${scene.id}#1@${rule.name}`;
  return { id, scene: scene.id, suite: scene.suite, agent: rule.name, repeat: 1, block: 0, seed: 1 };
}

/** @throws Error where the session did not come to its end. */
export async function playScene(
  scene: CompiledScene,
  clip: (hash: string) => Float32Array,
  rule: Rule,
  stages: Stages,
  by: Way = 'sound',
): Promise<SessionScore> {
  const store = new LightStore();
  const edges = by === 'edges' ? edgesRoom(rule) : undefined;
  const began = performance.now();
  const end = await runSession({
    transport: edges?.transport ?? memoryTransport(new VirtualClock(), { voice: VOICE }),
    options: {
      room: 'bench',
      scene,
      agent: { name: rule.name, way: 'reference', settings: {}, reported: {} },
      way: { kind: 'reference', behaviour: anyBehaviour(rule.behaviour, {}) },
      clip,
    },
    store,
    detector: energyDetector,
  });
  if (end.reason !== 'complete') throw new Error(`${scene.id}, ${rule.name}: ${end.reason} ${end.detail}`);
  const played = performance.now();
  const speech = edges?.speech(end.lastPos) ?? (await heard(store));
  const listened = performance.now();
  const score = scoreSession({ ...inputOf(scene, rule, store, edges === undefined ? end : edges.heard(end)), speech });
  stages.play += played - began;
  stages.hear += listened - played;
  const scored = performance.now();
  const words = await judged(score, scene);
  stages.score += scored - listened;
  stages.judge += performance.now() - scored;
  return words;
}

async function heard({ packets, track_: track }: LightStore): Promise<AgentSpeech> {
  if (track === undefined || packets.length === 0) return NO_SPEECH;
  const audio = await decodeTrack(packets, track, { mutes: [] });
  return findSpeech(audio, track.id, await detectSpeech(audio, energyDetector()));
}

function inputOf(scene: CompiledScene, rule: Rule, { events, commands }: LightStore, end: SessionEnd) {
  const turns = events.flatMap((event): PlacedTurn[] => {
    const turn = event.type === 'turn-started' ? scene.turns.find(({ id }) => id === event.turn) : undefined;
    return turn === undefined || event.type !== 'turn-started' ? [] : [placeTurn(turn, event.start, 1, 'schedule')];
  });
  const session = plannedSession(scene, rule);
  return { attempt: 'bench', session, scene, events, commands, turns, end };
}
