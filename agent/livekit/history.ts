/** The dialogue before a scene, as an agent is told of it: what was said, in order, as a language model takes it. */
import { z } from 'zod';

export const historyMessage = z.object({ role: z.enum(['assistant', 'user']), content: z.string() });
export type HistoryMessage = z.infer<typeof historyMessage>;

/** Metadata of the job of a worker that is asked for by name (docs/replay.md). */
export const historyMetadata = (messages: readonly HistoryMessage[]): string => JSON.stringify({ turnrigHistory: 1, messages });

/** Variable by which an agent that turnrig starts (--agent-cmd) is told the same. */
export const HISTORY_VARIABLE = 'TURNRIG_HISTORY';
