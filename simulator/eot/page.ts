/** Data of the interactive page: frontiers, intervals, and the hardest pauses with scores and sound. */
import { join } from 'node:path';
import { LANGUAGE_NAMES } from '../../src/eot/compare/charts/heatmap.js';
import { comparisonPage } from '../../src/eot/compare/page.js';
import {
  pageDifference,
  pageInterval,
  pageModels,
  type PageDifference,
  type PageInterval,
  type PageLanguage,
  type PageSpan,
} from '../../src/eot/compare/page-data.js';
import type { ComparedModel } from '../../src/eot/compare/run.js';
import { EPS, REPORT_CUTOFF_BUDGETS } from '../../src/eot/constants.js';
import { pairedDifference, pointIntervals } from '../../src/eot/metrics/intervals.js';
import { policyAt } from '../../src/eot/metrics/intervals-json.js';
import { fireTime, outcomesByTurn, type Policy, type TurnOutcome } from '../../src/eot/metrics/policy.js';
import { predictionsOf, type Predictions } from '../../src/eot/metrics/predictions.js';
import { scoreSpans, type ScoredSpans } from '../../src/eot/metrics/scores.js';
import { spanTable, type HoldRange } from '../../src/eot/metrics/span-table.js';
import { keptSpans } from '../../src/eot/spans.js';
import type { DecodedAudio } from '../../src/eot/turn.js';
import { resample } from '../../src/media/resample.js';
import { writeWav } from '../../src/media/wav.js';
import type { FoundComparison } from './comparison.js';
import type { Dataset } from './dataset.js';
import { kindAt, readTableFile, writeFileWhole } from './files.js';

/** As many pauses are shown, the hardest first: with sound some 80 kB each. */
const SPANS_SHOWN = 60;
/** Hz of the sounds, and seconds around a pause. */
const SOUND = { rate: 16_000, before: 1.2, after: 0.8 };

/** A model whose predictions are at hand, judged by its policy at 5% cutoffs. */
interface Judged {
  readonly model: ComparedModel;
  readonly predictions: Predictions;
  readonly scored: ScoredSpans;
  /** Undefined where no policy is within the budget. */
  readonly policy: Policy | undefined;
}

async function judged(spanSet: string, { comparison }: FoundComparison, range: HoldRange): Promise<Judged[]> {
  const all: Judged[] = [];
  for (const model of comparison.models) {
    const path = join(spanSet, model.run.folder, 'predictions.parquet');
    if ((await kindAt(path)) !== 'file') continue;
    const predictions = predictionsOf(await readTableFile(path, ['id', 'span_index', 'timestamp', 'silence_dur', 'p_eot', 'label']));
    const scored = scoreSpans(predictions, spanTable(predictions, range), model.tradeoff.scorePoint);
    const row = comparison.cutoffPoints.find((point) => point.model === model.name && point.budget === REPORT_CUTOFF_BUDGETS[0])?.row;
    all.push({ model, predictions, scored, policy: row === undefined ? undefined : policyAt(model.tradeoff, row) });
  }
  return all;
}

function certainty(models: readonly Judged[]): { readonly intervals: PageInterval[]; readonly differences: PageDifference[] } {
  const outcomes = models.flatMap(({ model, scored, policy }): { name: string; turns: TurnOutcome[] }[] =>
    policy === undefined ? [] : [{ name: model.name, turns: outcomesByTurn(scored, policy) }],
  );
  const intervals = outcomes.flatMap(({ name, turns }) => {
    const found = pointIntervals(turns);
    return found === undefined ? [] : [pageInterval(name, found)];
  });
  const differences = outcomes.flatMap((a, i) =>
    outcomes.slice(i + 1).flatMap((b) => {
      const found = pairedDifference(a.turns, b.turns);
      return found === undefined ? [] : [pageDifference(a.name, b.name, found)];
    }),
  );
  return { intervals, differences };
}

/** When a policy ends the turn within the pause; null for not at all. */
function fires({ scored, policy }: Judged, span: number): number | null {
  if (policy?.threshold === undefined) return null;
  const act = Math.min(Math.max(policy.actionDelay, fireTime(scored, span, policy.threshold)), policy.timeout);
  const duration = scored.spans.duration[span] ?? 0;
  return scored.spans.label[span] === 'hold' ? (duration > act + EPS ? act : null) : act < policy.timeout ? act : null;
}

type Curve = (readonly [number, number | null])[];

function curvesOf({ predictions, scored }: Judged, groups: ReadonlySet<number>): Map<number, Curve> {
  const curves = new Map<number, Curve>();
  for (let row = 0; row < predictions.rows; row++) {
    const group = scored.spans.grouping.of[row] ?? -1;
    if (!groups.has(group)) continue;
    const curve = curves.get(group) ?? [];
    curves.set(group, curve);
    const p = predictions.pEot?.[row] ?? Number.NaN;
    curve.push([predictions.silenceDur[row] ?? 0, Number.isNaN(p) ? null : p]);
  }
  for (const curve of curves.values()) curve.sort(([a], [b]) => a - b);
  return curves;
}

