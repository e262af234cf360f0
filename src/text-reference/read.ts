/** Scenes given to a model that reads, and what it comes to, counted by the code that counts agents. */
import { TurnrigError } from '../error.js';
import type { CompiledScene, PlannedSession } from '../scenario/model.js';
import { separate } from '../score/counted.js';
import { SelectiveCounts } from '../score/selective/counts.js';
import type { SelectiveSummary } from '../score/selective/model.js';
import type { SessionResult } from '../score/summarise.js';
import type { Chat } from '../speech/chat.js';
import { oneLine, type Judge, type Outputs } from '../words/index.js';
import { decideScene, type DecidedTurn } from './decide.js';
import { TEXT_REFERENCE_FORMAT, type ReferenceScene, type TextReference } from './document.js';
import { PROMPT_SHA256, PROMPT_VERSION } from './prompt.js';
import { scriptHash, scriptOf, type Script } from './script.js';
import { windowsOf } from './windows.js';

export interface ReadOptions {
  readonly scenes: readonly CompiledScene[];
  readonly chat: Chat;
  readonly judge: Judge;
  readonly outputs: Outputs;
  /** Scenes at one time; the lines of one come one after another. */
  readonly parallel: number;
  readonly onProgress?: (done: number) => void;
  readonly signal?: AbortSignal;
}

/** Name of the only one who reads. */
const READER = 'text';
/** So many reasons are told; what follows the first is most often its consequence. Chosen. */
const TOLD = 5;
const SHOWN_REASON = 400;

interface ReadScene {
  readonly planned: PlannedSession;
  readonly scene: CompiledScene;
  readonly script: Script;
}

/** Scenes that have a request. @throws TurnrigError `input` when there is none. */
export function readable(scenes: readonly CompiledScene[]): readonly CompiledScene[] {
  const found = scenes.filter((scene) => scriptOf(scene) !== undefined);
  if (found.length === 0)
    throw new TurnrigError('input', 'none of the scenes has a request to the assistant (label T)', {
      hint: 'Name a suite of selective participation: selective, selective-zh, or one of turnrig generate.',
    });
  return found;
}

/** @throws TurnrigError what is no failure of a service; the signal's reason when it was aborted. */
export async function readScenes(options: ReadOptions): Promise<TextReference> {
  const { chat, judge, outputs, parallel, signal } = options;
  const all = options.scenes.flatMap((scene): ReadScene[] => {
    const script = scriptOf(scene);
    const id = `${scene.suite}/${scene.id}#1@${READER}`;
    const planned = { id, suite: scene.suite, scene: scene.id, agent: READER, repeat: 1, block: 1, seed: 1 };
    return script === undefined ? [] : [{ planned, scene, script }];
  });
  const decided: DecidedTurn[][] = [];
  const results: SessionResult[] = [];
  let next = 0;
  let done = 0;
  const work = async (): Promise<void> => {
    for (let i = next++; i < all.length; i = next++) {
      const one = all[i];
      if (one === undefined) return;
      const turns = await decideScene(chat, one.script, outputs, signal);
      const windows = await windowsOf(one.scene, turns, judge, outputs);
      decided[i] = turns;
      const { id } = one.planned;
      results[i] = { attempt: id, session: id, scene: one.scene.id, agent: READER, outcome: 'scored', reason: '', windows };
      options.onProgress?.(++done);
    }
  };
  await Promise.all(Array.from({ length: Math.min(parallel, all.length) }, work));
  signal?.throwIfAborted();
  return documentOf(all, decided.flat(), results, options);
}

function documentOf(
  all: readonly ReadScene[],
  decided: readonly DecidedTurn[],
  results: readonly SessionResult[],
  { chat, judge }: Pick<ReadOptions, 'chat' | 'judge'>,
): TextReference {
  const plan = all.map(({ planned }) => planned);
  const agents = [{ name: READER, way: 'reference' as const, settings: {}, reported: {} }];
  const counts = new SelectiveCounts({ id: READER, plan, scenes: all.map(({ scene }) => scene), agents });
  for (const result of results) counts.add(result);
  const counted = counts.done();
  if (counted === undefined) throw new TurnrigError('internal', 'scenes with a request came to no scores');
  const failures = decided.flatMap(({ decided: one }) => ('failed' in one ? [oneLine(one.failed, SHOWN_REASON)] : []));
  return {
    format: TEXT_REFERENCE_FORMAT,
    version: 1,
    model: { name: chat.name, prompt: PROMPT_VERSION, sha256: PROMPT_SHA256 },
    judge: { name: judge.name, kind: judge.kind, version: judge.version },
    decisions: {
      asked: decided.length,
      unusable: decided.filter(({ decided: one }) => 'unusable' in one).length,
      failed: failures.length,
    },
    failures: [...new Set(failures)].slice(0, TOLD),
    selective: separate<SelectiveSummary>(counted).value,
    scenes: all.map(({ scene, script }, i): ReferenceScene => ({
      suite: scene.suite,
      scene: scene.id,
      sha256: scriptHash(script, scene),
      windows: (results[i]?.windows ?? []).map(({ turn, measure, verdict, reason, flags }) => ({ turn, measure, verdict, reason, flags })),
    })),
  };
}
