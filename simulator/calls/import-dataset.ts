/** A data set of whole turns back into the files of labelled calls. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { importTurn, type ExportedPlace, type Imported } from '../../src/calls/import.js';
import { TurnrigError, messageOf } from '../../src/error.js';
import { openDataset, type DatasetRequest } from '../eot/dataset.js';
import { systemCode } from '../store/file-system.js';
import { PLACES_FILE } from './export-dataset.js';

const PLACES = z.looseObject({
  format: z.literal('turnrig-calls-export'),
  version: z.literal(1),
  rows: z.record(z.string(), z.looseObject({ cropStartMs: z.int().nonnegative(), padMs: z.int().nonnegative() })),
});

/** @throws EotError, TurnrigError where there is no such data set, or its rows or the way back are damaged. */
export async function importDataset(request: DatasetRequest): Promise<Imported[]> {
  const places = await readPlaces(request.path);
  const dataset = await openDataset(request);
  const found: Imported[] = [];
  for await (const turn of dataset.turns(false)) found.push(importTurn(turn, places.get(turn.id)));
  return found;
}

/** Empty of a data set that is no export. */
async function readPlaces(path: string): Promise<ReadonlyMap<string, ExportedPlace>> {
  const file = join(path, PLACES_FILE);
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(systemCode(error))) return new Map();
    throw new TurnrigError('input', `the file ${file} cannot be read: ${messageOf(error)}`, { cause: error });
  }
  try {
    return new Map(Object.entries(PLACES.parse(JSON.parse(text)).rows));
  } catch (cause) {
    throw new TurnrigError('input', `${file} is damaged: ${messageOf(cause)}`, { hint: 'Export the calls again.', cause });
  }
}
