import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take seconds, the slowest first: started last, one of them would run alone at the end. */
const SLOW = [
  'test/invariants/together.test.ts',
  'test/invariants/growth.test.ts',
  'test/scripts/killed-runs.test.ts',
  'test/invariants/wrong-programs.test.ts',
  'test/invariants/programs/wrong.test.ts',
  'test/types/compile.test.ts',
  'test/training/training-strategy.test.ts',
  'test/truth/cross-check.test.ts',
  'test/docs/examples.test.ts',
  'test/training/training-engine.test.ts',
];

class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const at = SLOW.findIndex((file) => moduleId.endsWith(file));
      return at < 0 ? SLOW.length : at;
    };
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/integration/**'],
    globalSetup: 'test/support/temporary-folder.ts',
    setupFiles: ['test/support/no-creation-stacks.ts'],
    pool: 'threads',
    isolate: false,
    // One for each core: the default leaves one unused.
    maxWorkers: '100%',
    sequence: { sequencer: SlowFirst },
    typecheck: { enabled: false },
    // Limits are for what hangs: each is far more than ten times what its slowest test needs.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    teardownTimeout: 600_000,
  },
});
