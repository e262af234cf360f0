/**
 * The companion file of a data set of labelled calls (premature-reply.md, "Files": one YAML per data set): where recordings are, which channel is
 * whose, where decision points come from, and by what settings figures were made. Every problem is told with line and column.
 */
import type { Finding, Path, Problem } from '../scenario/problem.js';
import { showValue } from '../scenario/problem.js';
import { suggest } from '../scenario/nearest.js';
import { readYaml } from '../scenario/yaml.js';
import { FIXED_LAG_MS, TEXT_MODES, type TextMode } from './history.js';
import { DEFAULT_FILTER, DEFAULT_GRID, type PolicyGridMs, type SpanFilter } from './policy-grid.js';

/** Where decision points come from. Points of a draft never count (premature-reply.md, "Point metrics"). */
export const POINT_SOURCES = ['vad_log', 'replayed', 'manual', 'xlsx_draft'] as const;
export type PointSource = (typeof POINT_SOURCES)[number];

export const SPLITS = ['train', 'tune', 'test'] as const;
export type CallSplit = (typeof SPLITS)[number];

/** One call. */
export interface CallEntry {
  /** Path beside the companion file; undefined where there is no recording. */
  readonly recording: string | undefined;
  /** Channels of the recording, from 0. */
  readonly userChannel: number;
  readonly agentChannel: number;
  /** Lower case, such as zh. */
  readonly language: string;
  readonly points: PointSource;
  readonly split: CallSplit | undefined;
}

export interface Companion {
  readonly calls: ReadonlyMap<string, CallEntry>;
  /** The detector that silences were found by; free text that is printed beside figures. */
  readonly vad: { readonly name: string; readonly version: string; readonly settings: Readonly<Record<string, unknown>> } | undefined;
  /** How inputs were cut, in words. */
  readonly clipping: string;
  readonly text: { readonly mode: TextMode; readonly lagMs: number };
  readonly spans: SpanFilter;
  readonly policies: PolicyGridMs;
  readonly versions: Readonly<Record<string, string>>;
}

export const COMPANION = 'calls.yaml';

const KEYS = ['version', 'calls', 'vad', 'clipping', 'text', 'spans', 'policies', 'versions', 'language', 'points'];
const CALL_KEYS = ['recording', 'user', 'agent', 'language', 'points', 'split'];
const EXAMPLE = 'For example: calls: { demo: { recording: demo.wav, user: 0, agent: 1, language: zh, points: vad_log } }';
/** Of a recording; more channels are no call. */
const MOST_CHANNELS = 32;
/** No policy waits longer for its next word, and no transcript comes later; a larger number is a slip. */
const MOST_WAIT_MS = 60_000;
/** Values of one list of a grid. */
const MOST_VALUES = 1_000;

/** Without a companion file: nothing is known of any call. */
export const NO_COMPANION: Companion = {
  calls: new Map(),
  vad: undefined,
  clipping: '',
  text: { mode: 'offline', lagMs: FIXED_LAG_MS },
  spans: DEFAULT_FILTER,
  policies: DEFAULT_GRID,
  versions: {},
};

export function readCompanion(bytes: Uint8Array, file: string, report: (problem: Problem) => void): Companion {
  const yaml = readYaml(bytes, file, `A companion file needs at least version and calls. ${EXAMPLE}`);
  for (const problem of yaml.problems) report(problem);
  if (!('value' in yaml)) return NO_COMPANION;
  return new Reader((finding) => report(yaml.problem(finding))).file(yaml.value);
}

type Fields = Readonly<Record<string, unknown>>;
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);

class Reader {
  constructor(private readonly report: (finding: Finding) => void) {}

  file(value: unknown): Companion {
    if (!isFields(value) || !isFields(value['calls'])) {
      this.report({ path: [], message: 'a map of calls is missing', hint: `version: 1, then calls. ${EXAMPLE}` });
      return NO_COMPANION;
    }
    this.#known(value, KEYS, []);
    if (value['version'] !== 1) this.report({ path: ['version'], value: value['version'], message: 'version must be 1' });
    const language = value['language'] === undefined ? undefined : this.#language(value['language'], ['language']);
    const points = value['points'] === undefined ? undefined : this.#oneOf(value['points'], POINT_SOURCES, ['points'], 'manual');
    const calls = Object.entries(value['calls']).map(([id, call]): [string, CallEntry] => [
      id,
      this.#call(call, ['calls', id], { language, points }),
    ]);
    return {
      calls: new Map(calls),
      vad: this.#vad(value['vad']),
      clipping: this.#text(value['clipping'] ?? '', ['clipping']),
      text: this.#textMode(value['text']),
      spans: this.#filter(value['spans']),
      policies: this.#policies(value['policies']),
      versions: this.#versions(value['versions']),
    };
  }

