/** `predict-streaming`: whole turns, some at once; events become scores on the grid. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { scoresFromEvents, type StreamingAdapter } from '../../src/eot/adapter.js';
import { TIME_SLACK } from '../../src/eot/constants.js';
import { EotError } from '../../src/eot/error.js';
import { indentedJson, pyFloat, type PyJson } from '../../src/eot/python-json.js';
import { eventsTable, skippedTable, type TurnResult } from '../../src/eot/run-files.js';
import type { EotTurn } from '../../src/eot/turn.js';
import { messageOf } from '../../src/error.js';
import type { Dataset } from './dataset.js';
import { writeFileWhole, writeTableFile } from './files.js';
import { turnsToDo, type ProgressTarget } from './predict-batch.js';
import { finishLanguage, type LanguageRun, type PredictOptions, type Prepared } from './predict.js';
import { answered } from './answered.js';

export interface StreamingOptions extends PredictOptions {
  readonly concurrency: number;
  readonly skipErrors: boolean;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Seconds, monotonic. */
  now(): number;
}

/** One turn. @throws what the adapter threw, or an EotError that names turn and rule */
async function predictOne(dataset: Dataset, turn: EotTurn, adapter: StreamingAdapter, options: StreamingOptions): Promise<TurnResult> {
  const audio = await dataset.decode(turn);
  const audioSec = audio.samples.length / audio.rate;
  const { id, language, messages, words, silenceSpans } = turn;
  const asked = adapter.predictTurn(
    { id, language, messages, words, silenceSpans, audio },
    { inferenceInterval: options.inferenceInterval, signal: options.signal },
  );
  const answer = await answered(asked, options.timeoutMs, `the adapter, asked about turn '${id}',`, options.signal);
  if ('skipped' in answer) return { id, language, rows: [], events: [], skipped: answer.skipped, audioSec };
  for (const { timestamp } of answer.events)
    if (!Number.isFinite(timestamp) || timestamp < -TIME_SLACK) throw new EotError(`an event of turn '${id}' is at ${timestamp} s`);
  const rows = scoresFromEvents(turn, answer.events, { step: options.inferenceInterval, minSilenceSpan: options.minSilenceSpan });
  return { id, language, rows, events: answer.events, audioSec };
}

/** @returns folders that were written. @throws as `predictBatches`; with `skipErrors` failed turns are recorded instead */
export async function predictTurns(
  dataset: Dataset,
  adapter: StreamingAdapter,
  reference: string,
  prepared: Prepared,
  options: StreamingOptions,
  progress: ProgressTarget,
): Promise<string[]> {
  const todo = await turnsToDo(prepared.runs);
  const left = new Map(prepared.runs.map((run) => [run.language, run.turns.filter((id) => todo.has(id)).length]));
  const began = options.now();
  const written: string[] = [];
  let finishing = Promise.resolve();
  const finish = (run: LanguageRun): Promise<void> =>
    (finishing = finishing.then(async () => {
      await writeRun(run, prepared, adapter, reference, options, options.now() - began);
      written.push(run.folder);
    }));
  for (const run of prepared.runs) if (left.get(run.language) === 0) await finish(run);

  const source = dataset.turns(true);
  let answered = 0;
  let failed: unknown;
  const worker = async (): Promise<void> => {
    // The generator hands out turns one at a time, in order, to whoever is free.
    for (let next = await source.next(); next.done !== true && failed === undefined; next = await source.next()) {
      const run = todo.get(next.value.id);
      if (run === undefined) continue;
      try {
        options.signal.throwIfAborted();
        await run.partial.add(await predictOrSkip(next.value));
        progress.update(++answered);
        const remaining = (left.get(run.language) ?? 1) - 1;
        left.set(run.language, remaining);
        if (remaining === 0) await finish(run);
      } catch (error) {
        failed ??= error;
      }
    }
  };
  const predictOrSkip = async (turn: EotTurn): Promise<TurnResult> => {
    try {
      return await predictOne(dataset, turn, adapter, options);
    } catch (error) {
      if (!options.skipErrors || options.signal.aborted) throw error;
      const type = error instanceof EotError ? error.type : error instanceof Error ? error.name : 'Error';
      return { id: turn.id, language: turn.language, rows: [], events: [], skipped: `error: ${type}: ${messageOf(error)}`, audioSec: 0 };
    }
  };
  await Promise.all(Array.from({ length: options.concurrency }, worker));
  if (failed !== undefined) throw failed instanceof Error ? failed : new EotError(messageOf(failed), { type: 'RuntimeError' });
  return written;
}

async function writeRun(
  run: LanguageRun,
  prepared: Prepared,
  adapter: StreamingAdapter,
  reference: string,
  options: StreamingOptions,
  elapsed: number,
): Promise<void> {
  const done = [...(await run.partial.read()).values()];
  const skipped = done.filter((result) => result.skipped !== undefined);
  const audioSec = done.reduce((sum, result) => sum + (result.skipped === undefined ? result.audioSec : 0), 0);
  const reasons = [...new Set(skipped.map((result) => result.skipped ?? ''))].sort();
  const inOrder = run.turns.flatMap((id) => done.filter((result) => result.id === id));
  const events = eventsTable(inOrder);
  const skippedPath = join(run.folder, 'skipped.parquet');
  if (skipped.length > 0) await writeTableFile(skippedPath, skippedTable(inOrder));
  else await rm(skippedPath, { force: true });
  await writeTableFile(join(run.folder, 'events.parquet'), events);
  const more: { readonly [key: string]: PyJson } = {
    streaming: true,
    concurrency: options.concurrency,
    n_dataset_rows: run.turns.length,
    n_scored_turns: done.length - skipped.length,
    n_skipped_turns: skipped.length,
    n_spans: run.spans.length,
    n_event_rows: events.rows,
    total_audio_sec: pyFloat(audioSec),
    wall_clock_sec: pyFloat(elapsed),
    audio_x_realtime: elapsed > 0 ? pyFloat(audioSec / elapsed) : null,
    skip_errors: options.skipErrors,
    ...(reasons.length === 0 ? {} : { skipped_reasons: reasons }),
  };
  const { manifest } = await finishLanguage(run, prepared, options, adapter, reference, more);
  await writeFileWhole(join(run.folder, 'summary.json'), indentedJson(manifest));
  await run.partial.remove();
}
