// `npm run bench`: compares trainyard with plain cdk8s and cdktf programs that write the same content. Each program runs
// in its own process, in turns, as compiled JavaScript. The output has medians; quote the ratios. Thousands of files are
// written: set TMPDIR to a folder in memory if the disk is slow.
import { execFileSync } from 'node:child_process';
import { buildSync } from 'esbuild';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';

interface Measure {
  readonly ms: number;
  readonly peakMb: number;
}

/** How many of each are measured; from 500 to 1000 shows how the time grows. */
const PROGRAMS = {
  jobs: [1, 100, 500, 1000],
  charts: [100, 500, 1000],
  servers: [1, 100, 500, 1000],
  pools: [1, 100, 500, 1000],
};
const RUNS = Number(process.env.BENCH_RUNS ?? 5);
const ENGINES = [
  'constructs',
  'cdk8s',
  'cdk8s-plus-27',
  'cdktf',
  ...[
    'provider',
    'artifact-registry-repository',
    'artifact-registry-repository-iam-member',
    'compute-network',
    'compute-router',
    'compute-router-nat',
    'compute-subnetwork',
    'container-cluster',
    'container-node-pool',
    'project-iam-member',
    'project-service',
    'service-account',
    'service-account-iam-member',
    'storage-bucket',
    'storage-bucket-iam-member',
  ].map((resource) => `@cdktf/provider-google/lib/${resource}`),
];

/** Inside the package, so that the compiled programs find the engines. */
const compiled = 'node_modules/.cache/trainyard-bench';
const scratch = mkdtempSync(join(tmpdir(), 'trainyard-bench-'));
try {
  execFileSync('npm', ['run', '--silent', 'build'], { stdio: 'inherit' });
  buildSync({
    entryPoints: ['scripts/bench/ours.ts', 'scripts/bench/plain.ts'],
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'cjs',
    outdir: compiled,
  });
  console.log(
    `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? ''}, ${(totalmem() / 2 ** 30).toFixed(0)} GiB\n`,
  );
  console.log('| program | trainyard ms | plain ms | ratio | trainyard peak MB | plain peak MB |');
  console.log('| --- | --- | --- | --- | --- | --- |');
  row(
    'loading the package',
    ...pairs(
      () => load(['./build/index.js']),
      () => load(ENGINES),
    ),
  );
  console.log(
    `| Node alone | ${medianOf([1, 2, 3].map(() => load([]))).ms.toFixed(0)} | | | ${load([]).peakMb.toFixed(0)} | |`,
  );
  for (const [what, counts] of Object.entries(PROGRAMS)) {
    for (const count of counts) {
      const ours = folder();
      const plain = folder();
      row(
        `${count} ${what}`,
        ...pairs(
          () => run('ours.js', what, String(count), ours),
          () => run('plain.js', what, ours, plain),
        ),
      );
    }
  }
  // Nothing is written, so there is no plain program.
  for (const count of [500, 1000]) {
    const { ms, peakMb } = medianOf([1, 2, 3].map(() => run('ours.js', 'wrong-jobs', String(count), folder())));
    console.log(`| ${count} jobs, each refused | ${ms.toFixed(0)} | | | ${peakMb.toFixed(0)} | |`);
  }
} finally {
  for (const made of [scratch, compiled]) rmSync(made, { recursive: true, force: true });
}

function pairs(ours: () => Measure, plain: () => Measure): [Measure[], Measure[]] {
  const measured: [Measure[], Measure[]] = [[], []];
  for (let run = 0; run < RUNS; run++) {
    measured[0].push(ours());
    measured[1].push(plain());
  }
  return measured;
}

function row(what: string, ours: Measure[], plain: Measure[]): void {
  const [a, b] = [medianOf(ours), medianOf(plain)];
  const ratio = median(ours.map((each, index) => each.ms / (plain[index]?.ms ?? Number.NaN)));
  const cells = [what, a.ms.toFixed(0), b.ms.toFixed(0), ratio.toFixed(2), a.peakMb.toFixed(0), b.peakMb.toFixed(0)];
  console.log(`| ${cells.join(' | ')} |`);
}

function load(modules: readonly string[]): Measure {
  const program = `
    const start = process.hrtime.bigint();
    for (const name of ${JSON.stringify(modules)}) require(require.resolve(name, { paths: [process.cwd()] }));
    console.log(JSON.stringify({ ms: Number(process.hrtime.bigint() - start) / 1e6, peakMb: process.resourceUsage().maxRSS / 1024 }));`;
  return JSON.parse(execFileSync('node', ['-e', program], { encoding: 'utf8' })) as Measure;
}

function run(program: string, ...args: readonly string[]): Measure {
  return JSON.parse(execFileSync('node', [join(compiled, program), ...args], { encoding: 'utf8' })) as Measure;
}

function folder(): string {
  const made = mkdtempSync(join(scratch, 'run-'));
  mkdirSync(join(made, 'dist'), { recursive: true });
  return made;
}

function medianOf(measures: readonly Measure[]): Measure {
  return { ms: median(measures.map(({ ms }) => ms)), peakMb: median(measures.map(({ peakMb }) => peakMb)) };
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
