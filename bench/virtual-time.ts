/**
 * How much faster than life is virtual time? A scene of a minute, played in memory against a reference agent, stored, and scored from the
 * store with the energy detector: everything that a live session goes through but the room.
 *
 *   node dist/bench/virtual-time.js [repeats] [--save]
 *
 * Aim (the issue that asked for it): at least 200 times. The first round warms the compiler and is left out.
 */
import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { speechLike } from '../agent/reference/speech-like.js';
import { behaviourOf } from '../agent/reference/catalogue.js';
import { runSession } from '../simulator/conductor/conductor.js';
import { scoreRun } from '../simulator/scoring/score-run.js';
import { createRun } from '../simulator/store/run-store.js';
import { memoryTransport } from '../simulator/transport/memory/memory.js';
import { decodePcm16, encodePcm16 } from '../src/media/pcm.js';
import type { AgentDescription, RunManifest } from '../src/recording/model.js';
import type { CompiledScene, CompiledTurn, PlannedSession } from '../src/scenario/model.js';
import { msToSamples, samplesToMs } from '../src/time/position.js';
import { energyDetector } from '../src/vad/energy.js';
import { saveFigures } from './figures.js';
import { quantile } from './statistics.js';

const TURNS = 10;
const CLIP = decodePcm16(encodePcm16(speechLike(msToSamples(2000), 7).map((x) => x * 0.5)));
const HASH = createHash('sha256').update(encodePcm16(CLIP)).digest('hex');
const BEHAVIOUR = behaviourOf('answer-after', { delay: 700, speak: 1200 });
const AGENT: AgentDescription = { name: 'answer-after', way: 'reference', settings: {}, reported: {} };

function turn(index: number): CompiledTurn {
  const voiced = { from: 0, to: CLIP.length };
  const clip = { hash: HASH, length: CLIP.length, voiced, parts: [{ ...voiced, text: '' }], activeLevelDb: -26, sources: [] };
  return {
    id: `t${index}`,
    label: 'user',
    speaker: 'ann',
    text: '',
    clip,
    cue: { kind: 'next' },
    hold: { kind: 'answer', onsetWithin: msToSamples(5000), silence: msToSamples(2000), cap: msToSamples(60_000) },
    expect: { kind: 'reply', within: msToSamples(5000), once: true },
    source: '',
  };
}

const SCENE: CompiledScene = {
  id: 'minute',
  scene: 'minute',
  suite: 'bench',
  title: 'a minute of questions and answers',
  variant: {},
  arm: undefined,
  pair: undefined,
  language: 'en',
  layout: 'mixed',
  speakers: [{ id: 'ann', name: 'Ann' }],
  greeting: { policy: 'ignored', within: 0 },
  turns: Array.from({ length: TURNS }, (_, i) => turn(i)),
  tail: msToSamples(2000),
  limits: { lateFrame: msToSamples(20), packetLossShare: 0.01, readyWithin: msToSamples(15_000) },
  repeats: 1,
};
const SESSION: PlannedSession = {
  id: 'bench/minute#1@answer-after',
  scene: 'minute',
  suite: 'bench',
  agent: AGENT.name,
  repeat: 1,
  block: 0,
  seed: 1,
};

interface Round {
  readonly lifeMs: number;
  readonly runMs: number;
  readonly scoreMs: number;
  readonly cpuMs: number;
}

async function round(dir: string): Promise<Round> {
  const store = await createRun(dir, manifest());
  await store.putClip(HASH, CLIP);
  const writer = await store.openSession({ attempt: 's1-a1', session: SESSION, startedAt: new Date().toISOString() });
  const cpu = process.cpuUsage();
  const t0 = performance.now();
  const end = await runSession({
    transport: memoryTransport(),
    options: { room: 'bench', scene: SCENE, agent: AGENT, way: { kind: 'reference', behaviour: BEHAVIOUR }, clip: () => CLIP },
    store: writer,
    detector: energyDetector,
  });
  const t1 = performance.now();
  const summary = await scoreRun(store.reader(), { detector: energyDetector() });
  const t2 = performance.now();
  const { user, system } = process.cpuUsage(cpu);
  await store.close();
  const passed = summary.sessions.reduce((sum, { tally }) => sum + tally.pass, 0);
  if (end.reason !== 'complete' || passed < TURNS)
    throw new Error(`the scene went wrong: ${end.reason} ${end.detail}, ${passed} windows passed`);
  return { lifeMs: samplesToMs(end.lastPos), runMs: t1 - t0, scoreMs: t2 - t1, cpuMs: (user + system) / 1000 };
}

function manifest(): RunManifest {
  return {
    format: 'turnrig-run',
    version: 1,
    id: 'bench',
    createdAt: new Date().toISOString(),
    turnrig: '0.0.0',
    node: process.version,
    platform: process.platform,
    cpus: 1,
    transport: 'memory',
    server: 'memory',
    seed: 1,
    suites: [{ name: 'bench', file: 'bench', sha256: createHash('sha256').digest('hex') }],
    agents: [AGENT],
    scenes: [SCENE],
    plan: [SESSION],
    models: {},
    constants: {},
  };
}

const repeats = Number(process.argv.slice(2).find((text) => !text.startsWith('--')) ?? 7);
const folder = await mkdtemp(join(tmpdir(), 'turnrig-bench-'));
const rounds: Round[] = [];
try {
  for (let i = 0; i <= repeats; i++) rounds.push(await round(join(folder, `run-${i}`)));
} finally {
  await rm(folder, { recursive: true, force: true });
}
const counted = rounds.slice(1);
const median = (of: (round: Round) => number): number => quantile(counted.map(of), 0.5);
const life = median(({ lifeMs }) => lifeMs);
const line = (name: string, ms: number): string =>
  `${name.padEnd(24)} ${ms.toFixed(0).padStart(6)} ms  ${(life / ms).toFixed(0).padStart(5)} times faster than life`;
console.log(`a session of ${(life / 1000).toFixed(1)} s, ${TURNS} turns; median of ${counted.length} after one to warm up`);
console.log(
  line(
    'run',
    median(({ runMs }) => runMs),
  ),
);
console.log(
  line(
    'score',
    median(({ scoreMs }) => scoreMs),
  ),
);
console.log(
  line(
    'run and score',
    median(({ runMs, scoreMs }) => runMs + scoreMs),
  ),
);
console.log(line('best run and score', Math.min(...counted.map(({ runMs, scoreMs }) => runMs + scoreMs))));
console.log(
  line(
    'in CPU time',
    median(({ cpuMs }) => cpuMs),
  ),
);
if (process.argv.includes('--save')) {
  const times = life / median(({ runMs, scoreMs }) => runMs + scoreMs);
  await saveFigures({ name: 'virtual-time', command: 'npm run bench -- virtual-time --save', topic: 'speed' }, [
    {
      what: 'A scene of a minute in virtual time, played, stored and scored with the energy detector',
      figure: `${times.toFixed(0)} times faster than life`,
      n: counted.length,
    },
  ]);
}
