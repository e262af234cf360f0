/** Plays what is left of a run's plan: opens the room, keeps agents ready, supervises, and shows how far it is. */
import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { TurnrigError } from '../../error.js';
import type { AgentDescription, SessionEnd } from '../../recording/model.js';
import { spoiledReason } from '../../score/spoiled.js';
import { longestSession } from '../../session/longest.js';
import { samplesToMs } from '../../time/position.js';
import { AROUND_SESSION_MS } from '../../../simulator/patience.js';
import { AttemptQueue, type NextAttempt } from '../../../simulator/supervisor/attempts.js';
import type { LiveDetector } from '../../../simulator/supervisor/protocol.js';
import { supervise, type Prepared, type SupervisorEvent, type SupervisorResult } from '../../../simulator/supervisor/supervisor.js';
import { endStoodStill } from '../../../simulator/store/stood-still.js';
import { resumeState } from '../../../simulator/store/resume.js';
import type { RunReader } from '../../../simulator/store/run-reader.js';
import type { RunStore } from '../../../simulator/store/run-store.js';
import type { HistoryMessage } from '../../../agent/livekit/history.js';
import type { AgentSpec } from '../agent-spec.js';
import { plain, type Console } from '../console.js';
import { packageRoot } from '../paths.js';
import { Progress } from '../progress.js';
import { Agents } from './agents.js';
import { drawnAnew } from './drawn-anew.js';
import { RoomHolder } from './room-holder.js';
import type { LivekitAccess, Room } from './room-keeper.js';

export interface PlayOptions {
  readonly store: RunStore;
  readonly specs: readonly AgentSpec[];
  readonly command: string | undefined;
  /** Variables that the command gets beside the room's. */
  readonly commandEnv?: Readonly<Record<string, string>>;
  /** Opens the room server; called again when it has died. Undefined: in memory, in virtual time. */
  readonly openRoom: (() => Promise<Room>) | undefined;
  /** Called in the opened room before anything is played. Not in memory. */
  readonly beforePlay: (room: PlayRoom) => Promise<void>;
  readonly detector: LiveDetector;
  readonly concurrency: number;
  /** Asks between sessions how much of the plan is to be played; left out: all of it. */
  readonly looks?: Looks;
  /** What agents that can be told are told of the dialogue before the scene. */
  readonly history?: readonly HistoryMessage[];
  /** How long the rest of the plan will take by the schedule alone, seconds. */
  readonly expected: number | undefined;
  readonly console: Console;
  readonly signal: AbortSignal;
}

/** A run that may end before its plan does. */
export interface Looks {
  /** Sessions of the plan before the first look. */
  readonly first: number;
  /** Once those are over: up to which session the plan is played now, or undefined to end the run. Each number is above the last. */
  readonly next: (reader: RunReader) => Promise<number | undefined>;
}

/** The room server as what comes before the play sees it; `version` is that of the embedded one. */
export interface PlayRoom {
  readonly access: LivekitAccess;
  readonly version?: string;
}

/** A machine runs so many sessions side by side: real agents next to the rig want a processor each, in memory nothing waits (facts.md, "Scale"). */
export function defaultConcurrency(specs: readonly AgentSpec[], memory: boolean): number {
  const cpus = availableParallelism();
  if (memory) return cpus;
  return specs.some((spec) => spec.kind === 'preset')
    ? Math.max(1, Math.floor(cpus / 2) - (cpus > 2 ? 1 : 0))
    : Math.max(1, Math.min(4, cpus - 1));
}

