/** Data sets: a parquet or JSON lines file, a folder in the hub's layout, or the hub itself. Read row group by row group, never whole. */
import { createReadStream } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { createInterface } from 'node:readline';
import { parquetReadObjects, type AsyncBuffer } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import { splitFiles, turnOf } from '../../src/eot/dataset.js';
import { EotError } from '../../src/eot/error.js';
import { brokenParquet } from '../../src/eot/parquet/broken.js';
import { parquetInfo } from '../../src/eot/parquet/hyparquet.js';
import type { DecodedAudio, EotTurn } from '../../src/eot/turn.js';
import { messageOf } from '../../src/error.js';
import { readAudio } from '../../src/media/audio-file.js';
import { kindAt, readBytes } from './files.js';
import { hubFile, hubFiles, type HubAccess } from './hub.js';

export interface DatasetRequest {
  /** A file, a folder, or "owner/name" of the hub. */
  readonly path: string;
  /** Configuration; "all" takes every file of the split. */
  readonly name: string;
  readonly split: string;
  readonly revision?: string | undefined;
  readonly hub: HubAccess;
}

/** One file of a data set. */
interface Source {
  readonly name: string;
  /** Where paths in its rows start from; undefined where they lead nowhere. */
  readonly folder: string | undefined;
  open(): Promise<{ readonly file: AsyncBuffer; readonly close: () => Promise<void> }>;
  /** The file itself, where it is on this disk: JSON lines are read from there. */
  readonly path?: string;
}

export interface Dataset {
  /** Turns in order. Without `audio` that column is not read at all. */
  turns(audio: boolean): AsyncGenerator<EotTurn>;
  /** Mono samples of a turn. @throws TurnrigError 'audio' */
  decode(turn: EotTurn): Promise<DecodedAudio>;
}

/** @throws EotError where there is no such data set */
export async function openDataset(request: DatasetRequest): Promise<Dataset> {
  const sources = await findSources(request);
  const folders = new WeakMap<EotTurn, string | undefined>();
  return {
    async *turns(audio) {
      for (const source of sources) {
        for await (const { row, place } of rowsOf(source, audio)) {
          const turn = turnOf(row, place, audio);
          folders.set(turn, source.folder);
          yield turn;
        }
      }
    },
    decode: (turn) => decodeTurn(turn, folders.get(turn)),
  };
}

async function findSources({ path, name, split, revision, hub }: DatasetRequest): Promise<Source[]> {
  const local = resolve(path);
  const kind = await kindAt(local);
  if (kind === 'file') return [localSource(local)];
  if (kind === 'folder') {
    const names = (await readdir(local, { recursive: true })).map((one) => one.split(sep).join('/'));
    const files = splitFiles(names, name, split);
    if (files.length === 0)
      throw new EotError(`${path} has no file of the split "${split}" of "${name}"`, {
        type: 'FileNotFoundError',
        hint: `${withoutName(names, name, split)}Files are found by the hub's layout: NAME/SPLIT-00000-of-00001.parquet, data/SPLIT.parquet, SPLIT.jsonl.`,
      });
    return files.map((file) => localSource(join(local, file)));
  }
  if (!/^[\w.-]+\/[\w.-]+$/.test(path)) throw new EotError(`there is no file or folder ${path}`, { type: 'FileNotFoundError' });
  const at = { dataset: path, revision: revision ?? 'main' };
  const files = splitFiles(await hubFiles(hub, at), name, split).filter((file) => file.endsWith('.parquet'));
  if (files.length === 0)
    throw new EotError(`the hub's ${path} has no parquet file of the split "${split}" of "${name}"`, { type: 'FileNotFoundError' });
  return files.map((file) => ({ name: `${path}/${file}`, folder: undefined, open: () => hubFile(hub, at, file) }));
}

/** A folder of one data set without names is read without one. */
function withoutName(names: readonly string[], name: string, split: string): string {
  const found = splitFiles(names, '', split).filter((file) => !file.includes('/'));
  return found.length === 0 ? '' : `${found.join(', ')} ${found.length === 1 ? 'is' : 'are'} of no name: leave --name ${name} out. `;
}

