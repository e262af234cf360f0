/**
 * Just enough of WASI preview 1 to run a command-line program that writes one file, wholly in memory.
 *
 * `node:wasi` crashes the process after a number of instances of flite (facts.md), hands the program real file descriptors, and
 * is still marked experimental. The programs run here need arguments, one preopened folder and one output file.
 */
import { wasm, type WasmMemory, type WasmModule } from './wasm.js';

// Error numbers of WASI preview 1 (its `errno` enumeration).
const SUCCESS = 0;
const BAD_FD = 8;

/** The first descriptors are standard input, output and error; the first preopened folder is 3 by convention. */
const FOLDER_FD = 3;
const FILE_FD = 4;
const FOLDER = '/out';

// `filetype` enumeration.
const CHARACTER_DEVICE = 2;
const DIRECTORY = 3;
const REGULAR_FILE = 4;

const ALL_RIGHTS = 0xffff_ffffn;
const INITIAL_CAPACITY = 1 << 20;

/** The program ended by itself. It has to be thrown: `proc_exit` must not return. */
class ProcessExit extends Error {
  constructor(readonly code: number) {
    super(`exit ${code}`);
  }
}

/** A file in memory with one position, growing as it is written. */
class MemoryFile {
  #bytes = new Uint8Array(INITIAL_CAPACITY);
  #length = 0;
  #position = 0;

  seek(offset: bigint, whence: number): number {
    const base = whence === 0 ? 0 : whence === 1 ? this.#position : this.#length;
    this.#position = base + Number(offset);
    return this.#position;
  }

  write(data: Uint8Array): void {
    const end = this.#position + data.length;
    if (end > this.#bytes.length) {
      const grown = new Uint8Array(end * 2);
      grown.set(this.#bytes);
      this.#bytes = grown;
    }
    this.#bytes.set(data, this.#position);
    this.#position = end;
    this.#length = Math.max(this.#length, end);
  }

  contents(): Uint8Array {
    return this.#bytes.slice(0, this.#length);
  }
}

export interface WasiResult {
  /** Exit status of the program; 0 when it returned without calling exit. */
  readonly code: number;
  /** What it wrote into the file it opened; empty when it opened none. */
  readonly file: Uint8Array;
  /** What it printed, on either stream. */
  readonly printed: string;
}

/** Where the program is to write its output: any path below the preopened folder leads to the one file. */
export const OUTPUT_PATH = `${FOLDER}/file`;

/** Runs a WASI command to its end in a fresh instance. @throws WebAssembly.RuntimeError when the program traps. */
export function runWasiCommand(module: WasmModule, args: readonly string[]): WasiResult {
  const encoder = new TextEncoder();
  const decoder = new TextDecoder();
  const argBytes = args.map((arg) => encoder.encode(`${arg}\0`));
  const file = new MemoryFile();
  let printed = '';

  // The buffer is replaced whenever the memory grows, so views are made anew for each call.
  const buffer = (): ArrayBuffer => (instance.exports['memory'] as WasmMemory).buffer;
  const view = (): DataView => new DataView(buffer());
  const bytes = (): Uint8Array => new Uint8Array(buffer());

  const imports = {
    args_sizes_get(count: number, size: number): number {
      view().setUint32(count, args.length, true);
      view().setUint32(
        size,
        argBytes.reduce((sum, arg) => sum + arg.length, 0),
        true,
      );
      return SUCCESS;
    },
    args_get(pointers: number, data: number): number {
      let [pointer, at] = [pointers, data];
      for (const arg of argBytes) {
        view().setUint32(pointer, at, true);
        bytes().set(arg, at);
        pointer += 4;
        at += arg.length;
      }
      return SUCCESS;
    },
    // Time stands still, so that the same text gives the same bytes.
    clock_time_get(_clock: number, _precision: bigint, out: number): number {
      view().setBigUint64(out, 0n, true);
      return SUCCESS;
    },
    fd_close: (): number => SUCCESS,
    fd_fdstat_get(fd: number, out: number): number {
      if (fd > FILE_FD) return BAD_FD;
      bytes().fill(0, out, out + 24);
      view().setUint8(out, fd === FOLDER_FD ? DIRECTORY : fd === FILE_FD ? REGULAR_FILE : CHARACTER_DEVICE);
      view().setBigUint64(out + 8, ALL_RIGHTS, true);
      view().setBigUint64(out + 16, ALL_RIGHTS, true);
      return SUCCESS;
    },
    fd_fdstat_set_flags: (): number => SUCCESS,
    fd_prestat_get(fd: number, out: number): number {
      if (fd !== FOLDER_FD) return BAD_FD;
      view().setUint8(out, 0);
      view().setUint32(out + 4, FOLDER.length, true);
      return SUCCESS;
    },
    fd_prestat_dir_name(_fd: number, path: number, length: number): number {
      bytes().set(encoder.encode(FOLDER).subarray(0, length), path);
      return SUCCESS;
    },
    path_open(...parameters: readonly (number | bigint)[]): number {
      view().setUint32(Number(parameters[8]), FILE_FD, true);
      return SUCCESS;
    },
    // There is nothing to read: every descriptor is at its end.
    fd_read(_fd: number, _iovs: number, _count: number, read: number): number {
      view().setUint32(read, 0, true);
      return SUCCESS;
    },
    fd_seek(_fd: number, offset: bigint, whence: number, out: number): number {
      view().setBigUint64(out, BigInt(file.seek(offset, whence)), true);
      return SUCCESS;
    },
    fd_write(fd: number, iovs: number, count: number, written: number): number {
      let total = 0;
      for (let i = 0; i < count; i++) {
        const at = view().getUint32(iovs + 8 * i, true);
        const length = view().getUint32(iovs + 8 * i + 4, true);
        const data = bytes().subarray(at, at + length);
        if (fd === FILE_FD) file.write(data);
        else printed += decoder.decode(data);
        total += length;
      }
      view().setUint32(written, total, true);
      return SUCCESS;
    },
    proc_exit(code: number): never {
      throw new ProcessExit(code);
    },
  };

  const instance = new wasm.Instance(module, { wasi_snapshot_preview1: imports });
  let code = 0;
  try {
    (instance.exports['_start'] as () => void)();
  } catch (error) {
    if (!(error instanceof ProcessExit)) throw error;
    code = error.code;
  }
  return { code, file: file.contents(), printed };
}
