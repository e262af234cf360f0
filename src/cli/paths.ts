import { existsSync, readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { nearest } from '../scenario/nearest.js';

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

/** A plain word, as suites that come with turnrig are named: no path, no extension. */
const SUITE_NAME = /^[A-Za-z0-9][A-Za-z0-9_-]*$/;

/** The file of a suite: as it was given, or, where there is no such file, the suite of that name that comes with turnrig ("cases"). */
export function suiteFile(given: string): string {
  if (!SUITE_NAME.test(given) || existsSync(given)) return given;
  const own = fileURLToPath(new URL(`scenarios/${given}.yaml`, packageRoot()));
  return existsSync(own) ? own : given;
}

/** Names of the suites that come with turnrig. */
export function suiteNames(): readonly string[] {
  return readdirSync(new URL('scenarios/', packageRoot()))
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => name.slice(0, -'.yaml'.length))
    .sort();
}

/** What the commands that take suites say of their arguments: the suites by name are those that are there. */
export function suiteArgument(): string {
  return `scenario files (YAML), or names of suites that come with turnrig: ${suiteNames().join(', ')}`;
}

/** What to do about a scenario file that is not there: the suite that was meant, and for a plain word all that there are. */
export function missingSuiteHint(given: string, names: readonly string[]): string {
  const word = basename(given).replace(/\.ya?ml$/i, '');
  const near = names.includes(word) ? word : nearest(word, names);
  const meant = near === undefined ? '' : ` Did you mean the suite "${near}", which comes with turnrig?`;
  return SUITE_NAME.test(given) ? `Check the path.${meant} Suites by name: ${names.join(', ')}.` : `Check the path.${meant}`;
}
