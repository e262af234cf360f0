/** What `eot live` and `eot tune` write beside their runs: JSON, SVG, PNG and a page. */
import { join } from 'node:path';
import { liveChart, type ChartCurve, type LiveChart } from '../../eot/live/chart.js';
import { modelCurve, silenceCurve } from '../../eot/live/offline.js';
import { livePage, type LivePage } from '../../eot/live/page.js';
import type { LivePlan } from '../../eot/live/plan.js';
import { EotError } from '../../eot/error.js';
import type { HoldRange } from '../../eot/metrics/span-table.js';
import { kindAt, readJsonFile, readTableFile, writeFileWhole } from '../../../simulator/eot/files.js';
import { pngOf } from '../../../simulator/eot/png.js';
import { makeFolder } from '../../../simulator/store/make-folder.js';
import { packageRoot } from '../paths.js';

export const LIVE_FILES = { json: 'live.json', svg: 'live.svg', png: 'live.png', page: 'index.html' } as const;

export interface LiveOutput {
  readonly folder: string;
  readonly document: object;
  readonly chart: LiveChart;
  readonly page: Omit<LivePage, 'svg' | 'title'>;
}

/** @returns path of the page. @throws TurnrigError `store` */
export async function writeLiveFiles({ folder, document, chart, page }: LiveOutput): Promise<string> {
  await makeFolder(folder);
  const svg = liveChart(chart);
  await writeFileWhole(join(folder, LIVE_FILES.json), `${JSON.stringify(document, null, 2)}\n`);
  await writeFileWhole(join(folder, LIVE_FILES.svg), svg);
  await writeFileWhole(join(folder, LIVE_FILES.png), pngOf(svg, packageRoot()));
  const path = join(folder, LIVE_FILES.page);
  await writeFileWhole(path, livePage({ ...page, title: chart.title, svg }));
  return path;
}

/** Silence alone and the models whose run folders are given, on the plan's turns. @throws EotError naming the folder */
export async function offlineCurves(plan: LivePlan, range: HoldRange, folders: readonly string[]): Promise<ChartCurve[]> {
  const silence = silenceCurve(plan, range);
  const models: ChartCurve[] = [];
  for (const folder of folders) models.push(modelCurve(await offlineModel(folder), plan, range));
  return [...(silence.points.length === 0 ? [] : [silence]), ...models];
}

async function offlineModel(folder: string): Promise<Parameters<typeof modelCurve>[0]> {
  const file = (await kindAt(folder)) === 'file' ? folder : join(folder, 'predictions.parquet');
  if ((await kindAt(file)) === undefined)
    throw new EotError(`${folder} has no predictions.parquet`, {
      type: 'FileNotFoundError',
      hint: 'Give the folder of a run of turnrig eot predict or predict-streaming: output/SET/LANGUAGE/RUN.',
    });
  const manifest = join(file, '..', 'manifest.json');
  const said = (await kindAt(manifest)) === 'file' ? await readJsonFile(manifest) : undefined;
  const field = (name: string): unknown =>
    typeof said === 'object' && said !== null && name in said ? (said as Record<string, unknown>)[name] : undefined;
  const [shown, id, point] = [field('display_name'), field('adapter_id'), field('score_point')];
  const name = typeof shown === 'string' ? shown : typeof id === 'string' ? id : folder;
  return { name, predictions: await readTableFile(file), scorePoint: typeof point === 'number' ? point : undefined };
}
