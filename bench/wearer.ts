/**
 * How far frames of p_wearer on the data channel lie from where they were sent?
 *
 *   node dist/bench/wearer.js [--sessions 6] [--save]
 *
 * Sessions of the built command with an agent that logs when it sent each frame (bench/wearer-agent.mjs), by the clock that the rig has too:
 * the error is where the timeline has the frame less when it was sent. Frames before the first turn are told apart: those of the moments in
 * which the agent joins wait for its channel to open. Everything runs on this machine, on the embedded server.
 */
import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { percentile } from '../src/stats/percentile.js';
import { WEARER_PLUS_MINUS } from '../src/entry-yield/wearer-message.js';
import { samplesToMs } from '../src/time/position.js';
import { openRun } from '../simulator/store/run-store.js';
import { saveFigures } from './figures.js';

const { values } = parseArgs({ options: { sessions: { type: 'string', default: '6' }, save: { type: 'boolean', default: false } } });
const folder = await mkdtemp(join(tmpdir(), 'turnrig-wearer-'));
const out = join(folder, 'run');
const agent = ['--agent', 'wait', '--agent-cmd', `"${process.execPath}" bench/wearer-agent.mjs`];
const args = ['dist/src/cli/main.js', 'run', 'quickstart-quick', '--scene', 'hours', '--repeats', values.sessions, '--concurrency', '1'];
spawnSync(process.execPath, [...args, '--no-report', '--no-calibrate', ...agent, '--out', out], { stdio: ['ignore', 'ignore', 'inherit'] });

const logs = await readdir(join(out, 'logs'));
const errors: number[] = [];
const joining: number[] = [];
const reader = await openRun(out);
for await (const { attempt, manifest } of reader.sessions()) {
  const log = logs.find((name) => name.includes(attempt));
  if (manifest === undefined || log === undefined) continue;
  const text = await readFile(join(out, 'logs', log), 'utf8');
  const sent = new Map([...text.matchAll(/sent (\d+) ([\d.]+)/g)].map(([, ns, p]) => [Number(p), BigInt(ns ?? 0)]));
  let begun = false;
  for (const event of (await reader.session(attempt).timeline()).events) {
    if (event.type === 'turn-started') begun = true;
    const ns = event.type === 'p-wearer' ? sent.get(event.p[1] ?? -1) : undefined;
    if (ns !== undefined) (begun ? errors : joining).push(samplesToMs(event.at) - Number(ns - BigInt(manifest.zeroNs)) / 1e6);
  }
}
await rm(folder, { recursive: true, force: true });
if (errors.length === 0) throw new Error('no frame arrived');
const at = (share: number): string => (percentile(errors, share) ?? Number.NaN).toFixed(1);
const limit = samplesToMs(WEARER_PLUS_MINUS);
const within = errors.filter((error) => Math.abs(error) <= limit).length / errors.length;
const figure = `late by p50 ${at(0.5)}, p95 ${at(0.95)}, at most ${at(1)} ms; ${(100 * within).toFixed(1)}% within the stated ±${limit} ms`;
console.log(`${errors.length} frames of p_wearer from the first turn on, in ${values.sessions} sessions: ${figure}`);
if (joining.length > 0)
  console.log(`${joining.length} frames before it: late by at most ${(percentile(joining, 1) ?? Number.NaN).toFixed(1)} ms`);
if (values.save)
  await saveFigures({ name: 'wearer', command: 'npm run bench -- wearer', topic: 'sure' }, [
    {
      what: 'place of p_wearer frames on the timeline, from the first turn on, against when the agent sent them, same machine, embedded server',
      figure,
      n: errors.length,
    },
  ]);
