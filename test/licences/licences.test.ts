import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { productionTree } from './production-tree.js';
import { isAllowed } from './spdx.js';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The models of LiveKit's turn detector and VAD: only for use inside LiveKit Agents, which is where the presets use them (facts.md). */
const MODELS = /^@livekit\/local-inference(-|$)/;

describe('licences of what is installed with turnrig', () => {
  it('are MIT, BSD, Apache-2.0, MPL-2.0, ISC or less demanding ones, on every platform', () => {
    const tree = productionTree(root);
    expect(tree.length).toBeGreaterThan(50);
    const others = tree.filter(({ name, licence }) => !isAllowed(licence, new Set(MODELS.test(name) ? ['LicenseRef-LiveKit-Model'] : [])));
    expect(others.map(({ path, licence }) => `${path}: ${licence}`)).toEqual([]);
  });
});

describe('isAllowed', () => {
  it.each([
    ['MIT', true],
    ['(MIT OR GPL-3.0-or-later)', true],
    ['(AFL-2.1 OR BSD-3-Clause)', true],
    ['Apache-2.0 AND (MIT OR LGPL-3.0-or-later)', true],
    ['Apache-2.0 WITH LLVM-exception', true],
    ['MPL 2.0', true],
    ['GPL-3.0-only', false],
    ['LGPL-2.1-or-later', false],
    ['Apache-2.0 AND LGPL-3.0-or-later', false],
    ['LGPL-3.0-or-later AND Apache-2.0 OR GPL-2.0-only', false],
    ['MIT MIT', false],
    ['(MIT', false],
    ['none named', false],
    ['', false],
  ])('%s: %s', (expression, allowed) => expect(isAllowed(expression)).toBe(allowed));
});
