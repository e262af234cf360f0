// Builds dist/: the TypeScript sources, the program in one file, the scripts of the HTML pages as one bundle each, and the bin's executable bit.
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleProgram } from './bundle-program.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const require = createRequire(import.meta.url);
let tsc;
try {
  tsc = require.resolve('typescript/bin/tsc');
} catch {
  // Installed as a dependency from the registry: dist/ is in the package already and there is nothing to build with.
  process.exit(0);
}
if (process.argv.includes('--clean')) rmSync(join(root, 'dist'), { recursive: true, force: true });
if (!existsSync(join(root, 'dist/src'))) rmSync(join(root, 'node_modules/.cache/tsc/build.tsbuildinfo'), { force: true });
for (const part of ['report', 'eot', 'calls']) {
  const page = join(root, `src/${part}/page/main.ts`);
  if (!existsSync(page)) continue;
  const { buildSync } = await import('esbuild');
  buildSync({
    entryPoints: [page],
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    outfile: join(root, `dist/src/${part}/page.js`),
    logLevel: 'warning',
  });
}
try {
  execFileSync(process.execPath, [tsc, '-p', join(root, 'tsconfig.build.json')], { stdio: 'inherit', cwd: root });
} catch {
  process.exit(1);
}
await bundleProgram(root);
const bin = join(root, 'dist/src/cli/main.js');
if (existsSync(bin)) chmodSync(bin, 0o755);
