import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';

// The package as its users get it: packed, and installed with its peers into an empty project.

const ROOT = resolve(__dirname, '../..');
const PACKAGE = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  readonly exports: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
};
const PEERS = Object.entries(PACKAGE.peerDependencies);
const README = readFileSync(join(ROOT, 'README.md'), 'utf8');
const [EXAMPLE = ''] = blocksOf('README.md');
/** As docs/versions.md names it. */
const [FORK = ''] = /npm:cdktn@[\d.]+/.exec(readFileSync(join(ROOT, 'docs/versions.md'), 'utf8')) ?? [];
/** The example of docs/concepts.md that imports a class of the bindings. */
const [BINDING = ''] = blocksOf('docs/concepts.md').filter((block) => block.includes('@cdktf/provider-google/lib/'));
const ENTRIES = Object.keys(PACKAGE.exports).filter((entry) => entry !== './package.json');
const TSC = join('node_modules', 'typescript', 'bin', 'tsc');
let project = '';
let forked = '';

beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), 'trainyard-package-'));
  forked = mkdtempSync(join(tmpdir(), 'trainyard-cdktn-'));
  run('npm', ['pack', '--silent', '--pack-destination', project], ROOT);
  const tarball = join(project, readdirSync(project).find((file) => file.endsWith('.tgz')) ?? '');
  const peers = PEERS.map(([name]) => `${name}@${installed(name)}`);
  const tools = ['typescript', 'tsx', '@types/node'].map((name) => `${name}@${installed(name)}`);
  const [, override = ''] = /^npm pkg set overrides\.backport=(.*)$/m.exec(README) ?? [];
  install(project, { overrides: { backport: override } }, [tarball, ...peers, ...tools]);
  const others = peers.filter((peer) => !peer.startsWith('cdktf@'));
  install(forked, { dependencies: { cdktf: FORK }, overrides: { cdktf: FORK } }, [tarball, ...others]);
});

afterAll(() => {
  for (const folder of [project, forked]) rmSync(folder, { recursive: true, force: true });
});

test('an installation by the README has no packages but the library, its peers, what they need, and tools', () => {
  const lock = readFileSync(join(project, 'node_modules/.package-lock.json'), 'utf8');
  const installed = Object.keys((JSON.parse(lock) as { packages: object }).packages);
  expect(installed).toContain('node_modules/trainyard');
  expect(installed.filter((name) => /octokit|inquirer|winston|yargs/.test(name))).toEqual([]);
  expect(installed.length).toBeLessThan(200);
});

test('the package says where its sources are, and where to report a fault or a weakness', () => {
  const own = readFileSync(join(project, 'node_modules/trainyard/package.json'), 'utf8');
  const url: unknown = expect.stringContaining('github.com/trainyard/trainyard');
  expect(JSON.parse(own)).toMatchObject({ homepage: url, bugs: url, repository: { url } });
  expect(readFileSync(join(project, 'node_modules/trainyard/SECURITY.md'), 'utf8')).toContain('Report a vulnerability');
});

const MODULES = [
  ['node16', 'node16', ['ts', 'mts']],
  ['nodenext', 'nodenext', ['ts', 'mts', 'cts']],
  ['esnext', 'bundler', ['ts']],
] as const;

test.each(MODULES)(
  'imports of the pages compile with module %s, resolved by %s, in files of %j, declarations and all',
  (module, moduleResolution, endings) => {
    const options = { module, moduleResolution, target: 'es2022', strict: true, noEmit: true, skipLibCheck: false };
    const compilerOptions = { ...options, types: ['node'] };
    const entries = ENTRIES.map((entry) => entry.replace('.', 'trainyard'));
    const all = entries.map((entry, index) => `export * as entry${index} from '${entry}';\n`).join('');
    const programs = Object.entries({ example: EXAMPLE, binding: BINDING, entries: all });
    const contents = programs.flatMap(([name, text]) => endings.map((ending) => [`${name}.${ending}`, text] as const));
    for (const [file, text] of contents) writeFileSync(join(project, file), text);
    const files = contents.map(([file]) => file);
    writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
    expect(compile()).toEqual({ status: 0, stdout: '' });
  },
);

