/** The reference vectors of SID-bench, whole, where they lie beside the project. */
import { join } from 'node:path';
import { it } from 'vitest';
import { checkSid } from '../sid/vectors.js';

it('SID-bench, both definitions', () => checkSid(join(process.env['TURNRIG_SHARED'] ?? '../shared', 'vectors/statistics')));
