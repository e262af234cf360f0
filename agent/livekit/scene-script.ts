/**
 * What the scripted STT is told of a scene: the words in the order in which they are played, and where in their turn they lie.
 *
 * It travels as the job's metadata. An agent that is told the words is no test of recognition, and says so in the settings that
 * it reports; when it speaks is decided by what it hears, as in every session.
 */
import { z } from 'zod';
import type { CompiledScene } from '../../src/scenario/model.js';
import { samplesToMs } from '../../src/time/position.js';
import { historyMessage, type HistoryMessage } from './history.js';

const partSchema = z.object({
  text: z.string(),
  /** First and last voiced moment, ms from the turn's first voiced sample. */
  from: z.number().nonnegative(),
  to: z.number().nonnegative(),
});
const scriptSchema = z.object({
  turnrigScript: z.literal(1),
  turns: z.array(z.object({ parts: z.array(partSchema).min(1) })),
  history: z.array(historyMessage).exactOptional(),
});

export type ScriptPart = z.infer<typeof partSchema>;
export type ScriptTurn = { readonly parts: readonly ScriptPart[] };
export type SceneScript = { readonly turns: readonly ScriptTurn[]; readonly history?: readonly HistoryMessage[] };

/** Job metadata for a scene. Noises are left out: they are nobody's words. @param history what was said before the scene */
export function sceneScript(scene: CompiledScene, history: readonly HistoryMessage[] = []): string {
  const turns = scene.turns.flatMap((turn) => {
    if (turn.kind === 'noise' || turn.clip.parts.length === 0) return [];
    const start = turn.clip.parts[0]?.from ?? 0;
    const ms = (samples: number): number => Math.max(0, Math.round(samplesToMs(samples - start)));
    return [{ parts: turn.clip.parts.map((part) => ({ text: part.text, from: ms(part.from), to: ms(part.to) })) }];
  });
  return JSON.stringify({ turnrigScript: 1, turns, ...(history.length === 0 ? {} : { history }) });
}

/** The script in a job's metadata; undefined when there is none, or something else. */
export function readSceneScript(metadata: string): SceneScript | undefined {
  let value: unknown;
  try {
    value = JSON.parse(metadata);
  } catch {
    return undefined;
  }
  const parsed = scriptSchema.safeParse(value);
  if (!parsed.success) return undefined;
  const { turns, history } = parsed.data;
  return { turns, ...(history === undefined ? {} : { history }) };
}
