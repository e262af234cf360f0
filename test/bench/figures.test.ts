import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { figureTable, readFigures, saveFigures } from '../../bench/figures.js';

const folder = (): Promise<string> => mkdtemp(join(tmpdir(), 'turnrig-figures-'));

test('what was saved is read again and stands in the table, with count, command, day and machine', async () => {
  const dir = await folder();
  await saveFigures({ name: 'b', command: 'npm run bench -- b', topic: 'sure' }, [{ what: 'error | at 95%', figure: '1.2 ms' }], dir);
  await saveFigures({ name: 'a', command: 'npm run bench -- a', topic: 'sure' }, [{ what: 'crashes', figure: '0', n: 4000 }], dir);
  await saveFigures({ name: 'c', command: 'npm run bench -- c', topic: 'speed' }, [{ what: 'fast', figure: '9 times' }], dir);
  const all = await readFigures(dir);
  expect([...all.keys()]).toEqual(['a', 'b', 'c']);
  expect(figureTable(all)).not.toContain('fast');
  const lines = figureTable(all).split('\n');
  expect(lines.slice(2, 4)).toEqual([
    '| crashes | 0 | 4000 | `npm run bench -- a` |',
    '| error \\| at 95% | 1.2 ms |  | `npm run bench -- b` |',
  ]);
  expect(lines.at(-1)).toContain(`Node ${process.versions.node}`);
  expect(lines.at(-1)).toContain(new Date().toISOString().slice(0, 4));
});

test('a figure without words, or a file of another shape, is refused', async () => {
  const dir = await folder();
  await expect(saveFigures({ name: 'a', command: 'x', topic: 'sure' }, [{ what: '', figure: '1' }], dir)).rejects.toThrow();
  await expect(saveFigures({ name: 'a', command: 'x', topic: 'sure' }, [], dir)).rejects.toThrow();
  await writeFile(join(dir, 'c.json'), '{"rows": []}');
  await expect(readFigures(dir)).rejects.toThrow();
});

test('the README holds the figures that are saved', async () => {
  expect(await readFile('README.md', 'utf8')).toContain(figureTable(await readFigures()));
});
