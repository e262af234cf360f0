/**
 * The live figure of replayed calls: a two-channel call of over a minute, made of committed clips (replay-call/made-call.ts), replayed against
 * two real agents that differ in how they take a turn for over, with the paired difference. Half an hour and more; it wants the machine alone.
 *
 *   node dist/bench/replay-call.js [--repeat 10] [--agent SPEC --agent SPEC] [--seed 1] [--out FOLDER] [--make] [--save]
 *
 * --make writes the call with its labels and stops. Without --out everything lies in a folder of its own below runs/.
 */
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { saveFigures, type FigureRow } from './figures.js';
import { MADE_CALL, writeMadeCall } from './replay-call/made-call.js';

const PRESETS = ['preset:vad-only', 'preset:turn-detector'];
const { values } = parseArgs({
  options: {
    repeat: { type: 'string', default: '10' },
    agent: { type: 'string', multiple: true, default: PRESETS },
    seed: { type: 'string', default: '1' },
    out: { type: 'string' },
    memory: { type: 'boolean', default: false },
    make: { type: 'boolean', default: false },
    save: { type: 'boolean', default: false },
  },
});
const root = fileURLToPath(new URL('../../', import.meta.url));
const out = values.out ?? join('runs', `replay-call-${new Date().toISOString().replace(/\D/g, '').slice(0, 14)}`);
const call = join(out, 'call');
const length = await writeMadeCall(root, call);
console.log(`call    ${call}, ${(length / 1000).toFixed(1)} s`);

if (!values.make) {
  const run = join(out, 'run');
  const args = ['replay', '--labels', call, '--call', MADE_CALL, '--repeat', values.repeat, '--seed', values.seed, '--out', run];
  const agents = values.agent.flatMap((agent) => ['--agent', agent]);
  process.exitCode = await turnrig([...args, ...agents, ...(values.memory ? ['--memory'] : [])]);
  if (values.save) await save(run);
}

function turnrig(args: readonly string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(root, 'dist/src/cli/main.js'), ...args], { stdio: 'inherit' });
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

async function save(run: string): Promise<void> {
  const rate = z.object({ count: z.number(), of: z.number(), low: z.number().nullable(), high: z.number().nullable() });
  const document = z.object({
    agents: z.array(
      z.object({
        agent: z.string(),
        rigInvalid: z.number(),
        agentFailures: z.number(),
        reproduced: rate,
        turns: z.array(z.object({ cut: rate, waits: z.object({ answered: z.number(), censored: z.number() }) })),
      }),
    ),
    pair: z
      .object({
        a: z.string(),
        b: z.string(),
        pairs: z.number(),
        onlyA: z.number(),
        onlyB: z.number(),
        difference: z.number().nullable(),
        interval: z.object({ low: z.number(), high: z.number() }).nullable(),
        pValue: z.number().nullable(),
      })
      .nullable(),
  });
  const { agents, pair } = document.parse(JSON.parse(await readFile(join(run, 'replay/replay.json'), 'utf8')));
  const percent = (share: number | null): string => `${Math.round(100 * (share ?? 0))}%`;
  const rows = agents.map(({ agent, reproduced, rigInvalid, agentFailures, turns }): FigureRow => {
    const cut = turns.reduce((sum, one) => sum + one.cut.count, 0);
    const of = turns.reduce((sum, one) => sum + one.cut.of, 0);
    return {
      what: `a call of ${Math.round(length / 1000)} s replayed against ${agent}: sessions with a premature reply`,
      figure: `${reproduced.count} of ${reproduced.of} (95% interval ${percent(reproduced.low)} to ${percent(reproduced.high)}); ${cut} of ${of} turns cut into; ${agentFailures} failures, ${rigInvalid} spoiled`,
      ...(reproduced.of > 0 ? { n: reproduced.of } : {}),
    };
  });
  if (pair !== null && pair.difference !== null) {
    const { low, high } = pair.interval ?? { low: Number.NaN, high: Number.NaN };
    const range = pair.interval === null ? '' : `, 95% interval ${Math.round(100 * low)} to ${Math.round(100 * high)}`;
    rows.push({
      what: `${pair.b} less ${pair.a} on that call, block by block`,
      figure: `${Math.round(100 * pair.difference)} points${range}; only ${pair.a} in ${pair.onlyA}, only ${pair.b} in ${pair.onlyB}, McNemar's exact p = ${pair.pValue ?? ''}`,
      n: Math.max(1, pair.pairs),
    });
  }
  await saveFigures({ name: 'replay-call', command: `npm run bench -- replay-call --repeat ${values.repeat} --save`, topic: 'sure' }, rows);
}
