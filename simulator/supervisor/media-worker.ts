/**
 * Entry of a media worker: the process that holds native media code and plays a few sessions (design.md, rule 8).
 * It may crash: the supervisor notices and makes new attempts. It ends when its parent does.
 */
import { TurnrigError, messageOf } from '../../src/error.js';
import { spokenVoice } from '../../agent/reference/spoken-voice.js';
import { energyDetector } from '../../src/vad/energy.js';
import { sileroDetector } from '../../src/vad/silero.js';
import { runSession } from '../conductor/conductor.js';
import { openRun } from '../store/run-store.js';
import { SessionWriter } from '../store/session-writer.js';
import { memoryTransport } from '../transport/memory/memory.js';
import type { Transport } from '../transport/transport.js';
import { mediaFirst } from '../priority.js';
import { ownCpu, withCpuShares } from './cpu-share.js';
import { cpuReader, HostWatch } from './host-watch.js';
import { ALIVE_EVERY_MS, type AttemptJob, type FromWorker, type RoomAccess, type ToWorker } from './protocol.js';
import { withoutAddress } from './without-address.js';

mediaFirst();
const running = new Map<string, AbortController>();

function tell(message: FromWorker): void {
  // A parent that is gone cannot be told; 'disconnect' ends this process.
  process.send?.(message, () => undefined);
}

const seconds = (): number => performance.now() / 1000;

async function transportOf(access: RoomAccess): Promise<Transport> {
  // The scorer's detector has to believe what a reference agent says: sound made by rule passes for speech only now and then.
  if (access.kind === 'memory') return memoryTransport(undefined, { voice: await spokenVoice() });
  // Native code is loaded only where there is a room: in memory nothing can crash.
  const { livekitTransport } = await import('../transport/livekit/livekit.js');
  return withoutAddress(livekitTransport(access), access.url);
}

async function attempt(job: AttemptJob, signal: AbortSignal): Promise<void> {
  const step = (what: string): void => tell({ type: 'step', attempt: job.attempt, step: what });
  step('reading the run');
  const reader = await openRun(job.runDir);
  const scene = reader.scene(job.session);
  if (scene === undefined) throw new TurnrigError('run-folder', `${job.runDir} has no scene ${job.session.scene}`);
  const clips = new Map<string, Float32Array>();
  for (const { clip } of scene.turns) if (!clips.has(clip.hash)) clips.set(clip.hash, await reader.clip(clip.hash));
  step('loading voices and models');
  const room = await transportOf(job.access);
  // In virtual time nothing can be late, and no second is one.
  const transport = job.access.kind === 'memory' ? room : withCpuShares(room, () => new HostWatch(cpuReader(job.agentGroup, seconds)));
  // Loaded before the session's clock starts: the first call of a model is slow.
  const detector = job.detector === 'silero' ? sileroDetector : () => energyDetector();
  const warm = await detector();
  await warm.speechProbability(new Float32Array(warm.frame).fill(0.01));
  const cpuBefore = ownCpu();
  const store = await SessionWriter.open(job.runDir, { attempt: job.attempt, session: job.session, startedAt: new Date().toISOString() });
  const end = await runSession({
    transport,
    options: {
      room: job.room,
      scene,
      agent: job.agent,
      way: job.way,
      clip: (hash) => {
        const samples = clips.get(hash);
        if (samples === undefined) throw new TurnrigError('run-folder', `the clip ${hash} is not in the run folder`);
        return samples;
      },
    },
    store,
    detector,
    signal,
    onStep: step,
    onEvent: (event) => {
      if (event.type === 'turn-started') tell({ type: 'turn', attempt: job.attempt, turn: event.turn });
    },
  });
  tell({ type: 'ended', attempt: job.attempt, end, cpu: ownCpu() - cpuBefore });
}

function start(job: AttemptJob): void {
  const abort = new AbortController();
  running.set(job.attempt, abort);
  attempt(job, abort.signal)
    .catch((error: unknown) => {
      const known = error instanceof TurnrigError ? error : new TurnrigError('internal', messageOf(error), { cause: error });
      tell({ type: 'failed', attempt: job.attempt, code: known.code, message: known.message, hint: known.hint });
    })
    .finally(() => running.delete(job.attempt));
}

process.on('message', (message: ToWorker) => {
  switch (message.type) {
    case 'attempt':
      start(message.job);
      break;
    case 'stop':
      for (const abort of running.values()) abort.abort(message.reason);
      break;
    case 'quit':
      process.exit(0);
  }
});
// Ctrl-C reaches the whole foreground group: what is to happen then, the supervisor says.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);
process.on('disconnect', () => process.exit(0));
setInterval(() => tell({ type: 'alive' }), ALIVE_EVERY_MS).unref();
tell({ type: 'ready' });
