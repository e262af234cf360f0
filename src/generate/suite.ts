/** Drafts become a scenario file: plain data for the validator, and YAML for people. */
import type { RoomLayout } from '../scenario/model.js';
import { FORMAT_VERSION } from '../scenario/schema.js';
import type { DraftPair, PairRequest } from './model.js';
import { ASSISTANTS, DUTY } from './preamble.js';
import type { Voices } from './voices.js';

export interface SuiteOptions {
  readonly name: string;
  readonly title: string;
  readonly room: RoomLayout;
  readonly voices: Voices;
}

export interface MadePair {
  readonly request: PairRequest;
  readonly draft: DraftPair;
}

/** "place-0007": unique in a run of `turnrig generate`. */
export const pairId = ({ family, index }: PairRequest): string => `${family}-${String(index + 1).padStart(4, '0')}`;

/** The two scenes of a pair as the scenario format has them. */
function scenesOf({ request, draft }: MadePair): Record<string, unknown>[] {
  const idOf = new Map(request.people.map(({ id, name }) => [name, id]));
  const speaker = (name: string): string => idOf.get(name) ?? name;
  return (['explicit', 'implicit'] as const).map((condition) => ({
    id: `${pairId(request)}-${condition}`,
    title: draft.title,
    pair: { id: pairId(request), condition },
    family: request.family,
    gold: {
      answer: draft.gold.answer,
      must_mention: draft.gold.mustMention,
      ...(draft.gold.mustNotMention.length === 0 ? {} : { must_not_mention: draft.gold.mustNotMention }),
      evidence: draft.gold.evidence.map((index) => `t${index + 1}`),
    },
    preamble: { speaker: request.people[0]?.id ?? '', text: DUTY[request.language] },
    turns: draft.turns.map((turn, i) => ({
      id: `t${i + 1}`,
      speaker: speaker(turn.speaker),
      label: turn.label,
      text: condition === 'implicit' ? (turn.implicit ?? turn.text) : turn.text,
    })),
  }));
}

/** A whole suite as plain data. All pairs are of one language. */
export function suiteOf(pairs: readonly MadePair[], { name, title, room, voices }: SuiteOptions): Record<string, unknown> {
  const language = pairs[0]?.request.language ?? 'en';
  const people = new Map(pairs.flatMap(({ request }) => request.people.map((person) => [person.id, person])));
  const byName = [...people.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
  return {
    version: FORMAT_VERSION,
    suite: name,
    title,
    voices: Object.fromEntries(voices.voices.map((voice, i) => [`v${i + 1}`, { tts: voices.tts, voice }])),
    speakers: Object.fromEntries(byName.map((person) => [person.id, { name: person.name, voice: `v${person.voice + 1}` }])),
    defaults: { language, room, assistant: ASSISTANTS[language] },
    scenes: pairs.flatMap(scenesOf),
  };
}

/** Keys whose values stand below them, an entry a line; every other mapping is written in one line: a turn is read as a line of a script. */
const BLOCKS: ReadonlySet<string> = new Set(['voices', 'speakers', 'defaults', 'gold', 'turns']);

/** What ends a line, or what no YAML file may hold: a comment must not become part of the document. */
const NOT_IN_A_COMMENT = /[\p{C}\p{Zl}\p{Zp}]+/gu;

/** YAML of a suite's plain data. JSON's strings are YAML's. */
export function yamlOf({ scenes, ...head }: Readonly<Record<string, unknown>>, comment: readonly string[]): string {
  const lines = [...comment.map((line) => `# ${line.replaceAll(NOT_IN_A_COMMENT, ' ')}`), ...mappingLines(head, ''), 'scenes:'];
  for (const scene of Array.isArray(scenes) ? (scenes as unknown[]) : []) {
    const [first = '', ...rest] = isRecord(scene) ? mappingLines(scene, '    ') : [flow(scene)];
    lines.push(`  - ${first.trimStart()}`, ...rest);
  }
  return `${lines.join('\n')}\n`;
}

function mappingLines(value: Readonly<Record<string, unknown>>, indent: string): string[] {
  return Object.entries(value).flatMap(([name, inner]): string[] => {
    const head = `${indent}${name}:`;
    if (BLOCKS.has(name) && isRecord(inner)) return [head, ...mappingLines(inner, `${indent}  `)];
    if (BLOCKS.has(name) && Array.isArray(inner)) return [head, ...(inner as unknown[]).map((item) => `${indent}  - ${flow(item)}`)];
    return [`${head} ${flow(inner)}`];
  });
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A flow value; plain where a plain scalar cannot be read as anything else. */
function flow(value: unknown): string {
  if (Array.isArray(value)) return `[${(value as unknown[]).map(flow).join(', ')}]`;
  if (isRecord(value))
    return `{ ${Object.entries(value)
      .map(([key, inner]) => `${key}: ${flow(inner)}`)
      .join(', ')} }`;
  if (typeof value === 'string')
    return PLAIN.test(value) && !AMBIGUOUS.test(value) ? value : JSON.stringify(value.replaceAll(/\$(?=[A-Za-z$])/g, '$$$$'));
  return JSON.stringify(value);
}
const PLAIN = /^[A-Za-z][A-Za-z0-9_-]*$/;
const AMBIGUOUS = /^(true|false|yes|no|on|off|null|y|n)$/i;
