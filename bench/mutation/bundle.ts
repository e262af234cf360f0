/** Test files bundled with the sources that they test, which carry their mutants as switches. Nothing in the work tree is touched. */
import { readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { digestOf } from './journal.js';
import type { Mutant } from './mutants.js';
import type { TestBundle } from './protocol.js';
import { withSwitches } from './switches.js';

const VITEST_PARTS = fileURLToPath(new URL('./vitest-parts.js', import.meta.url));

/** @param folder where bundles go: under the project, so that packages are found from there. */
export async function bundleTests(
  root: string,
  files: readonly string[],
  mutants: readonly Mutant[],
  folder: string,
): Promise<TestBundle[]> {
  const ofFile = new Map<string, Mutant[]>();
  for (const mutant of mutants) ofFile.set(mutant.file, [...(ofFile.get(mutant.file) ?? []), mutant]);
  const bundles: TestBundle[] = [];
  for (const file of files) {
    const bundle = join(folder, `${file.replaceAll(/[^\w.-]/g, '_')}.mjs`);
    const { metafile } = await build({
      absWorkingDir: root,
      metafile: true,
      entryPoints: [join(root, file)],
      outfile: bundle,
      bundle: true,
      platform: 'node',
      format: 'esm',
      target: 'node20',
      packages: 'external',
      logLevel: 'error',
      plugins: [mutated(root, ofFile)],
    });
    const ofTests = Object.keys(metafile.inputs).filter((input) => input.startsWith('test/'));
    const texts = await Promise.all(ofTests.sort().map((input) => readFile(join(root, input), 'utf8')));
    bundles.push({ file, bundle, digest: digestOf(...texts) });
  }
  return bundles;
}

function mutated(root: string, mutants: ReadonlyMap<string, readonly Mutant[]>): Plugin {
  return {
    name: 'mutants',
    setup(builder) {
      builder.onResolve({ filter: /^vitest$/ }, () => ({ path: pathToFileURL(VITEST_PARTS).href, external: true }));
      builder.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
        const source = await readFile(path, 'utf8');
        const switched = withSwitches(source, mutants.get(relative(root, path).split(sep).join('/')) ?? []);
        // A bundle lies elsewhere than its sources, which find their files from where they are.
        const here = JSON.stringify(pathToFileURL(path).href);
        return { contents: switched.replaceAll('import.meta.url', here), loader: 'ts' };
      });
    },
  };
}
