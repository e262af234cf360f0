/**
 * What the two scenes of a pair have in common (selective-participation.md, Scene): the same number of turns, the same labels, the same
 * gold answer. Only the wording of T differs, and sometimes that of the turn before it. Reads plain data, as rules.ts does.
 */
import { CONDITIONS } from './model.js';
import type { Finding, Path } from './problem.js';
import { ASSISTANT } from './protocol-constants.js';
import { ruledTurns, saidIn, type RuledTurn } from './ruled-turn.js';
import { selectiveRules, type PairedScene } from './selective-rules.js';
import { list, mapping } from './short-forms.js';

type Plain = Readonly<Record<string, unknown>>;

/** Every rule of the explicit/implicit pairs of a suite. Pairs of any other conditions are not of this protocol. */
export function pairRules(suite: Plain): Finding[] {
  const speakers = mapping(suite['speakers']) ?? {};
  const voices = mapping(suite['voices']) ?? {};
  const voiceOf = (speaker: string): string | undefined => {
    const id = mapping(speakers[speaker])?.['voice'];
    const voice = typeof id === 'string' ? mapping(voices[id]) : undefined;
    return voice === undefined ? undefined : `${String(voice['tts'])}/${String(voice['voice'])}`;
  };
  return [...protocolPairs(suite)].flatMap(([explicit, implicit]) => [
    ...selectiveRules(explicit, voiceOf),
    ...selectiveRules(implicit, voiceOf),
    ...same(explicit, implicit),
  ]);
}

/** The pairs of one explicit and one implicit scene; others are suite-rules' to tell. */
function protocolPairs(suite: Plain): [PairedScene, PairedScene][] {
  const members = new Map<string, PairedScene[]>();
  for (const [index, value] of list(suite['scenes']).entries()) {
    const scene = mapping(value);
    const pair = mapping(scene?.['pair']);
    const condition = CONDITIONS.find((known) => known === pair?.['condition']);
    if (scene === undefined || typeof pair?.['id'] !== 'string' || condition === undefined) continue;
    const paired = pairedScene(scene, ['scenes', index], condition, mapping(suite['defaults']) ?? {});
    members.set(pair['id'], [...(members.get(pair['id']) ?? []), paired]);
  }
  return [...members.values()].flatMap((all): [PairedScene, PairedScene][] => {
    const explicit = all.find(({ condition }) => condition === 'explicit');
    const implicit = all.find(({ condition }) => condition === 'implicit');
    return all.length === 2 && explicit !== undefined && implicit !== undefined ? [[explicit, implicit]] : [];
  });
}

function pairedScene(scene: Plain, path: Path, condition: PairedScene['condition'], defaults: Plain): PairedScene {
  const of = (key: string): unknown => scene[key] ?? defaults[key];
  const assistant = of('assistant');
  return {
    scene,
    path,
    turns: ruledTurns(scene, path),
    condition,
    preamble: mapping(of('preamble')),
    assistant: typeof assistant === 'string' ? assistant : ASSISTANT,
    tail: of('tail'),
    language: of('language') ?? 'en',
    room: of('room') ?? 'mixed',
  };
}

function same(explicit: PairedScene, implicit: PairedScene): Finding[] {
  const findings: Finding[] = [];
  const name = nameOf(explicit);
  const { path } = implicit;
  for (const key of ['family', 'gold'] as const)
    if (explicit.scene[key] !== undefined && implicit.scene[key] !== undefined && differ(explicit.scene[key], implicit.scene[key]))
      findings.push({ path: [...path, key], message: `"${key}" is not that of its pair's scene ${name}`, hint: SAME });
  for (const key of ['language', 'room', 'assistant'] as const)
    if (explicit[key] !== implicit[key])
      findings.push({ path: [...path, key], message: `"${key}" is not that of its pair's scene ${name}`, hint: SAME });
  if (differ(explicit.preamble, implicit.preamble))
    findings.push({ path: [...path, 'preamble'], message: `the preamble is not that of its pair's scene ${name}`, hint: SAME });
  if (explicit.turns.length !== implicit.turns.length)
    return [
      ...findings,
      {
        path: [...path, 'turns'],
        message: `the scene has ${implicit.turns.length} turns, its pair's scene ${name} has ${explicit.turns.length}`,
        hint: 'Both have the same turns; only the request is worded differently.',
      },
    ];
  return [...findings, ...sameTurns(explicit.turns, implicit.turns, name)];
}

const SAME = 'Both scenes of a pair share it.';

function sameTurns(explicit: readonly RuledTurn[], implicit: readonly RuledTurn[], name: string): Finding[] {
  const request = explicit.findIndex(({ label, noise }) => label === 'T' && !noise);
  return implicit.flatMap((turn, i): Finding[] => {
    const other = explicit[i];
    if (other === undefined) return [];
    const findings: Finding[] = [];
    const where = (key: string): Path => (turn.turn[key] === undefined ? turn.path : [...turn.path, key]);
    if (turn.label !== other.label || turn.noise !== other.noise)
      findings.push({
        path: where('label'),
        value: turn.turn['label'],
        message: `the label of "${turn.id}" is ${turn.label}, in its pair's scene ${name} it is ${other.label}`,
        hint: 'The labels of both scenes are the same.',
      });
    if (turn.id !== other.id)
      findings.push({
        path: where('id'),
        value: turn.id,
        message: `the turn "${turn.id}" is "${other.id}" in its pair's scene ${name}`,
        hint: SAME,
      });
    if (turn.turn['speaker'] !== other.turn['speaker'])
      findings.push({
        path: where('speaker'),
        value: turn.turn['speaker'],
        message: `"${turn.id}" is said by another speaker than in its pair's scene ${name}`,
        hint: SAME,
      });
    const worded = i === request || i === request - 1;
    const text = where(turn.turn['parts'] === undefined ? 'text' : 'parts');
    if (!worded && (saidIn(turn.turn) !== saidIn(other.turn) || soundOf(turn) !== soundOf(other)))
      findings.push({
        path: text,
        message: `"${turn.id}" is not what its pair's scene ${name} says there`,
        hint: 'Only T is worded differently, and sometimes the turn before it.',
      });
    if (i === request && turn.label === 'T' && saidIn(turn.turn) !== '' && saidIn(turn.turn) === saidIn(other.turn))
      findings.push({
        path: text,
        message: `the request is worded as in its pair's scene ${name}`,
        hint: 'One names the assistant, one does not.',
      });
    return findings;
  });
}

/** What is played: clips, gains and pauses, without the words. */
function soundOf({ turn }: RuledTurn): string {
  const { clip, gain } = turn;
  return JSON.stringify([clip, gain, list(turn['parts']).map((part) => [mapping(part)?.['clip'], mapping(part)?.['pause']])]);
}

const nameOf = ({ scene }: PairedScene): string => `"${String(scene['id'])}"`;
const differ = (a: unknown, b: unknown): boolean => JSON.stringify(a) !== JSON.stringify(b);
