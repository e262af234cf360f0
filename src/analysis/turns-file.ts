/**
 * Turns that a person gives for a recording, in YAML or JSON: positions in seconds, and what is right after each. Every problem of the file is
 * told in one pass, each with its line and column.
 */
import { readYaml } from '../scenario/yaml.js';
import type { Finding, Path, Problem } from '../scenario/problem.js';
import { msToSamples, rigPos, SAMPLE_RATE, samplesToMs, type RigPos, type Samples, type Span } from '../time/position.js';
import { LABEL_PLUS_MINUS } from './constants.js';
import { TURN_KINDS, type RecordedTurn, type TurnKind } from './turns.js';

const FILE_KEYS = ['version', 'plusMinusMs', 'turns'];
const TURN_KEYS = ['id', 'start', 'end', 'expect', 'pauses', 'text', 'noise'];
/** The most that a position may be unsure, ms: more is no position (chosen). */
const MOST_PLUS_MINUS_MS = 500;
const EXAMPLE = 'For example: { start: 0.67, end: 2.53, expect: respond }';

export type TurnsFile = { readonly turns: readonly RecordedTurn[] } | { readonly problems: readonly Problem[] };

/** @param length of the recording: turns lie inside it. Never throws. */
export function readTurns(bytes: Uint8Array, file: string, length: Samples): TurnsFile {
  const yaml = readYaml(bytes, file, 'A file of turns needs at least version and turns.');
  if (!('value' in yaml)) return yaml;
  const problems: Problem[] = [...yaml.problems];
  const report = (finding: Finding): void => {
    problems.push(yaml.problem(finding));
  };
  const turns = readFile(yaml.value, length, report);
  if (problems.length > 0) return { problems };
  return { turns: turns.map((turn, i) => ({ ...turn, source: place(yaml.problem({ path: ['turns', i], message: '' })) })) };
}

const place = ({ file, line, column }: Problem): string => `${file}:${line}:${column}`;

type Report = (finding: Finding) => void;
type Fields = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);

function readFile(value: unknown, length: Samples, report: Report): RecordedTurn[] {
  if (!isObject(value) || !Array.isArray(value['turns'])) {
    report({ path: [], message: 'a list of turns is missing', hint: `version: 1, then turns: a list. ${EXAMPLE}` });
    return [];
  }
  unknownKeys(value, FILE_KEYS, [], report);
  if (value['version'] !== 1) report({ path: ['version'], value: value['version'], message: 'version must be 1' });
  const plusMinusMs = value['plusMinusMs'] ?? samplesToMs(LABEL_PLUS_MINUS);
  if (typeof plusMinusMs !== 'number' || !(plusMinusMs >= 0 && plusMinusMs <= MOST_PLUS_MINUS_MS)) {
    report({ path: ['plusMinusMs'], value: plusMinusMs, message: `plusMinusMs must be a number from 0 to ${MOST_PLUS_MINUS_MS}` });
    return [];
  }
  const list: readonly unknown[] = value['turns'];
  if (list.length === 0) report({ path: ['turns'], message: 'there is no turn in it', hint: EXAMPLE });
  const turns = list.flatMap((one, i) => readTurn(one, i, length, msToSamples(plusMinusMs), report));
  inOrder(turns, report);
  return turns;
}

