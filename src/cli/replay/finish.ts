/** After the last session of a replay: scores, rates, the page, the clips, and what is printed. */
import { existsSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { replayDocument } from '../../replay/document.js';
import { countedOutcome, type SessionOutcome } from '../../replay/outcome.js';
import { replayPage } from '../../replay/page.js';
import type { ReplayPlan } from '../../replay/plan.js';
import { replayResult } from '../../replay/result.js';
import { SCENE_FILE } from '../../replay/scene-file.js';
import { UntilSure } from '../../replay/until-sure.js';
import { replayVerdict } from '../../replay/verdict.js';
import { aboutWords, resultLines } from '../../replay/words.js';
import type { RunSummary } from '../../score/model.js';
import { unequallySpoiled } from '../../score/unequal.js';
import { cutoffClips, MOST_CLIPS, type CutoffClip } from '../../../simulator/replay/cutoff-clips.js';
import { writeFileWhole } from '../../../simulator/eot/files.js';
import type { RunReader } from '../../../simulator/store/run-reader.js';
import { plain, type Console } from '../console.js';
import type { ExitCode } from '../exit-codes.js';
import { report, scoreStored } from '../play/finish.js';
import type { RunOptions } from '../play/prepare.js';
import { runScores } from '../run-scores.js';

/** Of the replay inside the run folder: page, figures, clips. */
const FOLDER = 'replay';
const CUTOFFS = 'cutoffs';

export async function finishReplay(reader: RunReader, plan: ReplayPlan, options: RunOptions, console: Console): Promise<ExitCode> {
  const summary = await scoreStored(reader, console);
  const notes = aboutWords(plan);
  const finished = await report(reader, summary, console, { json: options.json, report: options.report, print: false, notes });
  const folder = join(reader.dir, FOLDER);
  const { manifest } = reader;
  const repeats = new Map(manifest.plan.map(({ id, repeat }) => [id, repeat]));
  const planned = new Map(manifest.agents.map(({ name }) => [name, manifest.plan.filter(({ agent }) => agent === name).length]));
  const sessions: SessionOutcome[] = [];
  const clips: CutoffClip[] = [];
  /** Agents of the sessions that the user stopped. */
  const stopped: string[] = [];
  for await (const { score } of runScores(reader.dir, console)) {
    const { end } = await reader.info(score.attempt);
    const outcome = countedOutcome(plan, score, repeats.get(score.session) ?? 0, end?.reason);
    if (outcome === undefined) {
      stopped.push(score.agent);
      continue;
    }
    sessions.push(outcome);
    const windows = outcome.turns.flatMap(({ cuts }) => cuts.map(({ window }) => window));
    clips.push(...(await cutoffClips(reader, score, windows.slice(0, MOST_CLIPS - clips.length), join(folder, CUTOFFS))));
  }
  const result = replayResult(plan, planned, sessions);
  const untilSure = plan.sequential === undefined ? undefined : lookedAt(plan.sequential, [...planned.keys()], sessions);
  const failed = result.agents.some(({ reproduced, agentFailures }) => reproduced.count + agentFailures > 0);
  const verdict = replayVerdict(result, untilSure?.decisions() ?? new Map(), unequallySpoiled(withoutStopped(summary, stopped), !failed));
  const sequential = untilSure?.looks() ?? [];
  const clipOf = new Map(clips.map(({ attempt, window, file }) => [`${attempt}/${window}`, `${CUTOFFS}/${file}`]));
  const document = replayDocument({ plan, result, verdict, sequential, clips: clipOf, run: manifest.id });
  await writeFileWhole(join(folder, 'replay.json'), `${JSON.stringify(document, null, 2)}\n`);
  const whole = finished.report !== undefined && existsSync(finished.report);
  const split = existsSync(join(reader.dir, 'report/sessions'));
  const page = join(folder, 'index.html');
  await writeFileWhole(
    page,
    replayPage({
      plan,
      result,
      verdict,
      sequential,
      clip: (attempt, window) => clipOf.get(`${attempt}/${window}`),
      window: whole ? (attempt, window) => hrefOf(folder, join(reader.dir, 'report'), split, attempt, window) : undefined,
    }),
  );
  if (options.json) {
    console.out(
      JSON.stringify({ ...document, run: reader.dir, report: finished.report ?? null, page, scene: join(reader.dir, SCENE_FILE) }, null, 2),
    );
    return verdict.exitCode;
  }
  for (const line of [...notes, '', ...resultLines(plan, result, sequential), '', `${verdict.result}: ${verdict.reason}`])
    console.out(plain(line));
  console.out(`run     ${reader.dir}\nscene   ${join(reader.dir, SCENE_FILE)}`);
  if (finished.report !== undefined) console.out(`report  ${finished.report}`);
  console.out(`replay  ${page}`);
  return verdict.exitCode;
}

/** The run's own summary counts what was stopped as the rig's. */
function withoutStopped(summary: RunSummary, stopped: readonly string[]): RunSummary {
  const outcomes = summary.outcomes.map((one) => ({
    ...one,
    rigInvalid: one.rigInvalid - stopped.filter((agent) => agent === one.agent).length,
  }));
  return { ...summary, outcomes };
}

/** The looks as they were taken, from the scores: repeats in their order, as far as they were played without a gap. */
function lookedAt(rule: NonNullable<ReplayPlan['sequential']>, agents: readonly string[], sessions: readonly SessionOutcome[]): UntilSure {
  const untilSure = new UntilSure(rule, agents);
  for (let repeat = 1; !untilSure.over; repeat++) {
    const block = sessions.filter((one) => one.repeat === repeat);
    if (block.length === 0) break;
    untilSure.look(block);
  }
  return untilSure;
}

function hrefOf(folder: string, reportFolder: string, split: boolean, attempt: string, window: string): string {
  const to = relative(folder, reportFolder).split(sep).map(encodeURIComponent).join('/');
  const anchor = `${encodeURIComponent(attempt)}/${encodeURIComponent(window)}`;
  return split ? `${to}/sessions/${encodeURIComponent(attempt)}.html#${anchor}` : `${to}/index.html#${anchor}`;
}
