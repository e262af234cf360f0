/** `turnrig generate`: pairs of scenes for selective participation, by the seeded grammar or a chat model. */
import { Option, type Command } from 'commander';
import {
  diversityOf,
  LANGUAGES,
  makePairs,
  REPAIRS,
  requestsOf,
  type Made,
  type MadePair,
  type SuiteOptions,
} from '../../generate/index.js';
import { plain, processConsole, type Console } from '../console.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { onInterrupt } from '../interrupt.js';
import { whole } from '../option-values.js';
import { Progress } from '../progress.js';
import { PairFiles } from './files.js';
import { families, generatorOf, MOST, suiteName, voicesOf, words, type GenerateCommandOptions } from './options.js';
import { formatGenerated, givenUpOf, nextSteps, type GenerateReport } from './table.js';

/** Pairs a file: a file's clips are in memory while it is played, about 10 MB a pair. Chosen. */
const PER_FILE = 20;
/** Conversations with a chat model at one time. Chosen. */
const PARALLEL = 4;
const TIMEOUT_S = 120;

/**
 * Makes the pairs and prints what they are.
 *
 * @returns 0; 3 when fewer pairs than asked for became right; 130 when interrupted. What was made is written in any case.
 * @throws TurnrigError `input` for what cannot be asked for, `speech-service` when the server cannot be reached, `store`
 */
export async function generate(
  options: GenerateCommandOptions,
  env: Readonly<Record<string, string | undefined>>,
  console: Console,
  now: () => number,
  stopped: () => boolean,
): Promise<ExitCode> {
  const voices = voicesOf(options);
  const generator = generatorOf(options, env);
  const requests = requestsOf({
    pairs: options.pairs,
    seed: options.seed,
    language: options.lang,
    voices,
    ...(options.family.length === 0 ? {} : { families: options.family }),
  });
  const suite: SuiteOptions = { name: options.name, title: 'Selective participation: generated pairs', room: options.room, voices };
  const files = new PairFiles({
    out: options.out,
    pairs: options.pairs,
    perFile: options.perFile,
    generator: generator.name,
    seed: options.seed,
    suite,
  });
  files.checkPlace(options.force);
  const progress = new Progress(console, 'pairs', options.pairs, now);
  const start = now();
  const done: Made[] = [];
  try {
    await makePairs(requests, {
      generator,
      suite,
      // The grammar never waits, and in order it gives the same pairs every time.
      parallel: generator.name === 'grammar' ? 1 : options.parallel,
      stopped,
      onMade: (made, count) => {
        done.push(made);
        files.add(made);
        progress.update(count);
      },
    });
  } finally {
    progress.clear();
    // After an error of the server too: what is right stays.
    await files.finish();
  }
  const pairs = done.filter((made): made is MadePair => 'draft' in made).sort((a, b) => a.request.index - b.request.index);
  const report: GenerateReport = {
    generator: generator.name,
    seed: options.seed,
    language: options.lang,
    asked: options.pairs,
    files: await files.finish(),
    seconds: Math.round((now() - start) * 10) / 10,
    diversity: diversityOf(pairs, options.seed),
    givenUp: done.flatMap((made) => ('draft' in made ? [] : [givenUpOf(made)])),
  };
  console.out(options.json ? JSON.stringify(report, null, 2) : plain(formatGenerated(report)));
  if (stopped()) return EXIT.interrupted;
  if (pairs.length < options.pairs) return EXIT.undecided;
  if (!options.json) console.out(plain(nextSteps(report, voices.tts)));
  return EXIT.met;
}

export function registerGenerate(command: Command): void {
  command
    .requiredOption('--out <folder>', 'where the scenario files go')
    .option('--pairs <number>', 'how many pairs', whole(1), 24)
    .option('--per-file <number>', 'pairs a file', whole(1, MOST.perFile), PER_FILE)
    .option('--seed <number>', 'the same seed gives the same pairs (grammar)', whole(0), 1)
    .addOption(new Option('--lang <language>', 'language of the scenes').choices(LANGUAGES).default('en'))
    .option('--family <names>', 'only these of place, activity, relation, devices, style; with commas', families, [])
    .addOption(new Option('--room <layout>', 'one microphone for all, or a track a person').choices(['mixed', 'tracks']).default('mixed'))
    .option('--name <suite>', 'name of the suite', suiteName, 'generated')
    .addOption(new Option('--tts <engine>', 'speech of the scenes (default: flite for en, openai for zh)').choices(['flite', 'openai']))
    .option('--voices <names>', 'four voices or more of that engine, with commas', words)
    .option('--chat-url <url>', 'an OpenAI-compatible server writes the scenes; its key is TURNRIG_CHAT_API_KEY')
    .option('--chat-model <name>', 'its model')
    .option('--repairs <number>', 'how often a chat model may mend a scene', whole(0, MOST.repairs), REPAIRS)
    .option('--parallel <number>', 'conversations with the chat model at one time', whole(1, MOST.parallel), PARALLEL)
    .option('--timeout <seconds>', 'for each answer of the chat model', whole(1, MOST.timeoutS), TIMEOUT_S)
    .option('--force', 'replace files that are there', false)
    .option('--json', 'print the result as JSON (shape: docs/selective-participation.md)', false)
    .action(async (options: GenerateCommandOptions) => {
      const console = processConsole();
      const interrupt = onInterrupt(console, 'stopping: the pairs that are under way are finished and written (again: at once)');
      try {
        process.exitCode = await generate(
          options,
          process.env,
          console,
          () => performance.now() / 1000,
          () => interrupt.signal.aborted,
        );
      } finally {
        interrupt.release();
      }
    });
}
