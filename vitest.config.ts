import { defineConfig } from 'vitest/config';

// `npm test`: everything that needs no server and no network. Native addons want processes, not threads (facts.md).
export default defineConfig({
  test: {
    reporters: ['default', './scripts/results-reporter.mjs'],
    include: ['test/**/*.test.ts'],
    exclude: ['test/live/**', 'test/verify/**', 'node_modules/**'],
    pool: 'forks',
    maxWorkers: 2,
    // Some of these start processes of their own: on a machine that others share a disturbed one is played once more, and the runner shows it.
    retry: process.env['CI'] === undefined ? 0 : 1,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
