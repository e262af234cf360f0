/**
 * An append-only file with a buffer in front.
 *
 * Bytes reach the system FLUSH_AFTER_MS after they were given, or earlier when FLUSH_AT bytes have gathered: a killed process loses
 * at most that. They reach the disk (fsync) on `close` only: a crash of the machine may cost a session that was still running,
 * never one that has its end.json.
 */
import type { TurnrigError } from '../../src/error.js';
import { storeFailure } from './failures.js';
import type { AppendFile, FileSystem } from './file-system.js';

export const FLUSH_AFTER_MS = 200;
export const FLUSH_AT = 64 * 1024;
/** A buffer begins so small, as most files get little in FLUSH_AFTER_MS, and doubles up to the largest; then the next one is begun. */
const SMALLEST = 4096;
/** In virtual time a whole session may gather before the system takes any of it: one buffer for all of it would be copied at every doubling. */
const LARGEST = 512 * 1024;

export class Appender {
  readonly #fs: FileSystem;
  readonly #path: string;
  readonly #onFailure: (failure: TurnrigError) => void;
  #file: AppendFile | undefined;
  /** Buffers that are full, in order. */
  #full: Uint8Array[] = [];
  #buffer = new Uint8Array(SMALLEST);
  #size = 0;
  #timer: NodeJS.Timeout | undefined;
  /** A write under way, and whatever it was asked for meanwhile. */
  #work: Promise<void> | undefined;
  #wanted = false;
  #failure: TurnrigError | undefined;

  constructor(fs: FileSystem, path: string, onFailure: (failure: TurnrigError) => void) {
    this.#fs = fs;
    this.#path = path;
    this.#onFailure = onFailure;
  }

  /** Copies the bytes; never throws. After a failure nothing more is taken: the file stays readable up to it. */
  append(bytes: Uint8Array): void {
    if (this.#failure) return;
    this.#makeRoom(bytes.length);
    this.#buffer.set(bytes, this.#size);
    this.#size += bytes.length;
    if (this.#full.length > 0 || this.#size >= FLUSH_AT) void this.flush();
    else this.#timer ??= setTimeout(() => void this.flush(), FLUSH_AFTER_MS).unref();
  }

  /** Hands the buffer to the system; resolves when everything given so far is there, or has failed. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#size > 0 || this.#full.length > 0) {
      this.#wanted = true;
      this.#work ??= this.#drain();
    }
    return this.#work ?? Promise.resolve();
  }

  /** Flushes, brings the file to the disk and closes it. @throws TurnrigError `store` when any of it, or an earlier write, failed. */
  async close(): Promise<void> {
    await this.flush();
    try {
      if (!this.#failure) await this.#file?.sync();
    } catch (cause) {
      this.#fail(cause);
    }
    try {
      await this.#file?.close();
    } catch (cause) {
      this.#fail(cause);
    }
    this.#file = undefined;
    if (this.#failure) throw this.#failure;
  }

  #makeRoom(more: number): void {
    const size = this.#size + more;
    if (size <= this.#buffer.length) return;
    const gathered = this.#buffer.subarray(0, this.#size);
    if (size <= LARGEST) {
      this.#buffer = new Uint8Array(Math.max(size, 2 * this.#buffer.length));
      this.#buffer.set(gathered);
    } else {
      this.#full.push(gathered);
      this.#buffer = new Uint8Array(Math.max(more, LARGEST));
      this.#size = 0;
    }
  }

  /** One write after another; what gathers during one goes with the next. */
  async #drain(): Promise<void> {
    while (this.#wanted) {
      this.#wanted = false;
      const buffers = [...this.#full, this.#buffer.subarray(0, this.#size)];
      this.#full = [];
      this.#buffer = new Uint8Array(SMALLEST);
      this.#size = 0;
      for (const bytes of buffers) await this.#write(bytes);
    }
    this.#work = undefined;
  }

  async #write(bytes: Uint8Array): Promise<void> {
    if (this.#failure) return;
    try {
      this.#file ??= await this.#fs.openFile(this.#path, 'append');
      await this.#file.write(bytes);
    } catch (cause) {
      this.#fail(cause);
    }
  }

  #fail(cause: unknown): void {
    if (this.#failure) return;
    this.#failure = storeFailure(this.#path, cause);
    this.#onFailure(this.#failure);
  }
}
