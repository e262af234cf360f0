/** Scores of one session: every measure on every turn, then what spoils single windows, then the session's outcome. */
import type { CompiledTurn } from '../scenario/model.js';
import { rigPos, type RigPos } from '../time/position.js';
import { scoreContinue } from './continue.js';
import type { AgentSpeech } from '../vad/model.js';
import { cueTrouble, holdTrouble, type TurnTrouble } from './divergence.js';
import { scoreDoubleReply } from './double-reply.js';
import { scoreFalseCutoff } from './false-cutoff.js';
import { scoreGreeting } from './greeting.js';
import { scoreProbe, withoutProof } from './probe.js';
import { viewScene, type SceneView, type ScoreInput, type TurnView } from './input.js';
import type { Measure, SessionScore, WindowScore } from './model.js';
import { outcomeOf, type Outcome } from './outcome.js';
import { scoreReply } from './reply.js';
import { scoreSelectiveAnswer } from './selective-answer.js';
import { scoreSelectiveYield } from './selective-yield.js';
import { scoreSilence } from './silence.js';
import { unscored, windowScore } from './values.js';
import { scoreYield } from './yield.js';

const TURN_MEASURES: readonly ((scene: SceneView, view: TurnView) => WindowScore[])[] = [
  scoreReply,
  scoreFalseCutoff,
  scoreDoubleReply,
  scoreSilence,
  scoreYield,
  scoreContinue,
  scoreSelectiveAnswer,
  scoreSelectiveYield,
  scoreProbe,
];
/** What happens before a turn's end cannot be spoiled by what the schedule decides after it. */
const BEFORE_HOLD: ReadonlySet<Measure> = new Set<Measure>(['false-cutoff', 'greeting']);

/** Pure: the same input gives the same score. */
export function scoreSession(input: ScoreInput): SessionScore {
  const { attempt, session, scene, events, commands, speech, end, turns } = input;
  const view = viewScene(input);
  const opened = events[0]?.at ?? rigPos(0);
  const windows = withoutProof(scene, [
    ...scoreGreeting(view, opened),
    ...view.turns.flatMap((turn) => scoreTurn(view, turn, commands)),
    ...unplayed(input, view),
  ]);
  const known = outcomeOf(end, events, scene.limits, turns.length > 0);
  const final = known.outcome === 'scored' ? (undecided(windows, speech) ?? known) : known;
  return {
    attempt,
    session: session.id,
    scene: scene.id,
    agent: session.agent,
    ...final,
    turns,
    speech,
    windows: final.outcome === 'rig_invalid' ? windows.map((one) => withoutVerdict(one, final.reason, [])) : windows,
    span: { from: opened, to: view.to },
  };
}

function scoreTurn(scene: SceneView, view: TurnView, commands: ScoreInput['commands']): WindowScore[] {
  const own = [holdTrouble(scene, view, commands), cueTrouble(scene, view, commands)];
  const before = view.previous ? holdTrouble(scene, view.previous, commands) : undefined;
  const [hold, cue] = own;
  const scores = TURN_MEASURES.flatMap((measure) => measure(scene, view));
  return scores.map((one) => {
    let score = one;
    if (hold && !BEFORE_HOLD.has(one.measure)) score = apply(score, hold);
    if (cue) score = apply(score, cue);
    if (before?.next && before.unscored !== undefined) score = withoutVerdict(score, before.unscored, before.flags);
    return score;
  });
}

function apply(score: WindowScore, trouble: TurnTrouble): WindowScore {
  if (trouble.unscored !== undefined) return withoutVerdict(score, trouble.unscored, trouble.flags);
  return trouble.flags.length === 0 ? score : { ...score, flags: [...score.flags, ...trouble.flags] };
}

function withoutVerdict(score: WindowScore, reason: string, flags: readonly string[]): WindowScore {
  return { ...score, verdict: 'unscored', reason, counted: false, flags: [...score.flags, ...flags] };
}

/** Turns that the schedule skipped, or never came to, stand in the score with the reason. */
function unplayed(input: ScoreInput, view: SceneView): WindowScore[] {
  return input.scene.turns.flatMap((turn) => {
    const measure = measureOf(turn);
    if (!measure || view.turns.some((one) => one.turn.id === turn.id)) return [];
    const skip = input.commands.find((c) => c.type === 'skip' && c.turn === turn.id);
    const reason = skip?.type === 'skip' ? `the turn was skipped: ${skip.because}` : 'the turn was not played';
    const at: RigPos = view.to;
    return [
      windowScore({
        id: `${turn.id}/${measure}`,
        turn: turn.id,
        measure,
        window: { from: at, to: at },
        ...unscored(reason),
        flags: ['not-played'],
      }),
    ];
  });
}

function measureOf(turn: CompiledTurn): Measure | undefined {
  switch (turn.expect.kind) {
    case 'reply':
    case 'silence':
    case 'yield':
    case 'continue':
    case 'probe':
      return turn.expect.kind;
    case 'may-answer':
    case 'none':
      return undefined;
  }
}

/**
 * A session in which nothing could be scored. An agent that said nothing at all is why (design.md, rule 5: one that never answers
 * fails; it must not get off because no barge-in could be timed on it); otherwise the rig, where it achieved no overlap, missed its
 * cues, or went on when it should not have.
 */
function undecided(windows: readonly WindowScore[], speech: AgentSpeech): Outcome | undefined {
  if (windows.length === 0 || windows.some((one) => one.verdict !== 'unscored')) return undefined;
  const silent = speech.runs.length === 0 && !speech.holes.some(({ kind }) => kind === 'unknown');
  if (silent && windows.some((one) => NEEDS_SPEECH.has(one.measure))) {
    return { outcome: 'agent_failure', reason: 'the agent said nothing in the whole session' };
  }
  const rigs = windows.find((one) => one.flags.some((flag) => RIG_FLAGS.has(flag)));
  return rigs && { outcome: 'rig_invalid', reason: `nothing could be scored: ${rigs.reason}` };
}
const NEEDS_SPEECH: ReadonlySet<Measure> = new Set<Measure>(['reply', 'yield', 'continue']);
const RIG_FLAGS = new Set(['no-overlap', 'cue-missed', 'schedule-diverged']);