  #call(
    value: unknown,
    path: Path,
    common: { readonly language?: string | undefined; readonly points?: PointSource | undefined },
  ): CallEntry {
    const fields = isFields(value) ? value : {};
    if (!isFields(value)) this.report({ path, value, message: 'a call must be a map', hint: EXAMPLE });
    this.#known(fields, CALL_KEYS, path);
    const recording = fields['recording'] === undefined ? undefined : this.#text(fields['recording'], [...path, 'recording']);
    const [userChannel, agentChannel] = [
      this.#channel(fields['user'] ?? 0, [...path, 'user']),
      this.#channel(fields['agent'] ?? 1, [...path, 'agent']),
    ];
    if (userChannel === agentChannel)
      this.report({
        path,
        value: agentChannel,
        message: `user and agent are the same channel, ${agentChannel}`,
        hint: 'Channels count from 0.',
      });
    const given = fields['language'];
    if (given === undefined && common.language === undefined)
      this.report({ path, missing: true, message: 'language is missing', hint: 'Give it to the call, or once to the whole file.' });
    return {
      recording,
      userChannel,
      agentChannel,
      language: given === undefined ? (common.language ?? '') : this.#language(given, [...path, 'language']),
      points:
        fields['points'] === undefined
          ? (common.points ?? 'manual')
          : this.#oneOf(fields['points'], POINT_SOURCES, [...path, 'points'], 'manual'),
      split: fields['split'] === undefined ? undefined : this.#oneOf(fields['split'], SPLITS, [...path, 'split'], 'test'),
    };
  }

  #vad(value: unknown): Companion['vad'] {
    if (value === undefined) return undefined;
    if (!isFields(value)) {
      this.report({
        path: ['vad'],
        value,
        message: 'vad must be a map',
        hint: 'For example: vad: { name: silero, version: "6.2", settings: { threshold: 0.5 } }',
      });
      return undefined;
    }
    this.#known(value, ['name', 'version', 'settings'], ['vad']);
    const settings = value['settings'] ?? {};
    if (!isFields(settings)) this.report({ path: ['vad', 'settings'], value: settings, message: 'settings must be a map' });
    return {
      name: this.#text(value['name'], ['vad', 'name']),
      version: this.#text(value['version'] ?? '', ['vad', 'version']),
      settings: isFields(settings) ? settings : {},
    };
  }

  #textMode(value: unknown): Companion['text'] {
    if (value === undefined) return NO_COMPANION.text;
    if (!isFields(value)) {
      this.report({ path: ['text'], value, message: 'text must be a map', hint: 'For example: text: { mode: fixed_lag, lagMs: 500 }' });
      return NO_COMPANION.text;
    }
    this.#known(value, ['mode', 'lagMs'], ['text']);
    return {
      mode: this.#oneOf(value['mode'] ?? 'offline', TEXT_MODES, ['text', 'mode'], 'offline'),
      lagMs: this.#ms(value['lagMs'] ?? FIXED_LAG_MS, ['text', 'lagMs']),
    };
  }

  #filter(value: unknown): SpanFilter {
    if (value === undefined) return DEFAULT_FILTER;
    if (!isFields(value)) {
      this.report({ path: ['spans'], value, message: 'spans must be a map', hint: 'For example: spans: { fromMs: 200, toMs: 5000 }' });
      return DEFAULT_FILTER;
    }
    this.#known(value, ['fromMs', 'toMs'], ['spans']);
    const filter = {
      fromMs: this.#ms(value['fromMs'] ?? DEFAULT_FILTER.fromMs, ['spans', 'fromMs']),
      toMs: this.#ms(value['toMs'] ?? DEFAULT_FILTER.toMs, ['spans', 'toMs']),
    };
    if (filter.toMs < filter.fromMs)
      this.report({ path: ['spans', 'toMs'], value: filter.toMs, message: 'toMs must not lie before fromMs' });
    return filter;
  }

  #policies(value: unknown): PolicyGridMs {
    if (value === undefined) return DEFAULT_GRID;
    if (!isFields(value)) {
      this.report({
        path: ['policies'],
        value,
        message: 'policies must be a map',
        hint: 'For example: policies: { thresholds: [0.5], minWaitsMs: [200], timeoutsMs: [1500] }',
      });
      return DEFAULT_GRID;
    }
    this.#known(value, ['thresholds', 'minWaitsMs', 'timeoutsMs', 'stepMs'], ['policies']);
    const share = (one: unknown): boolean => typeof one === 'number' && one >= 0 && one <= 1;
    const ms = (one: unknown): boolean => typeof one === 'number' && Number.isInteger(one) && one >= 0 && one <= MOST_WAIT_MS;
    const list = (key: keyof Omit<PolicyGridMs, 'stepMs'>, good: (one: unknown) => boolean, rule: string): readonly number[] => {
      const given = value[key];
      if (given === undefined) return DEFAULT_GRID[key];
      if (
        Array.isArray(given) &&
        given.length > 0 &&
        given.length <= MOST_VALUES &&
        given.every((one, i) => good(one) && (i === 0 || one > given[i - 1]))
      )
        return given as number[];
      this.report({ path: ['policies', key], value: given, message: `${key} must be a rising list of ${rule}` });
      return DEFAULT_GRID[key];
    };
    const grid = {
      thresholds: list('thresholds', share, 'numbers from 0 to 1'),
      minWaitsMs: list('minWaitsMs', ms, `whole milliseconds up to ${MOST_WAIT_MS}`),
      timeoutsMs: list('timeoutsMs', ms, `whole milliseconds up to ${MOST_WAIT_MS}`),
      stepMs: this.#ms(value['stepMs'] ?? DEFAULT_GRID.stepMs, ['policies', 'stepMs']),
    };
    if (grid.stepMs === 0) this.report({ path: ['policies', 'stepMs'], value: 0, message: 'stepMs must be 1 or more' });
    if ((grid.timeoutsMs.at(-1) ?? 0) < (grid.minWaitsMs[0] ?? 0))
      this.report({
        path: ['policies', 'timeoutsMs'],
        message: 'all timeouts are shorter than the shortest minimum wait: there is no policy',
      });
    return grid;
  }

  #versions(value: unknown): Companion['versions'] {
    if (value === undefined) return {};
    if (isFields(value) && Object.values(value).every((one) => typeof one === 'string')) return value as Record<string, string>;
    this.report({
      path: ['versions'],
      value,
      message: 'versions must be a map of texts',
      hint: 'For example: versions: { data: "3", eot-bench: "0.1.0" }',
    });
    return {};
  }

  #known(fields: Fields, keys: readonly string[], path: Path): void {
    for (const key of Object.keys(fields))
      if (!keys.includes(key))
        this.report({ path: [...path, key], on: 'key', value: key, message: `unknown key ${showValue(key)}`, hint: suggest(key, keys) });
  }

  #text(value: unknown, path: Path): string {
    if (typeof value === 'string') return value;
    this.report({ path, value, message: `${String(path.at(-1))} must be a text` });
    return '';
  }

  #language(value: unknown, path: Path): string {
    if (typeof value === 'string' && /^[a-zA-Z]{2,3}(-[a-zA-Z0-9]{2,8})*$/.test(value)) return value.toLowerCase();
    this.report({ path, value, message: 'language must be a code such as zh or en-GB' });
    return '';
  }

  #channel(value: unknown, path: Path): number {
    if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < MOST_CHANNELS) return value;
    this.report({ path, value, message: `${String(path.at(-1))} must be a channel of the recording, from 0` });
    return path.at(-1) === 'user' ? 0 : 1;
  }

  #ms(value: unknown, path: Path): number {
    if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MOST_WAIT_MS) return value;
    this.report({ path, value, message: `${String(path.at(-1))} must be whole milliseconds up to ${MOST_WAIT_MS}` });
    return 0;
  }

  #oneOf<T extends string>(value: unknown, words: readonly T[], path: Path, otherwise: T): T {
    const found = words.find((word) => word === value);
    if (found === undefined)
      this.report({ path, value, message: `${String(path.at(-1))} must be one of ${words.join(', ')}`, hint: suggest(value, words) });
    return found ?? otherwise;
  }
}
