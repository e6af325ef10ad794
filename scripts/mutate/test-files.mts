import { existsSync, readdirSync, readFileSync } from 'node:fs';
import Module, { createRequire } from 'node:module';
import { dirname, join, sep } from 'node:path';
import { getFn, startTests, type Suite, type Test, type VitestRunner } from '@vitest/runner';
import { transformSync } from 'esbuild';

type Compiled = Module & { _compile: (code: string, file: string) => void };
type Loader = typeof Module & {
  _load: (request: string, ...rest: unknown[]) => unknown;
  _resolveFilename: (request: string, parent: Compiled | undefined, ...rest: unknown[]) => string;
  _extensions: Record<string, (module: Compiled, file: string) => void>;
};

const code = new Map<string, string>();
/** What expect() looks for in a worker of vitest. */
const worker = { config: { snapshotOptions: {} }, filepath: '' };

/**
 * Lets `require` load TypeScript, and gives test files the one vitest of this process.
 *
 * @param evaluate runs a module of the project, as it likes
 */
export async function prepareLoading(evaluate: (file: string, run: () => void) => void): Promise<void> {
  Object.assign(globalThis, { __vitest_worker__: worker });
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

/** The test files of folders and files below `test/`, named without it. */
export function testFilesOf(names: readonly string[]): string[] {
  const all = readdirSync('test', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts'))
    .sort();
  return names.flatMap((name) => all.filter((file) => file === name || file.startsWith(name + sep)));
}

/** Forgets what was loaded of the project: each change begins with fresh modules. Packages stay loaded. */
function forgetModules(): void {
  const { cache } = createRequire(import.meta.url);
  for (const file of Object.keys(cache)) {
    // eslint-disable-next-line @typescript-eslint/no-dynamic-delete
    if (file.startsWith(process.cwd()) && !file.includes('node_modules')) delete cache[file];
  }
}

export interface Outcome {
  readonly id: string;
  readonly milliseconds: number;
  /** What a failed test says. */
  readonly failure?: string;
}

/** What is told while tests of one file run. */
export interface Watcher {
  /** The file was loaded, and its tests collected; they come. */
  readonly loaded?: () => void;
  readonly before?: (id: string) => void;
  readonly after?: (id: string) => void;
}

/** Runs tests of a file in this process, by fresh modules: those of the ids, or all. It ends at the first that fails, if asked. */
export async function runFile(
  file: string,
  { ids, bail, ...watcher }: Watcher & { readonly ids?: ReadonlySet<string>; readonly bail: boolean },
): Promise<Outcome[]> {
  forgetModules();
  const outcomes: Outcome[] = [];
  const started = new Map<string, number>();
  const runner: VitestRunner = {
    config: {
      root: process.cwd(),
      setupFiles: [],
      name: undefined,
      passWithNoTests: true,
      testNamePattern: undefined,
      allowOnly: true,
      sequence: { concurrent: false, seed: 1, hooks: 'stack', setupFiles: 'list' },
      maxConcurrency: 1,
      testTimeout: 600_000,
      hookTimeout: 600_000,
      retry: 0,
      includeTaskLocation: false,
      tags: [],
      tagsFilter: undefined,
      strictTags: false,
    } as unknown as VitestRunner['config'],
    importFile: (path) => createRequire(path)(path) as unknown,
    onCollected: () => watcher.loaded?.(),
    onBeforeRunTask: (test) => {
      const isOver = bail && outcomes.some(({ failure }) => failure !== undefined);
      if (isOver || (ids && !ids.has(idOf(file, test)))) test.mode = 'skip';
    },
    runTask: async (test) => {
      const id = idOf(file, test);
      started.set(id, performance.now());
      watcher.before?.(id);
      try {
        await getFn(test)();
      } catch (error) {
        // An error with its two values would be compared at length, and nobody reads it.
        throw new Error(error instanceof Error ? error.message : String(error));
      } finally {
        watcher.after?.(id);
      }
    },
    onAfterRunTask: (test) => {
      const id = idOf(file, test);
      const milliseconds = performance.now() - (started.get(id) ?? 0);
      const [error] = test.result?.errors ?? [];
      outcomes.push({ id, milliseconds, ...(test.result?.state === 'fail' ? { failure: error?.message ?? '' } : {}) });
    },
  };
  worker.filepath = join(process.cwd(), 'test', file);
  const [result] = await startTests([worker.filepath], runner);
  const [error] = result?.result?.errors ?? [];
  if (error && outcomes.length === 0) outcomes.push({ id: `${file}#`, milliseconds: 0, failure: error.message });
  return outcomes;
}

export function fileOf(id: string): string {
  return id.slice(0, id.indexOf('#'));
}

function idOf(file: string, test: Test): string {
  const names = [test.name];
  for (let suite: Suite | undefined = test.suite; suite; suite = suite.suite) names.unshift(suite.name);
  return `${file}#${names.join(' > ')}`;
}
