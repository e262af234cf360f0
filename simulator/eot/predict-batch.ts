/** `predict`: questions in batches across turns; answers go back to their turns. */
import { checkedScore, type BatchAdapter, type Prediction } from '../../src/eot/adapter.js';
import { causalInputs, type CausalInput } from '../../src/eot/causal.js';
import { EotError } from '../../src/eot/error.js';
import { gridSize } from '../../src/eot/spans.js';
import type { Dataset } from './dataset.js';
import { finishLanguage, type LanguageRun, type PredictOptions, type Prepared } from './predict.js';
import { answered } from './answered.js';

export interface BatchOptions extends PredictOptions {
  readonly batchSize: number;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

export interface ProgressTarget {
  /** @param done of `total`, in the unit the run began with */
  update(done: number): void;
}

/** Turns whose answers are not all there yet. */
interface Open {
  readonly run: LanguageRun;
  readonly id: string;
  readonly audioSec: number;
  readonly rows: Prediction[];
  missing: number;
}

interface Question {
  readonly open: Open;
  readonly input: CausalInput;
}

/** How many questions there are in all, finished turns left out. */
export async function countQuestions(dataset: Dataset, runs: readonly LanguageRun[], options: PredictOptions): Promise<number> {
  const todo = await turnsToDo(runs);
  let count = 0;
  for await (const turn of dataset.turns(false))
    if (todo.has(turn.id)) count += gridSize(turn, options.minSilenceSpan, options.inferenceInterval);
  return count;
}

export async function turnsToDo(runs: readonly LanguageRun[]): Promise<Map<string, LanguageRun>> {
  const todo = new Map<string, LanguageRun>();
  for (const run of runs) {
    const done = (await run.partial.canGoOn()) ? await run.partial.read() : new Map<string, unknown>();
    for (const id of run.turns) if (!done.has(id)) todo.set(id, run);
  }
  return todo;
}

/**
 * Predicts what is left. Languages are written as they are finished: what fails later does not touch them.
 * @returns folders that were written. @throws EotError that names turn and rule; 'interrupted' when the signal was given
 */
export async function predictBatches(
  dataset: Dataset,
  adapter: BatchAdapter,
  reference: string,
  prepared: Prepared,
  options: BatchOptions,
  progress: ProgressTarget,
): Promise<string[]> {
  const todo = await turnsToDo(prepared.runs);
  const left = new Map(prepared.runs.map((run) => [run.language, run.turns.filter((id) => todo.has(id)).length]));
  const written: string[] = [];
  const finish = async (run: LanguageRun): Promise<void> => {
    await finishLanguage(run, prepared, options, adapter, reference, {
      runtime: { batch_size: options.batchSize },
      batch_size: options.batchSize,
      n_spans: run.spans.length,
    });
    await run.partial.remove();
    written.push(run.folder);
  };
  for (const run of prepared.runs) if (left.get(run.language) === 0) await finish(run);

  let queue: Question[] = [];
  let done = 0;
  const close = async ({ run, id, audioSec, rows }: Open): Promise<void> => {
    await run.partial.add({ id, language: run.language, rows, events: [], audioSec });
    const remaining = (left.get(run.language) ?? 1) - 1;
    left.set(run.language, remaining);
    if (remaining === 0) await finish(run);
  };
  const ask = async (questions: readonly Question[]): Promise<void> => {
    options.signal.throwIfAborted();
    const items = questions.map(({ input: { language, audio, messages } }) => ({ language, audio, messages }));
    const first = questions[0]?.input.id ?? '';
    const scores = await answered(
      Promise.resolve(adapter.predictBatch(items)),
      options.timeoutMs,
      `the adapter, asked about turn '${first}' and on,`,
      options.signal,
    );
    if (scores.length !== questions.length)
      throw new EotError(`Adapter returned ${scores.length} scores for a batch of ${questions.length} inputs.`, {
        hint: `The batch began with turn '${first}'.`,
      });
    for (const [i, { open, input }] of questions.entries()) {
      const { span, timestamp, silenceDur } = input;
      const pEot = checkedScore(scores[i], input.id, span.spanIndex, timestamp);
      open.rows.push({ spanIndex: span.spanIndex, timestamp, silenceDur, label: span.label, pEot });
      if (--open.missing === 0) await close(open);
    }
    done += questions.length;
    progress.update(done);
  };
  for await (const turn of dataset.turns(true)) {
    const run = todo.get(turn.id);
    if (run === undefined) continue;
    options.signal.throwIfAborted();
    const audio = await dataset.decode(turn);
    const inputs = [
      ...causalInputs(turn, audio, { ...options, ...(adapter.maxAudioSec === undefined ? {} : { maxAudioSec: adapter.maxAudioSec }) }),
    ];
    const open: Open = { run, id: turn.id, audioSec: audio.samples.length / audio.rate, rows: [], missing: inputs.length };
    if (inputs.length === 0) await close(open);
    for (const input of inputs) {
      queue.push({ open, input });
      if (queue.length < options.batchSize) continue;
      await ask(queue);
      queue = [];
    }
  }
  if (queue.length > 0) await ask(queue);
  return written;
}
