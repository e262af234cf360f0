/**
 * `turnrig score RUN`: from the stored evidence to derived/, one session after another; only counts are held of those that are done.
 * The same evidence and the same model give the same bytes: nothing of the time of day or of this machine enters.
 */
import { messageOf } from '../../src/error.js';
import type { SessionEnd, SessionManifest } from '../../src/recording/model.js';
import { SCORER_VERSION } from '../../src/score/constants.js';
import { NO_SPEECH } from '../../src/score/all-tracks.js';
import { healthFigures } from '../../src/score/health.js';
import { judgedLatencies } from '../../src/score/latency.js';
import type { RunSummary, SessionOutcome, SessionScore } from '../../src/score/model.js';
import { scoreSession } from '../../src/score/session.js';
import { parseScore } from '../../src/score/stored.js';
import { placesOf } from '../../src/score/statistics/cluster-of.js';
import { Summary } from '../../src/score/summarise.js';
import { rigPos } from '../../src/time/position.js';
import type { SpeechDetector } from '../../src/vad/detector.js';
import { parseWords } from '../../src/words/stored.js';
import { WordsCounts, type WordsSummary } from '../../src/words/summary.js';
import { derivedFile, runDerivedFile } from '../store/layout.js';
import { resumeState } from '../store/resume.js';
import type { RunReader } from '../store/run-reader.js';
import { scoreWords, usedOf, type WordsScoring } from '../words/score-words.js';
import { evidenceProblem, hearSession, type Heard } from './hear.js';

export const SCORES_FILE = 'scores.json';
export const SUMMARY_FILE = 'summary.json';
export const WORDS_FILE = 'words.json';

export interface ScoreRunOptions {
  readonly detector: SpeechDetector;
  /** What its words are judged with; left out: they are not. */
  readonly words?: WordsScoring;
  /** After each session that counts. */
  readonly onProgress?: (done: number, total: number, score: SessionScore) => void;
  readonly signal?: AbortSignal;
}

/**
 * Scores the attempt that counts of every planned session (store/resume.ts), writes derived/scores.json of each and the run's
 * derived/summary.json; where words are judged, derived/words.json too.
 * @throws TurnrigError `store` when derived/ cannot be written; the signal's reason when it was aborted. Damaged evidence is no error
 * but a `rig_invalid` session with the reason.
 */
export async function scoreRun(reader: RunReader, options: ScoreRunOptions): Promise<RunSummary> {
  const progress = await resumeState(reader);
  const attempts = [...progress]
    .sort(([a], [b]) => a - b)
    .flatMap(([, { counted, spoiled }]) =>
      counted === undefined ? [] : [{ counted, replays: spoiled.filter((one) => one !== counted).length }],
    );
  const summary = new Summary(reader.manifest);
  const judged = options.words && new WordsCounts();
  const places = placesOf(reader.manifest);
  const plan = new Map(reader.manifest.plan.map((one) => [one.id, one]));
  for (const [i, { counted, replays }] of attempts.entries()) {
    options.signal?.throwIfAborted();
    // Cut off from here on, the run has new scores beside old ones: it has no summary until all are new.
    if (i === 0) await reader.removeDerived(SUMMARY_FILE);
    const score = await scoreAttempt(reader, counted, options);
    if (!score) continue;
    const { end } = await reader.info(counted);
    const planned = plan.get(score.session);
    const scene = planned && reader.scene(planned);
    if (scene !== undefined) judged?.add(score, scene, places.get(score.session)?.cluster ?? score.scene);
    summary.add(score, { replays, ...(end === undefined ? {} : { health: healthFigures(end, score.speech) }) });
    options.onProgress?.(i + 1, attempts.length, score);
  }
  const { name: detector, modelHash } = options.detector;
  const done = { ...summary.done(), scorer: { version: SCORER_VERSION, detector, modelHash } };
  await reader.writeDerived(SUMMARY_FILE, `${JSON.stringify(done, null, 2)}\n`);
  if (judged !== undefined && options.words !== undefined) {
    const words = judged.done(usedOf(options.words));
    await reader.writeDerived(WORDS_FILE, `${JSON.stringify(words, null, 2)}\n`);
  }
  return done;
}

