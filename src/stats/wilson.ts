/**
 * Wilson's interval of a rate, which is for independent windows only (statistics.md: "a 95% Wilson interval over 10 scenes x 20 repeats
 * at correlation 0.5 covers 44%"). The type holds the rule: it takes counts that were shown to be independent, or that are a statement
 * about one scene on one agent, or that a protocol asks it of by name, and there is no other way to make them.
 */
import type { RateCluster } from './clusters.js';
import { LEVEL, type Interval } from './interval.js';
import { normalQuantile } from './normal.js';

export class IndependentCounts {
  readonly #brand = true;
  private constructor(
    readonly successes: number,
    readonly windows: number,
    /** What the rate is a rate of: all scenes, or one. */
    readonly about:
      | { readonly kind: 'clusters' }
      | { readonly kind: 'one-scene'; readonly scene: string; readonly agent: string }
      | { readonly kind: 'protocol'; readonly protocol: string },
  ) {}

  /** Counts over clusters of one window each; undefined where one has more, because repeats of one clip are not independent. */
  static oneWindowEach(clusters: readonly RateCluster[]): IndependentCounts | undefined {
    if (clusters.some(({ windows }) => windows !== 1)) return undefined;
    return new IndependentCounts(
      clusters.reduce((sum, { successes }) => sum + successes, 0),
      clusters.length,
      { kind: 'clusters' },
    );
  }

  /** Repeats of one scene on one agent, for a statement about just that. @throws RangeError when they are no counts. */
  static ofOneScene(scene: string, agent: string, successes: number, windows: number): IndependentCounts {
    if (!Number.isInteger(successes) || !Number.isInteger(windows) || successes < 0 || successes > windows) {
      throw new RangeError(`${successes} of ${windows} are no counts`);
    }
    return new IndependentCounts(successes, windows, { kind: 'one-scene', scene, agent });
  }

  /**
   * Counts beside which a protocol asks for Wilson's interval by name. Whoever prints it says that it is as of independent ones.
   * @throws RangeError when they are no counts.
   */
  static ofProtocol(protocol: string, successes: number, windows: number): IndependentCounts {
    if (!Number.isInteger(successes) || !Number.isInteger(windows) || successes < 0 || successes > windows) {
      throw new RangeError(`${successes} of ${windows} are no counts`);
    }
    return new IndependentCounts(successes, windows, { kind: 'protocol', protocol });
  }

  /** Nothing else passes for it, by type or at run time. */
  static is(value: object): value is IndependentCounts {
    return #brand in value;
  }
}

/** Undefined of no window. */
export function wilson(counts: IndependentCounts, level = LEVEL): Interval | undefined {
  if (counts.windows === 0) return undefined;
  return wilsonOf(counts.successes / counts.windows, counts.windows, normalQuantile((1 + level) / 2), level);
}

/** Wilson's formula with any quantile and any (effective) n; not for use with counts, see above. */
export function wilsonOf(rate: number, n: number, z: number, level: number): Interval {
  const square = (z * z) / n;
  const centre = rate + square / 2;
  const half = Math.sqrt(square * (rate * (1 - rate) + square / 4));
  return {
    low: rate <= 0 ? 0 : Math.max(0, (centre - half) / (1 + square)),
    high: rate >= 1 ? 1 : Math.min(1, (centre + half) / (1 + square)),
    level,
  };
}
