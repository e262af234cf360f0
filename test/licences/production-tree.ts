/** The packages that come along where turnrig is installed to be used, on any platform, and the licences that they name. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Installed {
  /** Folder of the package, e.g. "node_modules/zod". */
  readonly path: string;
  readonly name: string;
  readonly licence: string;
}

interface LockEntry {
  readonly dev?: boolean;
  readonly link?: boolean;
  readonly resolved?: string;
  readonly license?: string;
}
interface Named {
  readonly license?: string | { readonly type?: string };
  readonly licenses?: readonly { readonly type?: string }[];
}

/** What is installed here says itself; for other platforms' packages the lock file does. */
export function productionTree(root: string): Installed[] {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: Record<string, LockEntry> };
  return Object.entries(packages)
    .filter(([path, entry]) => path.startsWith('node_modules/') && entry.dev !== true)
    .map(([path, entry]) => {
      const manifest = join(root, entry.link === true ? (entry.resolved ?? path) : path, 'package.json');
      const licence = existsSync(manifest) ? ofManifest(JSON.parse(readFileSync(manifest, 'utf8')) as Named) : entry.license;
      return { path, name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length), licence: licence ?? 'none named' };
    });
}

function ofManifest({ license, licenses }: Named): string | undefined {
  if (typeof license === 'string') return license;
  return license?.type ?? (licenses?.length ? licenses.map(({ type }) => type ?? 'none named').join(' OR ') : undefined);
}
