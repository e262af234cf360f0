/** `turnrig sid from-run RUN`: barge-ins, backchannels and noises of a live run as SID-bench counts them. */
import { Option, type Command } from 'commander';
import { liveClips, isInvalid, type LiveInvalid, type LiveResult } from '../../sid/live.js';
import { summariseLiveSid, type LiveSid } from '../../sid/live-summary.js';
import { DEFINITIONS, type Definition } from '../../sid/model.js';
import { plain, processConsole, type Console } from '../console.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { runScores } from '../run-scores.js';
import { sidJson, sidTable } from './document.js';

export interface SidFromRunOptions {
  readonly definition: Definition;
  readonly items: boolean;
  readonly json: boolean;
}

/** @throws TurnrigError `run-folder`. */
export async function sidFromRun(dir: string, options: SidFromRunOptions, console: Console): Promise<ExitCode> {
  const clips: (LiveResult | LiveInvalid)[] = [];
  for await (const { scene, score } of runScores(dir, console)) clips.push(...liveClips(scene, score));
  const agents = summariseLiveSid(clips, options.definition);
  if (options.json) {
    const items = options.items ? { clips: clips.map(clipJson) } : {};
    console.out(JSON.stringify({ agents: agents.map(agentJson), ...items }, null, 2));
  } else if (agents.length === 0) console.out('no scene of this run plays a clip over the speech of the agent');
  else for (const agent of agents) console.out(plain(agentText(agent)));
  return clips.some((one) => !isInvalid(one)) ? EXIT.met : EXIT.undecided;
}

function agentJson({ agent, sid, yields, resumes, talkOverMs, invalid }: LiveSid): object {
  const { p50Ms = null, p90Ms = null, worstMs = null, ...rest } = yields;
  return {
    agent,
    ...sidJson(sid, { items: false }),
    yields: { ...rest, p50Ms, p90Ms, worstMs },
    resumes: { ...resumes, medianMs: resumes.medianMs ?? null },
    talkOverMs,
    invalid,
  };
}

function clipJson(one: LiveResult | LiveInvalid): object {
  if (isInvalid(one)) return one;
  const { agent, session, scene, turn, kind, mustStop, stopMs = null, plusMinusMs, talkOverMs, tailMs, restarts, resumeMs = null } = one;
  return { agent, session, scene, turn, kind, mustStop, stopMs, plusMinusMs, talkOverMs, tailMs, restarts, resumeMs };
}

function agentText({ agent, sid, yields, resumes, talkOverMs, invalid }: LiveSid): string {
  const ms = (value: number | undefined): string => (value === undefined ? 'none' : `${value.toFixed(0)} ms`);
  const within = yields.within.map(({ ms: limit, stopped }) => `${stopped} within ${limit / 1000} s`).join(', ');
  return [
    agent,
    sidTable(sid),
    `stopped at ${yields.stopped} of ${yields.breaks} breaks (${within}): p50 ${ms(yields.p50Ms)}, p90 ${ms(yields.p90Ms)}, worst ${ms(yields.worstMs)}; after it, over the user, ${yields.restarts} restarts and ${ms(yields.tailMs)} of speech`,
    `stopped at ${resumes.stopped} clips without a break, went on after ${resumes.resumed} of them, median ${ms(resumes.medianMs)}; both spoke for ${ms(talkOverMs)}`,
    ...invalid.map(({ count, rule }) => `invalid ${count}: ${rule}`),
  ].join('\n');
}

export function registerSidFromRun(command: Command): void {
  command
    .argument('<run>', 'run folder')
    .addOption(new Option('--definition <name>', "the source's text, or its notebook").choices([...DEFINITIONS]).default('text'))
    .option('--items', 'every clip, in the JSON object', false)
    .option('--json', 'print one JSON object (shape: docs/sid.md)', false)
    .action(async (dir: string, options: SidFromRunOptions) => {
      process.exitCode = await sidFromRun(dir, options, processConsole());
    });
}
