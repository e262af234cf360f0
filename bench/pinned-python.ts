/**
 * A Python with pandas and pyarrow of exact versions (bench/eot-requirements.txt), in the user's cache: what the public benchmark's users
 * read its files with. Made once, with pip as the machine has it set up.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

/** Names a Python that has the packages already; versions are then its own. */
const OVERRIDE = 'TURNRIG_PYTHON';
/** Minor versions of Python 3 that the pinned packages are made for. */
const [OLDEST, NEWEST] = [10, 13];
const TRIES = 3;
const TRY_MS = 300_000;

export type PinnedPython = { readonly python: string } | { readonly why: string };

/** Requirements lie beside the sources, also for what runs from dist/. */
export function benchFile(name: string): string {
  for (let at = import.meta.dirname; ; at = dirname(at)) {
    if (existsSync(join(at, 'package.json'))) return join(at, 'bench', name);
    if (dirname(at) === at) throw new Error('package.json of turnrig was not found');
  }
}

/** Never throws: says why there is none. */
export function pinnedPython(): PinnedPython {
  const given = process.env[OVERRIDE];
  if (given !== undefined)
    return imports(given) ? { python: given } : { why: `${OVERRIDE} names ${given}, which has no pandas and pyarrow` };
  const version = spawnSync('python3', ['-c', 'import sys; print(*sys.version_info[:2])'], { encoding: 'utf8' });
  if (version.status !== 0) return { why: 'there is no python3 on this machine' };
  const [major, minor] = version.stdout.trim().split(' ').map(Number);
  if (major !== 3 || minor === undefined || minor < OLDEST || minor > NEWEST)
    return {
      why: `python3 is ${version.stdout.trim().replace(' ', '.')}: 3.${OLDEST} to 3.${NEWEST} are wanted; ${OVERRIDE} may name one`,
    };
  const requirements = benchFile('eot-requirements.txt');
  const key = createHash('sha256')
    .update(`${version.stdout}${readFileSync(requirements, 'utf8')}`)
    .digest('hex')
    .slice(0, 12);
  const folder = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'turnrig', `eot-python-${key}`);
  const [python, whole] = [join(folder, 'bin/python'), join(folder, 'whole')];
  if (existsSync(whole) && imports(python)) return { python };
  let why = '';
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    const failed = make(folder, python, requirements);
    if (failed === undefined && imports(python)) {
      writeFileSync(whole, '');
      return { python };
    }
    why = failed ?? 'what was installed cannot be imported';
  }
  return { why: `pandas and pyarrow could not be installed: ${why}` };
}

function imports(python: string): boolean {
  return spawnSync(python, ['-c', 'import numpy, pandas, pyarrow.parquet'], { timeout: TRY_MS }).status === 0;
}

/** @returns why not */
function make(folder: string, python: string, requirements: string): string | undefined {
  try {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(dirname(folder), { recursive: true });
  } catch (error) {
    return `the cache cannot be written: ${String(error)}`;
  }
  const steps = [
    ['python3', '-m', 'venv', folder],
    [python, '-m', 'pip', 'install', '--quiet', '--only-binary', ':all:', '--requirement', requirements],
  ];
  for (const [command = '', ...args] of steps) {
    const { status, stderr, error } = spawnSync(command, args, { encoding: 'utf8', timeout: TRY_MS });
    if (status !== 0) return error?.message ?? (stderr.trim().split('\n').at(-1) || `${args.slice(0, 3).join(' ')} failed`);
  }
  return undefined;
}
