/** What a run pins down before its first session (design.md, rule 9). */
import { availableParallelism, arch, platform, release } from 'node:os';
import type { AgentDescription, RunManifest } from '../../recording/model.js';
import { RUN_FORMAT, RUN_VERSION } from '../../recording/model.js';
import { PROTOCOL_CONSTANTS, type CompiledSuite } from '../../scenario/index.js';
import type { PlannedSession } from '../../scenario/model.js';
import { VAD_CONSTANTS } from '../../vad/constants.js';
import { VERSION } from '../version.js';

export interface RunPlan {
  readonly suites: readonly CompiledSuite[];
  readonly agents: readonly AgentDescription[];
  readonly plan: readonly PlannedSession[];
  readonly seed: number;
  readonly transport: 'memory' | 'livekit' | 'recording';
  readonly server: string;
  readonly detector: string;
  readonly models: Readonly<Record<string, string>>;
}

/** "20261130-012345-quickstart": when it was started, and what. Also the run folder's default name. */
export function runId(now: Date, suites: readonly { readonly name: string }[]): string {
  const stamp = now.toISOString().replace(/[-:]/g, '').replace('T', '-').slice(0, 15);
  const names = suites.map(({ name }) => name.replace(/[^\w.-]/g, '_')).join('+');
  return `${stamp}-${names.slice(0, 60)}`;
}

/** @param now wall-clock time, for people; no measurement uses it. */
export function runManifest(id: string, now: Date, run: RunPlan): RunManifest {
  return {
    format: RUN_FORMAT,
    version: RUN_VERSION,
    id,
    createdAt: now.toISOString(),
    turnrig: VERSION,
    node: process.version,
    platform: `${platform()} ${release()} ${arch()}`,
    cpus: availableParallelism(),
    transport: run.transport,
    server: run.server,
    seed: run.seed,
    suites: run.suites.map(({ name, file, sha256, primary }) => ({ name, file, sha256, ...(primary === undefined ? {} : { primary }) })),
    agents: run.agents,
    scenes: run.suites.flatMap(({ scenes }) => scenes),
    plan: run.plan,
    models: run.models,
    constants: { ...PROTOCOL_CONSTANTS, ...VAD_CONSTANTS, liveDetector: run.detector },
  };
}
