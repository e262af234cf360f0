import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { TurnrigError } from '../../error.js';
import { packageRoot } from '../paths.js';

/** The built script of the comparison's page. @throws TurnrigError 'missing' in a tree that is not built */
export async function pageScript(): Promise<string> {
  const built = new URL('dist/src/eot/page.js', packageRoot());
  if (!existsSync(built))
    throw new TurnrigError('missing', 'the script of the comparison page is not built', { hint: 'Run `npm run build`.' });
  return readFile(built, 'utf8');
}
