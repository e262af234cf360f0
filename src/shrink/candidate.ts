/** Candidates: the whole, and what is left of one when something goes. Everything here keeps a scenario that can be played, or says that it does not. */
import { samplesToMs } from '../time/position.js';
import type { Candidate, CandidateTurn, Fault, Material, Size } from './model.js';
import { pauseKey } from './model.js';
import { pauseLength } from './take-apart.js';

export function everything({ turns }: Material): Candidate {
  return { turns: turns.map(({ pieces }, turn) => ({ turn, pieces: pieces.map((_, i) => i) })), pauses: {}, waits: {} };
}

/** Without these turns, and without those that hang on them by their cue. Undefined where the fault's own turn would go. */
export function withoutTurns(material: Material, fault: Fault, from: Candidate, gone: ReadonlySet<number>): Candidate | undefined {
  const left: CandidateTurn[] = [];
  const ids = new Set<string>();
  for (const one of from.turns) {
    const turn = material.turns[one.turn]?.turn;
    if (turn === undefined || gone.has(one.turn)) continue;
    const { cue } = turn;
    const named = cue.kind === 'after' ? cue.turn : cue.kind === 'agent' ? cue.since : undefined;
    if (named !== undefined && !ids.has(named)) continue;
    ids.add(turn.id);
    left.push(one);
  }
  return left.some(({ turn }) => turn === fault.turn) && left.length < from.turns.length ? { ...from, turns: left } : undefined;
}

/** With only these pieces of one turn. Undefined where none is left, or the anchor's pause would have nothing on one side. */
export function withPieces(fault: Fault, from: Candidate, turn: number, pieces: readonly number[]): Candidate | undefined {
  const { anchor } = fault;
  if (pieces.length === 0) return undefined;
  if (anchor?.turn === turn && !(pieces.some((i) => i < anchor.after) && pieces.some((i) => i >= anchor.after))) return undefined;
  return { ...from, turns: from.turns.map((one) => (one.turn === turn ? { turn, pieces } : one)) };
}

export const withPause = (from: Candidate, key: string, ms: number): Candidate => ({ ...from, pauses: { ...from.pauses, [key]: ms } });
export const withWait = (from: Candidate, key: string, ms: number): Candidate => ({ ...from, waits: { ...from.waits, [key]: ms } });

/** A pause between two pieces that are left; `after` names the pause of the input that it is. */
export interface LeftPause {
  readonly key: string;
  readonly left: number;
  readonly right: number;
  /** Of the input: the pause before this piece. Its sound is what is played in it. */
  readonly after: number;
  readonly ms: number;
  /** Chosen, and not as it was. */
  readonly chosen: boolean;
  readonly anchor: boolean;
}

/**
 * The pauses of a turn that are left. Where pieces are gone the anchor's pause stays; of other pauses, the one nearer to it: what was said just
 * before the pause in question, and just after it, keeps its distance.
 */
export function leftPauses(material: Material, fault: Fault, from: Candidate, { turn, pieces }: CandidateTurn): LeftPause[] {
  const whole = material.turns[turn]?.pieces ?? [];
  const at = fault.anchor?.turn === turn ? fault.anchor.after : undefined;
  return pieces.slice(1).map((right, i) => {
    const left = pieces[i] ?? 0;
    const anchor = at !== undefined && left < at && right >= at;
    const after = anchor ? at : at !== undefined && right < at ? right : left + 1;
    const key = pauseKey(turn, after);
    const chosen = from.pauses[key];
    return {
      key,
      left,
      right,
      after,
      ms: chosen ?? Math.floor(samplesToMs(pauseLength(whole, after))),
      chosen: chosen !== undefined,
      anchor,
    };
  });
}

/** A wait that a scenario file names: what a cue counts from another turn, or a hold that does not listen to the agent. */
export interface LeftWait {
  readonly key: string;
  readonly ms: number;
  readonly what: string;
}

/** Waits before the fault's turn: those after it change nothing in it. */
export function leftWaits(material: Material, fault: Fault, from: Candidate): LeftWait[] {
  const waits: LeftWait[] = [];
  const add = (key: string, length: number, what: string): void => {
    waits.push({ key, ms: from.waits[key] ?? Math.round(samplesToMs(length)), what });
  };
  for (const { turn: index } of from.turns) {
    const turn = material.turns[index]?.turn;
    if (turn === undefined || index > fault.turn) continue;
    const { cue, hold } = turn;
    if (cue.kind === 'at') add(`${index}:cue`, cue.offset, `the start of ${turn.id}`);
    if (cue.kind === 'after') add(`${index}:cue`, cue.gap, `the gap before ${turn.id}`);
    if (index < fault.turn && (hold.kind === 'gap' || hold.kind === 'fixed')) add(`${index}:hold`, hold.length, `the hold of ${turn.id}`);
  }
  return waits;
}

export function sizeOf(material: Material, fault: Fault, from: Candidate): Size {
  const speakers = new Set<string>();
  let [noises, pieces, pausesMs, soundMs] = [0, 0, 0, 0];
  for (const one of from.turns) {
    const of = material.turns[one.turn];
    if (of === undefined) continue;
    if (of.turn.kind === 'noise') noises += 1;
    else speakers.add(of.turn.speaker);
    pieces += one.pieces.length;
    const pauses = leftPauses(material, fault, from, one).reduce((sum, { ms }) => sum + ms, 0);
    pausesMs += pauses;
    soundMs += pauses + one.pieces.reduce((sum, i) => sum + samplesToMs((of.pieces[i]?.to ?? 0) - (of.pieces[i]?.from ?? 0)), 0);
  }
  const waitsMs = leftWaits(material, fault, from).reduce((sum, { ms }) => sum + ms, 0);
  return { turns: from.turns.length - noises, noises, speakers: speakers.size, pieces, pausesMs, waitsMs, soundMs: Math.round(soundMs) };
}
