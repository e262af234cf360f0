/** `turnrig entry-yield from-run RUN`: the opportunities of a live run, the agent as wearer, scored from its waveform alone. */
import type { Command } from 'commander';
import { isDue, liveOpportunities, liveReview, summariseLive, type LiveAgent, type LiveTask } from '../../entry-yield/live.js';
import { isExcluded, LIVE_KINDS, type LiveFinding } from '../../entry-yield/live-model.js';
import { TASKS } from '../../entry-yield/model.js';
import { csvLine } from '../../tabular/csv.js';
import { samplesToMs, type Samples } from '../../time/position.js';
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
  let [sessions, spoiled] = [0, 0];
  for await (const { scene, score } of runScores(dir, console)) {
    findings.push(...liveOpportunities(scene, score));
    sessions++;
    if (score.outcome === 'rig_invalid') spoiled++;
  }
  const agents = summariseLive(findings);
  const summary = `${JSON.stringify(json(agents, sessions, spoiled), null, 2)}\n`;
  if (options.out !== undefined)
    await writeFiles(options.out, {
      'summary.json': summary,
      'events.csv': eventsCsv(findings),
      'reviews.jsonl': findings.map((one) => (isExcluded(one) ? '' : `${JSON.stringify(liveReview(one))}\n`)).join(''),
    });
  if (options.json) console.out(summary.trimEnd());
  else {
    console.out(plain(text(agents)));
    console.out(`${sessions} sessions, ${spoiled} of them spoiled by the rig, which count for nobody`);
  }
  return findings.some((one) => !isExcluded(one)) ? EXIT.met : EXIT.undecided;
}

function json(agents: readonly LiveAgent[], sessions: number, spoiled: number): object {
  const task = (one: LiveTask): object => ({ ...one, ap: one.ap ?? null, prevalence: one.prevalence ?? null });
  return { sessions, spoiled, agents: agents.map((one) => ({ ...one, entry: task(one.entry), yield: task(one.yield) })) };
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

const COLUMNS = [
  'agent',
  'session',
  'scene',
  'id',
  'task',
  'kind',
  'label',
  'anchor_s',
  'horizon_ms',
  'delay_ms',
  'plus_minus_ms',
  'score',
  'excluded',
] as const;

function eventsCsv(findings: readonly LiveFinding[]): string {
  const ms = (samples: Samples | undefined): number | undefined => (samples === undefined ? undefined : round(samplesToMs(samples)));
  const lines = findings.map((one) => {
    const base = [one.agent, one.session, one.scene, one.id];
    if (isExcluded(one)) return csvLine([...base, one.task, ...Array.from({ length: 7 }, () => undefined), one.why]);
    const label = isDue(one) ? 1 : 0;
    const times = [round(samplesToMs(one.at) / 1000), ms(one.horizon), ms(one.delay), ms(one.plusMinus)];
    return csvLine([...base, LIVE_KINDS[one.kind].task, one.kind, label, ...times, one.score, undefined]);
  });
  return [csvLine(COLUMNS), ...lines].join('');
}

const round = (value: number): number => Math.round(value * 1e6) / 1e6;

export function registerEntryYieldFromRun(parent: Command): void {
  parent
    .command('from-run')
    .description('ENTRY and YIELD of the agents of a live run, from their waveform alone')
    .argument('<run>', 'run folder')
    .option('--out <folder>', 'write summary.json, events.csv, and reviews.jsonl for frames that an agent publishes')
    .option('--json', 'print the summary as one JSON object (shape: docs/entry-yield.md)', false)
    .action(async (dir: string, options: FromRunOptions) => {
      process.exitCode = await entryYieldFromRun(dir, options, processConsole());
    });
}
