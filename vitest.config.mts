import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/integration/**'],
    pool: 'threads',
    isolate: false,
    typecheck: { enabled: false },
    testTimeout: 120_000,
  },
});
