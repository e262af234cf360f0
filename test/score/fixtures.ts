import type { CompiledScene, CompiledTurn, Expectation } from '../../src/scenario/model.js';
import type { SessionCommand, SessionEvent } from '../../src/schedule/events.js';
import { segmentsOf } from '../../src/score/all-tracks.js';
import type { ScoreInput } from '../../src/score/input.js';
import type { PlacedTurn, WindowScore } from '../../src/score/model.js';
import { scoreSession } from '../../src/score/session.js';
import { msToSamples, rigPos, type RigPos, type Span } from '../../src/time/position.js';
import type { AgentSpeech, Segment } from '../../src/vad/model.js';
import * as recording from '../recording/fixtures.js';

/** Milliseconds to a position. */
export const at = (ms: number): RigPos => rigPos(msToSamples(ms));
export const span = (from: number, to: number): Span => ({ from: at(from), to: at(to) });

/** A run of speech in ms. */
export function run(from: number, to: number, plusMinusMs = 0): Segment {
  const plusMinus = msToSamples(plusMinusMs);
  return { ...span(from, to), fromPlusMinus: plusMinus, toPlusMinus: plusMinus, strongFrom: at(from), softOnset: false, track: 'a0' };
}

/** Speech by the protocol's rules from runs of any length. */
export function speechOf(runs: readonly Segment[], holes: AgentSpeech['holes'] = []): AgentSpeech {
  const short = (one: Segment): boolean => one.to - one.from < msToSamples(120);
  return { segments: segmentsOf(runs), runs: runs.filter((r) => !short(r)), blips: runs.filter(short), sounds: runs, holes };
}

export interface TurnSpec {
  readonly id: string;
  readonly from: number;
  readonly to: number;
  readonly pauses?: readonly (readonly [number, number])[];
  readonly expect?: Expectation;
  readonly plusMinusMs?: number;
  readonly over?: Partial<CompiledTurn>;
}

export const reply = (withinMs = 5000, more: Partial<Extract<Expectation, { kind: 'reply' }>> = {}): Expectation => ({
  kind: 'reply',
  within: msToSamples(withinMs),
  once: true,
  ...more,
});

export interface SceneSpec {
  readonly turns: readonly TurnSpec[];
  /** [from, to] of each run of agent speech, ms; an optional third number is its uncertainty. */
  readonly agent: readonly (readonly [number, number] | readonly [number, number, number])[];
  readonly endMs?: number;
  readonly holes?: AgentSpeech['holes'];
  readonly commands?: readonly SessionCommand[];
  readonly events?: readonly SessionEvent[];
  readonly scene?: Partial<CompiledScene>;
  readonly end?: Partial<ScoreInput['end']>;
}

export function inputOf(spec: SceneSpec): ScoreInput {
  const endMs = spec.endMs ?? 60_000;
  const turns = spec.turns.map((one): CompiledTurn =>
    recording.turn({ id: one.id, hold: { kind: 'gap', length: msToSamples(500) }, expect: one.expect ?? { kind: 'none' }, ...one.over }),
  );
  const placed = spec.turns.map((one): PlacedTurn => {
    const pauses = (one.pauses ?? []).map(([from, to]) => span(from, to));
    const borders = [one.from, ...(one.pauses ?? []).flat(), one.to];
    const parts = borders.flatMap((from, i) => (i % 2 === 0 ? [span(from, borders[i + 1] ?? one.to)] : []));
    const plusMinus = msToSamples(one.plusMinusMs ?? 0);
    return { turn: one.id, speaker: 'ana', start: at(one.from), end: at(one.to), plusMinus, pauses, parts, by: 'recorder' };
  });
  return {
    attempt: 's0000-a1',
    session: recording.planned(),
    scene: recording.scene({ turns, ...spec.scene }),
    events: spec.events ?? [{ type: 'session-opened', seq: 0, at: at(0) }],
    commands: spec.commands ?? [],
    turns: placed,
    speech: speechOf(
      spec.agent.map(([from, to, plusMinus]) => run(from, to, plusMinus)),
      spec.holes,
    ),
    end: recording.end({ lastPos: at(endMs), ...spec.end }),
  };
}

export const windowsOf = (spec: SceneSpec): readonly WindowScore[] => scoreSession(inputOf(spec)).windows;

export function windowOf(spec: SceneSpec, id: string): WindowScore {
  const windows = windowsOf(spec);
  const found = windows.find((one) => one.id === id);
  if (!found) throw new Error(`no window ${id} among ${windows.map((one) => one.id).join(', ')}`);
  return found;
}

/** An unknown hole in the agent's audio. */
export const lost = (from: number, to: number) => ({ ...span(from, to), kind: 'unknown' as const });

/** One turn from 1.0 to 5.0 s with pauses at 2.0 to 2.7 s and at 3.5 to 4.0 s. */
export const spoken = (agent: SceneSpec['agent'], more: Partial<SceneSpec> = {}, plusMinusMs = 0): SceneSpec => ({
  turns: [
    {
      id: 't',
      from: 1000,
      to: 5000,
      pauses: [
        [2000, 2700],
        [3500, 4000],
      ],
      expect: reply(3000),
      plusMinusMs,
    },
  ],
  agent,
  ...more,
});
