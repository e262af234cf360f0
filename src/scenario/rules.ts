/**
 * Rules of a scene that look at several values together. They read plain data, so that they speak up beside faults of shape:
 * whatever is not of the right type is left to checkShape.
 */
import type { Finding, Path } from './problem.js';
import { suggest } from './nearest.js';
import { acrossRules } from './across-rules.js';
import { goldRules } from './gold-rules.js';
import { protocolRules } from './protocol-rules.js';
import { ruledTurns, type RuledTurn } from './ruled-turn.js';
import { list, mapping } from './short-forms.js';

type Plain = Record<string, unknown>;

/** What a scene may refer to. */
export interface SceneContext {
  readonly speakers: readonly string[];
  /** Speakers that have a voice to render text with. */
  readonly voiced: readonly string[];
  readonly arms: readonly string[];
  /** Whether `defaults` has a preamble. */
  readonly preamble: boolean;
}

export function sceneRules(scene: unknown, path: Path, context: SceneContext): Finding[] {
  const object = mapping(scene);
  if (object === undefined) return [];
  const findings: Finding[] = [];
  const turns = ruledTurns(object, path);
  const arm = object['arm'];
  if (typeof arm === 'string' && !context.arms.includes(arm))
    findings.push({
      path: [...path, 'arm'],
      value: arm,
      message: `unknown arm "${arm}"`,
      hint: context.arms.length === 0 ? 'Add "arms: [a, b]" to the suite.' : suggest(arm, context.arms),
    });
  const preamble = mapping(object['preamble']);
  if (preamble !== undefined) findings.push(...spokenRules(preamble, [...path, 'preamble'], context, false));
  for (const [i, ruled] of turns.entries()) {
    const before = turns.slice(0, i);
    findings.push(
      ...sameId(ruled, before),
      ...spokenRules(ruled.turn, ruled.path, context, ruled.noise),
      ...whenRules(ruled, before, turns, preamble !== undefined || context.preamble),
      ...choices(ruled),
    );
    if (ruled.noise && ruled.turn['label'] !== undefined)
      findings.push({
        path: [...ruled.path, 'label'],
        value: ruled.label,
        message: "a noise has no label: it is nobody's turn",
        hint: 'Remove the label, or the kind.',
      });
  }
  findings.push(...acrossRules(object['across'], [...path, 'across'], turns));
  findings.push(...goldRules(object, turns, path));
  return [...findings, ...protocolRules(turns, [...path, 'turns'], object['pair'] !== undefined)];
}

function sameId({ turn, path, id }: RuledTurn, before: readonly RuledTurn[]): Finding[] {
  const reserved = id === 'preamble';
  if (!reserved && !before.some((other) => other.id === id)) return [];
  const message = reserved ? 'the id "preamble" is that of the preamble' : `the id "${id}" is taken by an earlier turn of this scene`;
  return [{ path: turn['id'] === undefined ? path : [...path, 'id'], value: id, message, hint: 'Give it another id.' }];
}

/** Who says what, and where the sound comes from. */
export function spokenRules(turn: Plain, path: Path, context: SceneContext, noise: boolean): Finding[] {
  const findings: Finding[] = [];
  const speaker = turn['speaker'];
  const known = typeof speaker === 'string' && context.speakers.includes(speaker);
  if (typeof speaker === 'string' && !known)
    findings.push({
      path: [...path, 'speaker'],
      value: speaker,
      message: `unknown speaker "${speaker}"`,
      hint: suggest(speaker, context.speakers),
    });

  const recorded = turn['recorded'] === true;
  const needsVoice = (part: Plain, at: Path): void => {
    if (part['clip'] !== undefined) return;
    if (recorded) {
      findings.push({
        path: at,
        message: 'a recorded turn has a clip for all that is said in it',
        hint: 'Add "clip:", or remove "recorded:".',
      });
      return;
    }
    if (part['text'] === undefined)
      findings.push({ path: at, message: 'there is neither a text nor a clip', hint: 'Give a text, a clip, or both.' });
    else if (noise)
      findings.push({
        path: [...at, 'text'],
        value: part['text'],
        message: 'a noise needs a clip: a voice cannot render it',
        hint: 'Add "clip:".',
      });
    else if (known && typeof speaker === 'string' && !context.voiced.includes(speaker))
      findings.push({
        path: [...at, 'text'],
        value: part['text'],
        message: `the text has no clip, and the speaker "${speaker}" has no voice to render it`,
        hint: 'Add "clip:" to the text, or "voice:" to the speaker.',
      });
  };

  if (turn['parts'] === undefined) {
    needsVoice(turn, path);
    return findings;
  }
  for (const key of ['text', 'clip'])
    if (turn[key] !== undefined)
      findings.push({
        path: [...path, key],
        on: 'key',
        value: key,
        message: `"${key}" and "parts" exclude each other`,
        hint: 'Move it into the parts.',
      });
  const parts = list(turn['parts']);
  for (const [i, value] of parts.entries()) {
    const part = mapping(value);
    const at = [...path, 'parts', i];
    if (part === undefined) continue;
    if (part['pause'] === undefined) {
      needsVoice(part, at);
      continue;
    }
    if (part['text'] !== undefined || (part['clip'] !== undefined && !recorded))
      findings.push({ path: [...at, 'pause'], on: 'key', message: 'a part is either a pause or speech', hint: 'Make it two parts.' });
    else if (recorded) continue;
    else if (i === 0) findings.push({ path: at, message: 'a turn cannot begin with a pause', hint: 'Use "when" to let it begin later.' });
    else if (i === parts.length - 1)
      findings.push({ path: at, message: 'a turn cannot end with a pause', hint: 'Use "hold" to wait after it.' });
    else if (mapping(parts[i - 1])?.['pause'] !== undefined)
      findings.push({ path: at, message: 'two pauses follow each other', hint: 'Add them up into one.' });
  }
  if (recorded && parts.length > 0 && parts.every((part) => mapping(part)?.['pause'] !== undefined))
    findings.push({
      path: [...path, 'parts'],
      message: 'nothing is said in the turn: all its parts are pauses',
      hint: 'Add a part with a clip.',
    });
  return findings;
}

