/**
 * The rate behind an imperfect judge (Rogan and Gladen, 1978), with the interval of Lang and Reiczigel (Preventive Veterinary Medicine
 * 113, 2014), which carries the judge's own uncertainty. statistics.md: the uncorrected figure stands beside it.
 */
import { LEVEL, type Interval } from './interval.js';
import { normalQuantile } from './normal.js';

/** Right answers of so many, from `judge-check`. */
export interface JudgeCheck {
  /** Judged positive of the truly positive. */
  readonly sensitivity: { readonly right: number; readonly of: number };
  /** Judged negative of the truly negative. */
  readonly specificity: { readonly right: number; readonly of: number };
}

export type Corrected =
  | {
      readonly kind: 'corrected';
      /** As judged. */
      readonly apparent: number;
      readonly rate: number;
      readonly interval: Interval;
    }
  /** A judge no better than chance, or checked on nothing, corrects nothing. */
  | { readonly kind: 'refused'; readonly apparent: number | undefined; readonly reason: string };

/** @param judged counts, or a rate of an effective n for windows in clusters (icc.ts). */
export function roganGladen(judged: { readonly positive: number; readonly n: number }, check: JudgeCheck, level = LEVEL): Corrected {
  const apparent = judged.n > 0 ? judged.positive / judged.n : undefined;
  const { sensitivity, specificity } = check;
  if (apparent === undefined) return { kind: 'refused', apparent, reason: 'nothing was judged' };
  if (sensitivity.of === 0 || specificity.of === 0) return { kind: 'refused', apparent, reason: 'the judge was never checked' };
  const youden = sensitivity.right / sensitivity.of + specificity.right / specificity.of - 1;
  if (youden <= 0) return { kind: 'refused', apparent, reason: 'the judge is no better than chance' };
  const rate = clamp((apparent + specificity.right / specificity.of - 1) / youden);
  const z = normalQuantile((1 + level) / 2);
  const n = judged.n + z * z;
  const seen = (judged.positive + (z * z) / 2) / n;
  const [nSe, nSp] = [sensitivity.of + 2, specificity.of + 2];
  const [se, sp] = [(sensitivity.right + 1) / nSe, (specificity.right + 1) / nSp];
  const skill = se + sp - 1;
  if (skill <= 0) return { kind: 'refused', apparent, reason: 'the judge was checked on too few to be told from chance' };
  const centre = (seen + sp - 1) / skill;
  const [ofSe, ofSp] = [(se * (1 - se)) / nSe, (sp * (1 - sp)) / nSp];
  const shift = 2 * z * z * (centre * ofSe - (1 - centre) * ofSp);
  const half = (z * Math.sqrt((seen * (1 - seen)) / n + centre * centre * ofSe + (1 - centre) ** 2 * ofSp)) / skill;
  const interval = { low: clamp(centre + shift - half), high: clamp(centre + shift + half), level };
  return { kind: 'corrected', apparent, rate, interval };
}

function clamp(share: number): number {
  return Math.max(0, Math.min(1, share));
}
