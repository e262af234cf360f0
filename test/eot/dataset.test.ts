import { createServer } from 'node:http';
import { cp, readFile, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { splitFiles, turnOf } from '../../src/eot/dataset.js';
import { openDataset, type DatasetRequest } from '../../simulator/eot/dataset.js';
import { TURNS, jsonlDataset } from './fixture.js';
import { HUB, optionsOf, place, predict, usePlace } from './predict-support.js';
import { VECTORS } from './vectors.js';

usePlace();

describe('data sets', () => {
  const request = (path: string, more: Partial<DatasetRequest> = {}): DatasetRequest => ({
    path,
    name: 'all',
    split: 'validation',
    hub: HUB,
    ...more,
  });
  const ids = async (from: DatasetRequest): Promise<string[]> => {
    const found: string[] = [];
    for await (const turn of (await openDataset(from)).turns(false)) found.push(`${turn.id}:${turn.language}`);
    return found;
  };
  it('reads the hub layout as pyarrow writes it, row group by row group', async () => {
    const dataset = await openDataset(request(join(VECTORS, 'hub'), { name: 'en' }));
    const lengths: string[] = [];
    for await (const turn of dataset.turns(true)) {
      const { samples, rate } = await dataset.decode(turn);
      lengths.push(`${turn.id} ${turn.language} ${samples.length} ${rate} ${turn.messages.length} ${turn.words[0]!.text}`);
    }
    expect(lengths).toEqual(['a en 19200 8000 1 hello', 'c en 20000 8000 1 hello', 'd en 17600 8000 0 hello']);
    expect(await ids(request(join(VECTORS, 'hub/en/validation-00000-of-00001.parquet')))).toEqual(['a:en', 'c:en', 'd:en']);
  });
  it('reads JSON lines and WAV, and the hub over HTTP with its token', async () => {
    expect(await ids(request(place.data))).toEqual(['a:en', 'b:de', 'c:en', 'd:en']);
    const bytes = await readFile(join(VECTORS, 'hub/en/validation-00000-of-00001.parquet'));
    const asked: string[] = [];
    const server = createServer((incoming, response) => {
      asked.push(`${incoming.url ?? ''} ${incoming.headers.authorization ?? ''}`);
      if (incoming.url?.startsWith('/api/') === true)
        return response.end(JSON.stringify([{ type: 'file', path: 'en/validation-00000-of-00001.parquet' }]));
      if (incoming.url?.includes('/resolve/') !== true) return response.writeHead(404).end();
      const [from = 0, to = 0] = (/bytes=(\d+)-(\d+)/.exec(incoming.headers.range ?? '') ?? []).slice(1).map(Number);
      return response.writeHead(206, { 'content-range': `bytes ${from}-${to}/${bytes.length}` }).end(bytes.subarray(from, to + 1));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      const hub = { endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, token: 'secret' };
      expect(await ids(request('owner/set', { name: 'en', hub }))).toEqual(['a:en', 'c:en', 'd:en']);
      expect(asked[0]).toBe('/api/datasets/owner/set/tree/main?recursive=true Bearer secret');
      await expect(ids(request('owner/set', { name: 'fr', hub }))).rejects.toThrow('has no parquet file of the split "validation" of "fr"');
    } finally {
      server.close();
    }
  });
  it('finds the files of a split by the hub layout', () => {
    const names = [
      'README.md',
      'all/train-00000-of-00001.parquet',
      'all/validation-00000-of-00002.parquet',
      'all/validation-00001-of-00002.parquet',
      'en/validation.parquet',
      'validation.txt',
    ];
    expect(splitFiles(names, 'all', 'validation')).toEqual([
      'all/validation-00000-of-00002.parquet',
      'all/validation-00001-of-00002.parquet',
    ]);
    expect(splitFiles(names, 'en', 'validation')).toEqual(['en/validation.parquet']);
    expect(splitFiles(names, 'xx', 'validation')).toEqual([]);
    expect(splitFiles(['data/validation/0.parquet', 'data/train/0.parquet'], 'default', 'validation')).toEqual([
      'data/validation/0.parquet',
    ]);
  });
  const good = { id: 'x', language: 'en', audio: 'a.wav', silence_spans: [{ start: 0, end: 1 }] };
  it.each([
    [null, 'row 4 is no object'],
    [{}, 'row 4 has no id'],
    [{ id: 'x' }, "Dataset row 'x' is missing required `language`."],
    [{ ...good, language: '  ' }, "Dataset row 'x' has empty `language`."],
    [{ ...good, language: '../..' }, 'cannot be the name of a folder'],
    [{ ...good, silence_spans: undefined }, "Dataset row 'x' is missing required `silence_spans`."],
    [{ ...good, silence_spans: [{ start: 2, end: 1 }] }, "Dataset row 'x': silence_spans[0] runs from 2 to 1 s"],
    [
      {
        ...good,
        silence_spans: [
          { start: 2, end: 3 },
          { start: 1, end: 4 },
        ],
      },
      'silence_spans[1] begins before the one in front of it',
    ],
    [{ ...good, silence_spans: [{ start: 'x', end: 1 }] }, 'silence_spans[0].start is no number of seconds'],
    [{ ...good, words: [{ start: 0, end: 1 }] }, 'words[0] has no text'],
    [{ ...good, messages: [{ role: 'user' }] }, 'messages[0] is no {role, content}'],
    [{ ...good, audio: {} }, 'Audio must contain either decoded'],
  ])('names row and rule: %j', (row, message) => {
    expect(() => turnOf(row, 'row 4', true)).toThrow(message);
  });
  it('reads no file outside of the data set, and says what is damaged', async () => {
    const copy = join(place.folder, 'hostile');
    await cp(place.data, copy, { recursive: true });
    const first = { id: 'x', language: 'en', silence_spans: [{ start: 0.1, end: 0.5 }] };
    const read = async (line: unknown): Promise<unknown> => {
      await writeFile(join(copy, 'validation.jsonl'), typeof line === 'string' ? line : JSON.stringify(line));
      const dataset = await openDataset(request(copy));
      for await (const turn of dataset.turns(true)) return dataset.decode(turn);
      return undefined;
    };
    await expect(read({ ...first, audio: '/etc/passwd' })).rejects.toThrow("the audio of turn 'x' lies outside of the data set");
    await expect(read({ ...first, audio: '../data/audio/a.wav' })).rejects.toThrow('lies outside of the data set');
    await expect(read({ ...first, audio: 'audio/none.wav' })).rejects.toThrow('there is no file');
    await expect(read('{"id": 1')).rejects.toThrow(/line 1 of .*validation\.jsonl is no JSON/);
    await expect(ids(request(join(place.folder, 'nowhere')))).rejects.toThrow('there is no file or folder');
    await expect(ids(request(place.data, { split: 'test' }))).rejects.toThrow('has no file of the split "test" of "all"');
    await expect(ids(request(copy, { name: 'en' }))).rejects.toMatchObject({
      hint: expect.stringContaining('validation.jsonl is of no name: leave --name en out.') as string,
    });
    await jsonlDataset(join(place.folder, 'doubled'), [TURNS[0]!, TURNS[0]!]);
    await expect(predict('constant', optionsOf('doubled-out', { path: join(place.folder, 'doubled') }))).rejects.toThrow(
      'Duplicate id in dataset: a',
    );
  });
});
