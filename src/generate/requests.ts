/** Which pairs a run asks for: families, positions of the request and numbers of people in balance, in a seeded order. */
import { TurnrigError } from '../error.js';
import { FAMILIES, type Family } from '../scenario/model.js';
import { mulberry32, seedOf, shuffled } from '../scenario/random.js';
import { POSITIONS, type Language, type PairRequest, type Person, type Position } from './model.js';
import { peopleOf, type Voices } from './voices.js';

export interface RequestOptions {
  readonly pairs: number;
  readonly seed: number;
  readonly language: Language;
  /** All of them where left out. */
  readonly families?: readonly Family[];
  readonly voices: Voices;
}

/** More in one go is a slip, not a plan: two scenes a pair are weeks of a live room. Chosen. */
export const MOST_PAIRS = 20_000;

/** @throws TurnrigError `input` when there are no pairs to make, too many, or fewer than four voices. */
export function requestsOf({ pairs, seed, language, families = FAMILIES, voices }: RequestOptions): PairRequest[] {
  if (!(Number.isInteger(pairs) && pairs > 0 && pairs <= MOST_PAIRS))
    throw new TurnrigError('input', `the number of pairs must be a whole number from 1 to ${MOST_PAIRS}, not ${pairs}`);
  if (voices.voices.length < 4 || new Set(voices.voices).size < voices.voices.length)
    throw new TurnrigError('input', 'four different voices are needed: a scene has up to four people', {
      hint: 'e.g. --voices slt,rms,awb,kal',
    });
  const cells = families.flatMap((family) => POSITIONS.flatMap((position) => [3, 4].map((people) => ({ family, position, people }))));
  const pools = voices.voices.map((_, voice) => peopleOf(language, voices, voice));
  const requests: PairRequest[] = [];
  for (let round = 0; requests.length < pairs; round++) {
    const random = mulberry32(seedOf(seed, `round ${round}`));
    // Families take turns, so that few pairs have all of them; positions too.
    for (const { family, position, people } of inTurns(shuffled(cells, random))) {
      if (requests.length === pairs) break;
      requests.push({ index: requests.length, seed, language, family, position, people: cast(pools, people, random) });
    }
  }
  return requests;
}

/** So many people, each of another voice. */
function cast(pools: readonly (readonly Person[])[], people: number, random: () => number): Person[] {
  return shuffled(pools, random)
    .slice(0, people)
    .flatMap((pool) => pool[Math.floor(random() * pool.length)] ?? []);
}

interface Cell {
  readonly family: Family;
  readonly position: Position;
  readonly people: number;
}

/** The cells in an order in which neighbours differ in family and position as long as they can. */
function inTurns(cells: readonly Cell[]): Cell[] {
  const left = [...cells];
  const ordered: Cell[] = [];
  while (left.length > 0) {
    const used = (key: 'family' | 'position', value: string): number => ordered.filter((one) => one[key] === value).length;
    const rank = (cell: Cell): number => used('family', cell.family) * 10 + used('position', cell.position);
    let best = 0;
    for (const [i, cell] of left.entries()) if (rank(cell) < rank(left[best] ?? cell)) best = i;
    ordered.push(...left.splice(best, 1));
  }
  return ordered;
}
