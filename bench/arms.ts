/**
 * Do two arms of scenes differ? Sign-flip test over the repeats, each repeat's two arms being played next to each other.
 *
 *   node dist/bench/arms.js RUN [--seed 1] [--json]
 *
 * RUN is a scored run folder; of the suite `cases`, c04 stands in arms. The waits of repeats in which one arm has no reply are left out and
 * show as fewer pairs.
 */
import { parseArgs } from 'node:util';
import { messageOf } from '../src/error.js';
import { compareArms, type ArmComparison } from './arms/paired.js';
import { readArms } from './arms/read.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seed: { type: 'string', default: '1' }, json: { type: 'boolean', default: false } },
});

function line({ agent, arms, what, repeats, pairs, meanDifference, pValue, smallestPValue }: ArmComparison): string {
  const head = `${agent}: ${what}, ${arms[1]} less ${arms[0]}: `;
  if (meanDifference === undefined || pValue === undefined) return `${head}no repeat has it in both arms, of ${repeats}`;
  const difference = meanDifference.toFixed(what === 'wait, ms' ? 0 : 2);
  return `${head}${difference} in the mean of ${pairs} pairs of ${repeats} repeats, p ${pValue.toPrecision(2)} (smallest possible ${(smallestPValue ?? 0).toPrecision(1)})`;
}

const [run] = positionals;
if (run === undefined || positionals.length > 1) {
  process.stderr.write('error: one run folder, please: npm run bench -- arms RUN\n');
  process.exit(2);
}
try {
  const comparisons = compareArms(await readArms(run), Number(values.seed));
  if (values.json) console.log(JSON.stringify({ comparisons }, null, 2));
  else if (comparisons.length === 0) console.log('no scene of the run stands in arms, or one arm has no scored session');
  else for (const one of comparisons) console.log(line(one));
} catch (error) {
  process.stderr.write(`error: ${messageOf(error)}\n`);
  process.exit(2);
}
