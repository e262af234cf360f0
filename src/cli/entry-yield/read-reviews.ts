/** Where the opportunities of `turnrig entry-yield score` come from: review files, or EasyCom's own annotation. */
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { easyComCandidates } from '../../entry-yield/easycom-candidates.js';
import { easyComFiles, easyComPlace, readEasyCom, type EasyComFile } from '../../entry-yield/easycom.js';
import { TurnrigError, messageOf } from '../../error.js';
import type { Problem } from '../../scenario/problem.js';
import { readJsonl, type JsonRow, type Report } from '../../tabular/jsonl.js';
import { readFiles } from '../table-files.js';

export interface ReviewSource {
  readonly reviews?: readonly string[];
  readonly easycom?: string;
}

export interface EasyComOptions {
  readonly wearer: string;
  readonly tolerance: number;
}

/** @throws TurnrigError for what cannot be read; what is wrong in a file is reported. */
export async function reviewRows(source: ReviewSource, options: EasyComOptions, report: Report): Promise<JsonRow[]> {
  if (source.easycom === undefined)
    return (await readFiles(source.reviews ?? [], '--reviews')).flatMap(({ file, bytes }) => readJsonl(bytes, file, report));
  const problems: Problem[] = [];
  const lines = await candidateLines(source.easycom, options, (problem) => void problems.push(problem));
  for (const problem of problems) report(problem);
  return problems.length > 0 ? [] : readJsonl(Buffer.from(lines), source.easycom, report);
}

/** The candidates as lines of a review file, for reviewers. */
export async function candidateLines(folder: string, options: EasyComOptions, report: Report = () => undefined): Promise<string> {
  const candidates = easyComCandidates(await readFolder(folder, report), options.wearer, options.tolerance);
  return candidates.map((one) => `${JSON.stringify(one)}\n`).join('');
}

async function readFolder(folder: string, report: Report): Promise<EasyComFile[]> {
  let names: string[];
  try {
    names = await readdir(folder, { recursive: true });
  } catch (cause) {
    throw new TurnrigError('input', `the folder ${folder} cannot be read: ${messageOf(cause)}`, {
      hint: 'Check the path after --easycom.',
      cause,
    });
  }
  const files: EasyComFile[] = [];
  for (const file of easyComFiles(names.sort().map((name) => join(folder, name)))) {
    const place = easyComPlace(file);
    if (place !== undefined) files.push(readEasyCom(await readFile(file), file, place, report));
  }
  if (files.length > 0) return files;
  throw new TurnrigError('input', `the folder ${folder} holds no annotation of EasyCom`, {
    hint: 'Speech_Transcriptions/Session_1/01-00-288.json is what such a file is called.',
  });
}
