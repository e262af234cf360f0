/** Plays candidates in real rooms: a run folder a session, through the supervisor and the scorer of `turnrig run`; the room server and the agent stay. */
import { rm } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readScore, scoreRun } from '../../../simulator/scoring/score-run.js';
import { Compiler } from '../../../simulator/shrink/compile.js';
import { createRun, type RunStore } from '../../../simulator/store/run-store.js';
import { resumeState } from '../../../simulator/store/resume.js';
import { endStoodStill } from '../../../simulator/store/stood-still.js';
import { AROUND_SESSION_MS } from '../../../simulator/patience.js';
import { AttemptQueue } from '../../../simulator/supervisor/attempts.js';
import { supervise } from '../../../simulator/supervisor/supervisor.js';
import { TurnrigError } from '../../error.js';
import { planRun, type CompiledSuite } from '../../scenario/index.js';
import type { SessionScore } from '../../score/model.js';
import { longestSession } from '../../session/longest.js';
import type { Builder, Built } from '../../shrink/document.js';
import { faultsOf, shows, type Shown } from '../../shrink/fault.js';
import type { Fault, FaultKind, Material } from '../../shrink/model.js';
import { Stopped, type Player, type Purpose } from '../../shrink/player.js';
import { samplesToMs } from '../../time/position.js';
import type { SpeechDetector } from '../../vad/detector.js';
import { SILERO_SHA256 } from '../../vad/silero.js';
import type { AgentSpec } from '../agent-spec.js';
import { packageRoot } from '../paths.js';
import { Agents, describeAgent } from '../play/agents.js';
import { runId, runManifest } from '../play/manifest.js';
import { RoomHolder } from '../play/room-holder.js';
import { openRoom, serverOf } from '../play/room-keeper.js';

export interface LivePlayerOptions {
  readonly spec: AgentSpec;
  readonly command: string | undefined;
  /** Run folders are made in it, and removed when their session is scored. */
  readonly folder: string;
  readonly seed: number;
  readonly port: number | undefined;
  readonly detector: SpeechDetector;
  readonly signal: AbortSignal;
}

export class LivePlayer implements Player {
  readonly #compiler = new Compiler();
  readonly #room: RoomHolder;
  readonly #agents: Agents;

  constructor(
    private readonly material: Material,
    private readonly builder: Builder,
    private readonly options: LivePlayerOptions,
  ) {
    this.#room = new RoomHolder(() => openRoom(process.env, options.port));
    this.#agents = new Agents([options.spec], options.command, join(options.folder, 'logs'));
  }

  async valid(built: Built): Promise<boolean> {
    return (await this.#compiler.compile(built)) !== undefined;
  }

  async session(built: Built, fault: Fault, purpose: Purpose, n: number): Promise<Shown> {
    const score = await this.#play(built, purpose, n);
    return score === undefined ? 'spoiled' : shows(score, fault, built);
  }

  async faults(built: Built, kind: FaultKind, n: number): Promise<readonly Fault[] | 'spoiled'> {
    const score = await this.#play(built, 'find', n);
    return score === undefined || score.outcome === 'rig_invalid' ? 'spoiled' : faultsOf(this.material, score, kind, this.builder.turnIds);
  }

  /** Ends the agent and the server. */
  async stop(): Promise<void> {
    await this.#agents.stop();
    await this.#room.stop();
  }

  /** Undefined: nothing was recorded that could be scored. @throws Stopped; TurnrigError what would meet every session alike. */
  async #play(built: Built, purpose: Purpose, n: number): Promise<SessionScore | undefined> {
    const { folder, signal } = this.options;
    if (signal.aborted) throw new Stopped('interrupted');
    const suite = await this.#compiler.compile(built);
    if (suite === undefined) throw new TurnrigError('internal', 'a candidate that is no scenario was to be played');
    const dir = join(folder, `${built.key.slice(0, 12)}-${purpose}-${n}`);
    // What a kill left of it.
    await rm(dir, { recursive: true, force: true });
    const store = await this.#createRun(dir, suite);
    try {
      if (!(await this.#supervise(store))) throw new Stopped('interrupted');
      const reader = store.reader();
      const summary = await scoreRun(reader, { detector: this.options.detector, signal });
      const [session] = summary.sessions;
      return session === undefined ? undefined : await readScore(reader, session.attempt);
    } finally {
      await store.close();
      await rm(dir, { recursive: true, force: true });
    }
  }

  #createRun(dir: string, suite: CompiledSuite): Promise<RunStore> {
    const { spec, command, seed } = this.options;
    const plan = planRun([suite], [spec.label], { seed, repeats: 1 });
    const now = new Date();
    const manifest = runManifest(runId(now, [suite]), now, {
      suites: [suite],
      agents: [describeAgent(spec, command)],
      plan,
      seed,
      transport: 'livekit',
      server: serverOf(process.env) === undefined ? 'embedded' : 'livekit',
      detector: 'silero',
      models: { silero_vad_16k_op15: SILERO_SHA256 },
    });
    return createRun(dir, manifest, undefined, suite.clips);
  }

  /** @returns false: it was stopped. */
  async #supervise(store: RunStore): Promise<boolean> {
    const { signal } = this.options;
    const { manifest } = store;
    const { fatal, stopped } = await supervise({
      runDir: store.dir,
      queue: new AttemptQueue(manifest.plan, await resumeState(store.reader())),
      prepare: async (next, name) => {
        const scene = store.reader().scene(next.session);
        const [agent] = manifest.agents;
        if (scene === undefined || agent === undefined) throw new TurnrigError('internal', 'a session without its scene');
        const { access, leave } = await this.#room.enter(() => this.#agents.stop());
        try {
          const ready = await this.#agents.ready(agent.name, { scene, room: name, attempt: next.attempt }, access);
          const release = async (): Promise<void> => {
            leave();
            await ready.release?.();
          };
          const longestMs = samplesToMs(longestSession(scene)) + AROUND_SESSION_MS;
          return { ...ready, release, longestMs, agent, access: access ?? { kind: 'memory' } };
        } catch (error) {
          leave();
          throw error;
        }
      },
      detector: 'silero',
      concurrency: 1,
      workerFile: fileURLToPath(new URL('dist/simulator/supervisor/media-worker.js', packageRoot())),
      roomPrefix: `turnrig-${randomBytes(4).toString('hex')}`,
      keep: (attempt, detail) => endStoodStill(store.reader(), attempt, detail),
      onEvent: () => undefined,
      signal,
    });
    if (fatal !== undefined && !stopped) throw new TurnrigError(fatal.code, fatal.message, { hint: fatal.hint });
    return !stopped;
  }
}
