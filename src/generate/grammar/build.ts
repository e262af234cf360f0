/**
 * The seeded grammar: any number of different pairs without a network. The same request gives the same drafts, one after another.
 *
 * A scene is its matter (evidence, request, gold answer), and talk around it with at least one N1, N2, N3 and N4. The request stands where
 * the request asks for it; the evidence somewhere before it.
 */
import { mulberry32, seedOf, shuffled } from '../../scenario/random.js';
import type { Drafting, DraftPair, DraftTurn, PairGenerator, PairRequest } from '../model.js';
import { positionOf } from '../position.js';
import { LEXICON_EN } from './lexicon-en.js';
import { draw, fill, slotsIn, type Ways } from './fill.js';
import type { Grammar, Topic } from './model.js';
import { TALK_EN } from './talk-en.js';
import { TOPICS_EN } from './topics-en.js';
import { ZH } from './zh.js';

export const GRAMMARS: Readonly<Record<PairRequest['language'], Grammar>> = {
  en: { lexicon: LEXICON_EN, topics: TOPICS_EN, talk: TALK_EN },
  zh: ZH,
};

/** Draws of one pair at most. A grammar that has run out of different pairs ends here. */
const ATTEMPTS = 60;

export function grammarGenerator(): PairGenerator {
  return { name: 'grammar', attempts: ATTEMPTS, begin };
}

function begin(request: PairRequest): Drafting {
  const random = mulberry32(seedOf(request.seed, `pair ${request.index}`));
  return { next: () => Promise.resolve({ draft: draftOf(request, GRAMMARS[request.language], random) }) };
}

/** A line before anybody says it. `by`: who says it, as an index into the line's block; 0 is the first speaker of the block. */
interface Line {
  readonly label: DraftTurn['label'];
  readonly text: string;
  readonly implicit?: string;
  readonly by: number;
  readonly evidence?: true;
}
type Block = readonly Line[];

function draftOf(request: PairRequest, grammar: Grammar, random: () => number): DraftPair {
  const one = <T>(of: readonly T[]): T => {
    const item = of[Math.floor(random() * of.length)];
    if (item === undefined) throw new RangeError('a grammar has an empty list');
    return item;
  };
  const topic = one(grammar.topics.filter(({ family }) => family === request.family));
  const lines = one(topic.evidence);
  const [explicit, implicit] = [one(topic.explicit), one(topic.implicit)];
  const values = new Map<string, Ways>();
  // The answer first, so that what is wrong is drawn to differ from it.
  const slots = [...topic.mention, ...(topic.not ?? []), ...[...lines, explicit, implicit, topic.answer].flatMap(slotsIn)];
  draw(
    slots.filter((slot) => slot !== 'to'),
    { ...grammar.lexicon, ...topic.slots },
    values,
    random,
  );
  const apart = new Set([...values.values()].flat());

  const said = (template: string): string => {
    const own = new Map<string, Ways>();
    draw(
      slotsIn(template).filter((slot) => slot !== 'to'),
      grammar.lexicon,
      own,
      random,
      apart,
    );
    return fill(template, own);
  };
  const alone = (label: 'N1' | 'N2' | 'N3', template: string): Block => [{ label, text: said(template), by: 0 }];
  const { talk } = grammar;
  const n4 = (): Block => {
    const { ask, resolve, same } = one(talk.N4);
    const drawn = new Map<string, Ways>();
    draw(
      [...slotsIn(ask), ...slotsIn(resolve)].filter((slot) => slot !== 'to'),
      grammar.lexicon,
      drawn,
      random,
      apart,
    );
    return [
      { label: 'N4Q', text: fill(ask, drawn), by: 0 },
      { label: 'N4R', text: fill(resolve, drawn), by: same === true ? 0 : 1 },
    ];
  };
  const [n2, n3] = [shuffled(talk.N2, random), shuffled(talk.N3, random)];
  const blocks: Block[] = [
    alone('N1', one(talk.N1)),
    ...n2.slice(0, 1 + Math.floor(random() * 2)).map((template) => alone('N2', template)),
    ...n3.slice(0, 1 + Math.floor(random() * 2)).map((template) => alone('N3', template)),
    n4(),
  ];
  const evidence: Block = lines.map((line, i) => ({ label: 'N2', text: fill(line, values), by: i, evidence: true }));
  const ask: Block = [{ label: 'T', text: fill(explicit, values), implicit: fill(implicit, values), by: 2 }];
  const ordered = arrange(request, shuffled(blocks, random), evidence, ask, random);
  return finished(topic, values, assign(ordered, request, random));
}

