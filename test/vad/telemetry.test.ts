/** onnxruntime's own reporting is off before it is loaded: nothing is left in the user's cache folder. */
import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';

it('loading the speech detector leaves no trace of telemetry', async () => {
  const home = await mkdtemp(join(tmpdir(), 'turnrig-home-'));
  const module = new URL('../../dist/src/vad/silero.js', import.meta.url).href;
  const script = `const { sileroDetector } = await import(${JSON.stringify(module)});
    await sileroDetector();
    process.stdout.write(process.env.ORT_DISABLE_TELEMETRY);`;
  const env = { ...process.env, ORT_DISABLE_TELEMETRY: undefined, XDG_CACHE_HOME: undefined, XDG_DATA_HOME: undefined, HOME: home };
  const ran = spawnSync(process.execPath, ['--input-type=module', '-e', script], { env, encoding: 'utf8' });
  expect(ran.stderr).toBe('');
  expect(ran.stdout).toBe('1');
  expect(await readdir(home)).toEqual([]);
  await rm(home, { recursive: true });
});
