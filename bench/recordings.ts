/**
 * Recordings with known truth through `turnrig analyze`: wrong verdicts and errors of onsets and stop times, family by family, with turns
 * found on the user's channel and with turns given (issue 4). Exits with 1 where the limits are not met.
 *
 *   node dist/bench/recordings.js [FOLDER] [--found | --given] [--each]
 *
 * FOLDER holds manifest.json and the audio; default: vectors/recordings of TURNRIG_SHARED, else of ../shared.
 */
import { join } from 'node:path';
import { sileroDetector } from '../src/vad/silero.js';
import { compare, type Compared } from './recordings/compare.js';
import { figuresOf, tableOf, unmet } from './recordings/figures.js';
import { analyzeFile } from './recordings/play.js';
import { trueScenes, turnsOf } from './recordings/set.js';

const args = process.argv.slice(2);
const folder = args.find((one) => !one.startsWith('--')) ?? join(process.env['TURNRIG_SHARED'] ?? '../shared', 'vectors/recordings');
const ways = (['found', 'given'] as const).filter((way) => !args.includes(way === 'found' ? '--given' : '--found'));
const scenes = trueScenes(folder);
const detector = await sileroDetector();

for (const way of ways) {
  const compared: Compared[] = [];
  for (const scene of scenes) {
    const turns = way === 'given' ? { turns: turnsOf(scene) } : {};
    compared.push(compare(scene, (await analyzeFile(join(folder, scene.audio), { detector, ...turns })).rows));
  }
  const figures = figuresOf(compared);
  console.log(`\nturns ${way}: ${scenes.length} recordings, errors in ms (found minus true), "held": the stated interval holds the truth`);
  console.table(tableOf(figures));
  for (const line of figures.flatMap(({ wrong }) => wrong)) console.log(`wrong  ${line}`);
  const missed = unmet(figures);
  for (const line of missed) console.log(`limit  ${line}`);
  if (args.includes('--each'))
    for (const { scene, onset, stop, turnStartMs } of compared)
      console.log(
        `${scene.id}: onset ${onset?.ms.toFixed(1) ?? '-'}, stop ${stop?.ms.toFixed(1) ?? '-'}, turn's start ${turnStartMs?.toFixed(1) ?? '-'}`,
      );
  if (missed.length > 0) process.exitCode = 1;
}
