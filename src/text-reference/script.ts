/** What a model that reads is given of a scene: the duty, and the labelled turns as lines with their speakers' names. No label, no gold answer. */
import { createHash } from 'node:crypto';
import type { CompiledScene, TurnLabel } from '../scenario/model.js';

export interface Line {
  readonly speaker: string;
  readonly says: string;
}

export interface ScriptTurn extends Line {
  readonly id: string;
  readonly label: Exclude<TurnLabel, 'user'>;
}

export interface Script {
  /** Name by which people speak of the agent. */
  readonly assistant: string;
  readonly duty: string;
  readonly turns: readonly ScriptTurn[];
}

/** Undefined for a scene without a request: it is of another protocol. */
export function scriptOf({ turns, speakers, assistant }: CompiledScene): Script | undefined {
  if (assistant === undefined || !turns.some(({ label }) => label === 'T')) return undefined;
  const names = new Map(speakers.map(({ id, name }) => [id, name]));
  const said = turns.filter(({ kind }) => kind !== 'noise');
  return {
    assistant,
    duty: said.flatMap(({ label, text }) => (label === 'user' ? [text] : [])).join('\n'),
    turns: said.flatMap(({ id, label, speaker, text }) =>
      label === 'user' ? [] : [{ id, label, speaker: names.get(speaker) ?? speaker, says: text }],
    ),
  };
}

/** SHA-256 of all that decides a scene's scores: what is read, the labels, and what a right answer is. */
export function scriptHash(script: Script, { gold, language }: Pick<CompiledScene, 'gold' | 'language'>): string {
  const { assistant, duty, turns } = script;
  const right = gold === undefined ? [] : [gold.answer, gold.mustMention, gold.mustNotMention];
  const lines = turns.map(({ id, label, speaker, says }) => [id, label, speaker, says]);
  return createHash('sha256')
    .update(JSON.stringify([language, assistant, duty, lines, right]))
    .digest('hex');
}
