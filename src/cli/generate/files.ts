/** The files of `turnrig generate`: so many pairs each, written as soon as they are whole. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { TurnrigError } from '../../error.js';
import { refuseEmptyOut } from '../out-option.js';
import { PROMPT_VERSION, suiteOf, yamlOf, type Made, type MadePair, type SuiteOptions } from '../../generate/index.js';
import { writeFiles } from '../write-files.js';

export interface FilesOptions {
  readonly out: string;
  readonly pairs: number;
  readonly perFile: number;
  readonly generator: string;
  readonly seed: number;
  /** `name` is that of the run; each file's suite has a number behind it. */
  readonly suite: SuiteOptions;
}

export class PairFiles {
  readonly #made = new Map<number, Made>();
  readonly #written = new Map<number, string>();
  #writing: Promise<void> = Promise.resolve();
  constructor(private readonly options: FilesOptions) {}

  get #count(): number {
    return Math.ceil(this.options.pairs / this.options.perFile);
  }

  /** @throws TurnrigError `input` when the files cannot lie in --out, or one of them is there already and is not to be replaced. */
  checkPlace(replace: boolean): void {
    const { out } = this.options;
    refuseEmptyOut(out, 'the scenario files go');
    if (isFolder(out) === false)
      throw new TurnrigError('input', `--out ${out} is a file, not a folder`, { hint: 'Choose another folder.' });
    for (let i = 0; i < this.#count; i++) {
      const folder = isFolder(join(out, this.#file(i)));
      if (folder === true)
        throw new TurnrigError('input', `${this.#file(i)} in --out is a folder: no file can be written there`, {
          hint: 'Choose another folder, or another --name.',
        });
      if (folder === false && !replace)
        throw new TurnrigError('input', `the file ${this.#file(i)} exists already in --out`, {
          hint: 'Choose another folder, or --force to replace it.',
        });
    }
  }

  add(made: Made): void {
    const { perFile, pairs } = this.options;
    this.#made.set(made.request.index, made);
    const file = Math.floor(made.request.index / perFile);
    const size = Math.min(perFile, pairs - file * perFile);
    if (this.#of(file).length === size) this.#writing = this.#writing.then(() => this.#write(file));
    // Told by finish(); without a handler Node would end the program first.
    this.#writing.catch(() => undefined);
  }

  /** Writes the files that are not whole too. @returns the paths in order. @throws TurnrigError `store` */
  async finish(): Promise<string[]> {
    await this.#writing;
    for (let file = 0; file < this.#count; file++) if (!this.#written.has(file)) await this.#write(file);
    return [...this.#written].sort(([a], [b]) => a - b).map(([, path]) => path);
  }

  #of(file: number): Made[] {
    const { perFile } = this.options;
    return Array.from({ length: perFile }, (_, i) => this.#made.get(file * perFile + i)).filter((made) => made !== undefined);
  }

  async #write(file: number): Promise<void> {
    const { out, suite, generator, seed } = this.options;
    const pairs = this.#of(file).filter((made): made is MadePair => 'draft' in made);
    if (pairs.length === 0) return;
    const name = `${suite.name}${this.#suffix(file)}`;
    const prompt = generator === 'grammar' ? '' : `, prompt ${PROMPT_VERSION}`;
    const text = yamlOf(suiteOf(pairs, { ...suite, name }), [
      `Made by turnrig generate (${generator}${prompt}, seed ${seed}): ${pairs.length} pair${pairs.length === 1 ? '' : 's'} for selective participation.`,
    ]);
    await writeFiles(out, { [this.#file(file)]: text });
    this.#written.set(file, join(out, this.#file(file)));
  }

  #file(file: number): string {
    return `${this.options.suite.name}${this.#suffix(file)}.yaml`;
  }

  #suffix(file: number): string {
    return this.#count === 1 ? '' : `-${String(file + 1).padStart(3, '0')}`;
  }
}

/** Undefined: nothing is there. */
const isFolder = (path: string): boolean | undefined => {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory();
  } catch {
    // Told when it is written.
    return undefined;
  }
};
