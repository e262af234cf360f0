/**
 * A run's sessions as observations of a sequential test (stats/sequential.ts): shares of windows that were not met, of the suite's primary
 * measure unless another one is named. One observation is what is independent of the rest (statistics.md).
 */
import type { RunManifest } from '../../recording/model.js';
import type { Measure } from '../model.js';
import type { SessionResult } from '../summarise.js';
import { placesOf } from './cluster-of.js';
import { playOf, type Play } from './plays.js';

export interface ObservedClaim {
  readonly suite: string;
  readonly agent: string;
  /** The suite's primary measure unless given. */
  readonly measure?: Measure;
  /**
   * `play`: every session of the one scene that is named by `scene`; `block`: each repeat in which every scene of the suite gave a value, once
   * each; `scene`: each scene over its repeats.
   */
  readonly unit: 'play' | 'block' | 'scene';
  /** Scene without its variant; with `play` only. */
  readonly scene?: string;
}

type ObservedRun = Pick<RunManifest, 'plan' | 'scenes' | 'suites'>;

/**
 * In the order in which they were played. Sessions that were not scored, and such without a decided window, are no observations; a block that lacks
 * one of its scenes is none either.
 * @throws RangeError where nothing says what the share is of, or a wait does: it is no share.
 */
export function observations(run: ObservedRun, results: readonly SessionResult[], claim: ObservedClaim): number[] {
  const measure = claim.measure ?? run.suites.find(({ name }) => name === claim.suite)?.primary;
  if (measure === undefined) throw new RangeError(`the suite ${claim.suite} declares no primary measure: name one`);
  if (measure === 'wait') throw new RangeError('a wait is no share: name a measure that is met or not');
  const places = placesOf(run);
  const plays = results.flatMap((result): Play[] => {
    const place = places.get(result.session);
    const play = place && playOf(result, place);
    return play === undefined || play.agent !== claim.agent || play.place.suite !== claim.suite ? [] : [play];
  });
  const notMet = (own: readonly Play[]): number | undefined => {
    let [missed, of] = [0, 0];
    for (const { decided } of own) {
      const found = decided.get(measure);
      if (found) [missed, of] = [missed + found.missed.length, of + found.met.length + found.missed.length];
    }
    return of === 0 ? undefined : missed / of;
  };
  switch (claim.unit) {
    case 'play': {
      const cluster = `${claim.suite}/${claim.scene ?? ''}`;
      return plays.filter(({ place }) => place.cluster === cluster).flatMap((play) => notMet([play]) ?? []);
    }
    case 'scene':
      return [...grouped(plays, ({ place }) => place.cluster).values()].flatMap((own) => notMet(own) ?? []);
    case 'block': {
      const judged = plays.filter((play) => play.decided.has(measure));
      const scenes = new Set(judged.map(({ place }) => place.scene)).size;
      const blocks = [...grouped(judged, ({ place }) => String(place.repeat)).values()];
      return blocks.filter((own) => new Set(own.map(({ place }) => place.scene)).size === scenes).flatMap((own) => notMet(own) ?? []);
    }
  }
}

function grouped(plays: readonly Play[], key: (play: Play) => string): Map<string, Play[]> {
  const groups = new Map<string, Play[]>();
  for (const play of plays) groups.set(key(play), [...(groups.get(key(play)) ?? []), play]);
  return groups;
}
