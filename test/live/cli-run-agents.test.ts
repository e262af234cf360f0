/** Live runs in which the agent, or the address of the room, is at fault: what the built command counts and says. */
import { createServer } from 'node:net';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { calibratedFolders, guest, guestRuns, json, noStack, run } from './cli-support.js';

const folder = calibratedFolders();
const WHOLE = ['--scene', 'whole', '--no-report'];

describe('a live room', () => {
  it('counts an agent that never comes against the agent', async () => {
    const ran = await run(join(folder(), 'run'), [...WHOLE, '--agent', 'name:nobody', '--json']).done;
    noStack(ran);
    expect(ran.code).toBe(4);
    expect(json(ran).summary.sessions).toMatchObject([{ outcome: 'agent_failure' }]);
  });

  it.each([
    ['crash', /left/],
    ['mute', /an audio track of the agent/],
  ])('counts an agent by command that does "%s" against the agent, and leaves no process', async (what, reason) => {
    const ran = await run(join(folder(), 'run'), ['--scene', 'three', '--no-report', ...guest(what), '--json']).done;
    noStack(ran);
    expect(ran.code).toBe(4);
    expect(json(ran).summary.sessions).toMatchObject([{ outcome: 'agent_failure' }]);
    expect(json(ran).summary.sessions[0]?.reason).toMatch(reason);
    expect(guestRuns(what)).toBe(false);
  });

  it('keeps the log of an agent without the token it prints', async () => {
    const out = join(folder(), 'run');
    await run(out, [...WHOLE, ...guest('leak')]).done;
    const logs = await readdir(join(out, 'logs'));
    expect(logs).toHaveLength(1);
    const text = await readFile(join(out, 'logs', logs[0]!), 'utf8');
    expect(text).toContain('my token is');
    expect(text).not.toMatch(/eyJ[\w-]+\.[\w-]+\.[\w-]+/);
  });

  it('says so when a command cannot start', async () => {
    const ran = await run(join(folder(), 'run'), [...WHOLE, '--agent', 'auto', '--agent-cmd', 'no-such-command-here']).done;
    noStack(ran);
    expect(ran.code).toBe(4);
    expect(ran.err).toMatch(/the agent command cannot be started: there is no program "no-such-command-here"/);
  });

  it('says so when its port is taken, and when LIVEKIT_URL leads nowhere', async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const address = taken.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const silent = [...WHOLE, '--agent', 'reference:silent'];
    const ran = await run(join(folder(), 'a'), [...silent, '--port', String(port)]).done;
    taken.close();
    noStack(ran);
    expect(ran.code).toBe(3);
    expect(ran.err).toMatch(new RegExp(`port ${port}.*taken`));
    const env = {
      LIVEKIT_URL: `ws://127.0.0.1:${port}`,
      LIVEKIT_API_KEY: 'key',
      LIVEKIT_API_SECRET: 'a-secret-of-at-least-32-characters-000',
    };
    const gone = await run(join(folder(), 'b'), silent, env).done;
    noStack(gone);
    expect(gone.code).toBe(3);
    expect(gone.err).toMatch(/server|room|reach/i);
    expect(gone.err).not.toContain('a-secret-of-at-least');
  });
});
