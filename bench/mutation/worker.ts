/** A child process that runs tests with one mutant on at a time. It lives for many mutants; each gets freshly evaluated modules. */
import { performance } from 'node:perf_hooks';
import { pathToFileURL } from 'node:url';
import { startTests, type File, type Task, type Test, type VitestRunner } from '@vitest/runner';
import fc from 'fast-check';
import type { Answer, Note, Order, Survey, SurveyedTest, TestBundle, TestChoice } from './protocol.js';
import { SWITCH } from './switches.js';

/** Properties without a seed of their own would notice a mutant today and not tomorrow. */
const SEED = 1;
const TIMEOUT_MS = 60_000;

const global = globalThis as unknown as Record<typeof SWITCH, (id: number) => boolean>;
let loads = 0;

class Runner implements VitestRunner {
  readonly config: VitestRunner['config'] = {
    root: process.cwd(),
    setupFiles: [],
    name: undefined,
    passWithNoTests: true,
    testNamePattern: undefined,
    allowOnly: false,
    sequence: { seed: SEED, hooks: 'stack', setupFiles: 'list' },
    chaiConfig: undefined,
    maxConcurrency: 1,
    testTimeout: TIMEOUT_MS,
    hookTimeout: TIMEOUT_MS,
    retry: 0,
    includeTaskLocation: false,
    tags: [],
    tagsFilter: undefined,
    strictTags: false,
  };
  failed: string | undefined;
  readonly #bundle: TestBundle;

  constructor(bundle: TestBundle) {
    this.#bundle = bundle;
  }

  /** Under an address of its own, so that constants are made again with this mutant. */
  importFile(): Promise<unknown> {
    loads += 1;
    return import(`${pathToFileURL(this.#bundle.bundle).href}?load=${loads}`);
  }

  onBeforeRunTask(test: Test): void {
    if (this.failed !== undefined) test.mode = 'skip';
  }

  onAfterRunTask(test: Test): void {
    if (test.result?.state === 'fail') this.failed ??= test.fullName;
  }
}

async function attempt({ bundle, ids }: TestChoice): Promise<string | undefined> {
  const runner = new Runner(bundle);
  const files = await startTests([{ filepath: bundle.file, ...(ids ? { testIds: [...ids] } : {}) }], runner);
  // A file that cannot be loaded, or whose hooks fail, notices too.
  return runner.failed ?? (files.some(hasFailed) ? bundle.file : undefined);
}

const hasFailed = (task: Task): boolean => task.result?.state === 'fail' || (task.type === 'suite' && task.tasks.some(hasFailed));

async function tryMutant(mutant: number, tests: readonly TestChoice[]): Promise<Answer> {
  global[SWITCH] = (id) => id === mutant;
  for (const choice of tests) {
    const at = choice.bundle.file;
    process.send?.({ kind: 'at', file: at } satisfies Note);
    const by = await attempt(choice);
    if (by !== undefined) return { kind: 'tried', by, at };
  }
  return { kind: 'tried' };
}

/** Runs a bundle as it is and notes what each test comes by. */
class Surveyor extends Runner {
  readonly tests: SurveyedTest[] = [];
  readonly failures: string[] = [];
  readonly #shared: Uint8Array;
  #seen: Uint8Array;
  #startedAt = 0;

  constructor(bundle: TestBundle, mutants: number) {
    super(bundle);
    this.#shared = new Uint8Array(mutants);
    this.#seen = this.#shared;
    global[SWITCH] = (id) => {
      this.#seen[id] = 1;
      return false;
    };
  }

  get shared(): number[] {
    return numbersOf(this.#shared);
  }

  override onBeforeRunTask(): void {
    this.#seen = new Uint8Array(this.#shared.length);
    this.#startedAt = performance.now();
  }

  override onAfterRunTask(test: Test): void {
    const ms = performance.now() - this.#startedAt;
    this.tests.push({ id: test.id, name: test.fullName, ms, mutants: numbersOf(this.#seen) });
    if (test.result?.state === 'fail') this.failures.push(`${test.fullName}: ${test.result.errors?.[0]?.message ?? ''}`);
    this.#seen = this.#shared;
  }
}

const numbersOf = (marks: Uint8Array): number[] => [...marks.keys()].filter((i) => marks[i] === 1);

async function survey(bundle: TestBundle, mutants: number): Promise<Survey> {
  const surveyor = new Surveyor(bundle, mutants);
  const startedAt = performance.now();
  const files: File[] = await startTests([bundle.file], surveyor);
  const total = performance.now() - startedAt;
  const { tests, shared, failures } = surveyor;
  const broken = files.filter(hasFailed).flatMap((file) => file.result?.errors?.map(({ message }) => `${bundle.file}: ${message}`) ?? []);
  return { bundle, loadMs: total - tests.reduce((sum, { ms }) => sum + ms, 0), shared, tests, failed: [...failures, ...broken] };
}

async function obey(order: Order): Promise<Answer> {
  fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: SEED });
  if (order.kind === 'survey') return { kind: 'surveyed', survey: await survey(order.bundle, order.mutants) };
  return tryMutant(order.mutant, order.tests);
}

process.on('message', (order) => {
  // Whatever escapes ends the process, and the driver counts that as noticed: no test lets an error pass.
  void obey(order as Order).then((answer) => process.send?.(answer));
});
