import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { packageRoot } from './paths.js';

/** turnrig's own version, from its package.json. */
export const VERSION: string = versionOf(JSON.parse(readFileSync(fileURLToPath(new URL('package.json', packageRoot())), 'utf8')));

/** Without the schemas of scenarios: every command loads this. */
function versionOf(manifest: unknown): string {
  if (typeof manifest !== 'object' || manifest === null || !('version' in manifest) || typeof manifest.version !== 'string')
    throw new Error('package.json of turnrig has no version');
  return manifest.version;
}
