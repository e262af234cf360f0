/**
 * What is asked of a scene's gold answer: short, held by its own rubric, and said before the request by the turns it names
 * (selective-participation.md, "Making scenes": evidence for the answer is spoken before T). Reads plain data, as rules.ts does.
 */
import { says, wordsOf } from '../speech/words.js';
import { suggest } from './nearest.js';
import type { Finding, Path } from './problem.js';
import { LONGEST_GOLD } from './protocol-constants.js';
import { saidIn, type RuledTurn } from './ruled-turn.js';
import { list, mapping } from './short-forms.js';

/** @param path of the scene */
export function goldRules(scene: Readonly<Record<string, unknown>>, turns: readonly RuledTurn[], path: Path): Finding[] {
  const gold = mapping(scene['gold']);
  if (gold === undefined) return [];
  const at: Path = [...path, 'gold'];
  const request = turns.find(({ label, noise }) => label === 'T' && !noise);
  const groups = list(gold['must_mention']).map((group) => list(group).filter((way) => typeof way === 'string'));
  const never = list(gold['must_not_mention']).filter((one) => typeof one === 'string');
  const { findings, spoken } = evidence(gold, turns, request, at);
  findings.push(...answer(gold['answer'], groups, never, at));
  for (const [i, group] of groups.entries()) {
    const where = [...at, 'must_mention', i];
    if (spoken !== undefined && group.length > 0 && !group.some((way) => says(spoken, way)))
      findings.push({
        path: where,
        value: group,
        message: `"${group.join('" or "')}" of the gold answer is never spoken in its evidence`,
        hint: 'Let an evidence turn before T say it, or name the turn that does.',
      });
    const both = group.find((way) => never.some((other) => says(way, other)));
    if (both !== undefined)
      findings.push({ path: where, value: both, message: `"${both}" must be mentioned and must not`, hint: 'Take it out of one list.' });
  }
  if (request !== undefined && groups.length > 0 && groups.every((group) => group.some((way) => says(saidIn(request.turn), way))))
    findings.push({
      path: [...request.path, 'text'],
      message: 'the request says its own answer',
      hint: 'Ask for it without saying it: the answer must come from the talk before.',
    });
  return findings;
}

/** The turns named as evidence, and what they say; undefined where that is not known (a turn with a clip and no text). */
function evidence(
  gold: Readonly<Record<string, unknown>>,
  turns: readonly RuledTurn[],
  request: RuledTurn | undefined,
  at: Path,
): { findings: Finding[]; spoken: string | undefined } {
  const findings: Finding[] = [];
  const named = list(gold['evidence']).filter((id) => typeof id === 'string');
  const said: string[] = [];
  for (const [i, id] of named.entries()) {
    const path = [...at, 'evidence', i];
    const index = turns.findIndex((turn) => turn.id === id);
    const turn = turns[index];
    if (turn === undefined) {
      const ids = turns.map((other) => other.id);
      findings.push({ path, value: id, message: `unknown turn "${id}"`, hint: suggest(id, ids) });
    } else if (request !== undefined && index >= turns.indexOf(request))
      findings.push({
        path,
        value: id,
        message: `the evidence "${id}" is not spoken before the request "${request.id}"`,
        hint: 'What the answer needs is said before T.',
      });
    else if (named.indexOf(id) < i)
      findings.push({ path, value: id, message: `the evidence "${id}" stands there twice`, hint: 'Remove one.' });
    else said.push(saidIn(turn.turn));
  }
  return { findings, spoken: said.includes('') || said.length === 0 ? undefined : said.join('\n') };
}

function answer(text: unknown, groups: readonly (readonly string[])[], never: readonly string[], at: Path): Finding[] {
  if (typeof text !== 'string') return [];
  const path = [...at, 'answer'];
  const findings: Finding[] = [];
  const words = wordsOf(text).length;
  if (words > LONGEST_GOLD)
    findings.push({
      path,
      value: text,
      message: `the gold answer has ${words} words, more than ${LONGEST_GOLD}`,
      hint: 'Keep what is asked.',
    });
  const missing = groups.find((group) => group.length > 0 && !group.some((way) => says(text, way)));
  if (missing !== undefined)
    findings.push({
      path,
      value: text,
      message: `the gold answer does not mention "${missing.join('" or "')}" itself`,
      hint: 'Its own rubric must hold for it.',
    });
  const wrong = never.find((one) => says(text, one));
  if (wrong !== undefined)
    findings.push({
      path,
      value: text,
      message: `the gold answer mentions "${wrong}", which it must not`,
      hint: 'Its own rubric must hold for it.',
    });
  return findings;
}
