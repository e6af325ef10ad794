import { join } from 'node:path';
import { type InstrumenterContext } from '@stryker-mutator/api/core';
import { type Logger } from '@stryker-mutator/api/logging';
import { commonTokens, declareClassPlugin, PluginKind, tokens } from '@stryker-mutator/api/plugin';
import {
  determineHitLimitReached,
  DryRunStatus,
  MutantRunStatus,
  TestStatus,
  toMutantRunResult,
  type DryRunResult,
  type MutantRunOptions,
  type MutantRunResult,
  type TestResult,
  type TestRunner,
  type TestRunnerCapabilities,
} from '@stryker-mutator/api/test-runner';
import { fileOf, prepareLoading, runFile, testFilesOf, type Outcome } from './test-files.mjs';

const shared: { __stryker__?: InstrumenterContext } = globalThis as typeof globalThis & {
  __stryker__?: InstrumenterContext;
};
const state: InstrumenterContext = (shared.__stryker__ ??= {});

/**
 * Runs tests for Stryker in its own processes. Stryker's runner starts a worker of vitest for each change, which loads all
 * packages anew: that took most of the time.
 */
class InProcessRunner implements TestRunner {
  static readonly inject = tokens(commonTokens.logger);

  /** How many changes each test file noticed: those that notice more come first. */
  private readonly noticed = new Map<string, number>();

  constructor(private readonly log: Logger) {}

  capabilities(): TestRunnerCapabilities {
    return { reloadEnvironment: true };
  }

  async init(): Promise<void> {
    const library = join(process.cwd(), 'lib');
    await prepareLoading((file, run) => {
      const { currentTestId } = state;
      // What the library does when it is loaded belongs to no test.
      if (file.startsWith(library)) delete state.currentTestId;
      try {
        run();
      } finally {
        state.currentTestId = currentTestId;
      }
    });
  }

  async dryRun(): Promise<DryRunResult> {
    const outcomes: Outcome[] = [];
    state.mutantCoverage = { static: {}, perTest: {} };
    const coverage = state.mutantCoverage;
    for (const file of testFilesOf((process.env['MUTATION_TESTS'] ?? '').split(','))) {
      // What a test file does when it is loaded, in tables of cases, belongs to all its tests.
      state.currentTestId = file;
      const ofFile = await runFile(file, {
        bail: false,
        loaded: () => delete state.currentTestId,
        before: (id) => (state.currentTestId = id),
        after: () => delete state.currentTestId,
      });
      const { [file]: atLoad = {}, ...perTest } = coverage.perTest;
      coverage.perTest = perTest;
      for (const { id } of ofFile) coverage.perTest[id] = { ...atLoad, ...coverage.perTest[id] };
      outcomes.push(...ofFile);
    }
    // A test that fails without a change, because it needs vitest's own worker, says nothing of changes.
    const failed = outcomes.filter(({ failure }) => failure !== undefined);
    for (const { id, failure } of failed) this.log.warn(`left out: ${id}: ${failure ?? ''}`);
    const perTest = Object.fromEntries(Object.entries(coverage.perTest).filter(([id]) => !failed.some((each) => each.id === id)));
    const tests = outcomes.filter((each) => !failed.includes(each)).map(resultOf);
    return { status: DryRunStatus.Complete, tests, mutantCoverage: { ...coverage, perTest } };
  }

  async mutantRun({ activeMutant, testFilter = [], hitLimit }: MutantRunOptions): Promise<MutantRunResult> {
    const ids = new Set(testFilter);
    const files = [...new Set(testFilter.map(fileOf))].sort(
      (a, b) => (this.noticed.get(b) ?? 0) - (this.noticed.get(a) ?? 0),
    );
    Object.assign(state, { hitLimit, hitCount: hitLimit === undefined ? undefined : 0 });
    const tests: TestResult[] = [];
    try {
      for (const file of files) {
        state.activeMutant = activeMutant.id;
        tests.push(...(await runFile(file, { ids, bail: true })).map(resultOf));
        if (!tests.some(({ status }) => status === TestStatus.Failed)) continue;
        this.noticed.set(file, (this.noticed.get(file) ?? 0) + 1);
        break;
      }
    } catch (error) {
      return { status: MutantRunStatus.Error, errorMessage: String(error) };
    } finally {
      state.activeMutant = undefined;
    }
    const endless = determineHitLimitReached(state.hitCount, hitLimit);
    return toMutantRunResult(endless ?? { status: DryRunStatus.Complete, tests });
  }
}

function resultOf({ id, milliseconds, failure }: Outcome): TestResult {
  const result = { id, name: id, fileName: `test/${fileOf(id)}`, timeSpentMs: milliseconds };
  return failure === undefined
    ? { ...result, status: TestStatus.Success }
    : { ...result, status: TestStatus.Failed, failureMessage: failure };
}

export const strykerPlugins = [declareClassPlugin(PluginKind.TestRunner, 'in-process', InProcessRunner)];
