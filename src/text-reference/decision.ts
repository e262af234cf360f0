/**
 * A model's decision after one line, read strictly: one JSON object with just `decision` and `answer`. Whatever else (prose, a code fence, another
 * key, a key twice, speech without words) is no decision: it is asked again, TRIES times in all, and is unscored after that.
 */
import { oneLine } from '../words/index.js';

/** A decision longer than this is none, UTF-16 units; nobody says so much in one turn. Chosen. */
const LONGEST = 4000;
/** Of an answer so much is kept: what is said in 60 s at most (selective-participation.md, Schedule). Chosen. */
const KEPT = 2000;

export type Decision = { readonly speaks: true; readonly says: string } | { readonly speaks: false };

/** @returns the decision, or why there is none. */
export function parseDecision(answer: string): Decision | { readonly unusable: string } {
  const unusable = (why: string): { readonly unusable: string } => ({ unusable: why });
  if (answer.length > LONGEST) return unusable(`it is longer than ${LONGEST} characters`);
  let json: unknown;
  try {
    json = JSON.parse(answer);
  } catch {
    return unusable('it is not JSON alone');
  }
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return unusable('it is not a JSON object');
  const { decision, answer: said, ...more } = json as Readonly<Record<string, unknown>>;
  if (Object.keys(more).length > 0) return unusable('it has other keys than decision and answer');
  if (decision !== 'speak' && decision !== 'silent') return unusable('its decision is neither "speak" nor "silent"');
  if (typeof said !== 'string') return unusable('its answer is not a text');
  // Two keys and two values, all of them texts: one more is a key said twice, of which JSON.parse keeps the last.
  if ((answer.match(/"(?:[^"\\]|\\.)*"/gs) ?? []).length !== 4) return unusable('it has a key twice');
  const says = oneLine(said, KEPT);
  if (decision === 'silent') return says === '' ? { speaks: false } : unusable('it is silent, and its answer is not empty');
  return says === '' ? unusable('it speaks, and its answer is empty') : { speaks: true, says };
}
