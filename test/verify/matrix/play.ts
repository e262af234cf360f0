/** Plays one scene against one reference agent, through the whole rig: transport, conductor, store, and the scorer on what was stored. */
import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runManifest } from '../../../src/cli/play/manifest.js';
import type { CompiledSuite } from '../../../src/scenario/index.js';
import type { CompiledScene, PlannedSession } from '../../../src/scenario/model.js';
import type { SessionScore } from '../../../src/score/model.js';
import type { RigPos } from '../../../src/time/position.js';
import type { SpeechDetector } from '../../../src/vad/detector.js';
import { runSession } from '../../../simulator/conductor/conductor.js';
import { scoreAttempt } from '../../../simulator/scoring/score-run.js';
import { readAgentLog } from '../../../simulator/store/agent-log.js';
import { createRun } from '../../../simulator/store/run-store.js';
import type { RunReader } from '../../../simulator/store/run-reader.js';
import type { Transport } from '../../../simulator/transport/transport.js';
import type { MatrixAgent } from './agents.js';
import { truthOf, type ScheduleLine, type Truth } from './truth.js';

export interface Stage {
  readonly suite: CompiledSuite;
  readonly transport: () => Transport;
  /** Live and offline alike. */
  readonly detector: () => Promise<SpeechDetector>;
}

export interface Play {
  readonly agent: string;
  readonly scene: string;
  readonly score: SessionScore;
  readonly truth: Truth;
}

/** A scene that was played and stored, and not scored yet: scoring keeps the process busy, and frames of other rooms would leave late. */
export interface Recorded {
  score(): Promise<Play>;
  /** Removes what was stored. */
  remove(): Promise<void>;
}

const ATTEMPT = 's1-a1';

export async function play(stage: Stage, scene: CompiledScene, agent: MatrixAgent): Promise<Play> {
  const recorded = await record(stage, scene, agent);
  try {
    return await recorded.score();
  } finally {
    await recorded.remove();
  }
}

export async function record(
  { suite, transport, detector }: Stage,
  scene: CompiledScene,
  { name, behaviour }: MatrixAgent,
): Promise<Recorded> {
  const dir = await mkdtemp(join(tmpdir(), 'turnrig-matrix-'));
  const description = { name, way: 'reference', settings: {}, reported: {} } as const;
  const session: PlannedSession = {
    id: `${scene.id}@${name}`,
    scene: scene.id,
    suite: scene.suite,
    agent: name,
    repeat: 1,
    block: 0,
    seed: 1,
  };
  const clip = (hash: string): Float32Array => suite.clips.get(hash) ?? new Float32Array(0);
  const played = new Map(scene.turns.map((turn) => [turn.clip.hash, clip(turn.clip.hash)]));
  const remove = (): Promise<void> => rm(dir, { recursive: true, force: true });
  try {
    const manifest = runManifest('matrix', new Date(0), {
      suites: [suite],
      agents: [description],
      plan: [session],
      seed: 1,
      transport: 'memory',
      server: 'none',
      detector: 'silero',
      models: {},
    });
    const store = await createRun(dir, { ...manifest, scenes: [scene] }, undefined, played);
    const writer = await store.openSession({ attempt: ATTEMPT, session, startedAt: new Date(0).toISOString() });
    const room = `matrix-${createHash('sha256').update(`${session.id}${process.pid}${dir}`).digest('hex').slice(0, 12)}`;
    const end = await runSession({
      transport: transport(),
      options: { room, scene, agent: description, way: { kind: 'reference', behaviour }, clip },
      store: writer,
      detector,
    });
    await store.close();
    return { remove, score: () => scored(store.reader(), end.lastPos) };
  } catch (error) {
    await remove();
    throw error;
  }

  async function scored(reader: RunReader, lastPos: RigPos): Promise<Play> {
    const score = await scoreAttempt(reader, ATTEMPT, { detector: await detector() });
    if (!score) throw new Error(`${session.id} was cut off`);
    const { events, commands } = await reader.session(ATTEMPT).timeline();
    const schedule: ScheduleLine[] = [
      ...events.map((event) => ({ kind: 'event' as const, ...event })),
      ...commands.map((command) => ({ kind: 'command' as const, command })),
    ];
    const log = (await readAgentLog(dir, ATTEMPT)) ?? [];
    return { agent: name, scene: scene.id, score, truth: truthOf(scene, log, schedule, lastPos) };
  }
}
