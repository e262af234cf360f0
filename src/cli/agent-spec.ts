/**
 * `--agent [LABEL=]SPEC`: who is under test and how it gets into the room.
 *
 *   preset:vad-only | preset:turn-detector | preset:moonshine   a real @livekit/agents worker that turnrig starts;
 *                                    with ",stt=none" it recognises no words, for languages without a recogniser
 *   name:AGENT                       a worker of yours, dispatched by its name
 *   auto                             a worker of yours without a name (automatic dispatch)
 *   wait                             whoever joins the room and publishes audio
 *   reference:answer-after=700       a reference agent of known truth (also: silent, always-on, premature=300);
 *                                    what it says lasts 1500 ms, or with ",speak=MS" as long as that
 */
import { TurnrigError } from '../error.js';
import { nearest } from '../scenario/nearest.js';
import { msToSamples } from '../time/position.js';
import type { AgentWay } from '../../simulator/transport/transport.js';

export const PRESETS = ['vad-only', 'turn-detector', 'moonshine'] as const;
export type Preset = (typeof PRESETS)[number];

/** Reference agents without a time of their own. */
const TAKES_NO_TIME: ReadonlySet<string> = new Set(['silent', 'always-on']);
const REFERENCES = ['answer-after', 'silent', 'always-on', 'premature'] as const;
const KINDS = ['preset', 'name', 'auto', 'wait', 'reference'] as const;

/** What a reference agent says, and the pause a premature one takes for an end, when the spec names none. */
const REFERENCE_DEFAULTS = { delayMs: 700, speakMs: 1_500, pauseMs: 300 };

export type AgentSpec = { readonly label: string } & (
  | { readonly kind: 'preset'; readonly preset: Preset; readonly stt: 'none' | undefined }
  | { readonly kind: 'join'; readonly way: AgentWay; readonly described: 'name' | 'automatic' | 'wait' | 'reference' }
);

const SYNTAX = 'Write it as [LABEL=]preset:NAME, name:AGENT, auto, wait, or reference:BEHAVIOUR[=MS].';

/** Reads one `--agent` value. @throws TurnrigError `input`, with the nearest valid name. */
export function parseAgentSpec(text: string, seed = 1): AgentSpec {
  const labelled = /^([A-Za-z0-9][\w.-]*)=(?=(?:preset:|name:|reference:|auto$|wait$))/.exec(text);
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
      throw unknown('agent', kind, [...KINDS, ...PRESETS]);
    }
  }
}

function presetSpec(text: string, value: string, label: string | undefined): AgentSpec {
  const [name = '', ...options] = value.split(',');
  const preset = PRESETS.find((known) => known === name);
  if (preset === undefined) throw unknown('preset', name, PRESETS);
  const other = options.find((option) => option !== 'stt=none');
  if (other !== undefined)
    throw new TurnrigError('input', `--agent ${text}: "${other}" is no option of a preset; there is stt=none.`, { hint: SYNTAX });
  return { label: label ?? preset, kind: 'preset', preset, stt: options.length > 0 ? 'none' : undefined };
}

function reference(text: string, value: string, label: string | undefined, seed: number): AgentSpec {
  const [head = '', ...options] = value.split(',');
  const [name = '', number] = head.split('=');
  const behaviour = REFERENCES.find((known) => known === name);
  if (behaviour === undefined) throw unknown('reference agent', name, REFERENCES);
  const ms = number === undefined ? undefined : milliseconds(text, number, 0);
  if (ms !== undefined && TAKES_NO_TIME.has(behaviour))
    throw new TurnrigError('input', `--agent ${text}: ${behaviour} takes no time.`, { hint: `Write reference:${behaviour}.` });
  let speak = REFERENCE_DEFAULTS.speakMs;
  for (const option of options) {
    const [key = '', length = ''] = option.split('=');
    if (key !== 'speak') throw unknown('option of a reference agent', key, ['speak']);
    speak = milliseconds(text, length, 120);
  }
  const delay = behaviour === 'premature' ? 0 : (ms ?? REFERENCE_DEFAULTS.delayMs);
  const pause = behaviour === 'premature' ? (ms ?? REFERENCE_DEFAULTS.pauseMs) : REFERENCE_DEFAULTS.pauseMs;
  return {
    label: label ?? head,
    kind: 'join',
    described: 'reference',
    way: {
      kind: 'reference',
      behaviour: {
        name: behaviour,
        delay: msToSamples(delay),
        speak: msToSamples(speak),
        pause: msToSamples(pause),
        seed,
      },
    },
  };
}

function milliseconds(text: string, number: string, least: number): number {
  const ms = Number(number);
  if (number !== '' && Number.isFinite(ms) && ms >= least && ms <= 60_000) return ms;
  throw new TurnrigError('input', `--agent ${text}: ${number} is not a time in ms between ${least} and 60000.`, { hint: SYNTAX });
}

function unknown(what: string, value: string, valid: readonly string[]): TurnrigError {
  const close = nearest(value, valid);
  return new TurnrigError('input', `"${value}" is no ${what}.${close === undefined ? '' : ` Did you mean "${close}"?`}`, {
    hint: `${SYNTAX} Known: ${valid.join(', ')}.`,
  });
}
