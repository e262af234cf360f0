/** What predict and predict-streaming share: data flags, the adapter, progress, Ctrl-C. */
import type { Command } from 'commander';
import { INFERENCE_INTERVAL, MIN_SILENCE_SPAN, TRANSCRIPT_LAG } from '../../eot/constants.js';
import { EotError } from '../../eot/error.js';
import { indentedJson } from '../../eot/python-json.js';
import {
  applyOverrides,
  ADAPTERS_HELP,
  loadAdapter,
  type AdapterOverrides,
  type LoadedAdapter,
} from '../../../simulator/eot/adapters/load.js';
import { openDataset, type Dataset } from '../../../simulator/eot/dataset.js';
import type { ProgressTarget } from '../../../simulator/eot/predict-batch.js';
import { hubFromEnvironment } from '../../../simulator/eot/hub.js';
import { prepare, type PredictOptions, type Prepared } from '../../../simulator/eot/predict.js';
import { plain, type Console } from '../console.js';
import { EXIT } from '../exit-codes.js';
import { onInterrupt } from '../interrupt.js';
import { formatDuration, remaining } from '../progress.js';
import { float, floatFrom, positive } from './options.js';

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
  readonly json: boolean;
}

/** Seconds between lines of progress, and the most an adapter may take for one answer. */
const PROGRESS_INTERVAL = 30;
const TIMEOUT = 600;

export function dataOptions(command: Command): Command {
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
    .option('--json', 'print one JSON object (shape: docs/eot.md)', false);
}

export function spanOptions(command: Command): Command {
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
  };
}

export interface Job {
  readonly dataset: Dataset;
  readonly loaded: LoadedAdapter;
  readonly options: PredictOptions;
  readonly prepared: Prepared;
  readonly signal: AbortSignal;
  /** Begins to print progress. */
  readonly progress: (total: number, unit: string) => ProgressTarget;
}

/** Opens data set and adapter, runs, and closes the adapter whatever happened. @returns nothing; sets the exit code when interrupted */
export async function runPrediction(
  options: DataOptions,
  more: Partial<PredictOptions>,
  console: Console,
  label: string,
  work: (job: Job) => Promise<readonly string[]>,
): Promise<void> {
  const request = { ...predictOptions(options), ...more };
  const interrupt = onInterrupt(console, 'stopping: finished turns are kept, the same command goes on (again: at once)');
  const loaded = await loadAdapter(options.adapter, options.timeout * 1000).catch((error: unknown) => {
    interrupt.release();
    throw error;
  });
  let timer: NodeJS.Timeout | undefined;
  try {
    applyOverrides(loaded.adapter, options);
    const dataset = await openDataset({ ...request, hub: hubFromEnvironment(process.env) });
    const prepared = await prepare(dataset, request, loaded.adapter, loaded.reference);
    const progress = (total: number, unit: string): ProgressTarget => {
      let done = 0;
      const began = performance.now();
      const print = (): void => {
        const elapsed = (performance.now() - began) / 1000;
        const left = remaining(total === 0 ? 1 : done / total, elapsed);
        const eta = left === undefined || done >= total ? '' : `; about ${formatDuration(left)} left`;
        console.err(
          `${label}: ${done}/${total} ${unit}; elapsed ${formatDuration(elapsed)}${elapsed > 0 ? `; ${(done / elapsed).toFixed(1)} ${unit}/s` : ''}${eta}`,
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
    const written = await work({ dataset, loaded, options: request, prepared, signal: interrupt.signal, progress });
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
