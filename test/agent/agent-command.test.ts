import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkAgentCommand, startAgentCommand, type AgentCommand, type AgentCommandOptions } from '../../agent/command/agent-command.js';

let dir = '';
let running: AgentCommand | undefined;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'turnrig-command-'));
});
afterEach(async () => {
  await running?.stop();
  running = undefined;
  rmSync(dir, { recursive: true, force: true });
});

async function start(command: string, more: Partial<AgentCommandOptions> = {}): Promise<AgentCommand> {
  running = await startAgentCommand({ command, url: 'ws://127.0.0.1:1', logFile: join(dir, 'logs/agent.log'), grace: 300, ...more });
  return running;
}
const log = (): string => readFileSync(join(dir, 'logs/agent.log'), 'utf8');

async function until(check: () => boolean): Promise<void> {
  for (let i = 0; i < 400 && !check(); i++) await sleep(25);
  expect(check()).toBe(true);
}
const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    // A zombie is gone: it waits only for its parent to take note.
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
};

describe('an agent command', () => {
  it('gets the room by its environment, and its log holds no secret', async () => {
    const command = await start('env | grep -E "LIVEKIT|TURNRIG_ROOM"; echo "to stderr" >&2; sleep 60', {
      apiKey: 'APIkeykey123',
      apiSecret: 'topsecret-topsecret',
      room: { name: 'room-1', token: 'token-token-token' },
      env: { PATH: process.env['PATH'] },
    });
    await until(() => log().includes('stderr') && log().includes('ROOM_TOKEN'));
    expect((await command.stop()).wanted).toBe(true);
    expect(log()).toContain('LIVEKIT_URL=[secret]');
    expect(log()).toContain('TURNRIG_ROOM=room-1');
    expect(log()).toContain('LIVEKIT_API_SECRET=[secret]');
    expect(log()).not.toMatch(/topsecret|token-token|APIkeykey/);
  });

  it('ends where a process that left its group holds its pipes open, and where it was stopped', async () => {
    const command = await start('setsid sleep 33 & sleep 1; exit 3');
    expect(await command.exited).toMatchObject({ code: 3, wanted: false });
    const stopped = await start('kill -STOP $$; sleep 60');
    expect(await stopped.stop()).toMatchObject({ signal: 'SIGKILL', wanted: true });
  });

  it('takes everything with it that it started, even what does not listen', async () => {
    const command = await start(`trap '' TERM; (trap '' TERM; sleep 61) & echo "child $!"; wait; sleep 62`);
    await until(() => /child \d+/.test(log()));
    const child = Number(/child (\d+)/.exec(log())?.[1]);
    expect(isAlive(child)).toBe(true);
    await command.stop();
    await until(() => !isAlive(child) && !isAlive(command.pid));
  });

  it('says when the agent ends by itself', async () => {
    const command = await start('sleep 0.7; echo gone; exit 7');
    expect(await command.exited).toEqual({ code: 7, signal: null, wanted: false });
    expect(log()).toBe('gone\n');
  });

  it('counts CPU time, also after the end', async () => {
    const command = await start('node -e "const t = Date.now(); while (Date.now() - t < 1500);"; sleep 60');
    await until(() => (command.cpu()?.cpuSeconds ?? 0) > 0.3);
    await command.stop();
    expect(command.cpu()?.cpuSeconds).toBeGreaterThan(0.3);
    expect(command.cpu()?.wallSeconds).toBeGreaterThan(0.3);
  });

  it.each([
    ['no-such-program-here --x', {}, /exit code 127.*no-such-program-here/s],
    ['echo bad config >&2; exit 3', {}, /exit code 3.*bad config/s],
    ['true', {}, /exit code 0.*printed nothing/s],
    ['sleep 60', { cwd: '/no/such/folder' }, /cannot be started/],
  ])('fails clearly when %j cannot start', async (command, more, message) => {
    await expect(start(command, more)).rejects.toMatchObject({ code: 'agent-start', message: expect.stringMatching(message) as string });
  });

  it('does not show a secret that a failing command prints', async () => {
    const secret = 'topsecret-topsecret';
    await expect(start('echo "bad $LIVEKIT_API_SECRET"; exit 1', { apiSecret: secret })).rejects.toThrow('bad [secret]');
  });

  it('refuses an empty command', async () => {
    await expect(start('  ')).rejects.toMatchObject({ code: 'input' });
    expect(() => checkAgentCommand('  ')).toThrow(expect.objectContaining({ code: 'input' }) as Error);
  });

  it.each(['no-such-program-here --x', './no-such-file.sh', '  /no/such/python agent.py'])(
    '%j is known not to start before it is tried',
    (command) => {
      expect(() => checkAgentCommand(command)).toThrow(
        expect.objectContaining({ code: 'agent-start', message: expect.stringContaining('there is no program') as string }) as Error,
      );
    },
  );

  it.each([
    'sh agent.sh',
    '/bin/sh -c true',
    'cd /tmp && python3 agent.py',
    'exec sh agent.sh',
    'MODEL=small no-such-program-here',
    '"$HOME/my agent" start',
    '~/agent start',
    '(no-such-program-here)',
  ])('%j may start: it is the shell that tells', (command) => {
    expect(() => checkAgentCommand(command)).not.toThrow();
  });
});
