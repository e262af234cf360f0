/**
 * Does `turnrig shrink` find the planted minimum? So many bugs of the seeded grammar, each in a scene of its own, in virtual time.
 *
 *   node dist/bench/shrink.js [bugs] [--from SEED] [--save]
 */
import { saveFigures } from './figures.js';
import { problemsOf } from './shrink/check.js';
import { tryBug } from './shrink/try.js';

const args = process.argv.slice(2);
const count = Number(args.find((text) => /^\d+$/.test(text)) ?? 20);
const from = args.includes('--from') ? Number(args[args.indexOf('--from') + 1]) : 1;
let [right, sessions] = [0, 0];
for (let seed = from; seed < from + count; seed++) {
  const tried = await tryBug(seed);
  const problems = await problemsOf(tried);
  sessions += tried.sessions;
  if (problems.length === 0) right += 1;
  const size = tried.result.steps.filter(({ kept }) => kept).at(-1)?.size;
  console.log(
    `${String(seed).padStart(4)} ${problems.length === 0 ? 'minimum' : `NOT: ${problems.join('; ')}`} (${tried.sessions} sessions, ${size?.turns} turns, ${size?.pieces} pieces, ${size?.pausesMs} ms): ${tried.bug.says}`,
  );
}
console.log(`${right} of ${count} at the planted minimum, ${sessions} sessions`);
if (args.includes('--save')) {
  await saveFigures({ name: 'shrink', command: `npm run bench -- shrink ${count} --save`, topic: 'sure' }, [
    {
      what: 'Planted bugs whose smallest scenario `turnrig shrink` found in virtual time, by a check of its own',
      figure: `${right} of ${count}`,
      n: count,
    },
  ]);
}
if (right < count) process.exitCode = 1;
