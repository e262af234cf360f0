/** The reference vectors of ENTRY and YIELD and of average precision, whole, where they lie beside the project. */
import { join } from 'node:path';
import { describe, it } from 'vitest';
import { checkAveragePrecision, checkOpportunities } from '../entry-yield/vectors.js';

const folder = join(process.env['TURNRIG_SHARED'] ?? '../shared', 'vectors/statistics');

describe('reference vectors of ENTRY and YIELD', () => {
  it('opportunities, both readings', () => checkOpportunities(folder));
  it('average precision', () => checkAveragePrecision(folder));
});
