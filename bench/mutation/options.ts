/** What the command was asked for. */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { TurnrigError } from '../../src/error.js';

const LEAST_PERCENT = 90;
/** Others use the machine too, and a pass takes long. */
const WORKERS = 1;

export interface Options {
  readonly file: string | undefined;
  readonly sample: number | undefined;
  readonly seed: number;
  readonly workers: number;
  /** Share from 0 to 1. */
  readonly least: number;
  readonly json: boolean;
  readonly journal: string;
  /** Whether what the journal holds is forgotten first. */
  readonly fresh: boolean;
}

/** @throws TurnrigError `input` for a number that is none. */
export function optionsOf(root: string, args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      file: { type: 'string' },
      sample: { type: 'string' },
      seed: { type: 'string', default: '1' },
      workers: { type: 'string', default: String(WORKERS) },
      least: { type: 'string', default: String(LEAST_PERCENT) },
      json: { type: 'boolean', default: false },
      journal: { type: 'string', default: join(root, '.cache/mutation.jsonl') },
      fresh: { type: 'boolean', default: false },
    },
  });
  const number = (name: string, text: string, from: number): number => {
    const value = Number(text);
    if (!Number.isInteger(value) || value < from) throw new TurnrigError('input', `--${name} ${text} is no whole number from ${from} on`);
    return value;
  };
  return {
    file: values.file,
    sample: values.sample === undefined ? undefined : number('sample', values.sample, 1),
    seed: number('seed', values.seed, 0),
    workers: number('workers', values.workers, 1),
    least: number('least', values.least, 0) / 100,
    json: values.json,
    journal: values.journal,
    fresh: values.fresh,
  };
}
