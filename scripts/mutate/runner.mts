import { join } from 'node:path';
import { type InstrumenterContext } from '@stryker-mutator/api/core';
import { declareClassPlugin, PluginKind } from '@stryker-mutator/api/plugin';
import {
  determineHitLimitReached,
  DryRunStatus,
  MutantRunStatus,
  TestStatus,
  type DryRunResult,
  type MutantRunOptions,
  type MutantRunResult,
  type TestResult,
  type TestRunner,
  type TestRunnerCapabilities,
} from '@stryker-mutator/api/test-runner';
import { failureOf, prepareLoading, testFilesOf } from './test-files.mjs';

/** What the changed sources read, and write when they run. */
const state: InstrumenterContext = {};
Object.assign(globalThis, { __stryker__: state });

/**
 * Runs test files for Stryker in its own processes. Stryker's runner for vitest starts a worker for each change, which loads
 * all packages anew: that took most of the time.
 */
class InProcessRunner implements TestRunner {
  /** How many changes of a source each test file noticed: those that notice more come first. */
  private readonly noticed = new Map<string, number>();

  capabilities(): TestRunnerCapabilities {
    return { reloadEnvironment: true };
  }

  async init(): Promise<void> {
    const library = join(process.cwd(), 'lib');
    await prepareLoading((file, run) => {
      const { currentTestId } = state;
      // What the library does when it is loaded belongs to no test file.
      if (file.startsWith(library)) delete state.currentTestId;
      try {
        run();
      } finally {
        state.currentTestId = currentTestId;
      }
    });
  }

  async dryRun(): Promise<DryRunResult> {
    const coverage = { static: {}, perTest: {} };
    state.mutantCoverage = coverage;
    const tests: TestResult[] = [];
    for (const file of allFiles()) {
      const start = performance.now();
      state.currentTestId = file;
      const failureMessage = await failureOf(file);
      const test = { id: file, name: file, fileName: `test/${file}`, timeSpentMs: performance.now() - start };
      tests.push(
        failureMessage === undefined
          ? { ...test, status: TestStatus.Success }
          : { ...test, status: TestStatus.Failed, failureMessage },
      );
    }
    return { status: DryRunStatus.Complete, tests, mutantCoverage: coverage };
  }

  async mutantRun(options: MutantRunOptions): Promise<MutantRunResult> {
    // What is changed when a module loads can be noticed by any of them.
    const { activeMutant, hitLimit, sandboxFileName, testFilter = allFiles() } = options;
    const countOf = (file: string) => this.noticed.get(`${sandboxFileName} ${file}`) ?? 0;
    Object.assign(state, { activeMutant: activeMutant.id, hitLimit, hitCount: hitLimit === undefined ? undefined : 0 });
    for (const file of [...testFilter].sort((a, b) => countOf(b) - countOf(a))) {
      const failureMessage = await failureOf(file);
      const endless = determineHitLimitReached(state.hitCount, hitLimit);
      if (endless) return { status: MutantRunStatus.Timeout, reason: endless.reason };
      if (failureMessage === undefined) continue;
      this.noticed.set(`${sandboxFileName} ${file}`, countOf(file) + 1);
      return { status: MutantRunStatus.Killed, killedBy: [file], failureMessage, nrOfTests: 1 };
    }
    return { status: MutantRunStatus.Survived, nrOfTests: testFilter.length };
  }
}

function allFiles(): string[] {
  return testFilesOf((process.env['MUTATION_TESTS'] ?? '').split(','));
}

export const strykerPlugins = [declareClassPlugin(PluginKind.TestRunner, 'in-process', InProcessRunner)];
