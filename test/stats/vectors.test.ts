/** Copies of the reference vectors (test/verify reads the originals). */
import { describe, it } from 'vitest';
import { checkBootstrap, checkMcNemar, checkPercentilesAndWilson, checkSpearman } from './vectors.js';

const folder = 'test/vectors/statistics';

describe('reference vectors of the statistics', () => {
  it('McNemar', () => checkMcNemar(folder));
  it('percentiles and Wilson intervals', () => checkPercentilesAndWilson(folder));
  it('bootstrap over scenes', () => checkBootstrap(folder));
  it('Spearman', () => checkSpearman(folder));
});
