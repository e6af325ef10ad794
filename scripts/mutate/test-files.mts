import { existsSync, readdirSync, readFileSync } from 'node:fs';
import Module, { createRequire } from 'node:module';
import { dirname, join, sep } from 'node:path';
import { getFn, startTests, type VitestRunner } from '@vitest/runner';
import { transformSync } from 'esbuild';

type Compiled = Module & { _compile: (code: string, file: string) => void };
type Loader = typeof Module & {
  _load: (request: string, ...rest: unknown[]) => unknown;
  _resolveFilename: (request: string, parent: Compiled | undefined, ...rest: unknown[]) => string;
  _extensions: Record<string, (module: Compiled, file: string) => void>;
};

/** What parts of vitest look for in its own workers. */
const worker = { config: { snapshotOptions: {} }, filepath: '', evaluatedModules: { idToModuleMap: new Map() } };
const mocker = {
  getMockContext: () => ({ callstack: null }),
  importActual: (name: string): unknown => {
    forgetModules();
    return createRequire(worker.filepath)(name);
  },
};
const code = new Map<string, string>();

/**
 * Lets `require` load TypeScript, and gives test files the one vitest of this process.
 *
 * @param evaluate runs a module of the project, as it likes
 */
export async function prepareLoading(evaluate: (file: string, run: () => void) => void): Promise<void> {
  Object.assign(globalThis, { __vitest_worker__: worker, __vitest_mocker__: mocker });
  const vitest = await import('vitest');
  vitest.expect.extend({
    toMatchFileSnapshot(received: string, name: string) {
      const pass = received === readFileSync(join(dirname(worker.filepath), name), 'utf8');
      return { pass, message: () => `it differs from ${name}` };
    },
  });
  const loader = Module as Loader;
  const { _load: load, _resolveFilename: resolve } = loader;
  loader._resolveFilename = (request, parent, ...rest) => {
    // Beside zones.ts stands zones.json, which Node itself would take.
    const source = request.startsWith('.') && parent ? `${join(dirname(parent.filename), request)}.ts` : '';
    return existsSync(source) ? source : resolve(request, parent, ...rest);
  };
  loader._load = (request, ...rest) => (request === 'vitest' ? vitest : load(request, ...rest));
  loader._extensions['.ts'] = (module, file) => {
    const known = code.get(file) ?? compiled(file);
    code.set(file, known);
    evaluate(file, () => {
      module._compile(known, file);
    });
  };
  const setup = join(process.cwd(), 'test/support/no-creation-stacks.ts');
  createRequire(setup)(setup);
}

function compiled(file: string): string {
  return transformSync(readFileSync(file, 'utf8'), { loader: 'ts', format: 'cjs', target: 'node20' }).code;
}

/** The test files of folders and files below `test/`. All are named from there. */
export function testFilesOf(names: readonly string[]): string[] {
  const all = readdirSync('test', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts'))
    .sort();
  return all.filter((file) => names.some((name) => file === name || file.startsWith(name + sep)));
}

/** Forgets what was loaded of the project. Packages stay loaded. */
function forgetModules(): void {
  const { cache } = createRequire(import.meta.url);
  for (const file of Object.keys(cache)) {
    if (file.startsWith(process.cwd()) && !file.includes('node_modules')) Reflect.deleteProperty(cache, file);
  }
}

/** Runs a test file in this process, with modules of the project that are loaded anew, up to the first test that fails. */
export async function failureOf(file: string): Promise<string | undefined> {
  forgetModules();
  let failure: string | undefined;
  const runner: VitestRunner = {
    config: CONFIG,
    importFile: (path) => createRequire(path)(path) as unknown,
    onBeforeRunTask: (test) => {
      if (failure !== undefined) test.mode = 'skip';
    },
    runTask: async (test) => {
      try {
        await getFn(test)();
      } catch (error) {
        // An error with its two values would be compared at length, and nobody reads it.
        throw new Error(error instanceof Error ? error.message : String(error));
      }
    },
    onAfterRunTask: ({ name, result }) => {
      if (result?.state === 'fail') failure = `${name}: ${result.errors?.[0]?.message ?? ''}`;
    },
  };
  worker.filepath = join(process.cwd(), 'test', file);
  const [result] = await startTests([worker.filepath], runner);
  return failure ?? result?.result?.errors?.[0]?.message;
}

const CONFIG = {
  root: process.cwd(),
  setupFiles: [],
  allowOnly: true,
  passWithNoTests: true,
  sequence: { concurrent: false, seed: 1, hooks: 'stack', setupFiles: 'list' },
  maxConcurrency: 1,
  testTimeout: 600_000,
  hookTimeout: 600_000,
  tags: [],
} as unknown as VitestRunner['config'];
