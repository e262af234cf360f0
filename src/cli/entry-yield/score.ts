/** `turnrig entry-yield score`: a model's frame probabilities at reviewed opportunities. */
import { Option, type Command } from 'commander';
import { ANNOTATION_TOLERANCE_S } from '../../entry-yield/constants.js';
import { eventsCsv, metricsCsv, summaryJson } from '../../entry-yield/documents.js';
import type { SessionFrames } from '../../entry-yield/frames.js';
import { READINGS, TASKS, type Kind, type Reading } from '../../entry-yield/model.js';
import { operatingPoint, sharedSessions, type OperatingPoint } from '../../entry-yield/operating-point.js';
import { readReviews, UNNAMED_SESSION, type Reviews } from '../../entry-yield/reviews.js';
import { EASYCOM_WEARER } from '../../entry-yield/easycom-candidates.js';
import { scoreOpportunities, type Scores } from '../../entry-yield/score.js';
import { summarise } from '../../entry-yield/summary.js';
import { TurnrigError } from '../../error.js';
import type { Problem } from '../../scenario/problem.js';
import { plain, processConsole, type Console } from '../console.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { refuse } from '../refuse.js';
import { kindMap, notNegative, positive, recalls } from './options.js';
import { writeFiles } from '../write-files.js';
import { readFrames } from './read-frames.js';
import { candidateLines, reviewRows, type ReviewSource } from './read-reviews.js';
import { scoreTable } from './table.js';

export interface EntryYieldOptions {
  readonly reviews?: readonly string[];
  readonly easycom?: string;
  readonly wearer: string;
  readonly frames: readonly string[];
  readonly fps?: number;
  readonly reading: Reading;
  readonly kind?: ReadonlyMap<string, Kind>;
  readonly allowProvisional: boolean;
  readonly tolerance: number;
  readonly operatingPoints?: readonly number[];
  readonly calibrationReviews?: readonly string[];
  readonly calibrationFrames?: readonly string[];
  readonly out?: string;
  readonly json: boolean;
}

/** @throws TurnrigError that names everything that is wrong with the files. */
export async function entryYieldScore(options: EntryYieldOptions, console: Console): Promise<ExitCode> {
  const asked = options.operatingPoints ?? [];
  if (asked.length > 0 && (options.calibrationReviews === undefined || options.calibrationFrames === undefined))
    throw new TurnrigError('input', 'operating points are refused without a calibration set: a threshold fitted on the test set flatters', {
      hint: 'Give --calibration-reviews and --calibration-frames of other sessions.',
    });
  if ((options.reviews === undefined) === (options.easycom === undefined))
    throw new TurnrigError('input', 'either --reviews or --easycom says where the opportunities are', { hint: 'Give one of them.' });
  const { scores, sessions, missing } = await scoreSet(options, options.frames, options);
  const operatingPoints = asked.length === 0 ? [] : await calibrated(options, asked, scores);
  const score = summarise({ ...scores, reading: options.reading, sessions, operatingPoints });
  const summary = `${JSON.stringify({ ...summaryJson(score), missingFrames: missing }, null, 2)}\n`;
  if (options.out !== undefined)
    await writeFiles(options.out, {
      'summary.json': summary,
      'metrics.csv': metricsCsv(score),
      'events.csv': eventsCsv(score, sessions),
      ...(options.easycom === undefined ? {} : { 'candidates.jsonl': await candidateLines(options.easycom, options) }),
    });
  console.out(options.json ? summary.trimEnd() : plain(scoreTable(score)));
  if (!options.json && missing > 0) console.out(`${missing} rows of the frames have no probability: frames that are missing`);
  if (!options.json && options.out !== undefined) console.out(`written  ${options.out}`);
  return score.scored.length > 0 ? EXIT.met : EXIT.undecided;
}

interface ScoredSet {
  readonly scores: Scores;
  readonly sessions: ReadonlyMap<string, SessionFrames>;
  /** Rows of the frames without a probability. */
  readonly missing: number;
}

