/** How different the pairs of a run are from each other: measured on their words, printed with every run. */
import { FAMILIES, type Family } from '../scenario/model.js';
import { mulberry32 } from '../scenario/random.js';
import { wordsOf } from '../speech/words.js';
import { evidenceOf } from './check.js';
import { POSITIONS, type DraftPair, type Position } from './model.js';
import { positionOf } from './position.js';
import type { MadePair } from './suite.js';

export interface Diversity {
  readonly pairs: number;
  readonly families: Readonly<Record<Family, number>>;
  readonly positions: Readonly<Record<Position, number>>;
  /** Turns by label, over one scene of each pair. */
  readonly labels: Readonly<Record<string, number>>;
  readonly people: Readonly<Record<string, number>>;
  /** Pairs whose evidence is no other pair's. */
  readonly evidence: number;
  /** Pairs whose evidence together with the wording of both requests is no other pair's. */
  readonly evidenceAndWording: number;
  /** Different wordings of the request, explicit and implicit. */
  readonly requests: { readonly explicit: number; readonly implicit: number };
  /** Different turns, of all turns. */
  readonly turns: { readonly different: number; readonly all: number };
  /** Different pairs of neighbouring words, over all such pairs (distinct-2). */
  readonly distinct2: number;
  /** Overlap of words (Jaccard) of a pair with the pair nearest to it: median and 95th percentile over a sample of pairs. */
  readonly nearest: { readonly median: number; readonly p95: number; readonly sample: number };
}

/** So many pairs are compared with all others. Chosen: the percentiles of 200 are stable, and 2,000 pairs take a second. */
const SAMPLE = 200;

export function diversityOf(pairs: readonly MadePair[], seed: number): Diversity {
  const drafts = pairs.map(({ draft }) => draft);
  const texts = drafts.flatMap(({ turns }) => turns.map(({ text }) => wordsOf(text).join(' ')));
  const wordings = (implicit: boolean): string[] => drafts.map((draft) => requestOf(draft, implicit));
  return {
    pairs: pairs.length,
    families: counted(
      FAMILIES,
      pairs.map(({ request }) => request.family),
    ),
    positions: counted(
      POSITIONS,
      drafts.map(({ turns }) =>
        positionOf(
          turns.findIndex(({ label }) => label === 'T'),
          turns.length,
        ),
      ),
    ),
    labels: counted(
      ['T', 'N1', 'N2', 'N3', 'N4Q', 'N4R'],
      drafts.flatMap(({ turns }) => turns.map(({ label }) => label)),
    ),
    people: counted(
      ['3', '4'],
      drafts.map(({ turns }) => String(new Set(turns.map(({ speaker }) => speaker)).size)),
    ),
    evidence: new Set(drafts.map(evidenceOf)).size,
    evidenceAndWording: new Set(drafts.map((draft) => [evidenceOf(draft), requestOf(draft, false), requestOf(draft, true)].join('\n')))
      .size,
    requests: { explicit: new Set(wordings(false)).size, implicit: new Set(wordings(true)).size },
    turns: { different: new Set(texts).size, all: texts.length },
    distinct2: distinct2(texts),
    nearest: nearest(drafts, seed),
  };
}

function requestOf({ turns }: DraftPair, implicit: boolean): string {
  const request = turns.find(({ label }) => label === 'T');
  return wordsOf((implicit ? request?.implicit : undefined) ?? request?.text ?? '').join(' ');
}

function counted<K extends string>(keys: readonly K[], values: readonly string[]): Record<K, number> {
  const counts = Object.fromEntries(keys.map((key) => [key, 0])) as Record<K, number>;
  for (const value of values) if (Object.hasOwn(counts, value)) counts[value as K]++;
  return counts;
}

function distinct2(texts: readonly string[]): number {
  const all = texts.flatMap((text) => {
    const words = text.split(' ');
    return words.slice(1).map((word, i) => `${words[i] ?? ''} ${word}`);
  });
  return all.length === 0 ? 0 : new Set(all).size / all.length;
}

function nearest(drafts: readonly DraftPair[], seed: number): Diversity['nearest'] {
  const sets = drafts.map(({ turns }) => new Set(turns.flatMap(({ text, implicit = '' }) => wordsOf(`${text} ${implicit}`))));
  const random = mulberry32(seed);
  const chosen = sets.length <= SAMPLE ? sets.map((_, i) => i) : Array.from({ length: SAMPLE }, () => Math.floor(random() * sets.length));
  const overlaps = chosen
    .map((i) => Math.max(0, ...sets.map((other, j) => (i === j ? 0 : overlap(sets[i] ?? new Set(), other)))))
    .sort((a, b) => a - b);
  const at = (share: number): number => overlaps[Math.min(overlaps.length - 1, Math.floor(share * overlaps.length))] ?? 0;
  return { median: at(0.5), p95: at(0.95), sample: chosen.length };
}

function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let common = 0;
  for (const word of a) if (b.has(word)) common++;
  return common / (a.size + b.size - common || 1);
}
