// `npm run bench`: compares trainyard with plain cdk8s and cdktf programs that write the same content, and with the time that
// writing alone takes. Each program runs in its own process, in turns, as compiled JavaScript. The output has medians; quote the
// ratios. Thousands of files are written: set TMPDIR to a folder in memory if the disk is slow.
//
// `npm run bench -- --write` puts the result into docs/performance.md and docs/performance.svg. `npm run bench -- --small` runs
// each program once, with one and two of each: it shows that the bench works.
import { execFileSync, spawnSync } from 'node:child_process';
import { buildSync } from 'esbuild';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join, resolve } from 'node:path';
import { contentOf, filesIn } from './bench/content';
import { CLI_PROGRAM, cliTime } from './bench/clis';
import { LOADS, startupTimeout } from './bench/loading';
import type { Measure } from './bench/measured';
import { plotOf } from './bench/plot';
import { SIZES, SMALL_SIZES, tableOf, type Row } from './bench/rows';

const isSmall = process.argv.includes('--small');
const RUNS = isSmall ? 1 : Number(process.env.BENCH_RUNS ?? 5);
const PAGE = 'docs/performance.md';

/** Inside the package, so that the compiled programs find the engines. */
const compiled = resolve('node_modules/.cache/trainyard-bench');
const scratch = mkdtempSync(join(tmpdir(), 'trainyard-bench-'));
try {
  execFileSync('npm', ['run', '--silent', 'build'], { stdio: 'inherit' });
  buildSync({
    entryPoints: ['ours', 'plain', 'limit'].map((name) => `scripts/bench/${name}.ts`),
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'cjs',
    outdir: compiled,
  });
  const rows = [...loadRows(), ...programRows(), ...cliRows()];
  const machine = `Node ${process.versions.node}, ${cpus().length} × ${cpus()[0]?.model ?? ''}, ${(totalmem() / 2 ** 30).toFixed(0)} GiB, medians of ${RUNS} runs:`;
  console.log([machine, '', ...tableOf(rows)].join('\n'));
  if (process.argv.includes('--write') && !isSmall) writeResult(machine, rows);
} finally {
  for (const made of [scratch, compiled]) rmSync(made, { recursive: true, force: true });
}

function loadRows(): Row[] {
  return LOADS.map(({ program, ours, plain }) =>
    rowOf(
      `loading, for ${program}`,
      0,
      inTurns(
        () => startupTimeout(ours),
        () => startupTimeout(plain),
      ),
    ),
  );
}

function* programRows(): Generator<Row> {
  for (const [program, sizes] of Object.entries(isSmall ? SMALL_SIZES : SIZES)) {
    for (const count of sizes) {
      const [ours, plain, limit] = [folder(), folder(), folder()];
      const content = join(scratch, 'content.json');
      run('ours.js', program, String(count), ours);
      const isWritten = filesIn(ours).size > 0;
      if (isWritten) writeFileSync(content, JSON.stringify(contentOf(ours)));
      const measured = inTurns(
        () => run('ours.js', program, String(count), fresh(ours)),
        ...(isWritten
          ? [() => run('plain.js', content, fresh(plain)), () => run('limit.js', content, fresh(limit))]
          : []),
      );
      if (isWritten) assertSame(ours, limit);
      yield rowOf(program, count, measured);
      for (const made of [ours, plain, limit]) rmSync(made, { recursive: true });
    }
  }
}

function* cliRows(): Generator<Row> {
  const [ours, content] = [folder(), join(scratch, 'content.json')];
  run('ours.js', ...CLI_PROGRAM, ours);
  writeFileSync(content, JSON.stringify(contentOf(ours)));
  for (const cli of ['cdk8s', 'cdktf'] as const) {
    const measured = inTurns(
      () => cliTime(cli, `node ${join(compiled, 'ours.js')} ${CLI_PROGRAM.join(' ')}`, folder()),
      () => cliTime(cli, `node ${join(compiled, 'plain.js')} ${content}`, folder()),
    );
    yield rowOf(`${cli} synth, of the one deployment`, 0, measured);
  }
}

function inTurns(...programs: readonly (() => Measure)[]): Measure[][] {
  const measured = programs.map((): Measure[] => []);
  for (let turn = 0; turn < RUNS; turn++) programs.forEach((program, index) => measured[index]?.push(program()));
  return measured;
}

function rowOf(program: string, count: number, [ours = [], plain, limit]: Measure[][]): Row {
  const ratio = plain && medianOf(ours.map(({ ms }, turn) => ms / (plain[turn]?.ms ?? NaN)));
  return {
    program,
    count,
    ours: middle(ours),
    plain: plain && ratio !== undefined ? { ...middle(plain), ratio } : undefined,
    limit: limit && middle(limit),
  };
}

function middle(measures: readonly Measure[]): Measure {
  return { ms: medianOf(measures.map(({ ms }) => ms)), peakMb: medianOf(measures.map(({ peakMb }) => peakMb)) };
}

function medianOf(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}

/** Runs a compiled program. One that is refused says so on standard error, and its exit code is 1. */
function run(program: string, ...args: readonly string[]): Measure {
  const { stdout } = spawnSync('node', [join(compiled, program), ...args], { encoding: 'utf8', maxBuffer: 2 ** 28 });
  return JSON.parse(stdout.split('\n').at(-1) ?? '') as Measure;
}

function folder(): string {
  return mkdtempSync(join(scratch, 'run-'));
}

function fresh(path: string): string {
  rmSync(path, { recursive: true });
  mkdirSync(join(path, 'dist'), { recursive: true });
  return path;
}

/** The limit counts only if it writes our bytes. */
function assertSame(ours: string, limit: string): void {
  const [own, other] = [filesIn(ours), filesIn(limit)];
  const wrong = [...own].filter(([path, text]) => other.get(path) !== text).map(([path]) => path);
  if (wrong.length > 0 || own.size !== other.size) throw new Error(`not the same bytes: ${wrong.join(', ')}`);
}

function writeResult(machine: string, rows: readonly Row[]): void {
  const page = readFileSync(PAGE, 'utf8');
  const [before = '', after = ''] = page.split(/<!-- bench -->[^]*<!-- end of bench -->/);
  const result = [`${new Date().toISOString().slice(0, 10)}, ${machine}`, '', ...tableOf(rows)].join('\n');
  writeFileSync(PAGE, `${before}<!-- bench -->\n\n${result}\n\n<!-- end of bench -->${after}`);
  writeFileSync('docs/performance.svg', plotOf(rows));
  execFileSync('npx', ['prettier', '--write', PAGE], { stdio: 'inherit' });
}
