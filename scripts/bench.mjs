// npm run bench -- NAME [ARGS]: runs one of the built benchmarks; without a name it lists them. Each prints a table.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const [name, ...args] = process.argv.slice(2);
/** A benchmark says so in its first comment ("node dist/bench/NAME.js"); the other files help it. */
const known = readdirSync(join(root, 'bench'))
  .filter(
    (file) => file.endsWith('.ts') && readFileSync(join(root, 'bench', file), 'utf8').includes(`dist/bench/${file.replace('.ts', '.js')}`),
  )
  .map((file) => file.replace('.ts', ''));
if (name === undefined || !known.includes(name)) {
  console.log(`npm run bench -- NAME [ARGS]; there are: ${known.join(', ')}`);
  process.exit(name === undefined ? 0 : 2);
}
// Elsewhere than in production rtc-node writes its log to standard output, between the results.
const env = { NODE_ENV: 'production', ...process.env };
process.exit(
  spawnSync(process.execPath, [join(root, 'dist/bench', `${name}.js`), ...args], { stdio: 'inherit', cwd: root, env }).status ?? 1,
);
