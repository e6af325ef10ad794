import { defineConfig } from 'vitest/config';

/** The tests that mirror the changed folder. All tests would take too long for each change. */
export default defineConfig({
  test: {
    include: [`test/${process.env['MUTATED'] ?? ''}/**/*.test.ts`],
    setupFiles: ['test/support/no-creation-stacks.ts'],
    pool: 'threads',
    isolate: false,
  },
});
