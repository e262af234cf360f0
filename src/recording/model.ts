/**
 * The run folder, format 3 (design.md, rule 3: evidence first).
 *
 *   RUN/run.json                      what was to be run, with what (RunManifest)
 *   RUN/clips/<hash>.wav              every clip that was played, once
 *   RUN/sessions/<attempt>/session.json     what this attempt was (SessionManifest), written at its start
 *   RUN/sessions/<attempt>/timeline.jsonl   events and commands in order, one JSON object a line
 *   RUN/sessions/<attempt>/tracks/<track>.pkt   packets as received (see packets.ts)
 *   RUN/sessions/<attempt>/end.json         written last; without it the attempt was cut off
 *   RUN/sessions/<attempt>/derived/         VAD outputs (quantised), segments, scores: made again by `turnrig score`
 *   RUN/derived/summary.json          the run's scores in one file
 *   RUN/report/                       the HTML report
 */
import type { Calibration } from '../calibration/model.js';
import type { CompiledScene, PlannedSession, PrimaryMeasure } from '../scenario/model.js';
import type { EndReason, SessionCommand, SessionEvent } from '../schedule/events.js';
import type { RigPos, Samples } from '../time/position.js';

export const RUN_FORMAT = 'turnrig-run';
export const RUN_VERSION = 4;

/** An agent as it was asked for and as it reported itself. No secret ever enters here. */
export interface AgentDescription {
  readonly name: string;
  readonly way: 'preset' | 'name' | 'automatic' | 'command' | 'wait' | 'reference' | 'recording';
  /** Settings that turnrig itself passed to it (presets, reference agents). */
  readonly settings: Readonly<Record<string, string | number | boolean>>;
  /** What it reported of itself. Hostile text. */
  readonly reported: Readonly<Record<string, string>>;
}

export interface RunManifest {
  readonly format: typeof RUN_FORMAT;
  readonly version: number;
  readonly id: string;
  readonly createdAt: string;
  readonly turnrig: string;
  readonly node: string;
  readonly platform: string;
  readonly cpus: number;
  readonly transport: string;
  /** Kind of server only ("embedded", "livekit"), and its version; never its address with credentials. */
  readonly server: string;
  readonly seed: number;
  readonly suites: readonly {
    readonly name: string;
    readonly file: string;
    readonly sha256: string;
    /** The measure that claims of the run are about, as the suite declared it; absent where it did not. */
    readonly primary?: PrimaryMeasure;
  }[];
  readonly agents: readonly AgentDescription[];
  readonly scenes: readonly CompiledScene[];
  readonly plan: readonly PlannedSession[];
  /** Model name -> SHA-256, for every model whose outputs scores rest on. */
  readonly models: Readonly<Record<string, string>>;
  readonly constants: Readonly<Record<string, number | string>>;
  /** Whether latencies of this run may be judged, and by what (design.md, rule 6). Absent: not asked, as in version 1 and in virtual time. */
  readonly latency?: LatencyBasis;
  /** Of a copy by `turnrig redact` or `share` that lacks what scoring asks for: its scores are the run's that it was made of. */
  readonly redacted?: RedactedRun;
}

/** What such a copy is without (docs/privacy.md); redaction.json beside run.json counts it. */
export interface RedactedRun {
  readonly names: boolean;
  readonly transcripts: boolean;
  readonly audio: boolean;
}

/** What was known of the rig's own error when a run was played. Scoring again asks nothing else: the same run gives the same scores. */
export interface LatencyBasis {
  readonly may: boolean;
  /** One sentence, either way. */
  readonly reason: string;
  /** Absent where there was none that could be used. */
  readonly calibration?: Calibration;
  /** From this machine to the room server and back; it sits inside every wait of a remote room (measurement.md, "Where the ear is"). */
  readonly roundTrip?: RoundTrip;
}

/** Requests to the room server over one connection, ms. */
export interface RoundTrip {
  readonly minMs: number;
  readonly medianMs: number;
  readonly n: number;
}

export type TrackOwner =
  { readonly kind: 'human'; readonly speakers: readonly string[] } | { readonly kind: 'agent'; readonly identity: string };

export interface TrackManifest {
  /** File-safe id, unique in the session: "h0", "a0", "a1". */
  readonly id: string;
  readonly owner: TrackOwner;
  readonly codec: 'opus' | 'pcm';
  /** Delay between a sample's push and its place in decoded audio, in samples: encoder look-ahead and pre-skip (measurement.md). */
  readonly constantDelay: Samples;
  readonly constantDelayPlusMinus: Samples;
  /** Name the publisher gave the track. Hostile text for agents. */
  readonly name: string;
  readonly source: string;
}

export interface SessionManifest {
  readonly format: 'turnrig-session';
  readonly version: number;
  readonly attempt: string;
  readonly session: PlannedSession;
  readonly scene: string;
  readonly agent: string;
  readonly startedAt: string;
  /** Monotonic nanoseconds (as a decimal string) of the session's position 0. */
  readonly zeroNs: string;
}

export interface SessionEnd {
  readonly reason: EndReason;
  readonly detail: string;
  readonly tracks: readonly TrackManifest[];
  readonly lastPos: RigPos;
  readonly packets: Readonly<Record<string, number>>;
  readonly health: SessionHealth;
  /**
   * What the rig itself spoiled, as known at the session's end by its health figures alone (score/spoiled.ts): never by anything that
   * the agent said. It decides whether the session is played again and which attempt counts. Absent: nothing.
   */
  readonly spoiled?: Spoiled;
}

/** Whose use of the processors goes with late frames; `nobody`: the machine had room, it was a short stall (score/starvation.ts). */
export const STARVERS = ['agent', 'others', 'nobody', 'unknown'] as const;
export type Starver = (typeof STARVERS)[number];

export const SPOILED_CAUSES = ['late', 'loss', 'deaf', 'trouble', 'stopped'] as const;
export interface Spoiled {
  readonly cause: (typeof SPOILED_CAUSES)[number];
  /** One sentence, without the host's share in it. */
  readonly detail: string;
  /** With `late` and `loss`. */
  readonly starvedBy?: Starver;
}

/** How the rig itself did; printed in the report's health strip. Lengths in samples; undefined where it was not measured. */
export interface SessionHealth {
  readonly lateFrames: number;
  readonly frames: number;
  readonly maxLateness: Samples;
  readonly eventLoopLagP99: Samples | undefined;
  readonly eventLoopLagMax: Samples | undefined;
  readonly lostPackets: number;
  /** Of them, packets of the agent's own tracks: what its own link, or it itself, lost is no fault of the rig. Absent: not told apart. */
  readonly lostAgentPackets?: number;
  /** Shares of one processor over the session: 1.5 is one and a half processors. */
  readonly rigCpu: number | undefined;
  readonly agentCpu: number | undefined;
  /** All processes of the machine together, and its processors; absent where the system does not tell. */
  readonly hostCpu?: number;
  readonly processors?: number;
  /** The same around the latest late frame: a mean over the session hides a burst. Absent when no frame was late. */
  readonly whenLate?: CpuShares;
}

/** Shares of one processor; absent where not known. */
export interface CpuShares {
  readonly rigCpu?: number;
  readonly agentCpu?: number;
  readonly hostCpu?: number;
}

/** One line of timeline.jsonl. */
export type TimelineLine =
  ({ readonly kind: 'event' } & SessionEvent) | { readonly kind: 'command'; readonly after: number; readonly command: SessionCommand };
