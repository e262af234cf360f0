// The program and the quick offline command in one file, dist/src/cli/program.js: opening sixty modules takes Node longer than that command
// works. All other commands stay modules of their own, and so do the classes of errors, of which there must be one each.
import { dirname, join, relative, resolve, sep } from 'node:path';

/** Modules that are imported on demand and come into the file; all others that are stay outside. */
const QUICK = ['src/cli/eot.ts', 'src/cli/eot/compute-metrics.ts'];
/** What is asked by `instanceof` across that border. */
const ONE_EACH = ['src/error.ts', 'src/eot/error.ts'];

/** @param root the project's folder. Overwrites what the TypeScript compiler wrote. */
export async function bundleProgram(root) {
  const { build } = await import('esbuild');
  const [quick, apart] = [QUICK, ONE_EACH].map((names) => new Set(names.map((name) => join(root, name))));
  const out = join(root, 'dist/src/cli');
  const border = {
    name: 'border',
    setup(build) {
      build.onResolve({ filter: /.*/ }, ({ path, importer, kind }) => {
        if (kind === 'entry-point') return undefined;
        if (!path.startsWith('.')) return { path, external: true };
        const source = resolve(dirname(importer), path.replace(/\.js$/, '.ts'));
        if (kind === 'dynamic-import' ? quick.has(source) : !apart.has(source)) return { path: source };
        const built = relative(join(root, 'src/cli'), source).replaceAll(sep, '/').replace(/\.ts$/, '.js');
        return { path: built.startsWith('.') ? built : `./${built}`, external: true };
      });
    },
  };
  await build({
    entryPoints: [join(root, 'src/cli/program.ts')],
    outfile: join(out, 'program.js'),
    allowOverwrite: true,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    sourcemap: true,
    logLevel: 'warning',
    plugins: [border],
  });
}
