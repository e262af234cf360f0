/** The scored sessions of a run folder whose scenes stand in arms (docs/run-folder.md, docs/cli.md). */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { ArmSession } from './paired.js';

const runFile = z.object({
  plan: z.array(z.object({ id: z.string(), suite: z.string(), scene: z.string(), agent: z.string(), repeat: z.number() })),
  scenes: z.array(z.object({ id: z.string(), suite: z.string(), arm: z.string().optional() })),
});
const summaryFile = z.object({ sessions: z.array(z.object({ attempt: z.string(), session: z.string(), outcome: z.string() })) });
const scoresFile = z.object({
  windows: z.array(
    z.object({ measure: z.string(), verdict: z.string(), value: z.object({ kind: z.string(), ms: z.number().optional() }).loose() }),
  ),
});

/** @throws Error when the folder is no scored run. */
export async function readArms(run: string): Promise<ArmSession[]> {
  const { plan, scenes } = await parsed(join(run, 'run.json'), runFile);
  const { sessions } = await parsed(join(run, 'derived', 'summary.json'), summaryFile);
  const armOf = new Map(scenes.map(({ id, suite, arm }) => [JSON.stringify([suite, id]), arm]));
  const found: ArmSession[] = [];
  for (const { attempt, session, outcome } of sessions) {
    const planned = plan.find(({ id }) => id === session);
    const arm = planned && armOf.get(JSON.stringify([planned.suite, planned.scene]));
    if (planned === undefined || arm === undefined || outcome !== 'scored') continue;
    const { windows } = await parsed(join(run, 'sessions', attempt, 'derived', 'scores.json'), scoresFile);
    const cuts = windows.filter(({ measure, verdict }) => measure === 'false-cutoff' && (verdict === 'pass' || verdict === 'fail'));
    const { agent, suite, repeat } = planned;
    const waitMs = windows.find(({ measure, value }) => measure === 'reply' && value.kind === 'measured')?.value.ms;
    found.push({
      agent,
      suite,
      arm,
      repeat,
      waitMs,
      cutIn: cuts.length === 0 ? undefined : cuts.some(({ verdict }) => verdict === 'fail'),
    });
  }
  return found;
}

async function parsed<T>(file: string, schema: z.ZodType<T>): Promise<T> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch {
    throw new Error(`${file} cannot be read: is this a run folder, and has it been scored (turnrig score RUN)?`);
  }
  return schema.parse(JSON.parse(text));
}
