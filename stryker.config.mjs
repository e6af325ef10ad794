const { MUTATED } = process.env;
if (MUTATED === undefined) throw new Error('name the folder: MUTATED=core/names npm run mutate');

/** Changes the sources of a folder one place at a time, and asks whether a test fails: docs/testing.md. */
export default {
  mutate: [`lib/${MUTATED}/**/*.ts`],
  plugins: ['@stryker-mutator/vitest-runner'],
  testRunner: 'vitest',
  vitest: { configFile: 'vitest.mutation.config.mts', related: false },
  // What runs once, when a module loads, would need a new process for each change.
  ignoreStatic: true,
  ignorePatterns: ['.stryker', 'build', 'dist', 'cdktf.out', 'docs', 'apps', 'test/integration'],
  reporters: ['clear-text', 'progress-append-only', 'json'],
  jsonReporter: { fileName: `.stryker/${MUTATED.replaceAll('/', '-')}.json` },
  tempDirName: `.stryker/${MUTATED.replaceAll('/', '-')}`,
  clearTextReporter: { allowColor: false, logTests: false },
  concurrency: 2,
};
