import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PRESET_NAMES, presetOf, presetSettings } from '../../agent/livekit/presets.js';
import { startWorker, type AgentWorker } from '../../agent/livekit/start-worker.js';
import { readAudio } from '../../src/media/audio-file.js';
import { resample } from '../../src/media/resample.js';
import type { RoomServer } from '../../simulator/server/room-server.js';
import { say } from './agent-support.js';
import { servers } from './servers.js';

const dir = mkdtempSync(join(tmpdir(), 'turnrig-agents-'));
const file = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));
let question: Float32Array;

beforeAll(async () => {
  const { rate, channels } = await readAudio(readFileSync(file('scenarios/clips/hours.flac')), 'hours.flac');
  question = resample(channels[0]!, rate, 48_000);
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const script = (text: string): string =>
  JSON.stringify({ turnrigScript: 1, turns: [{ parts: [{ text, from: 0, to: (question.length / 48_000) * 1000 - 60 }] }] });

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

describe.each(servers)('workers on the $kind server', (under) => {
  let server: RoomServer;
  let worker: AgentWorker | undefined;
  const access = (): { url: string; apiKey: string; apiSecret: string } => ({
    url: server.url,
    apiKey: server.apiKey,
    apiSecret: server.apiSecret,
  });

  beforeAll(async () => {
    server = await under.start();
  });
  afterAll(async () => {
    await worker?.stop();
    await server.stop();
  });

  it.each(PRESET_NAMES)('answers a question: %s', async (preset) => {
    const logFile = join(dir, `${preset}-${server.kind}.log`);
    worker = await startWorker({ preset, ...access(), logFile });
    expect(worker.settings).toEqual(presetSettings(presetOf(preset)));
    const answer = await say(server, worker.agentName, question, { metadata: script('What time do you open on Sunday?'), listen: 6000 });
    expect(answer.early).toBe(0);
    expect(answer.onset).toBeDefined();
    // "On Sunday we open at ten." takes 1.6 s.
    expect(answer.loud).toBeGreaterThan(800);
    expect(answer.attributes['turnrig.preset']).toBe(preset);
    expect(answer.attributes['turnrig.minDelay']).toBe(String(presetOf(preset).minDelay));
    expect(worker.cpu()?.cpuSeconds).toBeGreaterThan(0);
    expect(await worker.stop()).toMatchObject({ wanted: true });
    expect(isAlive(worker.pid)).toBe(false);
    expect(readFileSync(logFile, 'utf8')).not.toContain(server.apiSecret);
  });

  it('answers without any recognition', async () => {
    worker = await startWorker({ preset: 'vad-only', stt: 'none', ...access(), logFile: join(dir, 'none.log') });
    expect(worker.settings['stt']).toBe('none');
    const answer = await say(server, worker.agentName, question, { listen: 6000 });
    expect(answer.loud).toBeGreaterThan(500);
    await worker.stop();
  });

  it('comes into every room by itself when it has no name', async () => {
    worker = await startWorker({ preset: 'vad-only', stt: 'none', agentName: '', ...access(), logFile: join(dir, 'automatic.log') });
    const answer = await say(server, undefined, question, { listen: 6000 });
    expect(answer.loud).toBeGreaterThan(500);
    expect(answer.attributes['turnrig.preset']).toBe('vad-only');
    await worker.stop();
  });

  it('says so when the server refuses its keys', async () => {
    await expect(
      startWorker({
        preset: 'vad-only',
        ...access(),
        apiSecret: 'another-secret-of-at-least-32-characters',
        logFile: join(dir, 'refused.log'),
      }),
    ).rejects.toMatchObject({ code: 'agent-start', message: expect.stringContaining('401') as string });
  });

  it('does not outlive a rig that was killed', async () => {
    const module = JSON.stringify(file('dist/agent/livekit/start-worker.js'));
    const options = JSON.stringify({ preset: 'vad-only', ...access(), logFile: join(dir, 'orphan.log') });
    const code = `import { startWorker } from ${module}; const w = await startWorker(${options}); console.log(w.pid); setInterval(() => {}, 1e3);`;
    const rig = execFile(process.execPath, ['--input-type=module', '-e', code]);
    const pid = await new Promise<number>((resolve) => rig.stdout?.once('data', (text: string) => resolve(Number(text))));
    expect(isAlive(pid)).toBe(true);
    rig.kill('SIGKILL');
    for (let i = 0; i < 300 && isAlive(pid); i++) await sleep(50);
    expect(isAlive(pid)).toBe(false);
  });
});
