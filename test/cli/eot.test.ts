/** `turnrig eot` as a user runs it: the built binary, from a data set to the comparison. */
import { access, cp, mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jsonlDataset } from '../eot/fixture.js';
import { DATASET_FOLDER, VECTORS } from '../eot/vectors.js';
import { start, turnrig } from './turnrig.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'turnrig-cli-eot-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

interface ErrorShape {
  readonly error: { readonly type: string; readonly message: string };
}

/** Each starts processes of its own: on a busy machine a start takes seconds. */
describe('turnrig eot', { timeout: 180_000 }, () => {
  it('goes from a data set to a page', async () => {
    const data = await jsonlDataset(join(folder, 'data'));
    const out = join(folder, 'out');
    const predicted = await turnrig('eot', 'predict', '--path', data, '--adapter', 'constant:0.4', '--output-dir', out, '--json');
    expect(predicted.code, predicted.err).toBe(0);
    const { written } = JSON.parse(predicted.out) as { readonly written: readonly string[] };
    const english = written.find((path) => path.includes('/en/'))!;
    const metrics = await turnrig(
      'eot',
      'compute-metrics',
      '--predictions',
      join(english, 'predictions.parquet'),
      '--output-dir',
      join(english, 'metrics'),
      '--json',
    );
    expect(metrics.code, metrics.err).toBe(0);
    expect(JSON.parse(metrics.out)).toMatchObject({
      summary: { n_hold_spans: 3, n_eot_spans: 3, score_mode: 'score_point' },
      intervals: { turns: 3 },
    });
    expect((await readdir(join(english, 'metrics'))).sort()).toEqual(['intervals.json', 'summary.json', 'tradeoff.parquet']);
    const compared = await turnrig('eot', 'compare-models', join(english, '..'), '--data', data, '--json');
    expect(compared.code, compared.err).toBe(0);
    const { models, page } = JSON.parse(compared.out) as { readonly models: readonly string[]; readonly page: string };
    expect(models).toEqual(['constant_adapter']);
    expect(await readFile(page, 'utf8')).toContain('"wav":"UklGR');
    expect((await turnrig('eot', 'predict', '--path', data, '--adapter', 'constant:0.4', '--output-dir', out)).err).toContain(
      'left out: en: existing_predictions',
    );
  });
  it('writes the reference reports from the reference metrics', async () => {
    const root = join(folder, DATASET_FOLDER);
    await cp(join(VECTORS, 'output', DATASET_FOLDER), root, { recursive: true });
    await rm(join(root, 'language_comparison'), { recursive: true });
    const ran = await turnrig('eot', 'compare-languages', root, '--json');
    expect(ran.code, ran.err).toBe(0);
    expect(await readFile(join(root, 'language_comparison/report.md'), 'utf8')).toBe(
      await readFile(join(VECTORS, 'output', DATASET_FOLDER, 'language_comparison/report.md'), 'utf8'),
    );
    await access(join(root, 'language_comparison/index.html'));
  });
  it('says errors in one message, with --json as one object with the public type', async () => {
    const english = join(VECTORS, 'output', DATASET_FOLDER, 'en/good_batch_adapter__4eb777ba8c/predictions.parquet');
    const args = ['eot', 'compute-metrics', '--predictions', english, '--output-dir', join(folder, 'none'), '--score-point', '0.5'];
    const said = await turnrig(...args);
    expect([said.code, said.out]).toEqual([2, '']);
    expect(said.err).toMatch(/^error: missing official score for true EoT spans; examples:\n/);
    const json = await turnrig(...args, '--json');
    expect(json.code).toBe(2);
    expect((JSON.parse(json.out) as ErrorShape).error).toMatchObject({ type: 'ValueError' });
    const nowhere = await turnrig('eot', 'compare-models', join(folder, 'nowhere'), '--json');
    expect((JSON.parse(nowhere.out) as ErrorShape).error).toMatchObject({
      type: 'FileNotFoundError',
      message: `span set directory does not exist: ${join(folder, 'nowhere')}`,
    });
    expect((await turnrig('eot', 'predict', '--adapter', 'constant')).err).toContain('Dataset path is required.');
    expect((await turnrig('eot', 'predict', '--path', 'x', '--adapter', 'constant', '--batch-size', '0')).code).toBe(2);
  });
  it('keeps what is finished at Ctrl-C, and goes on', async () => {
    const data = await jsonlDataset(join(folder, 'slow'));
    const out = join(folder, 'slow-out');
    // With SLOW it answers the first batch and never the second.
    const slow = `process:${process.execPath} -e 'require("node:readline").createInterface({input:process.stdin}).on("line",(l)=>{const q=JSON.parse(l);const say=(a)=>console.log(JSON.stringify({id:q.id,...a}));if(q.type==="hello")return say({adapter_id:"slow"});if(process.env.SLOW&&q.id>1)return;say({scores:q.items.map(()=>0.5)})})'`;
    const args = ['eot', 'predict', '--path', data, '--adapter', slow, '--output-dir', out, '--batch-size', '40'];
    const running = start(args, { env: { SLOW: '1' } });
    const partial = async (): Promise<boolean> => {
      const names = await readdir(out, { recursive: true }).catch(() => []);
      return names.some((name) => name.endsWith('predictions.partial.jsonl'));
    };
    await expect.poll(partial, { timeout: 90_000, interval: 50 }).toBe(true);
    running.process.kill('SIGINT');
    const stopped = await running.done;
    expect([stopped.code, stopped.out]).toEqual([130, '']);
    const again = await start(args).done;
    expect(again.code, again.err).toBe(0);
    expect(again.out.trim().split('\n').length).toBeGreaterThanOrEqual(1);
  });
});
