/** One session of a calibration in memory, in virtual time: the same path from packets to edges, without a network. */
import { join } from 'node:path';
import type { CompiledScene } from '../../src/scenario/model.js';
import { mulberry32 } from '../../src/scenario/random.js';
import { msToSamples, rigPos, SAMPLE_RATE, shift, type RigPos } from '../../src/time/position.js';
import { VirtualClock } from '../../src/time/virtual-clock.js';
import type { AgentBehaviour } from '../../agent/reference/behaviour.js';
import { Answering } from '../../agent/reference/senders/answering.js';
import { PushLog } from '../../agent/reference/senders/push-log.js';
import { voiceOf } from '../../agent/reference/senders/voices.js';
import { spokenVoice } from '../../agent/reference/spoken-voice.js';
import { toPcm16 } from '../speaker/voice.js';
import { memoryTransport } from '../transport/memory/memory.js';
import { burstsOf, edgesAgainst, waitsAgainst, type LabelledClip } from './compare.js';
import { Evidence } from './evidence.js';
import { hearEdges } from './hear.js';
import type { Job, JobResult } from './job.js';
import { PAUSE_MS, REPLY_MS } from './seconds.js';
import { readTruth, truthProgram } from './truth.js';

const NS_PER_S = 1_000_000_000n;
const LEAD_MS = 2_000;
const SPEAKER = 'caller';
const SCENE = { id: 'calibrate', layout: 'mixed', speakers: [{ id: SPEAKER, name: 'Caller' }], turns: [] } as unknown as CompiledScene;

/** Virtual time as nanoseconds, for logs. */
const instant = (at: RigPos): bigint => (BigInt(at) * NS_PER_S) / BigInt(SAMPLE_RATE);
const position = (ns: bigint): RigPos => rigPos(Math.round((Number(ns) * SAMPLE_RATE) / Number(NS_PER_S)));

/** Logs what an agent says and hears as it does so: what leaves, leaves when its last sample is due. */
class Logged implements AgentBehaviour {
  constructor(
    private readonly core: AgentBehaviour,
    private readonly said: PushLog,
    private readonly heard: PushLog,
  ) {}

  get actions(): AgentBehaviour['actions'] {
    return this.core.actions;
  }

  hear(at: RigPos, pcm: Float32Array): void {
    this.heard.frame(instant(shift(at, pcm.length)), toPcm16(pcm));
    this.core.hear(at, pcm);
  }

  speak(at: RigPos, pcm: Float32Array): void {
    this.core.speak(at, pcm);
    this.said.frame(instant(shift(at, pcm.length)), toPcm16(pcm));
  }
}

export async function runMemoryJob(options: {
  readonly job: Job;
  readonly clip: LabelledClip;
  readonly progress: (done: number) => void;
  readonly signal: AbortSignal;
}): Promise<JobResult> {
  const { job, clip, progress, signal } = options;
  const voice = await spokenVoice();
  const log = (who: string): string => join(job.folder, `${job.id}-${who}.jsonl`);
  const header = { rate: SAMPLE_RATE, queueMs: 0, heldBackMs: 0 };
  const [caller, agent] = [
    new PushLog(log('caller'), { name: SPEAKER, ...header }),
    new PushLog(log('agent'), { name: 'agent', ...header }),
  ];
  const [fromMs, toMs] = job.delay;
  const behaviour = new Answering(
    (turn) => msToSamples(fromMs + (toMs - fromMs) * mulberry32(job.seed + turn)()),
    (turn) => voiceOf([voice], msToSamples(REPLY_MS), job.seed + turn),
  );
  const evidence = new Evidence();
  const transport = memoryTransport(new VirtualClock(), { agent: () => new Logged(behaviour, agent, caller), seed: job.seed });
  const session = await transport.open(
    {
      room: job.id,
      scene: SCENE,
      agent: { name: 'calibration', way: 'reference', settings: {}, reported: {} },
      way: { kind: 'wait' },
      clip: () => clip.samples,
    },
    evidence,
  );
  evidence.now = () => session.clock.now();
  const next = mulberry32(job.seed);
  const every = clip.samples.length + msToSamples(toMs + REPLY_MS + PAUSE_MS);
  await new Promise<void>((resolve) => {
    const ask = (turn: number, at: RigPos): void => {
      progress(turn);
      if (turn >= job.n || signal.aborted) {
        resolve();
        // At once: virtual time runs as long as a room is open.
        void session.close();
        return;
      }
      session.play({ turn: `t${turn}`, speaker: SPEAKER, clip: 'turn', at, voicedEnd: clip.to });
      session.clock.at(shift(at, every), () => ask(turn + 1, shift(at, every + Math.floor(960 * next()))));
    };
    session.clock.at(rigPos(msToSamples(LEAD_MS) - 1), () => ask(0, rigPos(msToSamples(LEAD_MS))));
  });
  await Promise.all([caller.close(), agent.close()]);
  const [callers, agents] = await readTruth(truthProgram(), [log('caller'), log('agent')]);
  if (callers === undefined || agents === undefined) throw new Error('no truth');
  const [turns, bursts] = [burstsOf(callers, position), burstsOf(agents, position)];
  const tracks = await evidence.audio('agent');
  const heard = await hearEdges(tracks);
  const [human] = await evidence.audio('human');
  const waits = human ? waitsAgainst(turns, bursts, clip, human.audio, heard, msToSamples(toMs)) : [];
  return { waits, ...edgesAgainst(bursts, heard), stream: [], cues: [], note: '' };
}
