/** A session's score without what was taken away: every number as it was, sentences made anew from the numbers. */
import type { SessionEnd } from '../recording/model.js';
import type { CompiledScene } from '../scenario/model.js';
import type { PlacedTurn, SessionScore, Value, WindowScore } from '../score/model.js';
import type { Span } from '../time/position.js';
import type { Segment } from '../vad/model.js';
import { holds } from './kept-spans.js';
import { REMOVED } from './model.js';
import { redactPlanned, type Redacting } from './redact-manifest.js';
import { isOwnWord } from './texts.js';
import type { PlannedSession } from '../scenario/model.js';

/** Flag of a window whose evidence cannot be heard any more. */
export const WITHOUT_SOUND = 'sound-removed';
/** Details that are words of the rig (words/apply.ts). */
const OWN_DETAILS: ReadonlySet<string> = new Set(['pass', 'fail', 'within-uncertainty', 'unscored']);

export interface ScoreContext {
  readonly attempt: string;
  readonly planned: PlannedSession;
  readonly scene: CompiledScene;
  readonly end: Pick<SessionEnd, 'reason'>;
  /** Sound that is there; undefined: all of it. */
  readonly kept: readonly Span[] | undefined;
}

export function redactScore(score: SessionScore, context: ScoreContext, redacting: Redacting): SessionScore {
  const { names, texts } = redacting;
  const { scene, attempt, planned } = context;
  const named = redactPlanned(planned, names);
  const reason =
    score.outcome === 'scored'
      ? ''
      : `${score.outcome === 'rig_invalid' ? 'spoiled by the rig' : 'the agent failed'} (${context.end.reason})`;
  return {
    attempt,
    session: named.id,
    scene: named.scene,
    agent: named.agent,
    outcome: score.outcome,
    reason: texts.sentence(score.reason, reason),
    turns: score.turns.map((turn) => redactPlaced(turn, scene, redacting)),
    speech: {
      segments: score.speech.segments.map((one) => redactSegment(one, redacting)),
      runs: score.speech.runs.map((one) => redactSegment(one, redacting)),
      blips: score.speech.blips.map((one) => redactSegment(one, redacting)),
      sounds: score.speech.sounds.map(spanOf),
      holes: score.speech.holes.map(({ from, to, kind }) => ({ from, to, kind: kind === 'silence' ? kind : 'unknown' })),
    },
    windows: score.windows.map((window) => redactWindow(window, context, redacting)),
    span: spanOf(score.span),
  };
}

const spanOf = ({ from, to }: Span): Span => ({ from, to });

function redactPlaced(turn: PlacedTurn, scene: CompiledScene, { names }: Redacting): PlacedTurn {
  const { start, end, plusMinus, pauses, parts, by } = turn;
  return {
    turn: names.turn(scene, turn.turn),
    speaker: names.speaker(turn.speaker),
    start,
    end,
    plusMinus,
    pauses: pauses.map(spanOf),
    parts: parts.map(spanOf),
    by: by === 'recorder' ? by : 'schedule',
  };
}

function redactSegment(segment: Segment, { names }: Redacting): Segment {
  const { from, to, fromPlusMinus, toPlusMinus, strongFrom, softOnset, fromIn, toIn, track } = segment;
  return {
    from,
    to,
    fromPlusMinus,
    toPlusMinus,
    strongFrom,
    softOnset,
    ...(fromIn === undefined ? {} : { fromIn: spanOf(fromIn) }),
    ...(toIn === undefined ? {} : { toIn: spanOf(toIn) }),
    track: names.track(track),
  };
}

function redactWindow(window: WindowScore, { scene, kept }: ScoreContext, redacting: Redacting): WindowScore {
  const { removes, names, texts } = redacting;
  const turn = names.turn(scene, window.turn);
  const silent = kept !== undefined && !holds(kept, window.evidence.from, window.evidence.to);
  return {
    id: windowId(window, turn, removes.names),
    turn,
    measure: window.measure,
    window: spanOf(window.window),
    verdict: window.verdict,
    reason: texts.sentence(window.reason, valueSentence(window)),
    value: window.value,
    limitMs: window.limitMs,
    counted: window.counted,
    flags: [...window.flags.filter((flag) => isOwnWord(flag) && flag !== WITHOUT_SOUND), ...(silent ? [WITHOUT_SOUND] : [])],
    evidence: spanOf(window.evidence),
    details: Object.fromEntries(
      Object.entries(window.details).flatMap(([key, value]): [string, number | string | boolean][] => {
        if (!isOwnWord(key)) return [];
        return [[key, typeof value === 'string' && !OWN_DETAILS.has(value) ? detailText(value, redacting) : value]];
      }),
    ),
  };
}

/** A detail's text may be a transcript or quote one. */
function detailText(value: string, { removes, texts }: Redacting): string {
  const said = texts.spoken(value);
  return removes.names ? texts.name(said, value === '' ? '' : REMOVED) : said;
}

/** "t1/false-cutoff/pause-2": what stands behind the turn is the rig's. */
function windowId({ id, turn, measure }: WindowScore, renamed: string, names: boolean): string {
  if (!names) return id;
  if (id === measure) return id;
  const rest = id.startsWith(`${turn}/`) ? id.slice(turn.length + 1) : measure;
  return `${renamed}/${/^[a-z0-9/-]{1,60}$/.test(rest) ? rest : measure}`;
}

/** What was seen, from the numbers alone. */
function valueSentence({ value, limitMs }: WindowScore): string {
  const limit = limitMs === undefined ? '' : `, limit ${rounded(limitMs)} ms`;
  const seen = valueText(value);
  return seen === '' ? '' : `${seen}${limit}`;
}

function valueText(value: Value): string {
  switch (value.kind) {
    case 'measured':
      return `${rounded(value.ms)} ms ± ${rounded(value.plusMinusMs)} ms`;
    case 'censored':
      return `not within ${rounded(value.aboveMs)} ms`;
    case 'interval':
      return `between ${rounded(value.fromMs)} and ${rounded(value.toMs)} ms`;
    case 'none':
      return '';
  }
}

const rounded = (ms: number): string => String(Math.round(10 * ms) / 10);
