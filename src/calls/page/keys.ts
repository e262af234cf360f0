/** Which key does what: one table, that the page's handler and its buttons read. */
import { VERDICTS, type Verdict } from '../review-json.js';
import { CONFIDENCES, type Confidence } from '../model.js';

export type Action =
  | { readonly kind: 'verdict'; readonly verdict: Verdict }
  /** Number of the reason among those of the verdict. */
  | { readonly kind: 'reason'; readonly number: number }
  | { readonly kind: 'confidence'; readonly confidence: Confidence | null }
  | { readonly kind: 'play' | 'play-all' | 'reveal' | 'previous' | 'next' | 'undo' };

export const VERDICT_KEYS: Readonly<Record<Verdict, string>> = { hold: 'h', eot: 'e', uncertain: 'u' };
/** In the order of CONFIDENCES, then none. */
export const CONFIDENCE_KEYS = ['7', '8', '9', '0'] as const;
/** As many reasons as a verdict may have. */
export const REASON_KEYS = ['1', '2', '3'] as const;

const PLAIN: Readonly<Partial<Record<string, 'play' | 'play-all' | 'reveal' | 'previous' | 'next' | 'undo'>>> = {
  ' ': 'play',
  p: 'play',
  a: 'play-all',
  r: 'reveal',
  b: 'previous',
  arrowleft: 'previous',
  n: 'next',
  arrowright: 'next',
  z: 'undo',
};

/** @param key as KeyboardEvent has it. */
export function actionOf(key: string): Action | undefined {
  const one = key.toLowerCase();
  const verdict = VERDICTS.find((name) => VERDICT_KEYS[name] === one);
  if (verdict !== undefined) return { kind: 'verdict', verdict };
  const number = REASON_KEYS.findIndex((name) => name === one);
  if (number >= 0) return { kind: 'reason', number };
  const sure = CONFIDENCE_KEYS.findIndex((name) => name === one);
  if (sure >= 0) return { kind: 'confidence', confidence: CONFIDENCES[sure] ?? null };
  const kind = Object.hasOwn(PLAIN, one) ? PLAIN[one] : undefined;
  return kind && { kind };
}
