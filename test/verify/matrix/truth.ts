/**
 * What happened in a session, from two logs: the reference agent's own (what it said, and when its samples left) and the rig's schedule
 * (when each clip left, and when the scene began and ended). Nothing here has seen the recording, and no code is shared with src/score,
 * src/vad, or the recorder. Times are plain milliseconds on the session's timeline.
 */
import type { CompiledScene, CompiledTurn } from '../../../src/scenario/model.js';
import type { AgentLogLine } from '../../../simulator/transport/transport.js';

export interface Interval {
  readonly from: number;
  readonly to: number;
}

/** A turn that was played. */
export interface Played {
  readonly turn: CompiledTurn;
  /** First voiced sample and one past the last. */
  readonly from: number;
  readonly to: number;
  readonly pauses: readonly Interval[];
}

export interface Truth {
  readonly scene: CompiledScene;
  /** Sounds of the agent's own, in order; those that touch are one. */
  readonly sounds: readonly Interval[];
  readonly played: readonly Played[];
  /** Position 0, and the end of what is observed. */
  readonly opened: number;
  readonly ended: number;
  readonly began: number;
  /** It left the room before the scene was over. */
  readonly left: boolean;
}

/** The lines of timeline.jsonl that are read here. */
export type ScheduleLine =
  | { readonly kind: 'event'; readonly type: string; readonly at: number; readonly turn?: string; readonly start?: number }
  | { readonly kind: 'command'; readonly command: { readonly type: string; readonly mark?: string; readonly at?: number } };

const MS = 48;
const STARTS = new Set<AgentLogLine['what']>(['speak', 'greet', 'resume', 'restart', 'blip', 'burst']);

/** @param last last sample of the session, where the scene did not come to its end. */
export function truthOf(scene: CompiledScene, log: readonly AgentLogLine[], schedule: readonly ScheduleLine[], last: number): Truth {
  const marks = new Map<string, number>();
  const played: Played[] = [];
  for (const line of schedule) {
    if (line.kind === 'command') {
      const { mark, at } = line.command;
      if (mark !== undefined && at !== undefined && !marks.has(mark)) marks.set(mark, at / MS);
    } else if (line.type === 'turn-started' && line.start !== undefined) {
      const turn = scene.turns.find(({ id }) => id === line.turn);
      if (turn) played.push(place(turn, line.start));
    }
  }
  const first = schedule.find((line) => line.kind === 'event');
  const ended = Math.min(marks.get('scene-end') ?? Infinity, last / MS);
  return {
    scene,
    sounds: soundsOf(log, last / MS),
    played: played.sort((a, b) => a.from - b.from),
    opened: (first?.kind === 'event' ? first.at : 0) / MS,
    began: marks.get('scene-start') ?? played[0]?.from ?? ended,
    ended,
    left: log.some(({ what, at }) => what === 'left' && at / MS < (marks.get('scene-end') ?? Infinity)),
  };
}

function place(turn: CompiledTurn, start: number): Played {
  const { voiced, parts } = turn.clip;
  const pauses: Interval[] = [];
  parts.forEach((part, i) => {
    const before = parts[i - 1];
    if (before && before.to < part.from) pauses.push({ from: (start + before.to) / MS, to: (start + part.from) / MS });
  });
  return { turn, from: (start + voiced.from) / MS, to: (start + voiced.to) / MS, pauses };
}

function soundsOf(log: readonly AgentLogLine[], last: number): Interval[] {
  const sounds: Interval[] = [];
  let from: number | undefined;
  const close = (to: number): void => {
    if (from !== undefined && to > from) sounds.push({ from, to });
    from = undefined;
  };
  for (const { what, at } of [...log].sort((a, b) => a.at - b.at)) {
    if (STARTS.has(what)) {
      close(at / MS);
      from = at / MS;
    } else if (what === 'stop') close(at / MS);
  }
  close(last);
  return sounds;
}
