import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { packageRoot } from './paths.js';

/** turnrig's own version, from its package.json. */
export const VERSION: string = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(fileURLToPath(new URL('package.json', packageRoot())), 'utf8'))).version;
