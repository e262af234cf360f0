/** What predict and predict-streaming share: data flags, the adapter, progress, Ctrl-C. */
import type { Command } from 'commander';
import { INFERENCE_INTERVAL, MIN_SILENCE_SPAN, TRANSCRIPT_LAG } from '../../eot/constants.js';
import type { AdapterFacts } from '../../eot/adapter.js';
import { EotError } from '../../eot/error.js';
import { indentedJson } from '../../eot/python-json.js';
import { applyOverrides, ADAPTERS_HELP, loadAdapter, type AdapterOverrides } from '../../../simulator/eot/adapters/load.js';
import { openDataset, type Dataset } from '../../../simulator/eot/dataset.js';
import type { ProgressTarget } from '../../../simulator/eot/predict-batch.js';
import { hubFromEnvironment } from '../../../simulator/eot/hub.js';
import { prepare, type PredictOptions, type Prepared } from '../../../simulator/eot/predict.js';
import { plain, processConsole, type Console } from '../console.js';
import { EXIT } from '../exit-codes.js';
import { onInterrupt } from '../interrupt.js';
import { formatDuration, remaining } from '../progress.js';
import { float, floatFrom, positive, positiveInteger } from './options.js';

export interface DataOptions extends AdapterOverrides {
  readonly path?: string;
  readonly repoId?: string;
  readonly name?: string;
  readonly subset?: string;
  readonly split: string;
  readonly revision?: string;
  readonly adapter: string;
  readonly outputDir: string;
  readonly inferenceInterval: number;
  readonly transcriptLag?: number;
  readonly minSilenceSpan?: number;
  readonly overwrite: boolean;
  readonly progressInterval: number;
  readonly timeout: number;
  readonly limit?: number;
  readonly acceptLivekitModelLicense: boolean;
  readonly json: boolean;
}

/** Seconds between lines of progress, and the most an adapter may take for one answer. */
const PROGRESS_INTERVAL = 30;
const TIMEOUT = 600;

function dataOptions(command: Command): Command {
  return command
    .option('--path <data set>', 'folder, parquet or JSON lines file, or OWNER/NAME on the hub')
    .option('--repo-id <data set>', 'the same')
    .option('--name <configuration>', 'configuration of the data set (default: all)')
    .option('--subset <configuration>', 'the same')
    .option('--split <split>', 'split of the data set', 'validation')
    .option('--revision <revision>', "revision of the hub's data set")
    .requiredOption('--adapter <adapter>', ADAPTERS_HELP)
    .option('--output-dir <folder>', 'root of span sets and runs', 'output')
    .option('--inference-interval <seconds>', 'a model is asked every so long', positive, INFERENCE_INTERVAL)
    .option('--overwrite', 'replace a run that is there', false)
    .option('--progress-interval <seconds>', 'between lines of progress; 0 for none', floatFrom(0), PROGRESS_INTERVAL)
    .option('--timeout <seconds>', 'longest that the adapter may take for one answer', positive, TIMEOUT)
    .option('--accept-livekit-model-license', 'for livekit-v1-mini: you read the MODEL_LICENSE of your package and accept it', false)
    .option('--json', 'print one JSON object (shape: docs/eot.md)', false);
}

function spanOptions(command: Command): Command {
  return command
    .option('--min-silence-span <seconds>', 'shorter pauses are left out', positive, MIN_SILENCE_SPAN)
    .option('--transcript-lag <seconds>', 'words come this late', float, TRANSCRIPT_LAG);
}

function predictOptions(options: DataOptions): PredictOptions {
  const path = options.path ?? options.repoId;
  if (path === undefined || path.trim() === '') throw new EotError('Dataset path is required.', { hint: 'Add --path.' });
  return {
    path,
    name: options.name ?? options.subset ?? 'all',
    split: options.split,
    revision: options.revision?.trim() === '' ? undefined : options.revision,
    outputDir: options.outputDir,
    minSilenceSpan: options.minSilenceSpan ?? MIN_SILENCE_SPAN,
    inferenceInterval: options.inferenceInterval,
    transcriptLag: options.transcriptLag ?? TRANSCRIPT_LAG,
    overwrite: options.overwrite,
    limit: options.limit,
  };
}