/** The blocks in an order that puts the request into the third it is asked for, and the evidence somewhere before it. */
function arrange(request: PairRequest, talk: readonly Block[], evidence: Block, ask: Block, random: () => number): Block[] {
  const orders: Block[][] = [];
  for (let before = 0; before < talk.length; before++) {
    const at = Math.floor(random() * (before + 1));
    const order = [...talk.slice(0, before).toSpliced(at, 0, evidence), ask, ...talk.slice(before)];
    const lines = order.flat();
    if (positionOf(lines.indexOf(ask[0] ?? EMPTY), lines.length) === request.position) orders.push(order);
  }
  return orders[Math.floor(random() * orders.length)] ?? [evidence, ask, ...talk];
}
const EMPTY: Line = { label: 'N2', text: '', by: 0 };

/** Gives every line to a person: who says the first line of a block is not who spoke last, and everybody speaks. */
function assign(blocks: readonly Block[], { people }: PairRequest, random: () => number): readonly (Line & { readonly speaker: string })[] {
  const names = people.map(({ name }) => name);
  const lines: (Line & { speaker: string })[] = [];
  const silent = new Set(names);
  const pick = (not: readonly (string | undefined)[]): string => {
    const free = names.filter((name) => !not.includes(name));
    const unheard = free.filter((name) => silent.has(name));
    const from = unheard.length > 0 ? unheard : free;
    return from[Math.floor(random() * from.length)] ?? names[0] ?? '';
  };
  let told: readonly string[] = [];
  for (const block of blocks) {
    const isRequest = block[0]?.label === 'T';
    // Who asks did not say it: everybody who gave the evidence knows the answer.
    const before = lines.at(-1)?.speaker;
    const asked = isRequest && names.some((name) => name !== before && !told.includes(name));
    const first = pick([before, ...(asked ? told : [])]);
    let last = first;
    for (const [i, line] of block.entries()) {
      const speaker = i === 0 || line.by === 0 ? first : pick([last]);
      // A question is answered to the one who asked it; anything else is said to anybody.
      const to = i > 0 ? last : pick([speaker]);
      silent.delete(speaker);
      const addressed = new Map([['to', [to]]]);
      lines.push({
        ...line,
        speaker,
        text: fill(line.text, addressed),
        ...(line.implicit === undefined ? {} : { implicit: fill(line.implicit, addressed) }),
      });
      last = speaker;
    }
    if (block.some(({ evidence }) => evidence)) told = lines.slice(-block.length).map(({ speaker }) => speaker);
  }
  return lines;
}

function finished(topic: Topic, values: ReadonlyMap<string, Ways>, lines: readonly (Line & { readonly speaker: string })[]): DraftPair {
  const ways = (slot: string): Ways => values.get(slot) ?? [];
  return {
    title: topic.id.replaceAll('-', ' '),
    turns: lines.map(({ speaker, label, text, implicit }) => ({ speaker, label, text, ...(implicit === undefined ? {} : { implicit }) })),
    gold: {
      answer: fill(topic.answer, values),
      mustMention: topic.mention.map(ways),
      mustNotMention: (topic.not ?? []).flatMap((slot) => ways(slot).slice(0, 1)),
      evidence: lines.flatMap(({ evidence }, i) => (evidence === true ? [i] : [])),
    },
  };
}
