import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/integration/**/*.test.ts'],
    pool: 'forks',
    fileParallelism: false,
    maxConcurrency: 6,
    // Limits are for what hangs, on a machine ten times slower.
    testTimeout: 6_000_000,
    hookTimeout: 6_000_000,
  },
});
