/** Speech found in sounds made to measure, and its edges in milliseconds. */
import { expect } from 'vitest';
import type { Hole, PlacedSpan, TimelineAudio } from '../../../src/time/audio.js';
import { rigPos, samplesToMs } from '../../../src/time/position.js';
import { findSpeech } from '../../../src/vad/find.js';
import type { AgentSpeech, Segment } from '../../../src/vad/model.js';
import { bursts, perfect, type Burst } from './synthetic.js';

export interface Case {
  readonly list: readonly Burst[];
  readonly lengthMs?: number;
  readonly floorDb?: number;
  readonly from?: number;
  readonly holes?: readonly Hole[];
  readonly placed?: readonly PlacedSpan[];
  readonly probabilities?: Uint16Array;
}

export function find({ list, lengthMs = 6000, floorDb, from = 0, holes = [], placed = [], probabilities }: Case): AgentSpeech {
  const samples = bursts(lengthMs, list, floorDb);
  for (const hole of holes) samples.fill(0, hole.from - from, hole.to - from);
  const audio: TimelineAudio = { from: rigPos(from), samples, placed, holes };
  return findSpeech(audio, 'a0', probabilities ?? perfect(lengthMs, list));
}
export const edges = (segments: readonly Segment[]): [number, number][] =>
  segments.map(({ from, to }) => [samplesToMs(from), samplesToMs(to)]);
export const hole = (fromMs: number, toMs: number, kind: Hole['kind']): Hole => ({
  from: rigPos(fromMs * 48),
  to: rigPos(toMs * 48),
  kind,
});

/** Edges in ms, to within what a 2 ms window can tell. */
export function expectEdges(segments: readonly Segment[], expected: readonly (readonly [number, number])[], toleranceMs = 1.5): void {
  const found = edges(segments);
  expect(found.length, JSON.stringify(found)).toBe(expected.length);
  found.forEach(([from, to], i) => {
    expect(Math.abs(from - expected[i]![0]), `onset ${from} against ${expected[i]![0]}`).toBeLessThanOrEqual(toleranceMs);
    expect(Math.abs(to - expected[i]![1]), `offset ${to} against ${expected[i]![1]}`).toBeLessThanOrEqual(toleranceMs);
  });
}
