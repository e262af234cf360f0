/**
 * FIR, false interruption rate.
 *
 *   text       predicted a break / clips without one
 *   notebook   false alarms, those that came early on a true break among them / all clips
 *
 * A clip gives one window, so Wilson's interval stands (statistics.md).
 */
import { rateOf } from '../stats/rate.js';
import { fewReason } from './means.js';
import type { Definition, Figure, Judged } from './model.js';

export function fir(items: readonly Judged[], definition: Definition): Figure {
  const windows =
    definition === 'text'
      ? items.filter(({ clip }) => clip.totalNonbreak).map(({ prediction }) => !prediction.totalNonbreak)
      : items.map((one) => one.case === 'false-alarm' || one.case === 'early');
  const rate = rateOf(windows.map((hit, i) => ({ cluster: String(i), successes: hit ? 1 : 0, windows: 1 })));
  const { interval } = rate;
  return {
    value: rate.rate,
    clips: windows.length,
    hits: rate.successes,
    interval:
      interval.kind === 'none'
        ? { kind: 'none', reason: fewReason(windows.length) }
        : { kind: 'interval', method: 'wilson', low: interval.low, high: interval.high, level: interval.level, sparse: interval.sparse },
  };
}
