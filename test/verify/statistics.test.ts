/** The reference vectors of the statistics, whole, where they lie beside the project. */
import { join } from 'node:path';
import { describe, it } from 'vitest';
import { checkBootstrap, checkMcNemar, checkPercentilesAndWilson, checkSpearman } from '../stats/vectors.js';

const folder = join(process.env['TURNRIG_SHARED'] ?? '../shared', 'vectors/statistics');

describe('reference vectors of the statistics', () => {
  it('McNemar', () => checkMcNemar(folder));
  it('percentiles and Wilson intervals', () => checkPercentilesAndWilson(folder));
  it('bootstrap over scenes', () => checkBootstrap(folder));
  it('Spearman', () => checkSpearman(folder));
});