test('imports of the pages run in an ES module, and by tsx in each kind of module', () => {
  expect(BINDING).toContain('/index.js');
  for (const [file, ...how] of [
    ['binding.mjs'],
    ['binding.ts', '--import', 'tsx'],
    ['binding.mts', '--import', 'tsx'],
  ]) {
    writeFileSync(join(project, file ?? ''), BINDING);
    expect(run('node', [...how, file ?? ''])).toContain('cdk.tf.json');
  }
});

/** An ES module, and a CommonJS module as `verbatimModuleSyntax` wants it. Both give `undefined` for props that may be left out. */
const UNDEFINED = {
  'main.mts': `${EXAMPLE}
import { GpuNodePool, type GpuNodePoolProps } from 'trainyard';
import { type TrainingStrategy } from 'trainyard/extend';
export const stage = new Stage({ name: 'lab', project: 'acme-ml', region: process.env['REGION'] });
export const pool: Partial<GpuNodePoolProps> = { zones: undefined, taints: undefined };
export const strategy: Partial<TrainingStrategy> = { advice: undefined };
export { GpuNodePool };
`,
  'main.cts': `import trainyard = require('trainyard');
import testing = require('trainyard/testing');
trainyard.Platform.run((platform) => {
  const stage = new trainyard.Stage({ name: 'dev', project: 'acme-ml', region: 'us-east1', protected: undefined });
  const { stack } = platform.stage(stage, 'lab', { resourcePrefix: undefined });
  new trainyard.Bucket(stack, 'data', { location: undefined });
  console.log(Object.keys(testing.terraformOf(stack).resource ?? {}));
});
`,
};

test('programs compile with the settings that tsc --init writes, and run', () => {
  const folder = join(project, 'newest');
  mkdirSync(folder);
  for (const [file, program] of Object.entries(UNDEFINED)) writeFileSync(join(folder, file), program);
  run('node', [join('..', TSC), '--init', '--types', 'node'], folder);
  expect(readFileSync(join(folder, 'tsconfig.json'), 'utf8')).toMatch(/^ *"exactOptionalPropertyTypes": true/m);
  expect(compile('newest')).toEqual({ status: 0, stdout: '' });
  expect(run('node', ['main.cjs'], folder)).toContain('google_storage_bucket');
  expect(run('node', ['main.mjs'], folder)).toContain('DEPLOY.md');
});

test('the example of the README runs', () => {
  expect(EXAMPLE).toContain(`from 'trainyard'`);
  writeFileSync(join(project, 'main.ts'), EXAMPLE);
  expect(run('node', ['--import', 'tsx', 'main.ts'])).toContain('DEPLOY.md');
});

/** Two wrong values, on lines 6 and 4. The compiler leaves out the blank line and the type. */
const WRONG = `import { Mount, Platform } from 'trainyard';
import { Size } from 'cdk8s';

const mounts = () => [Mount.memory(Size.gibibytes(0))];
type Unused = { readonly value: string };
Platform.run((platform) => [Mount.configFiles({}, 'etc'), ...mounts(), platform]);
`;

test.each([
  ['main.ts', ['--import', 'tsx', 'wrong/main.ts'], 'main.ts:6', 'main.ts:4'],
  ['main.mts', ['--import', 'tsx', 'wrong/main.mts'], 'main.mts:6', 'main.mts:4'],
  ['main.ts', ['--enable-source-maps', 'wrong/main.js'], 'main.ts:6', 'main.ts:4'],
  ['main.mts', ['wrong/main.mjs'], 'main.mjs:4', 'main.mjs:3'],
])('fails: wrong values of %s, run by node %j, are shown with their lines', (file, how, ...lines) => {
  const folder = join(project, 'wrong');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, file), WRONG);
  const compilerOptions = {
    module: 'nodenext',
    target: 'es2022',
    sourceMap: true,
    skipLibCheck: true,
    types: ['node'],
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: [file] }));
  expect(compile('wrong')).toEqual({ status: 0, stdout: '' });
  const { stderr } = spawnSync('node', how, { cwd: project, encoding: 'utf8' });
  const shown = [...stderr.matchAll(/^ {2}\[(\S+)\] .* at wrong\/(\S+)$/gm)].map(([, ...place]) => place.join(' '));
  expect(shown, stderr).toEqual([`Mount.configFiles ${lines[0]}`, `Mount.memory ${lines[1]}`]);
});

