import { defineConfig } from 'vitest/config';

// `npm test`: everything that needs no server and no network. Native addons want processes, not threads (facts.md).
export default defineConfig({
  test: {
    reporters: ['default', './scripts/results-reporter.mjs'],
    include: ['test/**/*.test.ts'],
    exclude: ['test/live/**', 'test/verify/**', 'node_modules/**'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
