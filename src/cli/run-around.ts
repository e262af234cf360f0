/** Run folders hold evidence and what was made of it: no command's `--out` puts anything else there. */
import { existsSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { runFile } from '../../simulator/store/layout.js';

/** Absolute, with the symbolic links of what is there followed; nothing need be there. */
export async function realPath(given: string): Promise<string> {
  const path = resolve(given);
  try {
    return await realpath(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(await realPath(parent), basename(path));
  }
}

/** The run folder that a path is or lies in. @param path as `realPath` gives it */
export function runAround(path: string): string | undefined {
  for (let at = path; ; at = dirname(at)) {
    if (existsSync(runFile(at))) return at;
    if (dirname(at) === at) return undefined;
  }
}

/** What is wrong with an `--out` there. @param path as `realPath` gives it */
export function inRun(given: string, path: string, run: string): string {
  const where = path === run ? 'is a run folder' : `lies in the run folder ${run}`;
  return `${given} ${where}, which holds evidence and what was made of it`;
}
