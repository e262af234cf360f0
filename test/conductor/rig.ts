/** A conductor with a room and a store in memory, for tests and for the bench of virtual time. */
import { speechLike } from '../../agent/reference/speech-like.js';
import type { ReferenceBehaviour } from '../../agent/reference/behaviour.js';
import { behaviourOf, type BehaviourOf } from '../../agent/reference/catalogue.js';
import type { TurnrigError } from '../../src/error.js';
import type { MediaPacket } from '../../src/media/packet.js';
import type { SessionEnd, TimelineLine, TrackManifest } from '../../src/recording/model.js';
import type { CompiledScene } from '../../src/scenario/model.js';
import { VirtualClock } from '../../src/time/virtual-clock.js';
import { energyDetector } from '../../src/vad/energy.js';
import { runSession, type RunSessionOptions, type SessionStore } from '../../simulator/conductor/conductor.js';
import { memoryTransport, type MemoryOptions } from '../../simulator/transport/memory/memory.js';
import type { AgentLogLine, OpenOptions } from '../../simulator/transport/transport.js';
import { scene as sketch, type TurnSketch } from '../schedule/scene.js';

export function compiled(turns: readonly TurnSketch[], more: Partial<CompiledScene> = {}): CompiledScene {
  return {
    ...sketch(turns),
    id: 'scene',
    scene: 'scene',
    suite: 'test',
    title: 'A test',
    variant: {},
    arm: undefined,
    pair: undefined,
    language: 'en',
    repeats: 1,
    ...more,
  };
}

export const answerAfter = (delayMs: number): BehaviourOf<'answer-after'> => behaviourOf('answer-after', { delay: delayMs });

/** Every clip of the scene as speech-like sound, voiced from its first sample to its last. */
export function clipsOf(scene: CompiledScene): (hash: string) => Float32Array {
  const clips = new Map(
    scene.turns.map(({ clip }, i) => {
      const samples = new Float32Array(clip.length);
      samples.set(
        speechLike(clip.voiced.to - clip.voiced.from, i + 1).map((x) => x * 0.5),
        clip.voiced.from,
      );
      return [clip.hash, samples];
    }),
  );
  return (hash) => clips.get(hash) ?? new Float32Array(0);
}

export function openOptions(scene: CompiledScene, behaviour: ReferenceBehaviour): OpenOptions {
  return {
    room: 'room',
    scene,
    agent: { name: behaviour.name, way: 'reference', settings: {}, reported: {} },
    way: { kind: 'reference', behaviour },
    clip: clipsOf(scene),
  };
}

/** Keeps what the conductor stores; `failAfter` lines its disk is full. */
export class MemoryStore implements SessionStore {
  readonly lines: TimelineLine[] = [];
  readonly log: AgentLogLine[] = [];
  readonly tracks: TrackManifest[] = [];
  readonly packets = new Map<string, MediaPacket[]>();
  ended: SessionEnd | undefined;
  failure: TurnrigError | undefined;
  failAfter = Infinity;
  fullDisk: TurnrigError | undefined;
  zero(): Promise<void> {
    return Promise.resolve();
  }
  event(event: Extract<TimelineLine, { kind: 'event' }> | Parameters<SessionStore['event']>[0]): void {
    this.#line({ kind: 'event', ...event });
  }
  command(command: Parameters<SessionStore['command']>[0]): void {
    this.#line({ kind: 'command', after: this.lines.length, command });
  }
  track(track: TrackManifest): void {
    this.tracks.push(track);
    this.packets.set(track.id, []);
  }
  packet(track: string, packet: MediaPacket): void {
    if (!this.failure) this.packets.get(track)!.push(packet);
  }
  agentLog(lines: readonly AgentLogLine[]): void {
    this.log.push(...lines);
  }
  end(end: SessionEnd): Promise<void> {
    if (this.failure) return Promise.reject(this.failure);
    this.ended = end;
    return Promise.resolve();
  }
  #line(line: TimelineLine): void {
    if (this.lines.length >= this.failAfter) this.failure ??= this.fullDisk;
    if (!this.failure) this.lines.push(line);
  }

  events(): Extract<TimelineLine, { kind: 'event' }>[] {
    return this.lines.flatMap((line) => (line.kind === 'event' ? [line] : []));
  }
  /** Events of one type, in order. */
  of<T extends Extract<TimelineLine, { kind: 'event' }>['type']>(type: T): Extract<TimelineLine, { kind: 'event'; type: T }>[] {
    return this.events().filter((event): event is Extract<TimelineLine, { kind: 'event'; type: T }> => event.type === type);
  }
  /** Position in ms of a mark. */
  mark(mark: string): number | undefined {
    for (const line of this.lines)
      if (line.kind === 'command' && line.command.type === 'mark' && line.command.mark === mark) return line.command.at / 48;
    return undefined;
  }
}

export async function rig(
  scene: CompiledScene,
  behaviour: ReferenceBehaviour,
  memory: MemoryOptions = {},
  more: Partial<RunSessionOptions> = {},
): Promise<{ end: SessionEnd; store: MemoryStore }> {
  const store = (more.store as MemoryStore | undefined) ?? new MemoryStore();
  const end = await runSession({
    transport: memoryTransport(new VirtualClock(), memory),
    options: more.options ?? openOptions(scene, behaviour),
    detector: energyDetector,
    ...more,
    store,
  });
  return { end, store };
}
