/** What is told of each turn of a recording: one row a turn, out of the session's windows and the agent's speech (docs/analyze.md). */
import type { CompiledScene } from '../scenario/model.js';
import type { PlacedTurn, SessionScore, Value, Verdict, WindowScore } from '../score/model.js';
import { ms } from '../score/values.js';
import { SHORTEST_REPLY } from '../score/constants.js';
import { samplesToMs } from '../time/position.js';
import type { Segment } from '../vad/model.js';
import { kindOf } from './scene.js';
import type { TurnKind } from './turns.js';

export interface Measured {
  readonly ms: number;
  readonly plusMinusMs: number;
}

/** Times of the recording are ms from its first sample; delays are ms from the turn's end, stops from its start. Nothing happened: null. */
export interface TurnRow {
  readonly turn: string;
  readonly kind: TurnKind;
  readonly noise: boolean;
  readonly startMs: number;
  readonly endMs: number;
  readonly plusMinusMs: number;
  readonly verdict: Verdict;
  readonly reason: string;
  /** From the turn's end to the onset of the agent's first speech after it, before the next turn. */
  readonly responseDelay: Measured | null;
  /** That onset in the recording at -40 dB and at -22 dB below its segment's peak; soft when they lie more than 20 ms apart. */
  readonly onset: { readonly at40dBMs: number; readonly at22dBMs: number; readonly soft: boolean } | null;
  /** From the turn's start to where the agent was silent; of turns of kind stop and ignore. */
  readonly stop: Measured | null;
  readonly falseCutoffs: readonly { readonly atMs: number; readonly kind: string; readonly where: string }[];
  /** Speech of 120 to 299 ms, and sounds under 120 ms, of the agent between this turn's start and the next one's. */
  readonly bursts: readonly { readonly startMs: number; readonly endMs: number }[];
  readonly blips: readonly { readonly startMs: number; readonly endMs: number }[];
}

/** Measures that say whether the turn went as expected. */
const JUDGED: Readonly<Record<TurnKind, readonly WindowScore['measure'][]>> = {
  respond: ['reply', 'false-cutoff'],
  stop: ['yield'],
  ignore: ['continue'],
};
const WORST: readonly Verdict[] = ['fail', 'within-uncertainty', 'unscored', 'pass'];

export function turnRows(scene: CompiledScene, score: SessionScore): TurnRow[] {
  const placed = [...score.turns].sort((a, b) => a.start - b.start);
  return placed.flatMap((place, i) => {
    const turn = scene.turns.find(({ id }) => id === place.turn);
    if (turn === undefined) return [];
    const next = placed.slice(i + 1).find((other) => scene.turns.find(({ id }) => id === other.turn)?.kind !== 'noise');
    return [rowOf(kindOf(turn.expect), turn.kind === 'noise', place, next?.start ?? score.span.to, score)];
  });
}

function rowOf(kind: TurnKind, noise: boolean, place: PlacedTurn, until: number, score: SessionScore): TurnRow {
  const windows = score.windows.filter(({ turn }) => turn === place.turn);
  const judged = windows.filter(({ measure }) => JUDGED[kind].includes(measure));
  const worst = WORST.map((verdict) => judged.find((one) => one.verdict === verdict)).find((one) => one !== undefined);
  const inside = (one: Segment): boolean => one.from >= place.start && one.from < until;
  const reply = noise ? undefined : replyTo(place, until, score.speech.segments);
  const span = (one: Segment) => ({ startMs: ms(one.from), endMs: ms(one.to) });
  return {
    turn: place.turn,
    kind,
    noise,
    startMs: ms(place.start),
    endMs: ms(place.end),
    plusMinusMs: ms(place.plusMinus),
    verdict: worst?.verdict ?? 'unscored',
    reason: worst?.reason ?? 'nothing was judged',
    responseDelay: reply
      ? { ms: ms(reply.from - place.end), plusMinusMs: ms(Math.ceil(Math.hypot(place.plusMinus, reply.fromPlusMinus))) }
      : null,
    onset: reply ? { at40dBMs: ms(reply.from), at22dBMs: ms(reply.strongFrom), soft: reply.softOnset } : null,
    stop: kind === 'respond' ? null : stopOf(windows),
    falseCutoffs: windows
      .filter(({ measure, verdict }) => measure === 'false-cutoff' && (verdict === 'fail' || verdict === 'within-uncertainty'))
      .map((one) => ({
        atMs: ms(place.end - Math.round(Number(one.details['beforeEndMs'] ?? 0) * 48)),
        kind: String(one.details['kind'] ?? 'reply'),
        where: one.id.split('/').at(-1) ?? '',
      })),
    bursts: score.speech.runs.filter((run) => inside(run) && run.to - run.from < SHORTEST_REPLY).map(span),
    blips: score.speech.blips.filter(inside).map(span),
  };
}

/** The agent's first speech after the turn, as the reply measure takes it (score/reply.ts). */
function replyTo(place: PlacedTurn, until: number, segments: readonly Segment[]): Segment | undefined {
  if (segments.some((one) => one.from <= place.end && place.end < one.to)) return undefined;
  return segments.find((one) => one.from > place.end && one.from < until);
}

function stopOf(windows: readonly WindowScore[]): Measured | null {
  const yielded = windows.find(({ measure }) => measure === 'yield');
  if (yielded !== undefined) return measured(yielded.value);
  const gap = windows.find(({ measure, verdict }) => measure === 'continue' && verdict === 'fail');
  const stop = gap?.details['stopMs'];
  return typeof stop === 'number' ? { ms: stop, plusMinusMs: samplesToMs(STOP_PLUS_MINUS) } : null;
}

/** Half-width of an offset by level (facts.md), 3.6 ms. */
const STOP_PLUS_MINUS = 173;

function measured(value: Value): Measured | null {
  return value.kind === 'measured' ? { ms: value.ms, plusMinusMs: value.plusMinusMs } : null;
}
