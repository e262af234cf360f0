/** What the driver and its workers say to one another. */

/** A test file, bundled with the sources that it tests. */
export interface TestBundle {
  /** Path of the test file from the root of the project. */
  readonly file: string;
  /** Path of the bundle. */
  readonly bundle: string;
  /** Of the texts of the file and of the files of test/ that it imports. */
  readonly digest: string;
}

/** Some tests of a bundle; all of them when `ids` is left out. */
export interface TestChoice {
  readonly bundle: TestBundle;
  readonly ids?: readonly string[];
}

export type Order =
  /** Run everything with no mutant on, and say which tests come by which mutants. */
  | { readonly kind: 'survey'; readonly bundle: TestBundle; readonly mutants: number }
  /** Run these with one mutant on, up to the first that fails. */
  | { readonly kind: 'try'; readonly mutant: number; readonly tests: readonly TestChoice[] };

export interface SurveyedTest {
  readonly id: string;
  readonly name: string;
  readonly ms: number;
  readonly mutants: readonly number[];
}

export interface Survey {
  readonly bundle: TestBundle;
  /** Time to load it, ms. */
  readonly loadMs: number;
  /** Mutants that loading, or what the tests share, comes by. */
  readonly shared: readonly number[];
  readonly tests: readonly SurveyedTest[];
  /** Tests that fail with no mutant on: nothing can be said then. */
  readonly failed: readonly string[];
}

export type Answer =
  | { readonly kind: 'surveyed'; readonly survey: Survey }
  /** The test that noticed the mutant, and its file; neither when none did. */
  | { readonly kind: 'tried'; readonly by?: string; readonly at?: string };

/** What is being run, for when it has no end. */
export interface Note {
  readonly kind: 'at';
  readonly file: string;
}
