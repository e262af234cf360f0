/** Whether a text reference may stand beside a run: it has read what was played there, word for word. */
import type { CompiledScene, PlannedSession } from '../scenario/model.js';
import type { ReferenceRow } from './row.js';
import { scriptHash, scriptOf } from './script.js';

/** So many scenes are named in a message. */
const NAMED = 4;

/** @returns what keeps it away from the run's tables; undefined where nothing does. */
export function differsFromRun(
  { scenes: read }: Pick<ReferenceRow, 'scenes'>,
  { plan, scenes }: { readonly plan: readonly PlannedSession[]; readonly scenes: readonly CompiledScene[] },
): string | undefined {
  const planned = new Set(plan.map(({ suite, scene }) => `${suite}/${scene}`));
  const played = new Map(
    scenes.flatMap((scene): [string, string][] => {
      const [id, script] = [`${scene.suite}/${scene.id}`, scriptOf(scene)];
      return script === undefined || !planned.has(id) ? [] : [[id, scriptHash(script, scene)]];
    }),
  );
  if (played.size === 0) return 'the run has no scene with a request to the assistant';
  const own = new Map(read.map(({ suite, scene, sha256 }) => [`${suite}/${scene}`, sha256]));
  const missing = [...played.keys()].filter((id) => !own.has(id));
  if (missing.length > 0) return `it has not read ${list(missing)}`;
  const more = [...own.keys()].filter((id) => !played.has(id));
  if (more.length > 0) return `it has read ${list(more)}, which the run has not`;
  const changed = [...played].filter(([id, sha256]) => own.get(id) !== sha256).map(([id]) => id);
  return changed.length > 0 ? `other words, labels or answers than it has read are in ${list(changed)}` : undefined;
}

const list = (ids: readonly string[]): string =>
  `${ids.slice(0, NAMED).join(', ')}${ids.length > NAMED ? ` and ${ids.length - NAMED} more` : ''}`;
