/**
 * `--agent [LABEL=]SPEC`: who is under test and how it gets into the room.
 *
 *   preset:vad-only | preset:turn-detector | preset:moonshine   a real @livekit/agents worker that turnrig starts;
 *                                    with ",stt=none" it recognises no words, for languages without a recogniser; with
 *                                    ",min-delay=MS", ",max-delay=MS", ",vad-silence=MS" it has other settings of its own
 *   name:AGENT                       a worker of yours, dispatched by its name
 *   auto                             a worker of yours without a name (automatic dispatch)
 *   wait                             whoever joins the room and publishes audio
 *   reference:BEHAVIOUR[=VALUE][,KEY=VALUE...]   a reference agent of known truth (agent/reference/catalogue.ts):
 *                                    reference:answer-after=700,speak=6000; a bare VALUE is the behaviour's main parameter
 */
import { TurnrigError } from '../error.js';
import { nearest } from '../scenario/nearest.js';
import {
  anyBehaviour,
  BEHAVIOUR_NAMES,
  BEHAVIOURS,
  type BehaviourEntry,
  type BehaviourName,
  type Parameter,
} from '../../agent/reference/catalogue.js';
import { presetOf, type PresetTuning, type Tunable } from '../../agent/livekit/presets.js';
import type { AgentWay } from '../../simulator/transport/transport.js';

export const PRESETS = ['vad-only', 'turn-detector', 'moonshine'] as const;
export type Preset = (typeof PRESETS)[number];

const KINDS = ['preset', 'name', 'auto', 'wait', 'reference'] as const;

export type AgentSpec = { readonly label: string } & (
  | { readonly kind: 'preset'; readonly preset: Preset; readonly stt: 'none' | undefined; readonly tuning?: PresetTuning }
  | { readonly kind: 'join'; readonly way: AgentWay; readonly described: 'name' | 'automatic' | 'wait' | 'reference' }
);

const SYNTAX = 'Write it as [LABEL=]preset:NAME, name:AGENT, auto, wait, or reference:BEHAVIOUR[=MS][,KEY=VALUE...].';

/** Control and format characters, and what breaks a line: none is in any valid value, and every message below quotes it. */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}]/u;

/** As `\u{1b}`, so that it reaches no terminal and forges no line. */
function escaped(text: string): string {
  return Array.from(text, (one) => (UNSEEN.test(one) ? `\\u{${(one.codePointAt(0) ?? 0).toString(16)}}` : one)).join('');
}

/** Reads one `--agent` value. @throws TurnrigError `input`, with the nearest valid name. */
export function parseAgentSpec(text: string, seed = 1): AgentSpec {
  if (UNSEEN.test(text))
    throw new TurnrigError('input', `--agent ${escaped(text)}: no agent is written with control characters or line breaks.`, {
      hint: SYNTAX,
    });
  const labelled = /^([A-Za-z0-9][\w.-]*)=(?=(?:preset:|name:|reference:|auto$|wait$))/.exec(text);
  const other = labelled === null ? /^([^=]*)=(?=(?:preset:|name:|reference:|auto$|wait$))/.exec(text)?.[1] : undefined;
  if (other !== undefined)
    throw new TurnrigError(
      'input',
      `--agent ${text}: "${other}" is no label: letters A to Z, digits, _ . and -, a letter or digit first.`,
      {
        hint: SYNTAX,
      },
    );
  const spec = labelled === null ? text : text.slice(labelled[0].length);
  const [kind = '', ...rest] = spec.split(':');
  const value = rest.join(':');
  const label = labelled?.[1];
  switch (kind) {
    case 'preset':
      return presetSpec(text, value, label);
    case 'name':
      if (!/^[\w.@/-]{1,128}$/.test(value))
        throw new TurnrigError('input', `--agent ${text}: an agent name is 1 to 128 letters, digits or . _ - @ /.`, { hint: SYNTAX });
      return { label: label ?? value, kind: 'join', described: 'name', way: { kind: 'dispatch', agentName: value, metadata: '' } };
    case 'auto':
      return { label: label ?? 'auto', kind: 'join', described: 'automatic', way: { kind: 'automatic' } };
    case 'wait':
      return { label: label ?? 'agent', kind: 'join', described: 'wait', way: { kind: 'wait' } };
    case 'reference':
      return reference(text, value, label, seed);
    default: {
      if (PRESETS.some((name) => name === spec.split(',')[0])) return presetSpec(text, spec, label);
      throw unknown('agent', kind, [...KINDS, ...PRESETS], byName(text));
    }
  }
}

