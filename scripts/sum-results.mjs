// Adds up what results-reporter.mjs left in a folder; the last line is "N passed, N failed". Fails when nothing ran.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const folder = process.argv[2];
const sum = { passed: 0, failed: 0, skipped: 0 };
for (const file of readdirSync(folder)) {
  const counts = JSON.parse(readFileSync(join(folder, file), 'utf8'));
  for (const key of Object.keys(sum)) sum[key] += counts[key];
}
console.log(`${sum.passed} passed, ${sum.failed} failed${sum.skipped > 0 ? `, ${sum.skipped} skipped` : ''}`);
if (sum.failed > 0 || sum.passed === 0) process.exit(1);
