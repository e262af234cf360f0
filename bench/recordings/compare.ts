/** What `analyze` said of a recording, held against its truth. */
import type { Measured, TurnRow } from '../../src/analysis/rows.js';
import type { TrueScene } from './set.js';

/** A value further off than this is wrong, ms (issue 4). */
export const WRONG_FROM_MS = 100;

export interface Compared {
  readonly scene: TrueScene;
  /** What is wrong: missing, off by more than 100 ms, or another verdict than a person's. */
  readonly wrong: string | undefined;
  /** Found minus true, ms; undefined where the truth has none or nothing was found. */
  readonly onset: ErrorOf | undefined;
  readonly stop: ErrorOf | undefined;
  /** Of the position of the turn's start. */
  readonly turnStartMs: number | undefined;
}

export interface ErrorOf {
  readonly ms: number;
  /** The stated interval holds the truth. */
  readonly covered: boolean;
}

export function compare(scene: TrueScene, rows: readonly TurnRow[]): Compared {
  const row = rowOf(scene, rows);
  const { should_pass: passes, response_delay_ms: delay, stop_ms: stop } = scene.truth;
  const onsetError = errorOf(scene.kind === 'respond' ? row?.responseDelay : undefined, delay);
  const stopError = errorOf(row?.stop, stop);
  const said = rows.map(({ turn, kind, verdict, reason }) => `${turn} ${kind} ${verdict}: ${reason}`).join('; ');
  const problems = [
    ...(row === undefined ? ['no turn'] : []),
    ...(row !== undefined && row.kind !== scene.kind ? [`kind ${row.kind}, not ${scene.kind}`] : []),
    ...(verdictOf(rows) === (passes ? 'pass' : 'fail') ? [] : [`verdict ${verdictOf(rows)}, not ${passes ? 'pass' : 'fail'}`]),
    ...(scene.truth.responded === false && row?.responseDelay ? ['a response that was none'] : []),
    ...off('response', delay, onsetError),
    ...off('stop', stop, stopError),
  ];
  return {
    scene,
    wrong: problems.length === 0 ? undefined : `${problems.join(', ')} (${said})`,
    onset: onsetError,
    stop: stopError,
    turnStartMs: row && row.startMs - scene.turn.start_s * 1000,
  };
}

/** The turn that lies where the true one does; a set has one a scene. */
function rowOf(scene: TrueScene, rows: readonly TurnRow[]): TurnRow | undefined {
  const [from, to] = [scene.turn.start_s * 1000, scene.turn.end_s * 1000];
  return rows.find((row) => row.startMs < to && row.endMs > from);
}

/** All turns together, as a person judges the recording. */
function verdictOf(rows: readonly TurnRow[]): string {
  if (rows.some(({ verdict }) => verdict === 'fail')) return 'fail';
  return rows.length > 0 && rows.every(({ verdict }) => verdict === 'pass') ? 'pass' : 'undecided';
}

function errorOf(value: Measured | null | undefined, truth: number | null | undefined): ErrorOf | undefined {
  if (value === null || value === undefined || truth === null || truth === undefined) return undefined;
  const ms = value.ms - truth;
  return { ms, covered: Math.abs(ms) <= value.plusMinusMs };
}

function off(what: string, truth: number | null | undefined, error: ErrorOf | undefined): string[] {
  if (truth === null || truth === undefined) return [];
  if (error === undefined) return [`no ${what}`];
  return Math.abs(error.ms) > WRONG_FROM_MS ? [`${what} off by ${error.ms.toFixed(1)} ms`] : [];
}