interface Job<A extends AdapterFacts> {
  readonly dataset: Dataset;
  readonly adapter: A;
  /** The adapter's name in manifests and folders. */
  readonly reference: string;
  readonly prepared: Prepared;
  readonly request: PredictOptions & { readonly timeoutMs: number; readonly signal: AbortSignal };
}

/** What makes one of the two verbs: `predict` asks at every moment of every pause, `predict-streaming` lets a model hear whole turns. */
export interface PredictionVerb<A extends AdapterFacts, O extends DataOptions> {
  readonly name: string;
  /** Adds the verb's own flags. */
  flags(command: Command): Command;
  fits(adapter: AdapterFacts): adapter is A & AdapterFacts;
  /** What to say of an adapter that does not fit. */
  readonly otherwise: { readonly answers: string; readonly hint: string };
  /** What progress counts, and of how many. */
  readonly unit: string;
  total(job: Job<A>): Promise<number>;
  /** @returns folders that were written */
  predict(job: Job<A>, options: O, shown: ProgressTarget): Promise<readonly string[]>;
}

export function registerPrediction<A extends AdapterFacts, O extends DataOptions>(command: Command, verb: PredictionVerb<A, O>): void {
  verb
    .flags(spanOptions(dataOptions(command)))
    .option('--limit <number>', 'only the first turns', positiveInteger)
    .action((options: O) => runPrediction(options, processConsole(), verb));
}

/** Opens data set and adapter, runs, and closes the adapter whatever happened. @returns nothing; sets the exit code when interrupted */
async function runPrediction<A extends AdapterFacts, O extends DataOptions>(
  options: O,
  console: Console,
  verb: PredictionVerb<A, O>,
): Promise<void> {
  const request = predictOptions(options);
  const interrupt = onInterrupt(console, 'stopping: finished turns are kept, the same command goes on (again: at once)');
  const loaded = await loadAdapter(options.adapter, options.timeout * 1000, options.acceptLivekitModelLicense).catch((error: unknown) => {
    interrupt.release();
    throw error;
  });
  let timer: NodeJS.Timeout | undefined;
  try {
    applyOverrides(loaded.adapter, options);
    const dataset = await openDataset({ ...request, hub: hubFromEnvironment(process.env) });
    const prepared = await prepare(dataset, request, loaded.adapter, loaded.reference);
    const progress = (total: number): ProgressTarget => {
      let done = 0;
      const began = performance.now();
      const print = (): void => {
        const elapsed = (performance.now() - began) / 1000;
        const left = remaining(total === 0 ? 1 : done / total, elapsed);
        const eta = left === undefined || done >= total ? '' : `; about ${formatDuration(left)} left`;
        console.err(
          `${verb.name}: ${done}/${total} ${verb.unit}; elapsed ${formatDuration(elapsed)}${elapsed > 0 ? `; ${(done / elapsed).toFixed(1)} ${verb.unit}/s` : ''}${eta}`,
        );
      };
      if (options.progressInterval > 0) timer = setInterval(print, options.progressInterval * 1000);
      return {
        update(now) {
          done = now;
          if (done >= total && options.progressInterval > 0) print();
        },
      };
    };
    const { adapter, reference } = loaded;
    if (!verb.fits(adapter))
      throw new EotError(`the adapter ${adapter.adapterId} answers ${verb.otherwise.answers}`, {
        type: 'TypeError',
        hint: verb.otherwise.hint,
      });
    const bounds = { timeoutMs: options.timeout * 1000, signal: interrupt.signal };
    const job = { dataset, adapter, reference, prepared, request: { ...request, ...bounds } };
    const written = await verb.predict(job, options, progress(await verb.total(job)));
    const skipped = Object.fromEntries(prepared.skipped);
    if (options.json) console.out(indentedJson({ written: [...written], skipped_languages: skipped }));
    else {
      for (const folder of written) console.out(plain(folder));
      for (const [language, why] of prepared.skipped)
        console.err(plain(`left out: ${language}: ${why}${why === 'existing_predictions' ? ' (--overwrite makes them again)' : ''}`));
      if (written.length === 0) console.err('nothing to do');
    }
  } catch (error) {
    if (!interrupt.signal.aborted) throw error;
    process.exitCode = EXIT.interrupted;
  } finally {
    clearInterval(timer);
    await loaded.adapter.close?.();
    interrupt.release();
  }
}
