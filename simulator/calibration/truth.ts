/** Runs the truth program (agent/truth) in a process of its own and reads what it says, with suspicion: it is not ours. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { z } from 'zod';
import { TurnrigError } from '../../src/error.js';

const truth = z.object({
  sender: z.string(),
  edges: z.array(
    z.object({
      burst: z.number(),
      edge: z.enum(['onset', 'offset']),
      ns: z.string().regex(/^\d+$/),
      plusMinusNs: z.number(),
      untold: z.string(),
    }),
  ),
  pushes: z.number(),
  maxLateMs: z.number(),
});
export type Truth = z.infer<typeof truth>;

const MAX_OUTPUT = 1 << 26;

/** @param program main.js of the truth program. @throws TurnrigError `internal` when it refuses a log. */
export async function readTruth(program: string, logs: readonly string[]): Promise<Truth[]> {
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [program, ...logs], { maxBuffer: MAX_OUTPUT });
    return z.array(truth).length(logs.length).parse(JSON.parse(stdout));
  } catch (cause) {
    const said = typeof cause === 'object' && cause !== null && 'stderr' in cause && typeof cause.stderr === 'string' ? cause.stderr : '';
    throw new TurnrigError(
      'internal',
      `the truth program could not read the senders' logs${said === '' ? '' : `: ${said.trim().slice(0, 300)}`}`,
      {
        cause,
      },
    );
  }
}

/** The built program, beside this file or, when this is the source, in dist/. */
export function truthProgram(): string {
  const here = fileURLToPath(new URL('../../agent/truth/main.js', import.meta.url));
  return import.meta.url.endsWith('.ts') ? here.replace(/agent\/truth\/main\.js$/, 'dist/agent/truth/main.js') : here;
}
