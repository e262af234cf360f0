/**
 * What selective-participation.md asks of each scene of an explicit/implicit pair, beyond the labels that protocol-rules.ts checks in every
 * scene: who is in it, who is spoken of, and that its schedule is the protocol's. Reads plain data, as rules.ts does.
 */
import { says } from '../speech/words.js';
import type { Condition, TurnLabel } from './model.js';
import type { Finding, Path } from './problem.js';
import { HUMANS, TAIL_MS } from './protocol-constants.js';
import { saidIn, type RuledTurn } from './ruled-turn.js';
import { mapping } from './short-forms.js';

type Plain = Readonly<Record<string, unknown>>;

/** A scene of a pair with the suite's defaults filled in. */
export interface PairedScene {
  readonly scene: Plain;
  readonly path: Path;
  readonly turns: readonly RuledTurn[];
  readonly condition: Condition;
  /** As the scene or the defaults have them. */
  readonly preamble: Plain | undefined;
  readonly assistant: string;
  readonly tail: unknown;
  readonly language: unknown;
  readonly room: unknown;
}

/** @param voiceOf the voice of a speaker as "engine/voice", where it has one */
export function selectiveRules(paired: PairedScene, voiceOf: (speaker: string) => string | undefined): Finding[] {
  return [...present(paired), ...humans(paired, voiceOf), ...labelled(paired), ...naming(paired), ...schedule(paired)];
}

function present({ scene, path, preamble, assistant }: PairedScene): Finding[] {
  const findings: Finding[] = [];
  const missing = (key: string, hint: string): unknown =>
    findings.push({ path, missing: true, message: `a scene of a pair needs "${key}"`, hint });
  if (scene['family'] === undefined) missing('family', 'One of place, activity, relation, devices, style.');
  if (scene['gold'] === undefined) missing('gold', 'The right answer, what it must mention, and the turns that say it.');
  if (preamble === undefined)
    missing('preamble', 'The spoken duty: who the assistant is, when to answer, when to be silent, when to stop.');
  else {
    const said = saidIn(preamble);
    if (said !== '' && !says(said, assistant))
      findings.push({
        path: [...path, 'preamble'],
        message: `the preamble does not name the assistant "${assistant}"`,
        hint: 'It says who the assistant is and when to answer. Set "assistant" where it has another name.',
      });
  }
  if (scene['sweep'] !== undefined)
    findings.push({
      path: [...path, 'sweep'],
      on: 'key',
      message: 'a scene of a pair has no sweep',
      hint: 'Write one pair for each value.',
    });
  return findings;
}

function humans({ path, turns }: PairedScene, voiceOf: (speaker: string) => string | undefined): Finding[] {
  const speaking = turns.filter(({ noise }) => !noise).flatMap(({ turn }) => (typeof turn['speaker'] === 'string' ? turn['speaker'] : []));
  const distinct = [...new Set(speaking)];
  const findings: Finding[] = [];
  if (distinct.length < HUMANS.least || distinct.length > HUMANS.most)
    findings.push({
      path: [...path, 'turns'],
      message: `${distinct.length} ${distinct.length === 1 ? 'person speaks' : 'people speak'} in the scene: a scene of a pair has ${HUMANS.least} or ${HUMANS.most}`,
      hint: 'The assistant and the speaker of the preamble alone do not count.',
    });
  const voices = new Map<string, string>();
  for (const speaker of distinct) {
    const voice = voiceOf(speaker);
    if (voice === undefined) continue;
    const other = voices.get(voice);
    voices.set(voice, other ?? speaker);
    const place = turns.find(({ turn }) => turn['speaker'] === speaker);
    if (other !== undefined)
      findings.push({
        path: [...(place?.path ?? path), 'speaker'],
        value: speaker,
        message: `"${speaker}" and "${other}" share one voice: nobody can tell them apart in the room`,
        hint: 'Each speaker of a scene has a voice of their own.',
      });
  }
  return findings;
}

function labelled({ turns }: PairedScene): Finding[] {
  return turns
    .filter(({ noise, label }) => !noise && label === 'user')
    .map(({ turn, path, id }) => ({
      path: turn['label'] === undefined ? path : [...path, 'label'],
      message: `the turn "${id}" has no label of the protocol`,
      hint: 'Every turn of a pair is one of T, N1, N2, N3, N4Q, N4R.',
    }));
}

/** Whether a label's turns name the assistant: N1 mentions it, N2 and N3 are said to others or to nobody. */
const NAMES: Readonly<Partial<Record<TurnLabel, boolean>>> = { N1: true, N2: false, N3: false };

function naming({ turns, assistant, condition }: PairedScene): Finding[] {
  // A second T is told by the labels' own rules.
  const request = turns.find(({ label, noise }) => label === 'T' && !noise)?.id;
  return turns.flatMap(({ turn, path, id, label, noise }): Finding[] => {
    const text = saidIn(turn);
    if (noise || text === '') return [];
    const named = says(text, assistant);
    const at = { path: [...path, turn['parts'] === undefined ? 'text' : 'parts'], value: text };
    if (label === 'T' && id === request && named !== (condition === 'explicit'))
      return [
        condition === 'explicit'
          ? { ...at, message: `the explicit request does not name "${assistant}"`, hint: 'Name the assistant in it, or set "assistant".' }
          : { ...at, message: `the implicit request names "${assistant}"`, hint: 'Only context shows that it asks the assistant.' },
      ];
    const should = NAMES[label];
    if (should === undefined || should === named) return [];
    return [
      should
        ? {
            ...at,
            message: `an N1 mentions the assistant, and this one does not name "${assistant}"`,
            hint: 'Name it, or label the turn N2.',
          }
        : { ...at, message: `this ${label} names "${assistant}"`, hint: 'A turn that mentions the assistant and asks nothing is an N1.' },
    ];
  });
}

/** The protocol says when each turn plays, what is waited for and what is right: a pair changes nothing of it. */
function schedule({ turns, path, tail }: PairedScene): Finding[] {
  const findings = turns
    .filter(({ noise }) => !noise)
    .flatMap(({ turn, path: at, label }) =>
      ['when', 'hold', 'expect']
        .filter((key) => turn[key] !== undefined && !(key === 'when' && label === 'N4R' && mapping(turn['when']) !== undefined))
        .map((key): Finding => ({
          path: [...at, key],
          on: 'key',
          value: key,
          message: `"${key}" in a scene of a pair: the protocol sets it by the label`,
          hint: 'Remove it.',
        })),
    );
  if (typeof tail === 'number' && tail !== TAIL_MS)
    findings.push({
      path: [...path, 'tail'],
      value: tail,
      message: `a scene of a pair ends ${TAIL_MS} ms after its last turn`,
      hint: 'Remove "tail".',
    });
  return findings;
}
