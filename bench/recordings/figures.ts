/** Figures of a family of recordings, and the limits that issue 4 sets them. */
import type { Compared, ErrorOf } from './compare.js';
import { familyOf } from './set.js';

export interface Errors {
  readonly n: number;
  readonly biasMs: number;
  /** Of magnitudes, nearest rank. */
  readonly p95Ms: number;
  readonly worstMs: number;
  /** Share whose stated interval holds the truth. */
  readonly covered: number;
}

export interface FamilyFigures {
  readonly family: string;
  readonly n: number;
  readonly wrong: readonly string[];
  readonly onset: Errors | undefined;
  readonly stop: Errors | undefined;
}

export function figuresOf(compared: readonly Compared[]): FamilyFigures[] {
  const families = [...new Set(compared.map(({ scene }) => familyOf(scene)))].sort();
  return families.map((family) => {
    const own = compared.filter(({ scene }) => familyOf(scene) === family);
    return {
      family,
      n: own.length,
      wrong: own.flatMap(({ scene, wrong }) => (wrong === undefined ? [] : [`${scene.id}: ${wrong}`])),
      onset: errorsOf(own.flatMap(({ onset }) => onset ?? [])),
      stop: errorsOf(own.flatMap(({ stop }) => stop ?? [])),
    };
  });
}

export function errorsOf(errors: readonly ErrorOf[]): Errors | undefined {
  if (errors.length === 0) return undefined;
  const sizes = errors.map(({ ms }) => Math.abs(ms)).sort((a, b) => a - b);
  const n = sizes.length;
  return {
    n,
    biasMs: errors.reduce((sum, { ms }) => sum + ms, 0) / n,
    p95Ms: sizes[Math.ceil(0.95 * n) - 1] ?? NaN,
    worstMs: sizes[n - 1] ?? NaN,
    covered: errors.filter(({ covered }) => covered).length / n,
  };
}

/** Issue 4, "What it must reach", ms. */
const LIMITS: Readonly<Record<string, { readonly onsetP95?: number; readonly onsetBias?: number; readonly stopP95?: number }>> = {
  A1: { onsetP95: 4, onsetBias: 1 },
  B1: { onsetP95: 15 },
  F1: { stopP95: 8 },
  F2: { stopP95: 15 },
  F3: { stopP95: 25 },
};
/** Families in which a few may be wrong, and how many of all of them together; of B2 the number is stated. */
const LENIENT: readonly string[] = ['E1', 'C2', 'L1'];
const MOST_WRONG_LENIENT = 3;
const STATED: readonly string[] = ['B2'];

/** What the figures fail to reach, in words; empty when they reach all of it. */
export function unmet(figures: readonly FamilyFigures[]): string[] {
  const lenient = figures.filter(({ family }) => LENIENT.includes(family)).flatMap(({ wrong }) => wrong);
  return [
    ...figures.flatMap(({ family, wrong }) => (LENIENT.includes(family) || STATED.includes(family) ? [] : wrong)),
    ...(lenient.length > MOST_WRONG_LENIENT ? lenient : []),
    ...figures.flatMap(({ family, onset, stop }) => {
      const limits = LIMITS[family] ?? {};
      return [
        ...over(`${family} onset p95`, onset?.p95Ms, limits.onsetP95),
        ...over(`${family} onset bias`, onset && Math.abs(onset.biasMs), limits.onsetBias),
        ...over(`${family} stop p95`, stop?.p95Ms, limits.stopP95),
      ];
    }),
  ];
}

function over(what: string, value: number | undefined, limit: number | undefined): string[] {
  if (limit === undefined || (value !== undefined && value <= limit)) return [];
  return [`${what} ${value === undefined ? 'was not measured' : `${value.toFixed(2)} ms`}, the limit is ${limit} ms`];
}

/** One line a family, for `console.table`. */
export function tableOf(figures: readonly FamilyFigures[]): Record<string, Record<string, string | number>> {
  const told = (errors: Errors | undefined, pick: (errors: Errors) => number): string =>
    errors === undefined ? '' : pick(errors).toFixed(1);
  const cells = (what: string, errors: Errors | undefined): Record<string, string> => ({
    [`${what} bias`]: told(errors, ({ biasMs }) => biasMs),
    [`${what} p95`]: told(errors, ({ p95Ms }) => p95Ms),
    [`${what} worst`]: told(errors, ({ worstMs }) => worstMs),
    [`${what} held`]: errors === undefined ? '' : `${Math.round(errors.covered * errors.n)}/${errors.n}`,
  });
  return Object.fromEntries(
    figures.map(({ family, n, wrong, onset, stop }) => [
      family,
      { n, wrong: wrong.length, ...cells('onset', onset), ...cells('stop', stop) },
    ]),
  );
}
