/**
 * Planted bugs by a seeded grammar: rules of when an agent cuts in, each with a scene that shows it among much that does not matter, and with the
 * size of the smallest scene that can show it, worked out from the rule and not from any search.
 */
import { behaviourOf, type BehaviourOf } from '../../agent/reference/catalogue.js';
import { mulberry32 } from '../../src/stats/random.js';

export interface PlantedBug {
  readonly seed: number;
  readonly says: string;
  readonly behaviour: BehaviourOf<'cuts-in'>;
  /** Milliseconds of the rule. */
  readonly pauseMs: number;
  readonly minimum: Minimum;
}

/** Structure of the smallest scene: counts that no smaller scene can have. */
export interface Minimum {
  readonly turns: number;
  readonly noises: number;
  /** Words of the turn in question before the pause; one comes after it. */
  readonly before: number;
  /** Pauses of that turn before the one in question that must be heard as such. */
  readonly pausesBefore: number;
  readonly otherSpeaker: boolean;
}

const ORDINALS = ['any', 'first', 'second', 'third'] as const;
const COUNTS = ['any', 'two', 'three', 'four'] as const;
const KINDS = ['any', 'digit', 'hesitation', 'unfinished'] as const;
/** Chance of each condition of a rule beside its pause, and of a bug that does not always show. */
const CONDITION = 0.4;
const BY_CHANCE = 0.2;
const PROBABILITIES = [0.7, 0.8, 0.9] as const;

export function plantedBug(seed: number): PlantedBug {
  const next = mulberry32(seed * 7919 + 13);
  const pick = <T>(of: readonly T[]): T => of[Math.floor(next() * of.length)] as T;
  const maybe = <T extends string>(of: readonly T[]): T => (next() < CONDITION ? pick(of.slice(1)) : (of[0] as T));
  const pauseMs = 400 + 10 * Math.floor(next() * 51);
  const rule = {
    pause: pauseMs,
    after: next() < 0.6 ? pick(KINDS.slice(1)) : ('any' as const),
    nth: maybe(ORDINALS),
    turn: maybe(ORDINALS),
    words: maybe(COUNTS),
    other: maybe(['any', 'before'] as const),
    noise: maybe(['any', 'on'] as const),
    probability: next() < BY_CHANCE ? pick(PROBABILITIES) : 1,
  };
  // A pause that is the first cannot have two words before it: pauses lie between all words here.
  const nth = ORDINALS.indexOf(rule.nth);
  const words = nth > 0 ? 'any' : rule.words;
  const least = words === 'any' ? 1 : COUNTS.indexOf(words) + 1;
  // Somebody else cannot have spoken before the first turn.
  const other = rule.turn === 'first' ? 'any' : rule.other;
  const behaviour = behaviourOf('cuts-in', { ...rule, words, other }, seed);
  return {
    seed,
    says: saysOf({ ...rule, words, other }),
    behaviour,
    pauseMs,
    minimum: {
      turns: Math.max(ORDINALS.indexOf(rule.turn), other === 'before' ? 2 : 1),
      noises: rule.noise === 'on' ? 1 : 0,
      before: Math.max(nth, least),
      pausesBefore: Math.max(0, nth - 1),
      otherSpeaker: other === 'before',
    },
  };
}

type Rule = Readonly<Record<'after' | 'nth' | 'turn' | 'words' | 'other' | 'noise', string>> & {
  readonly pause: number;
  readonly probability: number;
};

function saysOf({ pause, after, nth, turn, words, other, noise, probability }: Rule): string {
  return [
    `a pause above ${pause} ms`,
    ...(after === 'any' ? [] : [`after ${after === 'unfinished' ? 'an unfinished sentence' : `a ${after}`}`]),
    ...(nth === 'any' ? [] : [`the ${nth} pause`]),
    ...(turn === 'any' ? [] : [`in the ${turn} turn`]),
    ...(words === 'any' ? [] : [`after ${words} words at least`]),
    ...(other === 'any' ? [] : ['somebody else spoke before']),
    ...(noise === 'any' ? [] : ['with noise on']),
    ...(probability === 1 ? [] : [`in ${probability * 100}% of them`]),
  ].join(', ');
}
