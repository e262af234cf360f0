/** One session of a calibration in a live room: the product's transport records, senders in processes of their own are the agent. */
import { join } from 'node:path';
import type { CompiledScene } from '../../src/scenario/model.js';
import { mulberry32 } from '../../src/scenario/random.js';
import { msToSamples, SAMPLE_RATE, shift, type RigPos, type Samples } from '../../src/time/position.js';
import { energyDetector } from '../../src/vad/energy.js';
import { LiveVad } from '../../src/vad/live.js';
import { HELD_BACK_MS } from '../../agent/reference/senders/condition.js';
import type { Part } from '../../agent/reference/senders/part.js';
import { startSender, type SenderProcess } from '../../agent/reference/senders/process.js';
import { PushLog } from '../../agent/reference/senders/push-log.js';
import { Hearing } from '../conductor/hearing.js';
import type { LiveKitAccess } from '../transport/livekit/server-api.js';
import { LiveClock } from '../transport/livekit/live-clock.js';
import { livekitTransport } from '../transport/livekit/livekit.js';
import type { TransportSession } from '../transport/transport.js';
import { burstsOf, cuesAfter, edgesAgainst, waitsAgainst, type LabelledClip } from './compare.js';
import { Evidence } from './evidence.js';
import { hearEdges } from './hear.js';
import { within } from '../bounded.js';
import type { Job, JobResult } from './job.js';
import { PAUSE_MS, REPLY_MS, secondsOf, settingsOf } from './seconds.js';
import { StreamListener } from './stream-listener.js';
import { readTruth, truthProgram } from './truth.js';

/** How long agent and rig may take to find each other. */
const JOIN_MS = 30_000;
/** The recorder hears and jitter buffers settle before the first burst. */
const LEAD_MS = 1_500;
/** What is under way when the last burst was said. */
const TAIL_MS = 1_200;
/** The rig's own process stands still for so long (issue: "A stall of 250 ms moves no later position by more than 5 ms"). */
const STALL_MS = 250;
const STALL_EVERY_MS = [2_500, 5_000] as const;
const CUE_CLIP: Samples = msToSamples(250);
const SPEAKER = 'caller';
/** What the transport reads of a scene. */
const SCENE = { id: 'calibrate', layout: 'mixed', speakers: [{ id: SPEAKER, name: 'Caller' }], turns: [] } as unknown as CompiledScene;

export interface LiveJobOptions {
  readonly job: Job;
  readonly access: LiveKitAccess;
  readonly clip: LabelledClip;
  readonly progress: (done: number) => void;
  readonly signal: AbortSignal;
}

export async function runLiveJob(options: LiveJobOptions): Promise<JobResult> {
  const { job } = options;
  const humanLog = new PushLog(join(job.folder, `${job.id}-caller.jsonl`), {
    name: SPEAKER,
    rate: SAMPLE_RATE,
    queueMs: 0,
    heldBackMs: HELD_BACK_MS.voip,
  });
  const session = new Recording(options, humanLog);
  try {
    await session.open();
    await session.play();
  } finally {
    await session.close();
    await humanLog.close();
  }
  return session.result();
}

class Recording {
  private readonly options: LiveJobOptions;
  private readonly humanLog: PushLog;
  private readonly evidence: Evidence;
  private readonly agentLog: string;
  private hearing: Hearing | undefined;
  private live: TransportSession | undefined;
  private clock = new LiveClock();
  private sender: SenderProcess | undefined;
  private listener: StreamListener | undefined;
  private cued = 0;
  private stalls: NodeJS.Timeout | undefined;
  private lateNote = '';

  constructor(options: LiveJobOptions, humanLog: PushLog) {
    this.options = options;
    this.humanLog = humanLog;
    this.agentLog = join(options.job.folder, `${options.job.id}-agent.jsonl`);
    this.evidence = new Evidence({
      track: (track) => this.hearing?.add(track),
      packet: (track, packet) => this.hearing?.packet(track, packet),
    });
  }

  async open(): Promise<void> {
    const { job, access, clip } = this.options;
    const agent = { name: 'calibration', way: 'wait', settings: {}, reported: {} } as const;
    const transport = livekitTransport(access, (_identity, ns, samples) => this.humanLog.frame(ns, samples));
    this.live = await transport.open(
      {
        room: job.id,
        scene: SCENE,
        agent,
        way: { kind: 'wait' },
        clip: (hash) => (hash === 'cue' ? clip.samples.slice(clip.from, clip.from + CUE_CLIP) : clip.samples),
      },
      this.evidence,
    );
    this.clock = new LiveClock(this.live.zeroNs);
    this.evidence.now = () => this.clock.now();
    if (job.condition === 'cue') this.listenForCues();
    this.sender = await startSender({
      access,
      room: job.id,
      identity: `sender-${job.condition}`,
      part: partOf(job),
      seed: job.seed,
      log: this.agentLog,
    });
    if (job.condition === 'answer') await this.evidence.until('agent-subscribed', JOIN_MS);
    else await within(JOIN_MS, 'nobody heard the sender', this.sender.heard());
    await this.evidence.until('agent-flowing', JOIN_MS);
    if (job.listen && job.condition === 'answer') {
      this.listener = new StreamListener(this.clock);
      await this.listener.join(access, job.id);
    }
    await sleep(LEAD_MS, this.options.signal);
  }

