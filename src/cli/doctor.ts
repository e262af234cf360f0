/** `turnrig doctor`: what is missing on this machine, and how to get it. */
import { execFile } from 'node:child_process';
import { statfs } from 'node:fs/promises';
import { availableParallelism, cpus, freemem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Command } from 'commander';
import { messageOf } from '../error.js';
import { processConsole } from './console.js';
import { EXIT } from './exit-codes.js';
import { packageRoot } from './paths.js';

const run = promisify(execFile);

/** One thing looked at. `optional` things may be missing: the main job works without them. */
export interface Check {
  readonly name: string;
  readonly ok: boolean;
  readonly optional: boolean;
  /** What was found, or what is wrong. */
  readonly found: string;
  /** How to get it; empty when it is there. */
  readonly fix: string;
}

const OLDEST_NODE: readonly [number, number] = [20, 19];
/** Native libraries the rig loads, each in a process of its own: a library that crashes on loading must not end the doctor. */
const NATIVE = ['@livekit/rtc-node', 'node-datachannel', 'onnxruntime-node', '@livekit/local-inference'] as const;
const MIN_FREE_DISK_MB = 500;
const MIN_FREE_MEMORY_MB = 1_500;

/** Whether `version` ("v20.20.2") is one that turnrig runs on. */
export function nodeIsNewEnough(version: string): boolean {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number);
  return major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1]);
}

function check(name: string, ok: boolean, found: string, fix: string, optional = false): Check {
  return { name, ok, optional, found, fix: ok ? '' : fix };
}

async function loads(library: string): Promise<Check> {
  const name = `library ${library}`;
  try {
    await run(process.execPath, ['--input-type=module', '-e', `await import(${JSON.stringify(library)}); process.exit(0)`], {
      cwd: fileURLToPath(packageRoot()),
      timeout: 30_000,
    });
    return check(name, true, 'loads', '');
  } catch (error) {
    return check(
      name,
      false,
      messageOf(error).slice(0, 200),
      `Run "npm ci" again on this machine (${process.platform} ${process.arch}): its native part is missing or is for another one.`,
    );
  }
}

async function livekitServer(): Promise<Check> {
  const binary = process.env['TURNRIG_LIVEKIT_SERVER'] ?? 'livekit-server';
  const fix =
    'Not needed: the embedded room server is used. For the real one, bash scripts/livekit-server.sh builds it (needs Go) and prints the path for TURNRIG_LIVEKIT_SERVER.';
  try {
    const { stdout } = await run(binary, ['--version'], { timeout: 10_000 });
    return check('livekit-server', true, stdout.trim(), '', true);
  } catch {
    return check('livekit-server', false, `not installed (${binary})`, fix, true);
  }
}

/** fetch says "fetch failed" and keeps the reason as its cause. */
const causeOf = (error: unknown): string => messageOf(error instanceof Error && error.cause !== undefined ? error.cause : error);

async function configuredServer(): Promise<Check | undefined> {
  const url = process.env['LIVEKIT_URL'];
  if (url === undefined) return undefined;
  const missing = ['LIVEKIT_API_KEY', 'LIVEKIT_API_SECRET'].filter((name) => (process.env[name] ?? '') === '');
  if (missing.length > 0)
    return check(
      'LIVEKIT_URL',
      false,
      `set, but ${missing.join(' and ')} not`,
      `Set ${missing.join(' and ')}, or unset LIVEKIT_URL to use the embedded server.`,
    );
  try {
    const reply = await fetch(url.replace(/^ws/, 'http'), { signal: AbortSignal.timeout(5_000) });
    return check('LIVEKIT_URL', reply.ok, `answers with ${reply.status}`, 'Check the address: a LiveKit server answers OK at its root.');
  } catch (error) {
    return check(
      'LIVEKIT_URL',
      false,
      `set, but nothing answers there: ${causeOf(error)}`,
      'Start the server, or unset LIVEKIT_URL to use the embedded one.',
    );
  }
}

/** Looks at everything. Never throws. */
export async function examine(): Promise<readonly Check[]> {
  const disk = await statfs('.').then(
    (fs) => Math.floor((fs.bavail * fs.bsize) / 1e6),
    () => undefined,
  );
  const memory = Math.floor(freemem() / 1e6);
  const checks: (Check | undefined)[] = [
    check(
      'Node.js',
      nodeIsNewEnough(process.version),
      process.version,
      `Install Node.js ${OLDEST_NODE.join('.')} or newer from nodejs.org.`,
    ),
    ...(await Promise.all(NATIVE.map(loads))),
    check(
      'processors',
      availableParallelism() >= 2,
      `${availableParallelism()} (${cpus()[0]?.model.trim() ?? 'unknown'})`,
      'Real agents next to the rig want two: expect sessions marked rig_invalid on one.',
      true,
    ),
    check(
      'memory',
      memory >= MIN_FREE_MEMORY_MB,
      `${memory} MB free`,
      `The worker presets want ${MIN_FREE_MEMORY_MB} MB free: close something, or use reference agents.`,
      true,
    ),
    disk === undefined
      ? undefined
      : check('disk', disk >= MIN_FREE_DISK_MB, `${disk} MB free here`, 'Free some space, or give --out a folder on another disk.'),
    await livekitServer(),
    await configuredServer(),
  ];
  return checks.filter((found) => found !== undefined);
}

/** The table a person reads. */
export function formatChecks(checks: readonly Check[]): string {
  const width = Math.max(...checks.map((found) => found.name.length));
  return checks
    .map(
      (found) =>
        `${found.ok ? 'ok     ' : found.optional ? 'without' : 'MISSING'}  ${found.name.padEnd(width)}  ${found.found}${found.fix === '' ? '' : `\n${' '.repeat(width + 11)}${found.fix}`}`,
    )
    .join('\n');
}

export function registerDoctor(command: Command): void {
  command
    .option('--json', 'print {"ok", "checks": [{"name", "ok", "optional", "found", "fix"}]}')
    .action(async (options: { json?: boolean }) => {
      const console = processConsole();
      const checks = await examine();
      const ok = checks.every((found) => found.ok || found.optional);
      console.out(options.json === true ? JSON.stringify({ ok, checks }, null, 2) : formatChecks(checks));
      process.exitCode = ok ? EXIT.met : EXIT.usage;
    });
}
