import { defineConfig } from 'vitest/config';

// `npm run test:live`: rooms on loopback, one file after another, because every one of them measures time.
export default defineConfig({
  test: {
    reporters: ['default', './scripts/results-reporter.mjs'],
    include: ['test/live/**/*.test.ts'],
    pool: 'forks',
    maxWorkers: 1,
    fileParallelism: false,
    // Real rooms on machines that others share: a test that was disturbed is played again, twice at most, and the runner shows that it was.
    retry: 2,
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
});