function presetSpec(text: string, value: string, label: string | undefined): AgentSpec {
  const [name = '', ...options] = value.split(',');
  const preset = PRESETS.find((known) => known === name);
  if (preset === undefined) throw unknown('preset', name, PRESETS);
  let stt: 'none' | undefined;
  const tuning: Partial<Record<Tunable, number>> = {};
  for (const option of options) {
    const [key, written = ''] = cut(option);
    const setting = Object.hasOwn(PRESET_SETTINGS, key) ? PRESET_SETTINGS[key] : undefined;
    if (option === 'stt=none') stt = 'none';
    else if (setting === undefined)
      throw new TurnrigError('input', `--agent ${text}: "${option}" is no option of a preset; there are stt=none, ${TUNING_WORDS}.`, {
        hint: SYNTAX,
      });
    else if (tuning[setting] !== undefined) throw new TurnrigError('input', `--agent ${text}: ${key} is given twice.`, { hint: SYNTAX });
    else tuning[setting] = milliseconds(text, key, written);
  }
  const { minDelay, maxDelay } = { ...presetOf(preset), ...tuning };
  if (minDelay > maxDelay)
    throw new TurnrigError('input', `--agent ${text}: min-delay ${minDelay} is longer than max-delay ${maxDelay}.`, { hint: SYNTAX });
  const own = Object.keys(tuning).length === 0 ? {} : { tuning };
  return { label: label ?? preset, kind: 'preset', preset, stt, ...own };
}

/** A preset's own settings by the names that they have here. */
const PRESET_SETTINGS: Readonly<Record<string, Tunable>> = {
  'min-delay': 'minDelay',
  'max-delay': 'maxDelay',
  'vad-silence': 'vadMinSilence',
};
const TUNING_WORDS = Object.keys(PRESET_SETTINGS)
  .map((name) => `${name}=MS`)
  .join(', ');
/** Longer ones would outlast every window. */
const LONGEST_SETTING_MS = 20_000;

function milliseconds(text: string, key: string, written: string): number {
  const value = written.trim() === '' ? Number.NaN : Number(written);
  if (Number.isFinite(value) && value >= 0 && value <= LONGEST_SETTING_MS) return value;
  throw new TurnrigError('input', `--agent ${text}: ${key}=${written} is not a time in ms between 0 and ${LONGEST_SETTING_MS}.`, {
    hint: SYNTAX,
  });
}

function reference(text: string, value: string, label: string | undefined, seed: number): AgentSpec {
  const [head = '', ...options] = value.split(',');
  const [word, main] = cut(head);
  const name = BEHAVIOUR_NAMES.find((known) => known === word);
  if (name === undefined) throw unknown('reference agent', word, BEHAVIOUR_NAMES);
  const entry: BehaviourEntry = BEHAVIOURS[name];
  const given: Record<string, number | string> = {};
  if (main !== undefined) {
    if (entry.main === undefined)
      throw new TurnrigError('input', `--agent ${text}: ${name} takes no time.`, { hint: `Write reference:${name}.` });
    given[entry.main] = valueOf(text, name, entry.main, main);
  }
  for (const option of options) {
    const [key, written = ''] = cut(option);
    if (Object.hasOwn(given, key)) throw new TurnrigError('input', `--agent ${text}: ${key} is given twice.`, { hint: SYNTAX });
    given[key] = valueOf(text, name, key, written);
  }
  return {
    label: label ?? head,
    kind: 'join',
    described: 'reference',
    way: { kind: 'reference', behaviour: anyBehaviour(name, given, seed) },
  };
}

/** "key=value" in two. */
function cut(text: string): readonly [string, string | undefined] {
  const at = text.indexOf('=');
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}

/** @throws TurnrigError `input` for a parameter that the behaviour does not have, and for a value that the parameter does not take. */
function valueOf(text: string, name: BehaviourName, key: string, written: string): number | string {
  const { parameters }: BehaviourEntry = BEHAVIOURS[name];
  const parameter = Object.hasOwn(parameters, key) ? parameters[key] : undefined;
  if (parameter === undefined) {
    const keys = Object.keys(parameters);
    if (keys.length === 0)
      throw new TurnrigError('input', `--agent ${text}: ${name} takes no parameters.`, { hint: `Write reference:${name}.` });
    throw unknown(`parameter of reference:${name}`, key, keys);
  }
  const value = read(parameter, written);
  if (value !== undefined) return value;
  throw new TurnrigError('input', `--agent ${text}: ${key}=${written} is not ${wanted(parameter)}.`, { hint: SYNTAX });
}

function read(parameter: Parameter, written: string): number | string | undefined {
  if (parameter.kind === 'choice') return parameter.of.find((one) => one === written);
  const number = written.trim() === '' ? Number.NaN : Number(written);
  const [least, most] = parameter.kind === 'share' ? [0, 1] : [parameter.least, parameter.most];
  return Number.isFinite(number) && number >= least && number <= most ? number : undefined;
}

function wanted(parameter: Parameter): string {
  switch (parameter.kind) {
    case 'time':
      return `a time in ms between ${parameter.least} and ${parameter.most}`;
    case 'share':
      return 'a probability between 0 and 1';
    case 'choice':
      return parameter.of.join(' or ');
  }
}

/** People give the bare name of their worker, behind a label too. */
function byName(text: string): string {
  const [, label = '', name] = /^([A-Za-z0-9][\w.-]*=)?([\w.@/-]{1,128})$/.exec(text) ?? [];
  return name === undefined ? '' : `For a worker of yours with that name write ${label}name:${name}. `;
}

function unknown(what: string, value: string, valid: readonly string[], offer = ''): TurnrigError {
  const close = nearest(value, valid);
  return new TurnrigError('input', `"${value}" is no ${what}.${close === undefined ? '' : ` Did you mean "${close}"?`}`, {
    hint: `${offer}${SYNTAX} Known: ${valid.join(', ')}.`,
  });
}