/** Scores one attempt and keeps the score. Undefined when it was cut off: then it is evidence only. */
export async function scoreAttempt(reader: RunReader, attempt: string, options: ScoreRunOptions): Promise<SessionScore | undefined> {
  const { manifest, end } = await reader.info(attempt);
  if (!manifest || !end) return undefined;
  const score = judgedLatencies(await scoreEvidence(reader, manifest, end, options), reader.manifest.latency);
  // Words that were not judged because of it are no finding.
  options.signal?.throwIfAborted();
  await reader.session(attempt).writeDerived(SCORES_FILE, `${JSON.stringify(score, null, 1)}\n`);
  return score;
}

/**
 * The stored score of an attempt; undefined when it was never scored. It was made from the evidence beside it, and can be made again.
 * @throws TurnrigError `run-folder` when the file is damaged.
 */
export async function readScore(reader: RunReader, attempt: string): Promise<SessionScore | undefined> {
  const bytes = await reader.session(attempt).readDerived(SCORES_FILE);
  return bytes && parseScore(bytes, derivedFile(reader.dir, attempt, SCORES_FILE));
}

/** What the run's words came to; undefined where they were not judged. @throws TurnrigError `run-folder` when the file is damaged. */
export async function readWords(reader: RunReader): Promise<WordsSummary | undefined> {
  const bytes = await reader.readDerived(WORDS_FILE);
  return bytes && parseWords(bytes, runDerivedFile(reader.dir, WORDS_FILE));
}

async function scoreEvidence(
  reader: RunReader,
  manifest: SessionManifest,
  end: SessionEnd,
  options: ScoreRunOptions,
): Promise<SessionScore> {
  const scene = reader.scene(manifest.session);
  if (!scene) return withoutScores(manifest, end, 'rig_invalid', `the run's manifest has no scene ${manifest.session.scene}`);
  const session = reader.session(manifest.attempt);
  const { events, commands, ending, problem } = await session.timeline();
  if (ending !== 'whole') return withoutScores(manifest, end, 'rig_invalid', `the session's timeline is ${ending} ${problem}`.trim());
  if (end.reason === 'complete' && !commands.some((one) => one.type === 'mark' && one.mark === 'scene-end'))
    return withoutScores(manifest, end, 'rig_invalid', "the session's timeline has lost its end");
  const { detector, signal } = options;
  let heard: Heard;
  try {
    heard = await hearSession({ reader, session, scene, events, end, detector, ...(signal ? { signal } : {}) });
  } catch (error) {
    if (signal?.aborted === true) throw error;
    return withoutScores(manifest, end, 'rig_invalid', evidenceProblem(error));
  }
  const { turns, speech, silentTracks } = heard;
  const input = { attempt: manifest.attempt, session: manifest.session, scene, events, commands, turns, speech, end };
  const score = scoreSession(input);
  if (score.outcome !== 'scored') return score;
  if (silentTracks.human.length > 0 && end.reason === 'complete') {
    return { ...score, outcome: 'rig_invalid', reason: `nothing of the human track ${silentTracks.human.join(', ')} could be placed` };
  }
  const agentTracks = end.tracks.filter(({ owner }) => owner.kind === 'agent').length;
  if (agentTracks > 0 && silentTracks.agent.length === agentTracks) {
    return { ...score, outcome: 'agent_failure', reason: "none of the agent's packets is audio" };
  }
  return options.words === undefined ? score : scoreWords(score, { reader, session, scene, events, end }, options.words);
}

function withoutScores(manifest: SessionManifest, end: SessionEnd, outcome: SessionOutcome, reason: string): SessionScore {
  const { attempt, session } = manifest;
  return {
    attempt,
    session: session.id,
    scene: session.scene,
    agent: session.agent,
    outcome,
    reason: messageOf(reason),
    turns: [],
    speech: NO_SPEECH,
    windows: [],
    span: { from: rigPos(0), to: end.lastPos },
  };
}