  async play(): Promise<void> {
    const { job, signal } = this.options;
    if (job.condition === 'rig-stall') this.stallNow(mulberry32(job.seed));
    if (job.condition === 'answer') await this.askTurns();
    else {
      const beat = setInterval(() => this.options.progress(this.playedShare()), 1000);
      await Promise.race([this.sender?.play(job.n), aborted(signal)]).finally(() => clearInterval(beat));
    }
    clearTimeout(this.stalls);
    await sleep(TAIL_MS, signal);
  }

  /** Bursts are counted by those who say them; for a progress line the time they take will do. */
  private started = performance.now();
  private playedShare(): number {
    const { n, condition } = this.options.job;
    return Math.min(n, (performance.now() - this.started) / 1000 / secondsOf(condition));
  }

  private async askTurns(): Promise<void> {
    const { job, clip, signal, progress } = this.options;
    const next = mulberry32(job.seed);
    let at = shift(this.clock.now(), msToSamples(500));
    for (let turn = 0; turn < job.n && !signal.aborted; turn++) {
      this.live?.play({ turn: `t${turn}`, speaker: SPEAKER, clip: 'turn', at, voicedEnd: clip.to });
      // No whole number of frames, so that edges fall anywhere in packets.
      at = shift(at, clip.samples.length + msToSamples(job.delay[1] + REPLY_MS + PAUSE_MS) + Math.floor(960 * next()));
      await this.until(shift(at, -msToSamples(300)));
      progress(turn + 1);
    }
  }

  private until(at: RigPos): Promise<void> {
    return sleep(Math.max(0, (at - this.clock.now()) / 48), this.options.signal);
  }

  private listenForCues(): void {
    this.hearing = new Hearing(this.clock, () => new LiveVad(energyDetector()), {
      decision: (decision) => {
        if (decision.type !== 'agent-sound') return;
        this.live?.play({ turn: `cue${this.cued++}`, speaker: SPEAKER, clip: 'cue', at: this.clock.now(), voicedEnd: CUE_CLIP });
      },
      failed: () => undefined,
    });
  }

  private stallNow(next: () => number): void {
    const [from, to] = STALL_EVERY_MS;
    this.stalls = setTimeout(
      () => {
        // The thread itself stands still, as under a long collection of garbage or a starved host.
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, STALL_MS);
        this.stallNow(next);
      },
      from + (to - from) * next(),
    );
  }

  async close(): Promise<void> {
    clearTimeout(this.stalls);
    await this.listener?.leave();
    await this.sender?.leave();
    await this.hearing?.close();
    await this.live?.close();
    const health = this.live?.health();
    if (health && health.lateFrames > 0) this.lateNote = `${health.lateFrames} of ${health.frames} of the caller's frames were late`;
  }

  async result(): Promise<JobResult> {
    const { job, clip } = this.options;
    const [caller, agent] = await readTruth(truthProgram(), [join(job.folder, `${job.id}-caller.jsonl`), this.agentLog]);
    const position = (ns: bigint): RigPos => this.clock.position(ns);
    if (caller === undefined || agent === undefined) throw new Error('no truth');
    const [turns, bursts] = [burstsOf(caller, position), burstsOf(agent, position)];
    const tracks = await this.evidence.audio('agent');
    const heard = await hearEdges(tracks);
    const edges = edgesAgainst(bursts, heard);
    const longest = msToSamples(job.delay[1]);
    const [human] = await this.evidence.audio('human');
    const waits = job.condition === 'answer' && human ? waitsAgainst(turns, bursts, clip, human.audio, heard, longest) : [];
    const [streamHuman, streamAgent] = [this.listener?.audio('humans'), this.listener?.audio(`reference-agent`)];
    const stream =
      streamHuman && streamAgent
        ? waitsAgainst(turns, bursts, clip, streamHuman, await hearEdges([{ id: 'stream', audio: streamAgent, encoder: 0 }]), longest)
        : [];
    return {
      waits,
      ...edges,
      stream,
      cues: job.condition === 'cue' ? cuesAfter(bursts, turns) : [],
      note: this.lateNote,
    };
  }
}

function partOf(job: Job): Part {
  const [fromMs, toMs] = job.delay;
  return job.condition === 'answer' ? { kind: 'answer', fromMs, toMs } : { kind: 'sender', settings: settingsOf(job.condition) };
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms);
    function done(): void {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    }
    signal.addEventListener('abort', done);
    if (signal.aborted) done();
  });
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
