#!/usr/bin/env node
/**
 * Entry of the command. Loading the program opens one file a module, many at once: where that fails, it is told in words.
 * So nothing of turnrig is imported before.
 */
import { closeSync, openSync } from 'node:fs';

/** Loading and running take fewer open files than this. */
const FILES = 256;
/** The machine lacks something: as EXIT.usage in exit-codes.ts. */
const EXIT_CODE = 2;

/** How many more files this process may open, FILES at most. */
function filesLeft(): number {
  const open: number[] = [];
  try {
    while (open.length < FILES) open.push(openSync(process.execPath, 'r'));
  } catch {
    // That was the last one.
  }
  for (const file of open) closeSync(file);
  return open.length;
}

function explain(error: unknown): string {
  const files = filesLeft();
  if (files < FILES)
    return `error: this process may open only ${files} more files, too few to load turnrig.\n  Raise the limit, for example with: ulimit -n 1024`;
  const why = error instanceof Error ? error.message : String(error);
  return `error: turnrig cannot be loaded: ${why.split('\n')[0] ?? ''}\n  Install it again (npm ci, npm run build); TURNRIG_DEBUG=1 prints the details.`;
}

try {
  const { main } = await import('./program.js');
  await main(process.argv);
} catch (error) {
  process.stderr.write(`${explain(error)}\n`);
  if (process.env['TURNRIG_DEBUG'] === '1' && error instanceof Error) process.stderr.write(`${error.stack ?? ''}\n`);
  process.exitCode = EXIT_CODE;
}
