/** A pair of scenes that keeps every rule of the protocol, as plain data, for tests that break one of them. */
import { stringify } from 'yaml';

export type Plain = Record<string, unknown>;
export interface PairedSuite extends Plain {
  readonly defaults: Plain;
  readonly speakers: Record<string, Plain>;
  readonly scenes: [Scene, Scene];
}
export interface Scene extends Plain {
  turns: Plain[];
  gold: { answer: string; must_mention: unknown[]; must_not_mention: string[]; evidence: string[] };
}

const SAID: readonly (readonly [string, string, string])[] = [
  ['N2', 'ben', 'The ticket says our train leaves from platform nine.'],
  ['N1', 'emma', 'Aria found us those tickets yesterday.'],
  ['T', 'ana', 'Aria, which platform do we need?'],
  ['N3', 'ben', 'Now where did I put my gloves.'],
  ['N4Q', 'emma', 'Aria, how long is the ride?'],
  ['N4R', 'ana', 'Two hours, I looked it up.'],
  ['N2', 'ben', 'Then we should buy sandwiches.'],
];

const scene = (condition: string): Scene => ({
  id: `p1-${condition}`,
  pair: { id: 'p1', condition },
  family: 'place',
  gold: { answer: 'Platform nine.', must_mention: [['nine', '9']], must_not_mention: ['six'], evidence: ['t1'] },
  turns: SAID.map(([label, speaker, text], i) => ({
    id: `t${i + 1}`,
    speaker,
    label,
    text: label === 'T' && condition === 'implicit' ? 'Which platform was it, can you tell us?' : text,
  })),
});

export function pairedSuite(): PairedSuite {
  return {
    version: 1,
    suite: 'paired',
    voices: Object.fromEntries(['slt', 'rms', 'awb', 'kal'].map((voice) => [voice, { tts: 'flite', voice }])),
    speakers: {
      ana: { name: 'Ana', voice: 'slt' },
      ben: { name: 'Ben', voice: 'rms' },
      emma: { name: 'Emma', voice: 'awb' },
      pete: { name: 'Pete', voice: 'kal' },
      host: { name: 'Host', voice: 'slt' },
    },
    defaults: { preamble: { speaker: 'ana', text: 'Aria, answer when one of us asks you.' } },
    scenes: [scene('explicit'), scene('implicit')],
  };
}

export const asYaml = (suite: Plain): string => stringify(suite, { lineWidth: 0, aliasDuplicateObjects: false });
