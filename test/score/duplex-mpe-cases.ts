/** The reference cases of the selective-participation scores (vectors/statistics/duplex_mpe.json), held against rules and session scores. */
import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { segmentsOf } from '../../src/score/all-tracks.js';
import { at, reply, run, windowOf, type SceneSpec } from './fixtures.js';

type Stretch = readonly [number, number];
interface AnswerCase {
  readonly segments: readonly Stretch[];
  readonly request_end: number;
  readonly active_at_boundary: boolean;
  readonly fresh_onset: boolean;
  readonly presence: boolean;
}
interface ResolutionCase {
  readonly segments: readonly Stretch[];
  readonly q: Stretch;
  readonly r: Stretch;
  readonly window_response: boolean;
  readonly eligible: boolean;
  readonly pass: boolean | null;
}
export interface DuplexCases {
  readonly T: readonly AnswerCase[];
  readonly N4: readonly ResolutionCase[];
  readonly vad: readonly { readonly raw: readonly Stretch[]; readonly merged: readonly Stretch[] }[];
  readonly totals?: Readonly<Record<string, number>>;
}

export function readCases(path: string | URL): DuplexCases {
  return JSON.parse(readFileSync(path, 'utf8')) as DuplexCases;
}

const ms = (seconds: number): number => Math.round(seconds * 1000);
const agentOf = (segments: readonly Stretch[]): SceneSpec['agent'] => segments.map(([from, to]) => [ms(from), ms(to)] as const);

/** @returns presence, new initiation and speaking at the request's end, as counted. */
export function checkAnswers(cases: readonly AnswerCase[]): { presence: number; fresh: number; boundary: number } {
  const sum = { presence: 0, fresh: 0, boundary: 0 };
  for (const one of cases) {
    const end = ms(one.request_end);
    const spec: SceneSpec = {
      turns: [{ id: 't', from: end - 500, to: end, expect: reply(), over: { label: 'T' } }],
      agent: agentOf(one.segments),
    };
    const initiation = windowOf(spec, 't/new-initiation');
    const presence = windowOf(spec, 't/response-presence');
    expect(initiation.verdict, JSON.stringify(one)).toBe(one.fresh_onset ? 'pass' : 'fail');
    expect(presence.verdict, JSON.stringify(one)).toBe(one.presence ? 'pass' : 'fail');
    expect(presence.details['speakingAtEnd'], JSON.stringify(one)).toBe(one.active_at_boundary);
    sum.presence += Number(presence.verdict === 'pass');
    sum.fresh += Number(initiation.verdict === 'pass');
    sum.boundary += Number(presence.details['speakingAtEnd']);
  }
  expect(sum.presence - sum.fresh).toBe(sum.boundary);
  return sum;
}

/** @returns eligible windows and those that passed. */
export function checkResolutions(cases: readonly ResolutionCase[]): { eligible: number; pass: number } {
  const sum = { eligible: 0, pass: 0 };
  for (const one of cases) {
    const spec: SceneSpec = {
      turns: [
        { id: 'q', from: ms(one.q[0]), to: ms(one.q[1]), expect: { kind: 'may-answer' }, over: { label: 'N4Q' } },
        { id: 'r', from: ms(one.r[0]), to: ms(one.r[1]), over: { label: 'N4R' } },
      ],
      agent: agentOf(one.segments),
    };
    const score = windowOf(spec, 'r/answer-window-yield');
    expect(score.details['eligible'], JSON.stringify(one)).toBe(one.eligible);
    expect(score.verdict, JSON.stringify(one)).toBe(one.pass === null ? 'unscored' : one.pass ? 'pass' : 'fail');
    expect(windowOf(spec, 'r/window-response').verdict, JSON.stringify(one)).toBe(one.window_response ? 'pass' : 'fail');
    sum.eligible += Number(score.counted);
    sum.pass += Number(score.verdict === 'pass');
  }
  return sum;
}

export function checkMerging(cases: DuplexCases['vad']): void {
  for (const { raw, merged } of cases) {
    const found = segmentsOf(raw.map(([from, to]) => run(ms(from), ms(to))));
    expect(
      found.map(({ from, to }) => [from, to]),
      JSON.stringify(raw),
    ).toEqual(merged.map(([from, to]) => [at(ms(from)), at(ms(to))]));
  }
}
