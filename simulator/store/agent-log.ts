/**
 * A reference agent's own log in a session folder: `agent-log.jsonl`, one action a line. It is the truth that scores are held against, by
 * tests, benches and calibration; the scorer has no way to it (`SessionReader` does not read it).
 */
import { z } from 'zod';
import { TurnrigError } from '../../src/error.js';
import { rigPos } from '../../src/time/position.js';
import type { AgentLogLine } from '../transport/transport.js';
import type { FileSystem } from './file-system.js';
import { nodeFileSystem, systemCode } from './file-system.js';
import { agentLogFile } from './layout.js';

const line = z.object({
  what: z.string(),
  at: z.int(),
  ns: z
    .string()
    .regex(/^-?\d+$/)
    .optional(),
});

export function encodeAgentLog(lines: readonly AgentLogLine[]): string {
  return lines.map(({ what, at, ns }) => `${JSON.stringify({ what, at, ...(ns === undefined ? {} : { ns: String(ns) }) })}\n`).join('');
}

/** The log of an attempt, in order of time; undefined when there is none: the agent was no reference agent. @throws TurnrigError `run-folder`. */
export async function readAgentLog(run: string, attempt: string, fs: FileSystem = nodeFileSystem): Promise<AgentLogLine[] | undefined> {
  const path = agentLogFile(run, attempt);
  let text: string;
  try {
    text = new TextDecoder().decode(await fs.read(path));
  } catch (cause) {
    if (systemCode(cause) === 'ENOENT') return undefined;
    throw new TurnrigError('run-folder', `cannot read ${path}`, { cause });
  }
  const lines = text.split('\n').filter((one) => one !== '');
  return lines.map((one) => parse(one, path)).sort((a, b) => a.at - b.at);
}

function parse(text: string, path: string): AgentLogLine {
  try {
    const { what, at, ns } = line.parse(JSON.parse(text));
    return { what: what as AgentLogLine['what'], at: rigPos(at), ...(ns === undefined ? {} : { ns: BigInt(ns) }) };
  } catch (cause) {
    throw new TurnrigError('run-folder', `${path} is damaged`, { cause });
  }
}
