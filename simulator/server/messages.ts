/** What parent and child of the embedded server say to each other over IPC. Keys travel here and nowhere else. */
import { z } from 'zod';

export const ToChild = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('start'),
    port: z.number().int(),
    apiKey: z.string(),
    apiSecret: z.string(),
    /** A bad network on purpose (impairment.ts). */
    network: z.object({ loss: z.number().min(0).lt(1), seed: z.number().int() }).optional(),
  }),
  z.object({ type: z.literal('health'), id: z.number() }),
  z.object({ type: z.literal('stop') }),
]);
export type ToChild = z.infer<typeof ToChild>;

const Health = z.object({
  rooms: z.number(),
  participants: z.number(),
  tracks: z.number(),
  workers: z.number(),
  packets: z.number(),
  cpu: z.number(),
  rss: z.number(),
});
export const FromChild = z.discriminatedUnion('type', [
  z.object({ type: z.literal('listening'), port: z.number(), version: z.string() }),
  z.object({ type: z.literal('failed'), code: z.string(), message: z.string() }),
  z.object({ type: z.literal('health'), id: z.number(), health: Health }),
]);
export type FromChild = z.infer<typeof FromChild>;
