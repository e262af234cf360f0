/** The reference agents of the matrix: every behaviour, those with two faces twice, and the one without a fault short and long. */
import { anyBehaviour, BEHAVIOUR_NAMES, isParticipant, type BehaviourName, type ReferenceBehaviour } from '../../../agent/reference/catalogue.js';

export interface MatrixAgent {
  readonly name: string;
  readonly behaviour: ReferenceBehaviour;
}

const MORE: readonly (readonly [BehaviourName, Readonly<Record<string, number | string>>])[] = [
  ['answer-after', { speak: 6_000 }],
  ['answer-after', { delay: 2_500, speak: 4_500 }],
  ['premature', { pause: 300, probability: 0.5 }],
  ['premature', { pause: 620, speak: 700 }],
  ['blip', { where: 'pause', after: 250 }],
  ['burst', { where: 'pause', after: 250, length: 180 }],
  ['dies', { how: 'track' }],
  ['stuck', { delay: 300 }],
  ['two-tracks', { ambience: 'hum' }],
];

export const AGENTS: readonly MatrixAgent[] = [
  // Participants answer by labels, which these scenes do not have: their truth is test/verify/selective.
  ...BEHAVIOUR_NAMES.filter((name) => !isParticipant(name)).map((name) => agent(name, {})),
  ...MORE.map(([name, given]) => agent(name, given)),
];

function agent(name: BehaviourName, given: Readonly<Record<string, number | string>>): MatrixAgent {
  const more = Object.entries(given).map(([key, value]) => `,${key}=${value}`);
  return { name: `${name}${more.join('')}`, behaviour: anyBehaviour(name, given, 1) };
}
