/**
 * The report's one model: a summary of the run, and a session's detail on demand (design.md, "Rings", report/).
 * What the page draws is exactly this, as JSON. Positions are 48 kHz samples on the session's timeline.
 */
import type { AgentDescription, LatencyBasis } from '../recording/model.js';
import type { HealthFigures, RunSummary, SessionOutcome, WindowScore } from '../score/model.js';
import type { RigPos, Samples, Span } from '../time/position.js';
import type { ReferenceRow } from '../text-reference/row.js';
import type { ListedWindows } from './windows.js';

/** Audio of one recorded track, playable in a browser. */
export interface ReportAudio {
  /** Track id: "h0", "a0". */
  readonly id: string;
  readonly mime: 'audio/ogg' | 'audio/wav';
  /** Position of the audio's first sample. */
  readonly start: RigPos;
  readonly base64: string;
}

/** A waveform as the page draws it: one byte a step, the peak of |x| in it on a square-root scale (0 to 255), base64. */
export interface Peaks {
  readonly start: RigPos;
  readonly step: Samples;
  readonly base64: string;
}

export type BlockKind = 'turn' | 'part' | 'speech' | 'run' | 'blip' | 'sound' | 'hole';

/** Something that lies on a lane for a while. */
export interface Block extends Span {
  readonly kind: BlockKind;
  readonly label: string;
}

export interface Lane {
  readonly id: string;
  readonly kind: 'human' | 'agent';
  readonly name: string;
  readonly audio: string;
  readonly peaks: Peaks;
  readonly blocks: readonly Block[];
}

/** A moment on the timeline: what the agent reported of itself, what the schedule did. Never scored. */
export interface Mark {
  readonly at: RigPos;
  readonly kind: 'state' | 'transcript' | 'user-transcript' | 'event' | 'schedule' | 'trouble';
  readonly text: string;
}

export interface ReportSession {
  readonly attempt: string;
  readonly session: string;
  readonly scene: string;
  readonly title: string;
  readonly agent: string;
  readonly outcome: SessionOutcome;
  readonly reason: string;
  readonly span: Span;
  readonly lanes: readonly Lane[];
  readonly audio: readonly ReportAudio[];
  readonly marks: readonly Mark[];
  readonly windows: readonly WindowScore[];
  readonly turns: readonly {
    readonly id: string;
    readonly label: string;
    readonly speaker: string;
    readonly text: string;
    readonly from: RigPos;
    readonly to: RigPos;
  }[];
  readonly health: HealthFigures;
}

/** A row of the suite table and what stands around it. */
export interface ReportRun {
  readonly id: string;
  readonly title: string;
  readonly createdAt: string;
  /** Versions, server, machine: pairs as printed. */
  readonly facts: readonly (readonly [string, string])[];
  readonly agents: readonly AgentDescription[];
  readonly summary: RunSummary;
  /** Titles of scenes by scene id. */
  readonly titles: Readonly<Record<string, string>>;
  /** The rig's own error and the way to the server, printed beside latencies; absent where it is not known. */
  readonly latency?: LatencyBasis;
  /** What keeps the tables from being read at face value; printed in the console too. */
  readonly warnings: readonly string[];
  readonly notes: readonly string[];
  /** What the run could show, as it was said before it (docs/statistics.md, "Before a run"); absent where nothing was planned. */
  readonly planned?: readonly string[];
  /** A model that reads who says what, on the same scenes (`turnrig text-reference`); absent unless it was given. */
  readonly reference?: ReferenceRow;
  /** The windows behind the summary's numbers; without it numbers are texts. */
  readonly windows?: ListedWindows;
}