test('the example of the README writes the same with cdktn in the place of cdktf', () => {
  const loader = pathToFileURL(join(project, 'node_modules/tsx/dist/loader.mjs')).href;
  const engine = readFileSync(join(forked, 'node_modules/cdktf/package.json'), 'utf8');
  expect(JSON.parse(engine)).toMatchObject({ name: 'cdktn', version: FORK.replace('npm:cdktn@', '') });
  const written = [project, forked].map((folder) => {
    writeFileSync(join(folder, 'fork.ts'), EXAMPLE);
    rmSync(join(folder, 'cdktf.out'), { recursive: true, force: true });
    run('node', ['--import', loader, 'fork.ts'], folder);
    const terraform = readFileSync(join(folder, 'cdktf.out/stacks/digits-dev/cdk.tf.json'), 'utf8');
    // The comment has the version of the engine.
    return { ...(JSON.parse(terraform) as Record<string, unknown>), '//': undefined };
  });
  expect(written[0]).toHaveProperty('resource');
  expect(written[1]).toEqual(written[0]);
});

test.each([
  [
    'a CommonJS caller',
    'main.cjs',
    `const { Platform, NodeCount } = require('trainyard'); const { manifestsOf } = require('trainyard/testing');`,
  ],
  [
    'an ES module caller',
    'main.mjs',
    `import { Platform, NodeCount } from 'trainyard'; import { manifestsOf } from 'trainyard/testing';`,
  ],
])('%s finds the classes by name', (_, file, imports) => {
  writeFileSync(
    join(project, file),
    `${imports}\nconsole.log(typeof Platform, String(NodeCount.fixed(2)), typeof manifestsOf);`,
  );
  expect(run('node', [file]).trim()).toBe('function NodeCount.fixed(2) function');
});

test('loading it costs at most 1.25 times the engine packages it needs, and 150 MB beyond Node', () => {
  const engines = enginesOf('build');
  expect(engines).toContain('cdktf');
  const runs = [1, 2, 3, 4, 5, 6, 7].map(() => ({ ours: load(['trainyard']), engines: load(engines), node: load([]) }));
  const ratio = median(runs.map((each) => each.ours.ms / each.engines.ms));
  const megabytes = median(runs.map((each) => each.ours.peakMb - each.node.peakMb));
  console.log(`loading: ${ratio.toFixed(2)} × the engines, ${megabytes.toFixed(0)} MB beyond Node`);
  expect(ratio).toBeLessThanOrEqual(1.25);
  expect(megabytes).toBeLessThanOrEqual(150);
});

/** The peers' modules that the built library requires. */
function enginesOf(folder: string): string[] {
  const files = readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.js'),
  );
  const required = files.flatMap((file) =>
    [...readFileSync(join(ROOT, folder, file), 'utf8').matchAll(/require\("([^."][^"]*)"\)/g)].map(
      ([, name]) => name ?? '',
    ),
  );
  return [...new Set(required)].filter((name) => PEERS.some(([peer]) => name === peer || name.startsWith(`${peer}/`)));
}

function load(modules: readonly string[]): { ms: number; peakMb: number } {
  const program = `
    const start = process.hrtime.bigint();
    for (const name of ${JSON.stringify(modules)}) require(name);
    console.log(JSON.stringify({ ms: Number(process.hrtime.bigint() - start) / 1e6, peakMb: process.resourceUsage().maxRSS / 1024 }));`;
  return JSON.parse(run('node', ['-e', program])) as { ms: number; peakMb: number };
}

function install(folder: string, manifest: object, packages: readonly string[]): void {
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'empty', private: true, ...manifest }));
  run('npm', ['install', '--no-audit', '--no-fund', ...packages], folder);
}

function installed(name: string): string {
  return (JSON.parse(readFileSync(join(ROOT, 'node_modules', name, 'package.json'), 'utf8')) as { version: string })
    .version;
}

function compile(folder = '.'): { status: number | null; stdout: string } {
  const { status, stdout } = spawnSync('node', [TSC, '-p', folder], { cwd: project, encoding: 'utf8' });
  return { status, stdout };
}

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** The programs of a page. */
function blocksOf(page: string): string[] {
  const text = readFileSync(join(ROOT, page), 'utf8');
  return [...text.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, block = '']) => block);
}

function run(command: string, args: string[], cwd = project): string {
  return execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}
