/**
 * The truth program: reads logs of push times, writes what they say to standard output, one JSON array in the order of the arguments.
 *
 *   node dist/agent/truth/main.js LOG...
 *
 * A process of its own that shares no code with what it is held against. Exit 2 when a log cannot be read, with one line on why.
 */
import { readFileSync } from 'node:fs';
import { truthOf } from './truth.js';

const truths = process.argv.slice(2).map((path) => {
  try {
    return truthOf(readFileSync(path, 'utf8'));
  } catch (error) {
    process.stderr.write(`${path}: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(2);
  }
});
process.stdout.write(`${JSON.stringify(truths)}\n`);
