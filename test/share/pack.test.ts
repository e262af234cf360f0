/** Archives: what is unpacked by other people's programs is what was packed, and the same files give the same bytes. */
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, unzipSync } from 'fflate';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writeArchive, type Entry } from '../../simulator/share/pack.js';
import { refuseSecrets } from '../../simulator/share/scan.js';
import { tarHeader } from '../../src/share/tar.js';

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'turnrig-pack-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

const FILES: Readonly<Record<string, Uint8Array>> = {
  'top/a.txt': new TextEncoder().encode('hello\n'),
  'top/empty': new Uint8Array(0),
  'top/sub/big.bin': Uint8Array.from({ length: 2_500_000 }, (_, i) => (i * 7919) >>> 3),
  'top/sub/block.bin': new Uint8Array(512).fill(7),
};

async function entries(): Promise<Entry[]> {
  const all: Entry[] = [];
  for (const [i, [name, bytes]] of Object.entries(FILES).entries()) {
    const path = join(dir, `file-${i}`);
    await writeFile(path, bytes);
    all.push({ name, path, bytes: bytes.length });
  }
  return all;
}

describe('an archive', () => {
  it('zip: holds the files, and the same bytes for the same files on another day', async () => {
    const all = await entries();
    await writeArchive(join(dir, 'one.zip'), 'zip', all);
    for (const { path } of all) await utimes(path, new Date(2001, 1, 1), new Date(2001, 1, 1));
    await writeArchive(join(dir, 'two.zip'), 'zip', all);
    const [one, two] = [await readFile(join(dir, 'one.zip')), await readFile(join(dir, 'two.zip'))];
    expect(one.equals(two)).toBe(true);
    const unpacked = unzipSync(one);
    expect(Object.keys(unpacked)).toEqual(Object.keys(FILES));
    for (const [name, bytes] of Object.entries(FILES)) expect(Buffer.from(unpacked[name]!).equals(bytes), name).toBe(true);
    // 1980-01-01 in DOS form, in the first local header.
    expect(one.readUInt32LE(10)).toBe(((1 << 5) | 1) * 0x10000);
  });

  it('tar.gz: tar unpacks it, and it has no time and no owner', async () => {
    await writeArchive(join(dir, 'one.tar.gz'), 'tar.gz', await entries());
    await writeArchive(join(dir, 'two.tar.gz'), 'tar.gz', await entries());
    const one = await readFile(join(dir, 'one.tar.gz'));
    expect(one.equals(await readFile(join(dir, 'two.tar.gz')))).toBe(true);
    expect([...one.subarray(4, 8)]).toEqual([0, 0, 0, 0]);
    expect(gunzipSync(one).length % 512).toBe(0);
    await mkdir(join(dir, 'out'));
    execFileSync('tar', ['-xzf', join(dir, 'one.tar.gz'), '-C', join(dir, 'out')]);
    for (const [name, bytes] of Object.entries(FILES)) expect((await readFile(join(dir, 'out', name))).equals(bytes), name).toBe(true);
  });

  it('is not written over', async () => {
    await writeFile(join(dir, 'one.zip'), 'mine');
    await expect(writeArchive(join(dir, 'one.zip'), 'zip', await entries())).rejects.toThrow('EEXIST');
    expect(await readFile(join(dir, 'one.zip'), 'utf8')).toBe('mine');
  });

  it('refuses names that a tar cannot hold', () => {
    expect(() => tarHeader('x'.repeat(101), 1)).toThrow('cannot stand in a tar archive');
    expect(() => tarHeader('é', 1)).toThrow('cannot stand in a tar archive');
  });
});

describe('what is looked for before packing', () => {
  it('names file and kind, never the value, wherever in a large file it stands', async () => {
    const secret = `sk-${'a1B2'.repeat(8)}`;
    for (const place of [0, (1 << 20) - 10, 2_400_000]) {
      const bytes = new Uint8Array(2_500_000).fill(0x20);
      bytes.set(new TextEncoder().encode(secret), place);
      const path = join(dir, 'big');
      await writeFile(path, bytes);
      const asked = refuseSecrets([{ name: 'run/x.json', path, bytes: bytes.length }], []);
      await expect(asked).rejects.toThrow('run/x.json (OpenAI or Anthropic key)');
      await expect(asked).rejects.not.toThrow(secret);
    }
  });
});