function readTurn(value: unknown, i: number, length: Samples, plusMinus: Samples, report: Report): RecordedTurn[] {
  const path: Path = ['turns', i];
  if (!isObject(value)) {
    report({ path, value, message: 'a turn must be a map', hint: EXAMPLE });
    return [];
  }
  unknownKeys(value, TURN_KEYS, path, report);
  const from = position(value['start'], [...path, 'start'], length, report);
  const to = position(value['end'], [...path, 'end'], length, report);
  const expect = TURN_KINDS.find((kind) => kind === value['expect']);
  if (expect === undefined)
    report({ path: [...path, 'expect'], value: value['expect'], message: `expect must be one of ${TURN_KINDS.join(', ')}` });
  const { id = `t${i + 1}`, text = '', noise = expect === 'ignore' } = value;
  if (typeof id !== 'string' || !/^[\w.-]{1,60}$/.test(id))
    report({ path: [...path, 'id'], value: id, message: 'id must be up to 60 letters, digits, ".", "_" or "-"' });
  if (typeof text !== 'string') report({ path: [...path, 'text'], value: text, message: 'text must be text' });
  if (typeof noise !== 'boolean') report({ path: [...path, 'noise'], value: noise, message: 'noise must be true or false' });
  if (from !== undefined && to !== undefined && to <= from)
    report({ path: [...path, 'end'], value: value['end'], message: 'end must lie after start' });
  if (from === undefined || to === undefined || to <= from || expect === undefined || typeof id !== 'string') return [];
  const pauses = readPauses(value['pauses'], [...path, 'pauses'], { from, to }, length, report);
  const kind: TurnKind = expect;
  return [
    {
      id,
      kind,
      from,
      to,
      parts: partsOf({ from, to }, pauses),
      plusMinus,
      noise: noise === true,
      text: typeof text === 'string' ? text : '',
      source: '',
    },
  ];
}

function readPauses(value: unknown, path: Path, turn: Span, length: Samples, report: Report): Span[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) {
    report({ path, value, message: 'pauses must be a list of [start, end]' });
    return [];
  }
  const list: readonly unknown[] = value;
  let before: RigPos = turn.from;
  return list.flatMap((one, i): Span[] => {
    const here: Path = [...path, i];
    if (!Array.isArray(one) || one.length !== 2) {
      report({ path: here, value: one, message: 'a pause must be [start, end] in seconds' });
      return [];
    }
    const from = position(one[0], [...here, 0], length, report);
    const to = position(one[1], [...here, 1], length, report);
    if (from === undefined || to === undefined) return [];
    if (!(before < from && from < to && to < turn.to)) {
      report({ path: here, value: one, message: 'pauses must lie inside their turn, in order, with words on both sides' });
      return [];
    }
    before = to;
    return [{ from, to }];
  });
}

function partsOf(turn: Span, pauses: readonly Span[]): Span[] {
  const borders = [turn.from, ...pauses.flatMap(({ from, to }) => [from, to]), turn.to];
  return borders.flatMap((from, i) => (i % 2 === 0 ? [{ from, to: borders[i + 1] ?? turn.to }] : []));
}

function position(value: unknown, path: Path, length: Samples, report: Report): RigPos | undefined {
  if (typeof value !== 'number' || !Number.isFinite(value) || value < 0) {
    report({
      path,
      value,
      ...(value === undefined ? { missing: true as const } : {}),
      message: `${String(path.at(-1))} must be a time in seconds from the recording's start`,
    });
    return undefined;
  }
  if (value * SAMPLE_RATE <= length) return rigPos(value * SAMPLE_RATE);
  report({
    path,
    value,
    message: `the recording ends at ${(length / SAMPLE_RATE).toFixed(3)} s`,
    hint: 'Times are seconds, not milliseconds.',
  });
  return undefined;
}

/** Ids are unique; turns of speech do not overlap and come in order. */
function inOrder(turns: readonly RecordedTurn[], report: Report): void {
  const ids = new Set<string>();
  for (const [i, turn] of turns.entries()) {
    if (ids.has(turn.id)) report({ path: ['turns', i, 'id'], value: turn.id, message: `the id "${turn.id}" is there twice` });
    ids.add(turn.id);
    const before = turns.slice(0, i).findLast((other) => !other.noise);
    if (!turn.noise && before !== undefined && turn.from < before.to)
      report({
        path: ['turns', i, 'start'],
        value: turn.from / SAMPLE_RATE,
        message: `it begins before ${before.id} has ended`,
        hint: 'List turns in order; join those that overlap.',
      });
  }
}

function unknownKeys(value: Fields, known: readonly string[], path: Path, report: Report): void {
  for (const key of Object.keys(value))
    if (!known.includes(key))
      report({ path: [...path, key], on: 'key', value: key, message: `unknown key "${key}"`, hint: `There are: ${known.join(', ')}` });
}
