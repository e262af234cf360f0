import { defineConfig } from 'vitest/config';

// `npm run verify`: the reference vectors, whole. They lie beside the project (../shared) or where TURNRIG_SHARED points.
export default defineConfig({
  test: {
    reporters: ['default', './scripts/results-reporter.mjs'],
    include: ['test/verify/**/*.test.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
});
