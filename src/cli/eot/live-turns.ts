/** A data set's turns made ready to be played in real time. */
import { createHash } from 'node:crypto';
import { EotError } from '../../eot/error.js';
import { LIVE_PLAN_VERSION, type LivePlan } from '../../eot/live/plan.js';
import { LIVE_SUITE, liveScenes, playedTurn, type PlayedTurn } from '../../eot/live/scene.js';
import type { EotTurn } from '../../eot/turn.js';
import { resample } from '../../media/resample.js';
import type { CompiledSuite } from '../../scenario/index.js';
import { SAMPLE_RATE } from '../../time/position.js';
import { openDataset } from '../../../simulator/eot/dataset.js';
import { hubFromEnvironment } from '../../../simulator/eot/hub.js';

/** More sound is hours of playing and gigabytes of memory: most likely a whole data set was meant to be sampled. Hours; chosen. */
const MOST_SOUND_H = 2;

export interface LiveTurnsRequest {
  readonly path: string;
  readonly name: string;
  readonly split: string;
  readonly revision?: string;
  readonly limit?: number;
  readonly minSilenceSpan: number;
  readonly timeoutS: number;
  readonly perSession: number;
}

export interface LiveTurns {
  readonly plan: LivePlan;
  readonly suite: CompiledSuite;
}

/** @throws EotError that names the data set, or the row and its rule. */
export async function loadLiveTurns(request: LiveTurnsRequest): Promise<LiveTurns> {
  const { path, name, split, revision, limit = Infinity, minSilenceSpan, timeoutS, perSession } = request;
  const of = { path, name, split, ...(revision === undefined ? {} : { revision }) };
  const dataset = await openDataset({ ...of, revision, hub: hubFromEnvironment(process.env) });
  const rows: { row: EotTurn; played: PlayedTurn }[] = [];
  const seen = new Set<string>();
  let length = 0;
  for await (const row of dataset.turns(true)) {
    if (rows.length >= limit) break;
    if (seen.has(row.id)) throw new EotError(`Dataset row '${row.id}' stands there twice: ids are unique`);
    seen.add(row.id);
    const { samples, rate } = await dataset.decode(row);
    const played = playedTurn(row, resample(samples, rate, SAMPLE_RATE), { minSilenceSpan, timeoutS, several: perSession > 1 });
    length += played.samples.length;
    if (length > MOST_SOUND_H * 3600 * SAMPLE_RATE)
      throw new EotError(`the first ${rows.length} turns last ${MOST_SOUND_H} hours already, and are played in real time`, {
        hint: 'Choose some: --limit 100.',
      });
    // The encoded sound is not needed any more.
    rows.push({ row: { ...row, audio: { kind: 'path', path: '' } }, played });
  }
  if (rows.length === 0) {
    throw new EotError(`the data set ${path} has no turns`, { hint: 'Check --name and --split, and that its files are not empty.' });
  }
  const { scenes, turns } = liveScenes(rows, perSession);
  const plan: LivePlan = { version: LIVE_PLAN_VERSION, dataset: of, minSilenceSpan, timeoutS, turns: [...turns] };
  const clips = new Map(rows.map(({ played }) => [played.turn.clip.hash, played.samples]));
  return {
    plan,
    suite: {
      name: LIVE_SUITE,
      title: path,
      file: path,
      sha256: createHash('sha256')
        .update(JSON.stringify([plan, [...clips.keys()]]))
        .digest('hex'),
      scenes,
      clips,
      repeats: 1,
      arms: undefined,
    },
  };
}
