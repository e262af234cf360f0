/**
 * The labelled set that `turnrig judge-check` measures judges on: matters from the scenario grammar, ways of saying them from ways.ts, truth by
 * construction. Seeded: the same seed gives the same file.
 */
import { grammarGenerator } from '../../src/generate/grammar/build.js';
import { defaultVoices } from '../../src/generate/voices.js';
import type { DraftPair } from '../../src/generate/model.js';
import { requestsOf } from '../../src/generate/requests.js';
import { mulberry32, seedOf, shuffled } from '../../src/stats/random.js';
import { says } from '../../src/speech/words.js';
import { SET_FORMAT, type LabelledItem, type LabelledSet } from '../../src/words/check/items.js';
import { noisy } from './noise.js';
import { HELD, OPEN, type Way, type Ways } from './ways.js';

/** Matters, and of each so many answers and intrusions: 240 and 240 held, 120 and 120 open. */
const MATTERS = { open: 40, held: 80 } as const;
const OF_EACH = 3;
/** Further matters that only lend their wrong answers. */
const LENDERS = 600;

export async function makeJudgeSet(seed: number): Promise<LabelledSet> {
  const count = MATTERS.open + MATTERS.held + LENDERS;
  const requests = requestsOf({ pairs: count, seed, language: 'en', voices: defaultVoices('en', undefined) });
  const drafts: DraftPair[] = [];
  for (const request of requests) {
    const drafted = await grammarGenerator().begin(request).next([]);
    if ('draft' in drafted) drafts.push(drafted.draft);
  }
  const items = [
    ...partOf('open', OPEN, drafts.slice(0, MATTERS.open), drafts, seed),
    ...partOf('held', HELD, drafts.slice(MATTERS.open, MATTERS.open + MATTERS.held), drafts, seed),
  ];
  return { format: SET_FORMAT, version: 1, name: 'turnrig-en-1', language: 'en', seed, items };
}

/** One item a line: differences can be read. */
export function textOf({ items, ...head }: LabelledSet): string {
  const opening = JSON.stringify(head).slice(0, -1);
  return `${opening},"items":[\n${items.map((one) => JSON.stringify(one)).join(',\n')}\n]}\n`;
}

function partOf(part: 'open' | 'held', ways: Ways, matters: readonly DraftPair[], all: readonly DraftPair[], seed: number): LabelledItem[] {
  const random = mulberry32(seedOf(seed, `judge set ${part}`));
  const decks = {
    right: deck(ways.right, random),
    wrong: deck(ways.wrong, random),
    acknowledgement: deck(ways.acknowledgement, random),
    intrusion: deck(ways.intrusion, random),
  };
  const calm = matters.flatMap((draft) => silentTurns(draft).filter(({ text }) => !text.includes('?')));
  return matters.flatMap((draft, m) => {
    const group = `${part}-${String(m + 1).padStart(2, '0')}`;
    const request = draft.turns.find(({ label }) => label === 'T')?.text ?? '';
    const turns = silentTurns(draft);
    const { answer, mustMention, mustNotMention } = draft.gold;
    const gold = { answer, mustMention, mustNotMention };
    const items: LabelledItem[] = [];
    for (let i = 0; i < OF_EACH; i++) {
      // Right and wrong in turns, over the matters too.
      const passes = (m + i) % 2 === 0;
      const wrong = lender(draft, all, random);
      const say = (way: Way): { way: string; said: string; heard: string } => {
        const said = spoken(way.text, draft, wrong);
        return { way: way.way, said, heard: random() < 0.5 ? noisy(said, random) : said };
      };
      // A nod to a question may be an answer to it: where the truth is to be sure, nothing was asked.
      const own = passes ? turns.filter(({ text }) => !text.includes('?')) : turns;
      const from = own.length > 0 ? own : calm;
      const turn = from[Math.floor(random() * from.length)]?.text ?? '';
      items.push(
        { kind: 'answer', id: `${group}-a${i + 1}`, group, part, passes, ...say((passes ? decks.right : decks.wrong)()), request, gold },
        {
          kind: 'intrusion',
          id: `${group}-i${i + 1}`,
          group,
          part,
          passes,
          ...say((passes ? decks.acknowledgement : decks.intrusion)()),
          assistant: 'Aria',
          turn,
        },
      );
    }
    return items;
  });
}

const silentTurns = ({ turns }: DraftPair): DraftPair['turns'] =>
  turns.filter(({ label }) => label === 'N1' || label === 'N2' || label === 'N3');

/** Deals every way once before any comes again. */
function deck(ways: readonly Way[], random: () => number): () => Way {
  let left: Way[] = [];
  return () => {
    if (left.length === 0) left = shuffled(ways, random);
    const way = left.pop();
    if (way === undefined) throw new RangeError('there are no ways of saying it');
    return way;
  };
}

const valueOf = ({ gold }: DraftPair): string => gold.mustMention.map(([way = '']) => way).join(', ');

/** Another matter of the same kind whose answer is another: neither says what the other must. */
function lender(draft: DraftPair, all: readonly DraftPair[], random: () => number): DraftPair {
  const apartFrom = (a: DraftPair, b: DraftPair): boolean =>
    b.gold.mustMention.every((group) => group.every((way) => !says(a.gold.answer, way)));
  const apart = all.filter((other) => other.title === draft.title && apartFrom(other, draft) && apartFrom(draft, other));
  const one = apart[Math.floor(random() * apart.length)];
  if (one === undefined) throw new RangeError(`no other answer to "${draft.title}"`);
  return one;
}

function spoken(template: string, draft: DraftPair, wrong: DraftPair): string {
  const slots: Readonly<Record<string, string>> = {
    gold: draft.gold.answer,
    lower: lower(draft.gold.answer),
    value: valueOf(draft),
    wrong: wrong.gold.answer,
    wronglower: lower(wrong.gold.answer),
    wrongvalue: valueOf(wrong),
  };
  const text = template.replace(/\{([a-z]+)\}/g, (whole, slot: string) => slots[slot] ?? whole);
  return text.replace(/(?<=^|[.!?] )[a-z]/g, (letter) => letter.toUpperCase());
}

/** A sentence inside another: names keep their capital, which is not told from here, so only what is sure loses it. */
function lower(sentence: string): string {
  const bare = sentence.replace(/[.!?]+$/, '');
  const [first = ''] = bare.split(' ');
  return OPENERS.has(first) ? `${first.toLowerCase()}${bare.slice(first.length)}` : bare;
}
const OPENERS = new Set(
  (
    'In On At By With To The A An It Platform Level Under Near For From Because We You They He She Behind Beside ' +
    'One Two Three Four Five Six Seven Eight Nine Ten Eleven Twelve Thirteen Fourteen Fifteen Sixteen Seventeen Eighteen Nineteen ' +
    'Twenty Thirty Forty Fifty Sixty Seventy Eighty Ninety Red Blue Green Yellow White Black Orange Purple Silver Brown'
  ).split(' '),
);
