/** One agent in one condition: every count as the list of its windows, so that number and list cannot differ (counted.ts). */
import { count, refOf, type WindowRef, type WithWindows } from '../counted.js';
import type { SessionResult } from '../summarise.js';
import { SILENCE_LIMITS_MS, type AtPosition, type SelectiveCondition, type SelectiveScores, type Trend } from './model.js';
import { SceneTally } from './tallies.js';
import { trendOf, type TrendPoint } from './trend.js';
import type { RequestWindow, ResolutionWindow, SelectiveWindows, SilenceWindow } from './windows.js';

type Decided = 'pass' | 'fail';
const decided = (verdict: string | undefined): verdict is Decided => verdict === 'pass' || verdict === 'fail';

/** Windows of each request at one place. */
interface AtPlace {
  readonly requests: WindowRef[];
  readonly newInitiation: WindowRef[];
  readonly presence: WindowRef[];
  readonly right: WindowRef[];
  readonly judged: WindowRef[];
}

export class Cell {
  readonly #scenes = new Set<string>();
  readonly #sessions: WindowRef[] = [];
  readonly #tallies = {
    newInitiation: new SceneTally(),
    responsePresence: new SceneTally(),
    answerAccuracy: new SceneTally(),
    silence: new SceneTally(),
    answerWindowYield: new SceneTally(),
    windowResponse: new SceneTally(),
  };
  #judged = false;
  readonly #identity = lists('requests', 'presence', 'newInitiation', 'alreadySpeaking');
  readonly #funnel = lists('windows', 'voiced', 'eligibleNew', 'atResolution', 'yielded', 'undecided', 'unscored');
  readonly #blips = { afterRequest: 0, inSilence: 0, inResolution: 0 };
  readonly #withBlips: WindowRef[] = [];
  readonly #byDuration = SILENCE_LIMITS_MS.map((limitMs) => ({ limitMs, ...lists('pass', 'of') }));
  readonly #positions = new Map<number, AtPlace>();
  readonly #points: { readonly scene: string; readonly turn: number | undefined; readonly one: RequestWindow }[] = [];

  constructor(
    private readonly agent: string,
    private readonly condition: SelectiveCondition,
  ) {}

  /** @param turn which labelled turn of its scene the request is, from 1. */
  add(
    session: Pick<SessionResult, 'attempt'>,
    scene: string,
    turn: number | undefined,
    { requests, silences, resolutions }: SelectiveWindows,
  ): void {
    this.#scenes.add(scene);
    this.#sessions.push(refOf(session));
    for (const one of requests) this.#request(scene, turn, one);
    for (const one of silences) this.#silence(scene, one);
    for (const one of resolutions) this.#resolution(scene, one);
  }

  #request(scene: string, turn: number | undefined, one: RequestWindow): void {
    const { at } = one;
    const { newInitiation, responsePresence, answerAccuracy } = this.#tallies;
    newInitiation.add(scene, one.initiation, at.initiation);
    responsePresence.add(scene, one.presence, at.presence);
    if (one.accuracy !== undefined) {
      this.#judged = true;
      answerAccuracy.add(scene, one.accuracy, at.accuracy);
    }
    this.#blip('afterRequest', one.blips, at.initiation);
    if (!decided(one.initiation) || !decided(one.presence)) return;
    const identity = this.#identity;
    identity.requests.push(at.initiation);
    if (one.presence === 'pass') identity.presence.push(at.presence);
    if (one.initiation === 'pass') identity.newInitiation.push(at.initiation);
    if (one.alreadySpeaking) identity.alreadySpeaking.push(at.initiation);
    this.#points.push({ scene, turn, one });
    if (turn === undefined) return;
    const place = this.#positions.get(turn) ?? lists('requests', 'newInitiation', 'presence', 'right', 'judged');
    this.#positions.set(turn, place);
    place.requests.push(at.initiation);
    if (one.presence === 'pass') place.presence.push(at.presence);
    if (one.initiation === 'pass') place.newInitiation.push(at.initiation);
    if (decided(one.accuracy)) place.judged.push(at.accuracy);
    if (one.accuracy === 'pass') place.right.push(at.accuracy);
  }

  #silence(scene: string, { at, verdict, voicedMs, blips }: SilenceWindow): void {
    this.#tallies.silence.add(scene, verdict, at);
    this.#blip('inSilence', blips, at);
    if (voicedMs === undefined) return;
    for (const row of this.#byDuration) {
      row.of.push(at);
      if (voicedMs <= row.limitMs) row.pass.push(at);
    }
  }

  #resolution(scene: string, { at, responseAt, verdict, response, voiced, eligibleNew, blips }: ResolutionWindow): void {
    const { answerWindowYield, windowResponse } = this.#tallies;
    // Not eligible is no window that could not be scored: it stands in the funnel.
    if (verdict !== 'unscored' || response === 'unscored') answerWindowYield.add(scene, verdict, at);
    windowResponse.add(scene, response, responseAt);
    const funnel = this.#funnel;
    this.#blip('inResolution', blips, at);
    if (response === 'unscored') {
      funnel.unscored.push(at);
      return;
    }
    funnel.windows.push(at);
    if (voiced) funnel.voiced.push(at);
    if (voiced && eligibleNew) funnel.eligibleNew.push(at);
    if (decided(verdict)) funnel.atResolution.push(at);
    if (verdict === 'pass') funnel.yielded.push(at);
    if (verdict === 'within-uncertainty') funnel.undecided.push(at);
  }

  #blip(where: 'afterRequest' | 'inSilence' | 'inResolution', blips: number, at: WindowRef): void {
    this.#blips[where] += blips;
    if (blips > 0) this.#withBlips.push(at);
  }

  done(): WithWindows<SelectiveScores> {
    const { answerAccuracy, ...others } = this.#tallies;
    const identity = counted(this.#identity);
    return {
      agent: this.agent,
      condition: this.condition,
      scenes: this.#scenes.size,
      sessions: count(this.#sessions),
      newInitiation: others.newInitiation.rate(),
      ...(this.#judged ? { answerAccuracy: answerAccuracy.rate() } : {}),
      silence: others.silence.rate(),
      answerWindowYield: others.answerWindowYield.rate(),
      responsePresence: others.responsePresence.rate(),
      windowResponse: others.windowResponse.rate(),
      identity: { ...identity, holds: identity.presence.value - identity.newInitiation.value === identity.alreadySpeaking.value },
      funnel: counted(this.#funnel),
      blips: { ...this.#blips, windows: count(this.#withBlips) },
      silenceByDuration: this.#byDuration.map(({ limitMs, ...row }) => ({ limitMs, ...counted(row) })),
      positions: [...this.#positions]
        .sort(([a], [b]) => a - b)
        .map(([turn, { right, judged, ...own }]): WithWindows<AtPosition> => ({
          turn,
          ...counted(own),
          ...(judged.length === 0 ? {} : counted({ right, judged })),
        })),
      trends: this.#trends(),
    };
  }

  #trends(): WithWindows<Trend>[] {
    const points = (
      by: Trend['by'],
      verdictOf: (one: RequestWindow) => string | undefined,
      score: keyof RequestWindow['at'],
    ): TrendPoint[] =>
      this.#points.flatMap(({ scene, turn, one }) => {
        const [x, verdict] = [by === 'turn' ? turn : one.sinceStartS, verdictOf(one)];
        return x === undefined || !decided(verdict) ? [] : [{ scene, x, passed: verdict === 'pass', at: one.at[score] }];
      });
    return (['turn', 'seconds'] as const).flatMap((by) =>
      [
        trendOf(
          'new-initiation',
          by,
          points(by, ({ initiation }) => initiation, 'initiation'),
        ),
        trendOf(
          'response-presence',
          by,
          points(by, ({ presence }) => presence, 'presence'),
        ),
        trendOf(
          'answer-accuracy',
          by,
          points(by, ({ accuracy }) => accuracy, 'accuracy'),
        ),
      ].filter((one) => one !== undefined),
    );
  }
}

function lists<K extends string>(...names: readonly K[]): Readonly<Record<K, WindowRef[]>> {
  // Each name has its list: the record is whole.
  return Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<K, WindowRef[]>;
}

function counted<K extends string>(all: Readonly<Record<K, readonly WindowRef[]>>) {
  return Object.fromEntries(Object.entries<readonly WindowRef[]>(all).map(([name, own]) => [name, count(own)])) as unknown as Record<
    K,
    ReturnType<typeof count>
  >;
}
