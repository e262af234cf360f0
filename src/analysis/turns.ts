/** Turns of a recording: found on the user's channel by the waveform alone, or given by a person. */
import { SHORTEST_REPLY } from '../score/constants.js';
import type { Samples, Span } from '../time/position.js';
import { joinWithin } from '../vad/hysteresis.js';
import type { AgentSpeech, Segment } from '../vad/model.js';
import {
  LEAST_SOUND_DB,
  LONGEST_PAUSE,
  LONGEST_PAUSE_OVER_AGENT,
  NEAR_WORD,
  SHORTEST_GAP,
  SHORTEST_SOUND,
  SOUND_BELOW_VOICE_DB,
  SOUNDS_APART,
  STILL_OWN_TURN,
} from './constants.js';
import { NOTHING_DB, STEP } from './power.js';

/** What is right after a turn: an answer, silence of an agent that was speaking, or that it goes on as if nothing had been. */
export const TURN_KINDS = ['respond', 'stop', 'ignore'] as const;
export type TurnKind = (typeof TURN_KINDS)[number];

export interface RecordedTurn extends Span {
  readonly id: string;
  readonly kind: TurnKind;
  /** Spoken stretches in order; the pauses lie between them. */
  readonly parts: readonly Span[];
  /** Half-width of the 95% interval of its edges. */
  readonly plusMinus: Samples;
  /** Nobody's words: a cough, a door. It neither ends nor begins another turn. */
  readonly noise: boolean;
  readonly text: string;
  /** Where it comes from: "found on channel 0", "turns.yaml:3:5". */
  readonly source: string;
}

/** How a turn is judged to be one is told in docs/analyze.md. @param power of the user's channel. */
export function findTurns(user: AgentSpeech, agent: AgentSpeech, power: Int8Array, source: string): RecordedTurn[] {
  const spoken = groupRuns(user.runs, agent).map((runs): Omit<RecordedTurn, 'id'> => {
    const [first] = runs;
    const last = runs.at(-1);
    if (first === undefined || last === undefined) throw new RangeError('a turn has words');
    const startPlusMinus = first.softOnset ? Math.min(first.fromPlusMinus, first.strongFrom - first.from) : first.fromPlusMinus;
    const plusMinus = Math.max(startPlusMinus, last.toPlusMinus);
    const kind = goingAt(agent.segments, first, startPlusMinus) ? 'stop' : 'respond';
    return {
      from: first.from,
      to: last.to,
      kind,
      parts: runs.map(({ from, to }) => ({ from, to })),
      plusMinus,
      noise: false,
      text: '',
      source,
    };
  });
  const noises = findSounds(user, power)
    .filter((sound) => goingAt(agent.segments, sound, 0) && !spoken.some((turn) => turn.from < sound.to && sound.from < turn.to))
    .map((sound): Omit<RecordedTurn, 'id'> => ({
      ...sound,
      kind: 'ignore',
      parts: [sound],
      plusMinus: SHORTEST_SOUND / 10,
      noise: true,
      text: '',
      source,
    }));
  const counts = { t: 0, n: 0 };
  return [...spoken, ...noises]
    .sort((a, b) => a.from - b.from)
    .map((turn) => ({ ...turn, id: turn.noise ? `n${++counts.n}` : `t${++counts.t}` }));
}

/** Runs of one turn: parted by pauses in which the user still had the floor. */
function groupRuns(runs: readonly Segment[], agent: AgentSpeech): Segment[][] {
  const turns: Segment[][] = [];
  for (const run of runs) {
    const turn = turns.at(-1);
    const last = turn?.at(-1);
    if (turn !== undefined && last !== undefined && goesOn(last, run, agent.runs)) turn.push(run);
    else turns.push([run]);
  }
  return turns;
}

function goesOn(last: Segment, next: Segment, agent: readonly Segment[]): boolean {
  const pause = next.from - last.to;
  if (pause > LONGEST_PAUSE) return false;
  if (!agent.some((run) => run.from < next.from && run.to > last.to)) return true;
  const onset = agent.find((run) => run.from >= last.to && run.from < next.from);
  if (onset !== undefined) return next.from - onset.from <= STILL_OWN_TURN && !saidAll(agent, onset, next);
  return pause <= LONGEST_PAUSE_OVER_AGENT;
}

/** Whether the agent's words were over before the user went on, so that he may be answering them: a reply, however short, and no attempt at one. */
function saidAll(agent: readonly Segment[], onset: Segment, next: Segment): boolean {
  const said = agent.filter((run) => run.from >= onset.from && run.from < next.from);
  const end = said.reduce((last, run) => Math.max(last, run.to), 0);
  const voiced = said.reduce((sum, run) => sum + run.to - run.from, 0);
  return voiced >= SHORTEST_REPLY && next.from - end >= SHORTEST_GAP;
}

/** Whether the agent surely was speaking when the span began, as the scores ask (score/input.ts, `overlaps`). */
function goingAt(segments: readonly Segment[], span: Span, plusMinus: Samples): boolean {
  return segments.some((one) => one.from <= span.from && one.to - span.from > Math.hypot(plusMinus, one.toPlusMinus));
}

/** Sounds that are no words, as loud as words nearly are. */
function findSounds(user: AgentSpeech, power: Int8Array): Span[] {
  const peak = (span: Span): number => {
    let max = NOTHING_DB;
    for (let i = Math.floor(span.from / STEP); i * STEP < span.to; i++) max = Math.max(max, power[i] ?? NOTHING_DB);
    return max;
  };
  const voice = user.runs.reduce((max, run) => Math.max(max, peak(run)), NOTHING_DB);
  const least = Math.max(LEAST_SOUND_DB, voice - SOUND_BELOW_VOICE_DB);
  const apart = user.sounds.filter((sound) => !user.runs.some((run) => run.from - NEAR_WORD < sound.to && sound.from < run.to + NEAR_WORD));
  return joinWithin(
    apart.filter((sound) => peak(sound) >= least),
    SOUNDS_APART,
    (a, b) => ({ from: a.from, to: b.to }),
  ).filter((sound) => sound.to - sound.from >= SHORTEST_SOUND);
}
