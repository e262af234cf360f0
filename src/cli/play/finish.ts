/** After the last session: score what is stored, write the report, print, and say the exit code. */
import { readFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { RECORDING } from '../../analysis/scene.js';
import { TurnrigError } from '../../error.js';
import type { LatencyBasis } from '../../recording/model.js';
import { consoleSummary } from '../../report/console.js';
import type { ReportRun } from '../../report/model.js';
import { gate, type Gate } from '../../score/gate.js';
import type { RunSummary } from '../../score/model.js';
import type { ReferenceRow } from '../../text-reference/index.js';
import { energyDetector } from '../../vad/energy.js';
import { sileroDetector } from '../../vad/silero.js';
import { writeReport } from '../../../simulator/reporting/write-report.js';
import { readScore, readWords, scoreRun } from '../../../simulator/scoring/score-run.js';
import type { RunReader } from '../../../simulator/store/run-reader.js';
import { usedOf, type WordsScoring } from '../../../simulator/words/score-words.js';
import { writeUsed } from '../../../simulator/words/used.js';
import { plain, type Console } from '../console.js';
import { packageRoot } from '../paths.js';
import { Progress } from '../progress.js';
import { storedScoring } from '../words/scoring.js';
import { formatWords } from '../words/words-table.js';
import { redactedSummary, refuseRedacted } from './redacted.js';
import { plannedReach, reportRun } from './facts.js';

export interface ReportOptions {
  readonly json: boolean;
  readonly report: boolean;
  readonly notes?: readonly string[];
  /** A text reference to stand in the tables of selective participation. */
  readonly reference?: ReferenceRow;
}

export interface Finished {
  readonly summary: RunSummary;
  readonly gate: Gate;
  /** Path of the page to open; undefined when no report was asked for. */
  readonly report: string | undefined;
}

/** What a user can do about sessions that the rig spoiled. */
function spoiledHint(summary: RunSummary): string {
  const spoiled = summary.sessions.filter(({ outcome }) => outcome === 'rig_invalid');
  // Not one frame was late: no room was had, the server went, or the evidence is damaged. The machine has no part in it.
  if (spoiled.every(({ health }) => health?.starvedBy === undefined))
    return 'Spoiled sessions count for nobody. What spoiled each is said with it: mend that, and run again.';
  const byAgent = summary.sessions.some(({ outcome, health }) => outcome === 'rig_invalid' && health?.starvedBy === 'agent');
  return byAgent
    ? 'Spoiled sessions count for nobody. The agent itself used most of this machine: run it on another one, or fewer sessions side by side (--concurrency).'
    : 'Spoiled sessions count for nobody. Most often the machine was busy with something else and audio left late: leave it alone and run again.';
}

const seconds = (): number => performance.now() / 1000;

/**
 * Scores every session of a run folder. @throws TurnrigError.
 * @param words what its words are judged with; left out: what they were judged with before, from what is stored.
 */
export async function scoreStored(reader: RunReader, console: Console, signal?: AbortSignal, words?: WordsScoring): Promise<RunSummary> {
  refuseRedacted(reader);
  const judged = words ?? (await storedScoring(reader));
  const progress = new Progress(console, 'scoring', reader.manifest.plan.length, seconds);
  const summary = await scoreRun(reader, {
    // One detector scores every run, so that runs can be compared: Silero, whose outputs are stored with its hash.
    // A recording is scored with the one that found its turns.
    detector:
      reader.manifest.transport === RECORDING && reader.manifest.constants['liveDetector'] === 'energy'
        ? energyDetector()
        : await sileroDetector(),
    onProgress: (done, _total, score) => progress.update(done, plain(score.session)),
    ...(judged === undefined ? {} : { words: judged }),
    ...(signal === undefined ? {} : { signal }),
  }).finally(() => progress.clear());
  if (words !== undefined) await writeUsed(reader.dir, usedOf(words));
  // A whole attempt that cannot be read counts for nobody; left unsaid, its session would just be missing.
  for await (const { attempt, problem } of reader.sessions())
    if (problem !== '') console.err(plain(`${attempt} is damaged and does not count: ${problem}`));
  return summary;
}

/** Writes the report of a scored run. @returns the path of its first page. @throws TurnrigError `missing`, `store`. */
export async function reportStored(reader: RunReader, run: ReportRun, console: Console): Promise<string> {
  const progress = new Progress(console, 'report', run.summary.sessions.length, seconds);
  const path = await writeReport(reader, {
    run,
    script: await pageScript(),
    folder: join(reader.dir, 'report'),
    score: (attempt) => readScore(reader, attempt),
    onProgress: (done) => progress.update(done),
  });
  progress.clear();
  return path;
}

async function pageScript(): Promise<string> {
  const built = [new URL('dist/src/report/page.js', packageRoot())].find((url) => existsSync(url));
  if (built === undefined)
    throw new TurnrigError('missing', 'the script of the report page is not built', { hint: 'Run `npm run build`.' });
  return readFile(fileURLToPath(built), 'utf8');
}

/** What the run's latencies are judged by, for --json; null where it was never asked. */
function latencyJson(latency: LatencyBasis | undefined): object | null {
  if (latency === undefined) return null;
  const { may, reason, calibration, roundTrip } = latency;
  const way = roundTrip === undefined ? {} : { roundTrip };
  if (calibration === undefined) return { may, reason, ...way };
  const { biasMs = null, p95AbsErrorMs = null, n, createdAt } = calibration;
  return { may, reason, biasMs, p95AbsErrorMs, n, createdAt, ...way };
}

/** Scores, reports and prints what a person reads; of a redacted run the scores are those that it has; `json` prints one object instead. */
export async function finish(
  reader: RunReader,
  console: Console,
  options: ReportOptions & { readonly signal?: AbortSignal },
  words?: WordsScoring,
): Promise<Finished> {
  const { signal } = options;
  if (reader.manifest.redacted !== undefined) return report(reader, await redactedSummary(reader), console, options);
  // Before anything is written: damaged words that will not be made anew are told, and nothing is half done.
  if (words === undefined && (await storedScoring(reader)) === undefined) await readWords(reader);
  const summary = await scoreStored(reader, console, signal, words);
  // A report that was begun is finished: half of a new one in an old one would be neither.
  signal?.throwIfAborted();
  return report(reader, summary, console, options);
}

/** Reports and prints what was scored; `print` false leaves the printing to the caller. */
export async function report(
  reader: RunReader,
  summary: RunSummary,
  console: Console,
  options: ReportOptions & { readonly print?: boolean },
): Promise<Finished> {
  const { reference } = options;
  const run = { ...reportRun(reader.manifest, summary, options.notes), ...(reference === undefined ? {} : { reference }) };
  const page = options.report ? await reportStored(reader, run, console) : undefined;
  const found = gate(summary);
  const words = await readWords(reader);
  if (options.print === false) return { summary, gate: found, report: page };
  if (options.json)
    console.out(
      JSON.stringify(
        {
          run: reader.dir,
          report: page ?? null,
          gate: found,
          latency: latencyJson(reader.manifest.latency),
          planned: plannedReach(reader.manifest) ?? null,
          summary,
          ...(words === undefined ? {} : { words }),
        },
        null,
        2,
      ),
    );
  else {
    console.out(plain(consoleSummary(run)));
    if (words !== undefined) console.out(plain(`\n${formatWords(words)}`));
    console.out('');
    console.out(plain(`${found.result}: ${found.reason}`));
    if (summary.outcomes.some(({ rigInvalid }) => rigInvalid > 0)) console.out(spoiledHint(summary));
    console.out(`run     ${reader.dir}`);
    if (page !== undefined) console.out(`report  ${page}`);
  }
  return { summary, gate: found, report: page };
}
