/** A folder as one file: zip or tar.gz. The same files give the same bytes: names sorted, no times, no owners, one compressor in JavaScript. */
import { open, type FileHandle } from 'node:fs/promises';
import { Gzip, Zip, ZipDeflate } from 'fflate';
import { TAR_END, tarHeader, tarPadding } from '../../src/share/tar.js';
import { nodeFileSystem } from '../store/file-system.js';

/** 1 MiB: what is read, and compressed, at a time. It decides the compressed bytes, as the level does. */
const PIECE = 1 << 20;
const LEVEL = 6;
/** The first day that zip knows, by the local clock, which is what zip stores. */
const NO_TIME = new Date(1980, 0, 1);

export interface Entry {
  /** In the archive, with slashes, ASCII. */
  readonly name: string;
  readonly path: string;
  readonly bytes: number;
}

/** @param entries sorted by name @throws the system's errors; the abort reason. */
export async function writeArchive(to: string, kind: 'zip' | 'tar.gz', entries: readonly Entry[], signal?: AbortSignal): Promise<void> {
  const file = await nodeFileSystem.openFile(to, 'new');
  try {
    const out = new Out((bytes) => file.write(bytes));
    await (kind === 'zip' ? zip(out, entries, signal) : tarGz(out, entries, signal));
    await file.sync();
  } finally {
    await file.close();
  }
}

/** fflate hands its output over as it comes; it is written before more is put in, so that little is held. */
class Out {
  #ready: Uint8Array[] = [];
  #failure: Error | undefined;
  constructor(private readonly write: (bytes: Uint8Array) => Promise<void>) {}

  readonly take = (error: Error | null, bytes: Uint8Array): void => {
    if (error) this.#failure = error;
    else this.#ready.push(bytes);
  };

  async drain(): Promise<void> {
    if (this.#failure) throw this.#failure;
    for (const bytes of this.#ready.splice(0)) await this.write(bytes);
  }
}

async function zip(out: Out, entries: readonly Entry[], signal?: AbortSignal): Promise<void> {
  const archive = new Zip(out.take);
  for (const { name, path } of entries) {
    const deflate = new ZipDeflate(name, { level: LEVEL });
    deflate.mtime = NO_TIME;
    archive.add(deflate);
    for await (const piece of piecesOf(path, signal)) {
      deflate.push(piece, false);
      await out.drain();
    }
    deflate.push(new Uint8Array(0), true);
    await out.drain();
  }
  archive.end();
  await out.drain();
}

async function tarGz(out: Out, entries: readonly Entry[], signal?: AbortSignal): Promise<void> {
  const gzip = new Gzip({ level: LEVEL, mtime: 0 }, (bytes) => out.take(null, bytes));
  for (const { name, path, bytes } of entries) {
    gzip.push(tarHeader(name, bytes), false);
    for await (const piece of piecesOf(path, signal)) {
      gzip.push(piece, false);
      await out.drain();
    }
    const padding = tarPadding(bytes);
    if (padding.length > 0) gzip.push(padding, false);
  }
  gzip.push(TAR_END, true);
  await out.drain();
}

/** The whole file in pieces of one length but the last. */
export async function* piecesOf(path: string, signal?: AbortSignal): AsyncGenerator<Uint8Array> {
  const file = await open(path, 'r');
  try {
    for (;;) {
      signal?.throwIfAborted();
      const piece = await pieceOf(file);
      if (piece.length > 0) yield piece;
      if (piece.length < PIECE) return;
    }
  } finally {
    await file.close();
  }
}

async function pieceOf(file: FileHandle): Promise<Uint8Array> {
  const bytes = new Uint8Array(PIECE);
  let filled = 0;
  while (filled < PIECE) {
    const { bytesRead } = await file.read(bytes, filled, PIECE - filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return bytes.subarray(0, filled);
}
