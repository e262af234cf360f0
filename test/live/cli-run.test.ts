/** The whole line as a user has it: the built command, the embedded room and a real one, an agent that behaves. */
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { versionOfOwnServer } from '../../src/cli/calibrate/place.js';
import { startLivekitServer } from '../../simulator/server/livekit-server.js';
import { start } from '../cli/turnrig.js';
import { AGENT, calibrated, calibratedFolders, json, noStack, run } from './cli-support.js';

const folder = calibratedFolders();
const ONE = ['--scene', 'whole', ...AGENT, '--no-report'];

describe('a live room', () => {
  it('measures a reference agent of 700 ms and writes its report', async () => {
    const out = join(folder(), 'run');
    const ran = await run(out, [...AGENT, '--json']).done;
    noStack(ran);
    const { gate, summary } = json(ran);
    expect(gate, gate.reason).toMatchObject({ result: 'met' });
    const reply = summary.measures.find(({ measure }) => measure === 'reply');
    expect(reply?.value?.n).toBe(4);
    expect(Math.abs((reply?.value?.medianMs ?? 0) - 700)).toBeLessThan(15);
    expect((await readFile(join(out, 'report', 'index.html'), 'utf8')).length).toBeGreaterThan(50_000);
    const opus = (await readdir(join(out, 'sessions', 's0000-a1', 'tracks'))).sort();
    expect(opus).toEqual(['a0.pkt', 'h0.pkt']);
  });

  it('calibrates by itself where nothing is stored, and judges latencies only if it measured well enough', async () => {
    const out = join(folder(), 'run');
    const ran = await run(out, [...ONE, '--json'], { TURNRIG_CACHE: join(folder(), 'cache') }).done;
    noStack(ran);
    const found = z
      .object({ latency: z.object({ may: z.boolean(), reason: z.string(), n: z.number(), p95AbsErrorMs: z.number().nullable() }) })
      .parse(JSON.parse(ran.out)).latency;
    expect(found.n).toBeGreaterThan(0);
    const manifest = await readFile(join(out, 'run.json'), 'utf8');
    expect(JSON.parse(manifest)).toMatchObject({ latency: { may: found.may, calibration: { server: 'embedded', of: 'waits' } } });
    // On a machine that is busy beyond the limits the rig says so, and keeps the other verdicts.
    const wait = json(ran).summary.measures.find(({ measure }) => measure === 'reply');
    if (json(ran).summary.sessions[0]?.outcome === 'scored') expect(wait?.value === undefined).toBe(!found.may);
    expect((await readdir(join(folder(), 'cache')).catch((): string[] => [])).includes('calibration')).toBe(found.may);
  });

  it('judges no latencies where nothing is stored and nobody wants to wait, and everything else', async () => {
    const out = join(folder(), 'run');
    const ran = await run(out, [...ONE, '--no-calibrate', '--json'], { TURNRIG_CACHE: join(folder(), 'cache') }).done;
    noStack(ran);
    expect(ran.err).toMatch(/latencies will not be judged: not calibrated/);
    const tally = (measure: string) => json(ran).summary.measures.find((row) => row.measure === measure)?.tally;
    expect(tally('reply')).toMatchObject({ pass: 0, fail: 0 });
    expect(tally('false-cutoff')?.['unscored']).toBe(0);
    expect((await start(['score', out]).done).out).toMatch(/Latencies are not judged: not calibrated/);
  });

  it('does the same on a real livekit-server that the environment names, and keeps neither its keys nor its address', async () => {
    // TURNRIG_LIVEKIT_SERVER, or livekit-server on the PATH: without one this test fails (bash scripts/livekit-server.sh builds it).
    const server = await startLivekitServer();
    try {
      const out = join(folder(), 'run');
      await calibrated('livekit', versionOfOwnServer(server.url));
      const env = { LIVEKIT_URL: server.url, LIVEKIT_API_KEY: server.apiKey, LIVEKIT_API_SECRET: server.apiSecret };
      const ran = await run(out, [...AGENT, '--json'], env).done;
      noStack(ran);
      const { gate, summary } = json(ran);
      expect(gate, gate.reason).toMatchObject({ result: 'met' });
      expect(Math.abs((summary.measures.find(({ measure }) => measure === 'reply')?.value?.medianMs ?? 0) - 700)).toBeLessThan(15);
      for (const entry of await readdir(out, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile()) continue;
        const text = await readFile(join(entry.parentPath, entry.name), 'latin1');
        for (const secret of [server.apiKey, server.apiSecret, server.url])
          expect(text.includes(secret), `${entry.name} holds a secret`).toBe(false);
      }
    } finally {
      await server.stop();
    }
  });
});
