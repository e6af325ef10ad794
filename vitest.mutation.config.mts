import { defineConfig } from 'vitest/config';

/** The tests beside the sources that mutations change. Those of whole programs would take too long for each mutation. */
export default defineConfig({
  test: {
    include: ['test/{core,infrastructure,workloads}/**/*.test.ts'],
    setupFiles: ['test/support/no-creation-stacks.ts'],
    pool: 'threads',
    isolate: false,
  },
});
