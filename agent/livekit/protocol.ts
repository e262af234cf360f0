/** What the worker process tells its parent over IPC. */
import { z } from 'zod';

const message = z.discriminatedUnion('type', [
  /** The server has taken the worker, and a process with warm models waits for the first job. */
  z.object({ type: z.literal('ready'), workerId: z.string() }),
  z.object({ type: z.literal('failed'), message: z.string() }),
]);

export type FromAgentWorker = z.infer<typeof message>;

/** A message of the worker; undefined for anything else that arrives on the channel. */
export function readWorkerMessage(value: unknown): FromAgentWorker | undefined {
  const parsed = message.safeParse(value);
  return parsed.success ? parsed.data : undefined;
}
