/** Changes the sources one place at a time, and asks whether a test fails: docs/testing.md. */
export default {
  mutate: ['lib/core/**/*.ts', 'lib/workloads/pod/**/*.ts', 'lib/infrastructure/pool/**/*.ts'],
  plugins: ['@stryker-mutator/vitest-runner'],
  testRunner: 'vitest',
  vitest: { configFile: 'vitest.mutation.config.mts', related: false },
  // What runs once, when a module loads, would need a new process for each change.
  ignoreStatic: true,
  ignorePatterns: ['build', 'dist', 'cdktf.out', 'docs', 'apps', 'test/integration'],
  reporters: ['clear-text', 'json'],
  jsonReporter: { fileName: '.stryker/report.json' },
  tempDirName: '.stryker/tmp',
  clearTextReporter: { allowColor: false, logTests: false },
  concurrency: 2,
};