const WHEN_KEYS: Readonly<Record<string, readonly string[]>> = {
  at: ['at'],
  after: ['after', 'edge', 'gap'],
  agent: ['agent', 'since', 'offset', 'tolerance', 'timeout', 'otherwise'],
};

function whenRules({ turn, path, id }: RuledTurn, before: readonly RuledTurn[], all: readonly RuledTurn[], preamble: boolean): Finding[] {
  const when = mapping(turn['when']);
  if (when === undefined) return [];
  const at = [...path, 'when'];
  const kinds = Object.keys(WHEN_KEYS).filter((kind) => when[kind] !== undefined);
  const [kind] = kinds;
  if (kind === undefined || kinds.length > 1) {
    const message = kind === undefined ? '"when" needs one of at, after, agent' : `"when" takes one of ${kinds.join(', ')}, not several`;
    return [{ path: at, message, hint: 'e.g. { at: 0 }, { after: t1, gap: 500 } or { agent: onset, since: t1, offset: 1500 }.' }];
  }
  const findings: Finding[] = [];
  for (const key of Object.keys(when)) {
    const owner = Object.entries(WHEN_KEYS).find(([, keys]) => keys.includes(key))?.[0];
    if (owner !== undefined && owner !== kind)
      findings.push({
        path: [...at, key],
        on: 'key',
        value: key,
        message: `"${key}" does not go with "${kind}"`,
        hint: `It belongs to "${owner}".`,
      });
  }
  for (const key of ['after', 'since']) {
    const other = when[key];
    if (typeof other !== 'string' || (preamble && other === 'preamble') || before.some((earlier) => earlier.id === other)) continue;
    const later = all.some((turn) => turn.id === other);
    findings.push({
      path: [...at, key],
      value: other,
      message:
        other === id
          ? `the turn "${id}" cannot wait for itself`
          : later
            ? `the turn "${other}" comes later than "${id}"`
            : `unknown turn "${other}"`,
      hint: later
        ? 'A cue can only follow an earlier turn: put the turns into the order in which they play.'
        : suggest(
            other,
            before.map((turn) => turn.id),
          ),
    });
  }
  const offset = when['at'];
  const latest = Math.max(0, ...before.map((earlier) => mapping(earlier.turn['when'])?.['at']).filter((x) => typeof x === 'number'));
  if (typeof offset === 'number' && offset >= 0 && offset < latest)
    findings.push({
      path: [...at, 'at'],
      value: offset,
      message: `the turn plays at ${offset} ms, before an earlier turn of the list (${latest} ms)`,
      hint: 'Put the turns into the order in which they play.',
    });
  return findings;
}

/** One hold; one expectation, but for a yield with the reply that follows it. */
function choices({ turn, path }: RuledTurn): Finding[] {
  const findings: Finding[] = [];
  for (const key of ['hold', 'expect']) {
    const chosen = mapping(turn[key]);
    if (chosen === undefined) continue;
    const names = Object.keys(chosen);
    const together = key === 'expect' && names.length === 2 && names.includes('yield') && names.includes('reply');
    if (names.length === 0) findings.push({ path: [...path, key], message: `"${key}" is empty`, hint: 'Remove it to have the default.' });
    else if (names.length > 1 && !together)
      findings.push({
        path: [...path, key],
        message: `"${key}" takes one of ${names.join(', ')}, not several`,
        hint: key === 'expect' ? 'Only yield and reply go together.' : '',
      });
  }
  return findings;
}
