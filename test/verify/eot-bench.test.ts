/** The end-of-turn benchmark's reference files, whole. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkCausal } from '../eot/causal-check.js';
import { checkRun } from '../eot/metrics-check.js';
import { DATASET_FOLDER, referenceTurns, vector, type CausalCase } from '../eot/vectors.js';

const folder = join(process.env['TURNRIG_SHARED'] ?? '../shared', 'vectors/eot-bench');

describe('causal inputs', () => {
  const turns = referenceTurns(folder);
  it.each(vector('causal_inputs.json', folder) as readonly CausalCase[])('every $inference_interval s, lag $transcript_lag', (one) => {
    checkCausal(one, turns);
  });
});

describe('metrics', () => {
  const root = join(folder, 'output', DATASET_FOLDER);
  const runs = ['en', 'zh'].flatMap((language) =>
    readdirSync(join(root, language))
      .filter((name) => name.includes('_adapter__'))
      .map((name) => join(language, name)),
  );
  it.each(runs)('%s', async (run) => {
    expect(await checkRun(join(root, run))).toBe(3);
  });
});
