/** A recording as bytes in pieces, with how much of it has been read. */
import { open, type FileHandle } from 'node:fs/promises';
import { TurnrigError, messageOf } from '../../src/error.js';
import { systemCode } from '../store/file-system.js';

/** Large enough that reading is no cost, small enough that many may be open. */
const PIECE = 1 << 18;

export interface RecordingFile {
  readonly size: number;
  /** Bytes read so far. */
  read(): number;
  readonly bytes: AsyncGenerator<Uint8Array>;
  close(): Promise<void>;
}

/** @throws TurnrigError `audio` when there is no such file, or it is none. */
export async function openRecording(path: string): Promise<RecordingFile> {
  const file = await open(path, 'r').catch((cause: unknown) => {
    const missing = systemCode(cause) === 'ENOENT';
    throw new TurnrigError('audio', missing ? `there is no file ${path}` : `${path} cannot be read: ${messageOf(cause)}`, {
      hint: missing ? 'Check the path.' : 'Check its permissions.',
      cause,
    });
  });
  const info = await file.stat();
  if (info.isDirectory()) {
    await file.close();
    throw new TurnrigError('audio', `${path} is a folder, not a recording`, { hint: 'Give one WAV, FLAC, Ogg Opus or MP3 file.' });
  }
  let read = 0;
  return { size: info.size, read: () => read, bytes: pieces(file, path, (n) => (read += n)), close: () => file.close() };
}

async function* pieces(file: FileHandle, path: string, onRead: (bytes: number) => void): AsyncGenerator<Uint8Array> {
  for (;;) {
    const buffer = new Uint8Array(PIECE);
    const { bytesRead } = await file.read(buffer, 0, PIECE).catch((cause: unknown) => {
      throw new TurnrigError('audio', `${path} cannot be read on: ${messageOf(cause)}`, { hint: 'Copy the file and try again.', cause });
    });
    if (bytesRead === 0) return;
    onRead(bytesRead);
    yield buffer.subarray(0, bytesRead);
  }
}