/** How badly the models do on a pause: cutoffs count one, an end of turn its wait in seconds. */
function hardness(models: readonly Judged[], places: readonly (number | undefined)[]): number {
  return models.reduce((sum, one, m) => {
    const span = places[m];
    if (span === undefined || one.policy === undefined) return sum;
    const act = fires(one, span);
    return sum + (one.scored.spans.label[span] === 'hold' ? (act === null ? 0 : 1) : (act ?? one.policy.timeout) / 3.5);
  }, 0);
}

async function spansOf(models: readonly Judged[], dataset: Dataset | undefined): Promise<PageSpan[]> {
  const [first] = models;
  if (first === undefined) return [];
  const keyOf = (scored: ScoredSpans, span: number): string => `${scored.spans.spanIndex[span] ?? 0} ${scored.spans.id[span] ?? ''}`;
  const indices = models.map(({ scored }) => new Map(scored.spans.id.map((_, span) => [keyOf(scored, span), span])));
  const all = first.scored.spans.id.map((_, span) => {
    const places = indices.map((index) => index.get(keyOf(first.scored, span)));
    return { span, places, hard: hardness(models, places) };
  });
  const chosen = all.sort((a, b) => b.hard - a.hard || a.span - b.span).slice(0, SPANS_SHOWN);
  const curves = models.map((one, m) =>
    curvesOf(one, new Set(chosen.flatMap(({ places }) => (places[m] === undefined ? [] : [one.scored.spans.group[places[m]] ?? -1])))),
  );
  const spans = chosen.map(({ span, places }): PageSpan => {
    const { id, spanIndex, label, duration } = first.scored.spans;
    const at = (m: number): number | undefined => places[m];
    return {
      id: id[span] ?? '',
      index: spanIndex[span] ?? 0,
      label: label[span] ?? '',
      duration: duration[span] ?? 0,
      curves: models.map((one, m) => curves[m]?.get(one.scored.spans.group[at(m) ?? -1] ?? -1) ?? []),
      fires: models.map((one, m) => (at(m) === undefined ? null : fires(one, at(m) ?? 0))),
    };
  });
  return dataset === undefined ? spans : withSound(spans, dataset);
}

async function withSound(spans: readonly PageSpan[], dataset: Dataset): Promise<PageSpan[]> {
  const wanted = new Set(spans.map(({ id }) => id));
  const sounds = new Map<string, PageSpan['sound']>();
  for await (const turn of dataset.turns(true)) {
    if (!wanted.has(turn.id)) continue;
    const audio = await dataset.decode(turn);
    for (const { spanIndex, start, end } of keptSpans(turn, 0)) {
      const key = `${spanIndex} ${turn.id}`;
      if (spans.some(({ id, index }) => `${index} ${id}` === key)) sounds.set(key, cut(audio, start, end));
    }
  }
  return spans.map((span) => ({ ...span, sound: sounds.get(`${span.index} ${span.id}`) }));
}

function cut({ samples, rate }: DecodedAudio, start: number, end: number): { readonly wav: string; readonly start: number } {
  const from = Math.max(0, Math.floor((start - SOUND.before) * rate));
  const piece = samples.subarray(from, Math.min(samples.length, Math.ceil((end + SOUND.after) * rate)));
  const wav = writeWav([resample(piece, rate, SOUND.rate)], SOUND.rate);
  return { wav: Buffer.from(wav).toString('base64'), start: start - from / rate };
}

/** @param dataset gives the sounds; without it the page has curves alone */
export async function pageLanguage(
  spanSet: string,
  code: string,
  found: FoundComparison,
  range: HoldRange,
  dataset?: Dataset,
): Promise<PageLanguage> {
  const models = await judged(spanSet, found, range);
  const ordered = pageModels(found.comparison);
  const withPredictions = new Set(models.map(({ model }) => model.name));
  // Curves stand in the order of the models: without all predictions the pauses are left out rather than shown under wrong names.
  const spans = ordered.every(({ name }) => withPredictions.has(name)) ? await spansOf(models, dataset) : [];
  return {
    code,
    name: LANGUAGE_NAMES.get(code) ?? code,
    models: ordered,
    vad: found.comparison.vadFine.map(({ meanLatency, cutoffRate }) => ({ latency: meanLatency, cutoffs: cutoffRate })),
    ...certainty(models),
    spans,
  };
}

/** Writes index.html into a comparison's folder. @param script the bundle of src/eot/page */
export async function writePage(folder: string, title: string, languages: readonly PageLanguage[], script: string): Promise<string> {
  const path = join(folder, 'index.html');
  await writeFileWhole(path, comparisonPage({ title, languages }, script));
  return path;
}
