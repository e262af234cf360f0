/** Adds up a run's sessions of selective participation, one after another; of each only counts are kept. */
import type { CompiledScene, PlannedSession } from '../../scenario/model.js';
import { agentsOf } from '../agents-of.js';
import { placesOf, type Place } from '../statistics/cluster-of.js';
import type { SessionResult, SummaryRun } from '../summarise.js';
import {
  SELECTIVE_CONDITIONS,
  SELECTIVE_VERSION,
  SILENCE_LIMITS_MS,
  type AtPosition,
  type SelectiveCondition,
  type SelectiveScores,
  type SelectiveSummary,
  type Trend,
} from './model.js';
import { PairCounts } from './pairs.js';
import { SceneTally } from './tallies.js';
import { trendOf, type TrendPoint } from './trend.js';
import { selectiveWindows, type RequestWindow, type ResolutionWindow, type SelectiveWindows, type SilenceWindow } from './windows.js';

type Decided = 'pass' | 'fail';
const decided = (verdict: string | undefined): verdict is Decided => verdict === 'pass' || verdict === 'fail';

export class SelectiveCounts {
  readonly #scenes: ReadonlyMap<string, CompiledScene>;
  readonly #planned: ReadonlyMap<string, PlannedSession>;
  readonly #places: ReadonlyMap<string, Place>;
  readonly #agents: readonly string[];
  readonly #cells = new Map<string, Cell>();
  readonly #pairs = new PairCounts();

  constructor(run: SummaryRun) {
    this.#scenes = new Map((run.scenes ?? []).map((scene) => [`${scene.suite}/${scene.id}`, scene]));
    this.#planned = new Map(run.plan.map((session) => [session.id, session]));
    this.#places = placesOf(run);
    this.#agents = agentsOf(run);
  }

  /** Sessions that were not scored, and such of other protocols, are left out. */
  add(result: SessionResult): void {
    if (result.outcome !== 'scored') return;
    const [planned, place] = [this.#planned.get(result.session), this.#places.get(result.session)];
    const scene = planned && this.#scenes.get(`${planned.suite}/${planned.scene}`);
    const windows = selectiveWindows(result.windows);
    if (scene === undefined || place === undefined || windows === undefined) return;
    const condition = conditionOf(scene);
    const key = JSON.stringify([result.agent, condition]);
    const cell = this.#cells.get(key) ?? new Cell(result.agent, condition);
    this.#cells.set(key, cell);
    cell.add(place.cluster, requestTurn(scene), windows);
    this.#pairs.add(result, place, scene);
  }

  /** Undefined where nothing of the protocol was played. */
  done(): SelectiveSummary | undefined {
    if (this.#cells.size === 0) return undefined;
    const scores = this.#agents.flatMap((agent) =>
      SELECTIVE_CONDITIONS.flatMap((condition) => this.#cells.get(JSON.stringify([agent, condition]))?.done() ?? []),
    );
    const pairs = this.#pairs.done(this.#agents);
    return { version: SELECTIVE_VERSION, scores, ...(pairs.length === 0 ? {} : { pairs }) };
  }
}

export function conditionOf({ pair }: CompiledScene): SelectiveCondition {
  return pair?.condition === 'explicit' || pair?.condition === 'implicit' ? pair.condition : 'unpaired';
}

/** Which of its labelled turns the request is, from 1; the preamble is none of them. Undefined without a request. */
export function requestTurn({ turns }: CompiledScene): number | undefined {
  const at = turns.filter(({ label, kind }) => label !== 'user' && kind !== 'noise').findIndex(({ label }) => label === 'T');
  return at < 0 ? undefined : at + 1;
}

class Cell {
  readonly #scenes = new Set<string>();
  #sessions = 0;
  readonly #tallies = {
    newInitiation: new SceneTally(),
    responsePresence: new SceneTally(),
    answerAccuracy: new SceneTally(),
    silence: new SceneTally(),
    answerWindowYield: new SceneTally(),
    windowResponse: new SceneTally(),
  };
  #judged = false;
  readonly #identity = { requests: 0, presence: 0, newInitiation: 0, alreadySpeaking: 0 };
  readonly #funnel = { windows: 0, voiced: 0, eligibleNew: 0, atResolution: 0, yielded: 0, undecided: 0, unscored: 0 };
  readonly #blips = { afterRequest: 0, inSilence: 0, inResolution: 0 };
  readonly #byDuration = SILENCE_LIMITS_MS.map((limitMs) => ({ limitMs, pass: 0, of: 0 }));
  readonly #positions = new Map<number, { requests: number; newInitiation: number; presence: number; right: number; judged: number }>();
  readonly #points: { readonly scene: string; readonly turn: number | undefined; readonly one: RequestWindow }[] = [];

  constructor(
    private readonly agent: string,
    private readonly condition: SelectiveCondition,
  ) {}

  add(scene: string, turn: number | undefined, { requests, silences, resolutions }: SelectiveWindows): void {
    this.#scenes.add(scene);
    this.#sessions += 1;
    for (const one of requests) this.#request(scene, turn, one);
    for (const one of silences) this.#silence(scene, one);
    for (const one of resolutions) this.#resolution(scene, one);
  }

  #request(scene: string, turn: number | undefined, one: RequestWindow): void {
    const { newInitiation, responsePresence, answerAccuracy } = this.#tallies;
    newInitiation.add(scene, one.initiation);
    responsePresence.add(scene, one.presence);
    if (one.accuracy !== undefined) {
      this.#judged = true;
      answerAccuracy.add(scene, one.accuracy);
    }
    this.#blips.afterRequest += one.blips;
    if (!decided(one.initiation) || !decided(one.presence)) return;
    const identity = this.#identity;
    identity.requests += 1;
    if (one.presence === 'pass') identity.presence += 1;
    if (one.initiation === 'pass') identity.newInitiation += 1;
    if (one.alreadySpeaking) identity.alreadySpeaking += 1;
    this.#points.push({ scene, turn, one });
    if (turn === undefined) return;
    const at = this.#positions.get(turn) ?? { requests: 0, newInitiation: 0, presence: 0, right: 0, judged: 0 };
    at.requests += 1;
    if (one.presence === 'pass') at.presence += 1;
    if (one.initiation === 'pass') at.newInitiation += 1;
    if (decided(one.accuracy)) at.judged += 1;
    if (one.accuracy === 'pass') at.right += 1;
    this.#positions.set(turn, at);
  }