/** @throws TurnrigError when room or agents cannot be had; what was recorded until then stays. */
export async function play(options: PlayOptions): Promise<SupervisorResult> {
  const room = new RoomHolder(options.openRoom);
  const agents = new Agents(options.specs, options.command, join(options.store.dir, 'logs'), options.commandEnv, options.history);
  try {
    const { access, version, leave } = await room.enter(() => Promise.resolve());
    if (access !== undefined) await options.beforePlay({ access, ...(version === undefined ? {} : { version }) }).finally(leave);
  } catch (error) {
    await room.stop();
    throw error;
  }
  const { manifest } = options.store;
  const queue = new AttemptQueue(manifest.plan, await resumeState(options.store.reader()));
  const { looks } = options;
  if (looks !== undefined) queue.openTo(looks.first);
  const onIdle = async (): Promise<boolean> => {
    const upTo = await looks?.next(options.store.reader());
    if (upTo !== undefined) queue.openTo(upTo);
    return upTo !== undefined;
  };
  const view = new PlayView(options, queue);
  try {
    const prepare = async (next: NextAttempt, name: string): Promise<Prepared> => {
      const scene = options.store.reader().scene(next.session);
      const agent = manifest.agents.find((one) => one.name === next.session.agent);
      if (scene === undefined || agent === undefined)
        throw new TurnrigError('run-folder', `session ${next.session.id} names a scene or an agent that the run does not have`);
      const { access, leave } = await room.enter(() => agents.stop());
      try {
        const { way, ...reached } = await agents.ready(agent.name, { scene, room: name, attempt: next.attempt }, access);
        const ready = { ...reached, way: drawnAnew(way, next.session.seed) };
        const release = async (): Promise<void> => {
          leave();
          await ready.release?.();
        };
        const longestMs = samplesToMs(longestSession(scene)) + AROUND_SESSION_MS;
        return { ...ready, release, longestMs, agent: agent satisfies AgentDescription, access: access ?? { kind: 'memory' } };
      } catch (error) {
        leave();
        throw error;
      }
    };
    return await supervise({
      runDir: options.store.dir,
      queue,
      prepare,
      detector: options.detector,
      concurrency: options.concurrency,
      workerFile: fileURLToPath(new URL('dist/simulator/supervisor/media-worker.js', packageRoot())),
      roomPrefix: `turnrig-${randomBytes(4).toString('hex')}`,
      keep: (attempt, detail) => endStoodStill(options.store.reader(), attempt, detail),
      onEvent: (event) => view.event(event),
      ...(looks === undefined ? {} : { onIdle }),
      signal: options.signal,
    });
  } finally {
    view.end();
    await agents.stop();
    await room.stop();
  }
}

/** What a person sees while sessions play. */
class PlayView {
  readonly #progress: Progress;
  readonly #now = new Map<number, string>();
  readonly #clock: NodeJS.Timeout;

  constructor(
    private readonly options: PlayOptions,
    private readonly queue: AttemptQueue,
  ) {
    this.#progress = new Progress(options.console, 'playing', queue.total, () => performance.now() / 1000, options.expected);
    this.#progress.update(queue.settled, 'getting room and agents ready');
    this.#clock = setInterval(() => this.#progress.tick(), 1_000);
    this.#clock.unref();
  }

  event(event: SupervisorEvent): void {
    const { console } = this.options;
    const session = (index: number): string => this.options.store.manifest.plan[index]?.id ?? String(index);
    switch (event.type) {
      case 'started':
        this.#now.set(event.next.index, event.next.session.id);
        break;
      case 'turn':
        this.#now.set(event.index, `${session(event.index)} ${event.turn}`);
        break;
      case 'ended':
        this.#now.delete(event.index);
        this.#say(session(event.index), event.end, event.again);
        break;
      case 'crashed':
        this.#now.delete(event.index);
        this.#progress.clear();
        console.err(
          plain(`${session(event.index)}: attempt ${event.attempt} was lost (${event.detail})${event.again ? '; trying again' : ''}`),
        );
        break;
    }
    this.#progress.update(this.queue.settled, plain([...this.#now.values()].join(', ')));
  }

  #say(id: string, end: SessionEnd, again: boolean): void {
    const words = endWords(end, again);
    if (words === undefined) return;
    this.#progress.clear();
    this.options.console.err(plain(`${id}: ${words}`));
  }

  end(): void {
    clearInterval(this.#clock);
    this.#progress.clear();
  }
}

/** What a person is told of a session's end while the run goes on; undefined for an ordinary one. */
export function endWords(end: Pick<SessionEnd, 'reason' | 'detail' | 'spoiled'>, again: boolean): string | undefined {
  if (end.reason === 'stopped') return undefined;
  const { reason, detail, spoiled } = end;
  if (spoiled !== undefined && reason !== 'rig-trouble') {
    const why = spoiledReason(spoiled);
    if (again) return `spoiled by the rig (${why}); it is played again`;
    return `spoiled by the rig (${why}); it is not played again and counts for nobody`;
  }
  return reason === 'complete' ? undefined : `ended early, ${reason}${detail === '' ? '' : ` (${detail})`}`;
}
