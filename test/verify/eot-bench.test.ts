/** The end-of-turn benchmark's reference files, whole. */
import { join } from 'node:path';
import { describe, it } from 'vitest';
import { checkCausal } from '../eot/causal-check.js';
import { referenceTurns, vector, type CausalCase } from '../eot/vectors.js';

const folder = join(process.env['TURNRIG_SHARED'] ?? '../shared', 'vectors/eot-bench');

describe('causal inputs', () => {
  const turns = referenceTurns(folder);
  it.each(vector('causal_inputs.json', folder) as readonly CausalCase[])('every $inference_interval s, lag $transcript_lag', (one) => {
    checkCausal(one, turns);
  });
});
