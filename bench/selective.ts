/**
 * Selective participation against participants of known truth: generated pairs x every participant, in virtual time with placeholder speech;
 * every score, diagnostic and funnel count is held against what the participant's rule says (bench/selective/truth.ts).
 *
 *   node dist/bench/selective.js [pairs] [--edges] [--seed 1] [--workers 2] [--minutes M] [--save]
 *
 * --edges leaves the sound out: schedule, participants, scorer and counts are the same, recording and VAD are not there (selective/edges.ts).
 * --minutes begins no further file of pairs after so long: what was played by then is counted, and the figures say of how many pairs.
 * 2,000 pairs unless told otherwise (the issue that asked for it). Prints the cost of 1,000 scenes with the share of each stage, in
 * seconds of processor time. Ends with 1 when a count is not the truth.
 */
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import type { MadePair } from '../src/generate/index.js';
import { selectiveLines } from '../src/report/selective-console.js';
import { saveFigures } from './figures.js';
import { verified } from './selective/all.js';
import type { PlayedFile } from './selective/file.js';
import { generatedPairs } from './selective/pairs.js';
import { RULES } from './selective/truth.js';
import type { FromWorker, ToWorker } from './selective/worker.js';

/** Pairs a file, as `turnrig generate` has it. */
const PER_FILE = 20;
const PAIRS = '2000';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: '1' },
    workers: { type: 'string', default: String(availableParallelism()) },
    edges: { type: 'boolean', default: false },
    minutes: { type: 'string', default: 'Infinity' },
    save: { type: 'boolean', default: false },
  },
});
const by = values.edges ? 'edges' : 'sound';

/** @param until `performance.now()` after which no file is begun: the first ones of `files` are played, in whole. */
async function playAll(files: readonly (readonly MadePair[])[], workers: number, until: number): Promise<PlayedFile[]> {
  const played: PlayedFile[] = [];
  let [next, done] = [0, 0];
  const work = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const worker = new Worker(new URL('./selective/worker.js', import.meta.url));
      let at = -1;
      const give = (): void => {
        const file = performance.now() > until ? undefined : files[next];
        if (file !== undefined) at = next++;
        if (file !== undefined) worker.postMessage({ pairs: file, by } satisfies ToWorker);
        else void worker.terminate().then(() => resolve(), reject);
      };
      worker.on('message', (message: FromWorker) => {
        if ('failed' in message) {
          reject(new Error(message.failed));
          return;
        }
        played[at] = message.played;
        done += 1;
        if (process.stderr.isTTY) process.stderr.write(`\rfile ${done}/${files.length}`);
        give();
      });
      worker.on('error', reject);
      give();
    });
  await Promise.all(Array.from({ length: Math.min(workers, files.length) }, work));
  if (process.stderr.isTTY) process.stderr.write('\r\u001b[2K');
  return played;
}

const began = performance.now();
const made = await generatedPairs(Number(positionals[0] ?? PAIRS), Number(values.seed));
const generated = performance.now() - began;
const files = Array.from({ length: Math.ceil(made.length / PER_FILE) }, (_, i) => made.slice(PER_FILE * i, PER_FILE * (i + 1)));
const played = await playAll(files, Number(values.workers), began + 60_000 * Number(values.minutes));
const pairs = played.reduce((sum, _, i) => sum + (files[i]?.length ?? 0), 0);
const added = performance.now();
const { summary, wrong, sessions } = verified(played);
const aggregate = performance.now() - added;

const total = (of: (file: PlayedFile) => number): number => played.reduce((sum, file) => sum + of(file), 0);
const stages = {
  'generate the pairs': generated,
  'compile the scenes (tones, hashes, levels)': total(({ stages: { compile } }) => compile),
  'play (virtual time, live ear)': total(({ stages: { play } }) => play),
  'hear (decode, VAD)': total(({ stages: { hear } }) => hear),
  score: total(({ stages: { score } }) => score),
  'judge the words (transcripts injected)': total(({ stages: { judge } }) => judge),
  'aggregate (rates, intervals, pairs, trends)': aggregate,
};
const all = Object.values(stages).reduce((sum, ms) => sum + ms, 0);
// Processor time, of all workers: a busy machine makes the clock on the wall run, and no scene dearer. Its shares are those of the wall.
const { user, system } = process.cpuUsage();
const cost = (user + system) / 1000 / sessions;
const hours = total(({ seconds }) => seconds) / 3600;
console.log(selectiveLines(summary).join('\n'));
console.log('');
console.log(
  `${pairs} pairs x ${RULES.length} participants: ${sessions} scenes, ${hours.toFixed(0)} hours of session in ${((performance.now() - began) / 1000).toFixed(0)} s`,
);
console.log(`1,000 scenes cost ${cost.toFixed(1)} s of one processor:`);
for (const [what, ms] of Object.entries(stages))
  console.log(`  ${what.padEnd(44)} ${((cost * ms) / all).toFixed(2).padStart(7)} s  ${((100 * ms) / all).toFixed(1).padStart(5)}%`);
console.log(
  wrong.length === 0 ? 'every count is the truth' : `${wrong.length} counts are not the truth:\n${wrong.slice(0, 40).join('\n')}`,
);
if (wrong.length > 0) process.exitCode = 1;
if (values.save && wrong.length === 0)
  await saveFigures(
    { name: `selective-${by}`, command: `npm run bench -- selective ${pairs}${values.edges ? ' --edges' : ''} --save`, topic: 'sure' },
    [
      {
        what: `selective participation, ${RULES.length} participants of known truth on both scenes of ${pairs} generated pairs, in virtual time, ${values.edges ? 'by edges without sound' : 'with placeholder sound through the VAD'}: scores, diagnostics and funnel steps that are not what the participant's rule says`,
        figure: `0; ${cost.toFixed(1)} s of one processor for 1,000 scenes`,
        n: sessions,
      },
    ],
  );
