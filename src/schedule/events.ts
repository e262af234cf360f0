/**
 * What a session hears and what it answers (design.md, rule 2: a session is a machine without I/O).
 *
 * The log of these events is the session's only input: the same log gives the same commands, live, in virtual time, in tests.
 */
import type { RigPos, Samples } from '../time/position.js';

/** Ids are those of the compiled scene (src/scenario/model.ts). */
export type TurnId = string;
export type SpeakerId = string;
export type TrackId = string;

/** Things that happen to a session. Each is logged with a sequence number and the position at which it was applied. */
export type SessionInput =
  /** The room is open and the humans' tracks are streaming silence. */
  | { readonly type: 'session-opened' }
  | { readonly type: 'agent-joined'; readonly identity: string }
  | { readonly type: 'agent-left'; readonly identity: string; readonly reason: string }
  /** The agent published audio. `tracks` counts its audio tracks after the event. */
  | { readonly type: 'agent-track'; readonly track: TrackId; readonly name: string; readonly tracks: number }
  | { readonly type: 'agent-track-ended'; readonly track: TrackId; readonly tracks: number }
  /** The server says that the track was muted or unmuted: an epoch ends there (measurement.md, "Placing RTP"). */
  | { readonly type: 'agent-track-muted'; readonly track: TrackId; readonly muted: boolean }
  /** The server proved that the agent hears the speaker's track. */
  | { readonly type: 'agent-subscribed'; readonly speaker: SpeakerId }
  /** RTP of the agent has flowed for the required second (measurement.md, "Before the first turn"). */
  | { readonly type: 'agent-flowing' }
  /** The agent says of itself that it is ready (lk.agent.state = listening). Opens the gate; never scored. */
  | { readonly type: 'agent-reported-ready' }
  /** First sample of a turn's clip left the rig. `start` is where sample 0 of the clip lies. */
  | { readonly type: 'turn-started'; readonly turn: TurnId; readonly start: RigPos }
  /** Last voiced sample of a turn's clip left the rig. `voicedEnd` is one past it. */
  | { readonly type: 'turn-ended'; readonly turn: TurnId; readonly voicedEnd: RigPos }
  /** The live VAD confirmed speech of the agent; `since` is where it began by its own reckoning. */
  | { readonly type: 'agent-speech-on'; readonly since: RigPos }
  /** The live VAD confirmed that the agent's speech ended; `since` is one past its last voiced sample. */
  | { readonly type: 'agent-speech-off'; readonly since: RigPos }
  /** The causal level gate fired, the earliest sign of the agent's onset. Cues relative to an onset use it. */
  | { readonly type: 'agent-sound'; readonly since: RigPos }
  /** A position that the machine had asked for with `wake` was reached. */
  | { readonly type: 'woke' }
  /** What the agent says of itself. Drawn beside the waveform and never scored (design.md, rule 4). Text is hostile. */
  | {
      readonly type: 'reported';
      readonly what: 'state' | 'transcript' | 'user-transcript' | 'event';
      readonly text: string;
      readonly final?: boolean;
    }
  /**
   * Frames of p_wearer that the agent published on the data channel (entry-yield/wearer-message.ts): `ages[i]` before the event's own
   * position lies frame i with the probability `p[i]`. A model's output and no measurement: nothing but `entry-yield` reads it.
   */
  | { readonly type: 'p-wearer'; readonly identity: string; readonly ages: readonly Samples[]; readonly p: readonly number[] }
  /** Something that spoils, or may spoil, the measurement. Which of it does is decided when scoring. */
  | {
      readonly type: 'rig-trouble';
      readonly what: 'late-frame' | 'stall' | 'packet-loss' | 'server-gone' | 'recorder-gone' | 'starved-host' | 'store' | 'stood-still';
      readonly detail: string;
      /** How bad, in samples where it is a time. */
      readonly amount?: Samples;
    }
  /** The user asked to stop (Ctrl-C), or the supervisor did. */
  | { readonly type: 'stop-requested'; readonly reason: string };

/** A logged input: `seq` counts from 0 without a gap, `at` never goes back. */
export type SessionEvent = SessionInput & { readonly seq: number; readonly at: RigPos };

/** Why a session is over. */
export type EndReason =
  'complete' | 'agent-absent' | 'agent-not-ready' | 'agent-left' | 'agent-silent-track' | 'greeting-missing' | 'rig-trouble' | 'stopped';

/** What the machine wants done. Commands are logged too, as `command` lines, so that a reader sees cause and effect. */
export type SessionCommand =
  /** Play the turn's clip so that its sample 0 leaves at `at` (never in the past by more than one frame). */
  | { readonly type: 'play'; readonly turn: TurnId; readonly at: RigPos; readonly because: string }
  /** Turn skipped by its own rule (a cue on an agent's onset that never came). */
  | { readonly type: 'skip'; readonly turn: TurnId; readonly because: string }
  /** A mark on the timeline for the report and for the check against the stored waveform. */
  | { readonly type: 'mark'; readonly mark: string; readonly turn?: TurnId; readonly at: RigPos }
  /** Call me with `woke` at this position (replaces an earlier wish). */
  | { readonly type: 'wake'; readonly at: RigPos }
  | { readonly type: 'finish'; readonly reason: EndReason };

/** Where a track was muted or unmuted, for its placement. */
export function mutesOf(events: readonly SessionEvent[], track: TrackId): RigPos[] {
  return events.flatMap((event) => (event.type === 'agent-track-muted' && event.track === track ? [event.at] : []));
}