function localSource(path: string): Source {
  return {
    name: path,
    folder: dirname(path),
    path,
    async open() {
      const handle = await open(path);
      const { size } = await handle.stat();
      const file: AsyncBuffer = {
        byteLength: size,
        async slice(start, end = size) {
          const buffer = new ArrayBuffer(end - start);
          await handle.read(new Uint8Array(buffer), 0, end - start, start);
          return buffer;
        },
      };
      return { file, close: () => handle.close() };
    },
  };
}

interface Row {
  readonly row: unknown;
  readonly place: string;
}

function rowsOf(source: Source, audio: boolean): AsyncGenerator<Row> {
  return source.path !== undefined && !source.path.endsWith('.parquet') ? jsonRows(source.path) : parquetRows(source, audio);
}

async function* jsonRows(path: string): AsyncGenerator<Row> {
  const lines = createInterface({ input: createReadStream(path, 'utf8'), crlfDelay: Infinity });
  let number = 0;
  for await (const line of lines) {
    number++;
    if (line.trim() === '') continue;
    const place = `line ${number} of ${path}`;
    let row: unknown;
    try {
      row = JSON.parse(line);
    } catch (cause) {
      throw new EotError(`${place} is no JSON: ${messageOf(cause)}`, { cause });
    }
    yield { row, place };
  }
}

/** One row group in memory at a time. */
async function* parquetRows(source: Source, audio: boolean): AsyncGenerator<Row> {
  const { file, close } = await source.open();
  try {
    const metadata = await parquetInfo(file, source.name);
    const columns = metadata.schema.length === 0 ? [] : topLevel(metadata.schema).filter((name) => audio || name !== 'audio');
    let start = 0;
    for (const group of metadata.row_groups) {
      const end = start + Number(group.num_rows);
      let rows: unknown[];
      try {
        // Byte arrays that are no text (encoded audio) stay bytes.
        rows = await parquetReadObjects({ file, metadata, columns, compressors, rowStart: start, rowEnd: end, utf8: false });
      } catch (cause) {
        throw brokenParquet(source.name, cause);
      }
      for (const [i, row] of rows.entries()) yield { row, place: `row ${start + i} of ${source.name}` };
      start = end;
    }
  } finally {
    await close();
  }
}

/** Names of the root's own columns; nested ones follow their parents in the list. */
function topLevel(schema: readonly { readonly name: string; readonly num_children?: number | undefined }[]): string[] {
  const names: string[] = [];
  const skip = (at: number): number => {
    let next = at + 1;
    for (let i = 0; i < (schema[at]?.num_children ?? 0); i++) next = skip(next);
    return next;
  };
  for (let at = 1; at < schema.length; at = skip(at)) names.push(schema[at]?.name ?? '');
  return names;
}

async function decodeTurn(turn: EotTurn, folder: string | undefined): Promise<DecodedAudio> {
  const { audio } = turn;
  if (audio.kind === 'samples') return { samples: audio.samples, rate: audio.rate };
  if (audio.kind === 'bytes') return mono(await readAudio(audio.bytes, `the audio of turn '${turn.id}' (${audio.name})`));
  if (folder === undefined) throw new EotError(`the audio of turn '${turn.id}' is a path, ${audio.path}, that leads nowhere from the hub`);
  const path = resolve(folder, audio.path);
  const inside = relative(folder, path);
  // A data set is somebody else's text: it does not choose which files of this machine are read.
  if (isAbsolute(audio.path) || inside.startsWith('..'))
    throw new EotError(`the audio of turn '${turn.id}' lies outside of the data set: ${audio.path}`);
  return mono(await readAudio(await readBytes(path), path));
}

/** The mean of the channels, as the reference decodes. */
function mono({ rate, channels }: { readonly rate: number; readonly channels: readonly Float32Array[] }): DecodedAudio {
  const [first = new Float32Array(0)] = channels;
  if (channels.length === 1) return { rate, samples: first };
  return { rate, samples: first.map((_, i) => channels.reduce((sum, channel) => sum + (channel[i] ?? 0), 0) / channels.length) };
}
