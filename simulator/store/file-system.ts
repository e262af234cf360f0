/** The few calls on files that the store makes, as an interface: tests put a full disk or a lost one behind it. */
import { link, mkdir, open, readFile, readdir, rename, rm } from 'node:fs/promises';
import { makeFolder } from './make-folder.js';

export { systemCode } from './system-code.js';

export interface AppendFile {
  /** Writes all of `bytes` or rejects. What a rejected write left in the file is a cut last record. */
  write(bytes: Uint8Array): Promise<void>;
  /** Asks the system to bring what was written to the disk. */
  sync(): Promise<void>;
  close(): Promise<void>;
}

export interface FileSystem {
  makeFolder(path: string): Promise<void>;
  /** Rejects with code EEXIST when the folder is there already. */
  makeNewFolder(path: string): Promise<void>;
  /** `new` rejects with EEXIST when the file is there already. */
  openFile(path: string, how: 'append' | 'replace' | 'new'): Promise<AppendFile>;
  read(path: string): Promise<Uint8Array>;
  list(path: string): Promise<string[]>;
  rename(from: string, to: string): Promise<void>;
  /** Gives a file a second name. Rejects with EEXIST when there is one of that name. */
  link(from: string, to: string): Promise<void>;
  remove(path: string): Promise<void>;
}

const FLAGS = { append: 'a', replace: 'w', new: 'wx' } as const;

/** The real thing. */
export const nodeFileSystem: FileSystem = {
  makeFolder,
  async makeNewFolder(path) {
    await mkdir(path);
  },
  async openFile(path, how) {
    const file = await open(path, FLAGS[how]);
    return {
      async write(bytes) {
        for (let at = 0; at < bytes.length;) at += (await file.write(bytes, at)).bytesWritten;
      },
      sync: () => file.datasync(),
      close: () => file.close(),
    };
  },
  read: (path) => readFile(path),
  list: (path) => readdir(path),
  rename: (from, to) => rename(from, to),
  link: (from, to) => link(from, to),
  remove: (path) => rm(path, { force: true }),
};