  #silence(scene: string, { verdict, voicedMs, blips }: SilenceWindow): void {
    this.#tallies.silence.add(scene, verdict);
    this.#blips.inSilence += blips;
    if (voicedMs === undefined) return;
    for (const row of this.#byDuration) {
      row.of += 1;
      if (voicedMs <= row.limitMs) row.pass += 1;
    }
  }

  #resolution(scene: string, { verdict, response, voiced, eligibleNew, blips }: ResolutionWindow): void {
    const { answerWindowYield, windowResponse } = this.#tallies;
    // Not eligible is no window that could not be scored: it stands in the funnel.
    if (verdict !== 'unscored' || response === 'unscored') answerWindowYield.add(scene, verdict);
    windowResponse.add(scene, response);
    const funnel = this.#funnel;
    this.#blips.inResolution += blips;
    if (response === 'unscored') {
      funnel.unscored += 1;
      return;
    }
    funnel.windows += 1;
    if (voiced) funnel.voiced += 1;
    if (voiced && eligibleNew) funnel.eligibleNew += 1;
    if (decided(verdict)) funnel.atResolution += 1;
    if (verdict === 'pass') funnel.yielded += 1;
    if (verdict === 'within-uncertainty') funnel.undecided += 1;
  }

  done(): SelectiveScores {
    const { answerAccuracy, ...others } = this.#tallies;
    const { requests, presence, newInitiation, alreadySpeaking } = this.#identity;
    return {
      agent: this.agent,
      condition: this.condition,
      scenes: this.#scenes.size,
      sessions: this.#sessions,
      newInitiation: others.newInitiation.rate(),
      ...(this.#judged ? { answerAccuracy: answerAccuracy.rate() } : {}),
      silence: others.silence.rate(),
      answerWindowYield: others.answerWindowYield.rate(),
      responsePresence: others.responsePresence.rate(),
      windowResponse: others.windowResponse.rate(),
      identity: { requests, presence, newInitiation, alreadySpeaking, holds: presence - newInitiation === alreadySpeaking },
      funnel: { ...this.#funnel },
      blips: { ...this.#blips },
      silenceByDuration: this.#byDuration.map((row) => ({ ...row })),
      positions: [...this.#positions]
        .sort(([a], [b]) => a - b)
        .map(([turn, { right, judged, ...counts }]): AtPosition => ({ turn, ...counts, ...(judged === 0 ? {} : { right, judged }) })),
      trends: this.#trends(),
    };
  }

  #trends(): Trend[] {
    const points = (by: Trend['by'], verdictOf: (one: RequestWindow) => string | undefined): TrendPoint[] =>
      this.#points.flatMap(({ scene, turn, one }) => {
        const [x, verdict] = [by === 'turn' ? turn : one.sinceStartS, verdictOf(one)];
        return x === undefined || !decided(verdict) ? [] : [{ scene, x, passed: verdict === 'pass' }];
      });
    return (['turn', 'seconds'] as const).flatMap((by) =>
      [
        trendOf(
          'new-initiation',
          by,
          points(by, ({ initiation }) => initiation),
        ),
        trendOf(
          'response-presence',
          by,
          points(by, ({ presence }) => presence),
        ),
        trendOf(
          'answer-accuracy',
          by,
          points(by, ({ accuracy }) => accuracy),
        ),
      ].filter((one) => one !== undefined),
    );
  }
}
