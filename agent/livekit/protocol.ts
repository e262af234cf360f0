/** What the worker process tells its parent over IPC, and what its job processes, which have no such channel, print. */
import { z } from 'zod';

const message = z.discriminatedUnion('type', [
  /** The server has taken the worker. */
  z.object({ type: z.literal('registered'), workerId: z.string() }),
  z.object({ type: z.literal('failed'), message: z.string() }),
]);

export type FromAgentWorker = z.infer<typeof message>;

/** A job process prints this line once its models are warm. The first session would wait seconds for that. */
export const WARM_LINE = 'turnrig: job process is warm';

/** A message of the worker; undefined for anything else that arrives on the channel. */
export function readWorkerMessage(value: unknown): FromAgentWorker | undefined {
  const parsed = message.safeParse(value);
  return parsed.success ? parsed.data : undefined;
}
