/** The way from requests to pairs, whoever drafts them: draft, check, tell what is wrong, at most so often. */
import { problemsOf, Seen } from './check.js';
import type { PairGenerator, PairRequest } from './model.js';
import type { MadePair, SuiteOptions } from './suite.js';

/** A pair that never became right. */
export interface GivenUp {
  readonly request: PairRequest;
  /** What was wrong with the last draft. */
  readonly problems: readonly string[];
}

export type Made = MadePair | GivenUp;

export interface GenerateOptions {
  readonly generator: PairGenerator;
  readonly suite: SuiteOptions;
  /** Pairs that are being drafted at one time. With one, the result depends on nothing but the requests and the generator. */
  readonly parallel: number;
  /** Asked before each pair: no further one is begun once it says so. */
  readonly stopped?: () => boolean;
  readonly onMade?: (made: Made, done: number) => void;
}

/** One pair, or why there is none. @throws what the generator throws: a server that cannot be reached ends the run */
export async function makePair(request: PairRequest, { generator, suite }: GenerateOptions, seen: Seen): Promise<Made> {
  const drafting = generator.begin(request);
  let problems: readonly string[] = [];
  for (let attempt = 0; attempt < generator.attempts; attempt++) {
    const drafted = await drafting.next(problems);
    if ('unusable' in drafted) {
      problems = [drafted.unusable];
      continue;
    }
    const { draft } = drafted;
    problems = [...problemsOf(request, draft, suite), ...seen.problems(draft)];
    if (problems.length > 0) continue;
    seen.add(draft);
    return { request, draft };
  }
  return { request, problems };
}

/** All pairs, in the order of the requests, without those that were never begun. The first error ends it; `onMade` has what was made by then. */
export async function makePairs(requests: readonly PairRequest[], options: GenerateOptions): Promise<Made[]> {
  const seen = new Seen();
  const made = new Map<number, Made>();
  let next = 0;
  let done = 0;
  let failed = false;
  const work = async (): Promise<void> => {
    for (let i = next++; i < requests.length && !failed && options.stopped?.() !== true; i = next++) {
      const request = requests[i];
      if (request === undefined) return;
      try {
        const one = await makePair(request, options, seen);
        made.set(i, one);
        options.onMade?.(one, ++done);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, options.parallel) }, work));
  return [...made].sort(([a], [b]) => a - b).map(([, one]) => one);
}
