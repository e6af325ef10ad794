import { existsSync } from 'node:fs';

const { MUTATED } = process.env;
if (MUTATED === undefined) throw new Error('name folders or files of lib: MUTATED=core/names npm run mutate');

const parts = MUTATED.split(',');
/** `core/names`, or `core/names/name.ts`, or a range of it such as `core/names/name.ts:3:1-4:20`. */
const isFile = (part) => /\.ts(:|$)/.test(part);
const mirrorOf = (part) => {
  const mirror = part.replace(/\.ts(:.*)?$/, '.test.ts');
  return existsSync(`test/${mirror}`) ? mirror : part.replace(/\/[^/]*$/, '');
};

process.env.MUTATION_TESTS ??= parts.map((part) => (isFile(part) ? mirrorOf(part) : part)).join(',');
const name = process.env.MUTATION_REPORT ?? parts[0].replaceAll(/[/:]/g, '-');

/** Changes the sources one place at a time, and asks whether a test fails: docs/testing.md. */
export default {
  mutate: parts.map((part) => (isFile(part) ? `lib/${part}` : `lib/${part}/**/*.ts`)),
  plugins: ['./scripts/mutate/runner.mts'],
  testRunner: 'in-process',
  testRunnerNodeArgs: ['--import', 'tsx/esm'],
  checkerNodeArgs: ['--import', 'tsx/esm'],
  // The processes keep what tests leave behind, so they are made anew now and then.
  maxTestRunnerReuse: 200,
  // An endless loop is found by its steps. A slow run on a busy machine is none.
  timeoutMS: 60_000,
  ignorePatterns: ['.stryker', 'build', 'dist', 'cdktf.out', 'docs', 'apps', 'test/integration'],
  reporters: ['clear-text', 'progress-append-only', 'json'],
  jsonReporter: { fileName: `.stryker/${name}.json` },
  tempDirName: `.stryker/${name}`,
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  concurrency: 2,
};