async function scoreSet(source: ReviewSource, frameFiles: readonly string[], options: EntryYieldOptions): Promise<ScoredSet> {
  const problems: Problem[] = [];
  const report = (problem: Problem): void => {
    problems.push(problem);
  };
  const rows = await reviewRows(source, options, report);
  const reviews = readReviews(rows, { kinds: options.kind ?? new Map(), ...options });
  const { sessions, missing } = await readFrames(frameFiles, options.fps, report);
  refuse(problems, 'The formats are in docs/entry-yield.md.');
  sameNaming(reviews, sessions);
  const { scored, excluded } = scoreOpportunities(reviews.opportunities, sessions, options.reading);
  return { scores: { scored, excluded: [...reviews.excluded, ...excluded] }, sessions, missing };
}

/** Sessions never mix: events of a named session are not scored from frames of no named one. */
function sameNaming({ opportunities, excluded }: Reviews, sessions: ReadonlyMap<string, SessionFrames>): void {
  const named = new Set([...opportunities, ...excluded].map(({ session }) => session));
  const [unnamedFrames, unnamedReviews] = [sessions.has(UNNAMED_SESSION), named.has(UNNAMED_SESSION)];
  if (unnamedFrames && [...named].some((session) => session !== UNNAMED_SESSION))
    throw new TurnrigError('input', 'the reviews name sessions, and frames name none', {
      hint: 'Add a column "session" to the frames, or name a file by --frames SESSION=FILE.',
    });
  if (unnamedReviews && !unnamedFrames)
    throw new TurnrigError('input', 'the frames name sessions, and reviews name none', { hint: 'Add a field "session" to the reviews.' });
}

async function calibrated(options: EntryYieldOptions, asked: readonly number[], test: Scores): Promise<OperatingPoint[]> {
  const { scores } = await scoreSet({ reviews: options.calibrationReviews ?? [] }, options.calibrationFrames ?? [], options);
  const shared = sharedSessions([...test.scored, ...test.excluded], [...scores.scored, ...scores.excluded]);
  if (shared.length > 0)
    throw new TurnrigError(
      'input',
      `operating points are refused: the calibration set shares sessions with the test set: ${shared.join(', ')}`,
      {
        hint: 'Calibrate on other sessions.',
      },
    );
  return TASKS.flatMap((task) => asked.map((recall) => operatingPoint(task, recall, test.scored, scores.scored)));
}

export function registerEntryYieldScore(command: Command): void {
  command
    .option('--reviews <file...>', 'reviewed events, JSON Lines (docs/entry-yield.md)')
    .option('--easycom <folder>', "EasyCom's Speech_Transcriptions instead: candidates of its annotation, all of them provisional")
    .option('--wearer <participant>', 'who wears the glasses, with --easycom', EASYCOM_WEARER)
    .requiredOption('--frames <file...>', 'frame probabilities with columns session, t (or frame), p_wearer: [SESSION=]FILE')
    .option('--fps <number>', 'frames a second, where the table counts frames', positive)
    .addOption(new Option('--reading <name>', "ENTRY's window without or with its end").choices([...READINGS]).default('half-open'))
    .option('--kind <yours=kind>', 'a kind as your reviewers call it; may be given again', kindMap)
    .option('--tolerance <seconds>', "of the annotation, for competitors at the wearer's offset", notNegative, ANNOTATION_TOLERANCE_S)
    .option('--allow-provisional', 'score provisional reviews too', false)
    .option('--operating-points <recalls>', 'thresholds at these recalls of a calibration set, for example 0.5,0.8', recalls)
    .option('--calibration-reviews <file...>', 'reviews of other sessions')
    .option('--calibration-frames <file...>', 'their frames')
    .option('--out <folder>', 'write summary.json, metrics.csv and events.csv')
    .option('--json', 'print the summary as one JSON object', false)
    .action(async (options: EntryYieldOptions) => {
      process.exitCode = await entryYieldScore(options, processConsole());
    });
}
