/** `turnrig entry-yield from-run RUN`: the opportunities of a live run, the agent as wearer, scored from its waveform alone. */
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { liveOpportunities, liveReview, summariseLive, type LiveAgent, type LiveTask } from '../../entry-yield/live.js';
import { scoreLiveFrames, type FramesAgent, type FramesTask } from '../../entry-yield/live-frames.js';
import { isExcluded, type LiveFinding } from '../../entry-yield/live-model.js';
import { liveEventsCsv, liveFramesCsv } from '../../entry-yield/live-tables.js';
import type { SessionFrames } from '../../entry-yield/frames.js';
import { wearerFrames } from '../../entry-yield/wearer-frames.js';
import { WEARER_PLUS_MINUS } from '../../entry-yield/wearer-message.js';
import { openRun } from '../../../simulator/store/run-store.js';
import { TASKS } from '../../entry-yield/model.js';
import { samplesToMs } from '../../time/position.js';
import { plain, processConsole, type Console } from '../console.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { runScores } from '../run-scores.js';
import { table } from '../table.js';
import { writeFiles } from '../write-files.js';

export interface FromRunOptions {
  readonly out?: string;
  readonly json: boolean;
}

/** @throws TurnrigError `run-folder`, `store`. */
export async function entryYieldFromRun(dir: string, options: FromRunOptions, console: Console): Promise<ExitCode> {
  const findings: LiveFinding[] = [];
  const frames = new Map<string, SessionFrames>();
  const reader = await openRun(resolve(dir));
  let [sessions, spoiled] = [0, 0];
  for await (const { scene, score } of runScores(dir, console)) {
    findings.push(...liveOpportunities(scene, score));
    sessions++;
    if (score.outcome === 'rig_invalid') spoiled++;
    const published = wearerFrames(score.session, (await reader.session(score.attempt).timeline()).events);
    if (published !== undefined) frames.set(score.session, published);
  }
  const agents = summariseLive(findings);
  const found = scoreLiveFrames(findings, frames);
  const summary = `${JSON.stringify(json(agents, found.agents, sessions, spoiled), null, 2)}\n`;
  if (options.out !== undefined)
    await writeFiles(options.out, {
      'summary.json': summary,
      'events.csv': liveEventsCsv(findings, found.scores),
      ...(frames.size === 0 ? {} : { 'frames.csv': liveFramesCsv(frames) }),
      'reviews.jsonl': findings.map((one) => (isExcluded(one) ? '' : `${JSON.stringify(liveReview(one))}\n`)).join(''),
    });
  if (options.json) console.out(summary.trimEnd());
  else {
    console.out(plain(text(agents)));
    if (found.agents.length > 0) console.out(plain(framesText(found.agents)));
    console.out(`${sessions} sessions, ${spoiled} of them spoiled by the rig, which count for nobody`);
  }
  return findings.some((one) => !isExcluded(one)) ? EXIT.met : EXIT.undecided;
}

function json(agents: readonly LiveAgent[], published: readonly FramesAgent[], sessions: number, spoiled: number): object {
  const task = (one: LiveTask): object => ({ ...one, ap: one.ap ?? null, prevalence: one.prevalence ?? null });
  const framesTask = (one: FramesTask): object => ({ ...one, ap: one.ap ?? null });
  return {
    sessions,
    spoiled,
    agents: agents.map((one) => {
      const own = published.find(({ agent }) => agent === one.agent);
      const frames = own && {
        sessions: own.sessions,
        frames: own.frames,
        plusMinusMs: samplesToMs(WEARER_PLUS_MINUS),
        entry: framesTask(own.entry),
        yield: framesTask(own.yield),
      };
      return { ...one, entry: task(one.entry), yield: task(one.yield), ...(frames === undefined ? {} : { frames }) };
    }),
  };
}

function text(agents: readonly LiveAgent[]): string {
  const percent = (value: number | undefined): string => (value === undefined ? 'none' : `${(100 * value).toFixed(1)}%`);
  const rows = agents.flatMap((agent) =>
    TASKS.map((task) => {
      const one = agent[task];
      const acted = [`${one.actedOnPositives} of ${one.positives}`, `${one.actedOnNegatives} of ${one.negatives}`];
      return [agent.agent, task.toUpperCase(), percent(one.ap), percent(one.prevalence), ...acted];
    }),
  );
  const excluded = agents.flatMap((agent) =>
    TASKS.flatMap((task) =>
      agent[task].excluded.map(({ count, rule }) => `${agent.agent}, ${task.toUpperCase()}: excluded ${count}: ${rule}`),
    ),
  );
  return [table([['agent', 'task', 'AP', 'prevalence', 'acted when due', 'acted when not'], ...rows]), ...excluded].join('\n');
}

function framesText(agents: readonly FramesAgent[]): string {
  const percent = (value: number | undefined): string => (value === undefined ? 'none' : `${(100 * value).toFixed(1)}%`);
  const rows = agents.flatMap((agent) =>
    TASKS.map((task) => {
      const { ap, positives, negatives } = agent[task];
      return [agent.agent, task.toUpperCase(), percent(ap), String(positives), String(negatives), String(agent.frames)];
    }),
  );
  const excluded = agents.flatMap((agent) =>
    TASKS.flatMap((task) =>
      agent[task].excluded.map(({ count, rule }) => `${agent.agent}, ${task.toUpperCase()}: excluded ${count}: ${rule}`),
    ),
  );
  const head = ['agent', 'p_wearer', 'AP', 'positives', 'negatives', 'frames'];
  return [table([head, ...rows]), ...excluded, `frames are placed by their arrival, ±${samplesToMs(WEARER_PLUS_MINUS)} ms`].join('\n');
}

export function registerEntryYieldFromRun(command: Command): void {
  command
    .argument('<run>', 'run folder')
    .option('--out <folder>', 'write summary.json, events.csv, reviews.jsonl, and frames.csv of an agent that publishes p_wearer')
    .option('--json', 'print the summary as one JSON object (shape: docs/entry-yield.md)', false)
    .action(async (dir: string, options: FromRunOptions) => {
      process.exitCode = await entryYieldFromRun(dir, options, processConsole());
    });
}
