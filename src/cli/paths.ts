import { existsSync } from 'node:fs';

let root: URL | undefined;

/** The package's own folder, whether this file runs from dist/ or from the sources. */
export function packageRoot(): URL {
  if (root !== undefined) return root;
  for (let at = new URL('.', import.meta.url); ; at = new URL('..', at)) {
    if (existsSync(new URL('package.json', at))) {
      root = at;
      return root;
    }
    if (at.pathname === '/') throw new Error('package.json of turnrig was not found');
  }
}
