import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readAgentLog } from '../../simulator/store/agent-log.js';
import { agentLogFile } from '../../simulator/store/layout.js';
import { SessionWriter } from '../../simulator/store/session-writer.js';
import { rigPos } from '../../src/time/position.js';

let run: string;
beforeEach(async () => (run = await mkdtemp(join(tmpdir(), 'turnrig-log-'))));
afterEach(() => rm(run, { recursive: true, force: true }));

const open = (): Promise<SessionWriter> =>
  SessionWriter.open(run, {
    attempt: 's1-a1',
    session: { id: 'x', scene: 'x', suite: 'x', agent: 'x', repeat: 1, block: 0, seed: 1 },
    startedAt: '2026-01-01T00:00:00Z',
  });

it('keeps the log of a reference agent, and reads it in order of time', async () => {
  const writer = await open();
  writer.agentLog([
    { what: 'heard-onset', at: rigPos(10), ns: 123_456_789_012_345n },
    { what: 'speak', at: rigPos(900), ns: 123_456_789_112_345n },
    { what: 'heard-end', at: rigPos(-5) },
  ]);
  await writer.abandon();
  expect(await readAgentLog(run, 's1-a1')).toEqual([
    { what: 'heard-end', at: -5 },
    { what: 'heard-onset', at: 10, ns: 123_456_789_012_345n },
    { what: 'speak', at: 900, ns: 123_456_789_112_345n },
  ]);
});

it('has none of an agent that kept none, and refuses a damaged one', async () => {
  const writer = await open();
  await writer.abandon();
  expect(await readAgentLog(run, 's1-a1')).toBeUndefined();
  await appendFile(agentLogFile(run, 's1-a1'), '{"what":"speak","at":1.5}\n');
  await expect(readAgentLog(run, 's1-a1')).rejects.toMatchObject({ code: 'run-folder' });
});
