// `npm run killed-runs -- [KILLS] [PAIRS]`: kills a program at random moments, half of them while it writes its output, and
// runs pairs of programs at once while a reader reads. After each run, every deployment must be whole and of one version.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { compiledProgram } from './compiled-program';

const NAMES = ['a', 'b', 'c', 'd'];
const SIGNALS = ['SIGKILL', 'SIGKILL', 'SIGTERM', 'SIGINT'] as const;

export interface Figures {
  readonly runs: number;
  /** Of the runs, those that were killed while they wrote. */
  readonly whileWriting: number;
  /** Everything that was not whole, in words. */
  readonly faults: readonly string[];
}

/** Kills runs of a program in one folder, one after the other. Even runs are killed at any moment, odd ones as they write. */
export async function killedRuns(program: string, count: number): Promise<Figures> {
  const folder = mkdtempSync(join(tmpdir(), 'killed-runs-'));
  const faults: string[] = [];
  let whileWriting = 0;
  const first = await run(program, folder, 0);
  for (const name of NAMES) writeFileSync(join(folder, 'dist', name, 'mine.txt'), 'mine');
  for (let version = 1; version <= count; version += 1) {
    const signal = SIGNALS[Math.floor(Math.random() * SIGNALS.length)];
    const aim = version % 2 === 0 ? 'start' : 'write';
    const length = aim === 'start' ? first.end : (first.end - first.write) * 1.2;
    const { write, end } = await run(program, folder, version, { signal, aim, after: Math.random() * length });
    if (write < Infinity && end === Infinity) whileWriting += 1;
    faults.push(...faultsIn(folder).map((fault) => `run ${version}, ${signal} after ${aim}: ${fault}`));
  }
  await run(program, folder, count + 1);
  faults.push(...faultsIn(folder), ...leftoversIn(folder));
  rmSync(folder, { recursive: true });
  return { runs: count, whileWriting, faults };
}

/** Runs two versions of a program at once, many times, and reads all the time. */
export async function pairedRuns(program: string, count: number): Promise<Figures> {
  const folder = mkdtempSync(join(tmpdir(), 'paired-runs-'));
  const faults: string[] = [];
  await run(program, folder, 0);
  const stop = new AbortController();
  const reader = (async () => {
    while (!stop.signal.aborted) {
      faults.push(...NAMES.flatMap((name) => tornFiles(folder, name)));
      await new Promise((wake) => setImmediate(wake));
    }
  })();
  for (let pair = 1; pair <= count; pair += 1) {
    const runs = await Promise.all([run(program, folder, 2 * pair), run(program, folder, 2 * pair + 1)]);
    faults.push(...runs.filter(({ end }) => end === Infinity).map(({ output }) => `pair ${pair}: ${output}`));
    const versions = NAMES.map((name) => versionsOf(join(folder, 'dist', name)).join(' and '));
    if (new Set(versions).size > 1) faults.push(`pair ${pair}: deployments of ${versions.join(', ')}`);
    faults.push(...faultsIn(folder).map((fault) => `pair ${pair}: ${fault}`));
  }
  stop.abort();
  await reader;
  faults.push(...leftoversIn(folder));
  rmSync(folder, { recursive: true });
  return { runs: 2 * count, whileWriting: 0, faults };
}

interface Moments {
  /** Milliseconds after the start; Infinity if it was killed before. */
  readonly write: number;
  readonly end: number;
  readonly output: string;
}

interface Kill {
  readonly signal: NodeJS.Signals | undefined;
  readonly aim: 'start' | 'write';
  /** Milliseconds. */
  readonly after: number;
}

function run(program: string, folder: string, version: number, kill?: Kill): Promise<Moments> {
  const start = performance.now();
  const child = spawn('node', [program, folder, String(version)], { stdio: ['ignore', 'pipe', 'pipe'] });
  const moments = { write: Infinity, end: Infinity, output: '' };
  const killLater = () => {
    const then = performance.now() + (kill?.after ?? 0);
    // Timers are too coarse for the few milliseconds of writing.
    const look = () => (performance.now() < then ? setImmediate(look) : child.kill(kill?.signal));
    look();
  };
  if (kill?.aim === 'start') killLater();
  child.stderr.on('data', (text) => (moments.output += String(text)));
  child.stdout.on('data', (data) => {
    for (const line of String(data).trim().split('\n')) {
      if (line === 'write' && kill?.aim === 'write') killLater();
      if (line === 'write' || line === 'end') moments[line] = performance.now() - start;
    }
  });
  return new Promise((done, fail) => {
    child.on('error', fail).on('close', () => {
      done(moments);
    });
  });
}

/** What is not as one version left it. */
function faultsIn(folder: string): string[] {
  const manifests = NAMES.flatMap((name) => {
    const deployment = join(folder, 'dist', name);
    if (!existsSync(deployment)) return [`${name} is missing`];
    const versions = versionsOf(deployment);
    const version = Number(versions[0]?.slice('release-'.length));
    const files = filesBelow(deployment).filter((path) => path.endsWith('.yaml')).length;
    const isTested = existsSync(join(deployment, 'mine.txt')) || folder.includes('paired');
    return [
      ...(versions.length === 1 ? [] : [`${name} is of ${versions.join(' and ')}`]),
      ...(files === 6 + (version % 4) ? [] : [`${name} of release ${version} has ${files} files`]),
      ...(isTested ? [] : [`${name} lost the file of somebody else`]),
    ];
  });
  const stacks = NAMES.flatMap((name) => {
    const file = join(folder, 'cdktf.out/stacks', name, 'cdk.tf.json');
    return /acme-\w-release-\d+"[^]*}$/.test(readFileSync(file, 'utf8')) ? [] : [`the stack ${name} is torn`];
  });
  return [...manifests, ...stacks];
}

function versionsOf(deployment: string): string[] {
  const texts = filesBelow(deployment).map((path) => `${path} ${readFileSync(join(deployment, path), 'utf8')}`);
  return [...new Set(texts.flatMap((text) => text.match(/release-\d+/g) ?? []))].sort();
}

/** Files that every version has, read while others write: each must be there, to its end. */
function tornFiles(folder: string, name: string): string[] {
  const settings = readFileSync(join(folder, 'dist', name, 'standing/00-work.k8s.yaml'), 'utf8');
  const guide = readFileSync(join(folder, 'dist', name, 'DEPLOY.md'), 'utf8');
  const stack = readFileSync(join(folder, 'cdktf.out/stacks', name, 'cdk.tf.json'), 'utf8');
  readFileSync(join(folder, 'cdktf.out/manifest.json'), 'utf8');
  const isWhole = settings.endsWith('\n') && guide.endsWith('\n') && stack.endsWith('}');
  return isWhole ? [] : [`${name} was read in half`];
}

/** A run that ends well leaves no temporary files, its own or those of killed runs. */
function leftoversIn(folder: string): string[] {
  const known = (path: string) => path.endsWith('/.trainyard') || !path.includes('.trainyard');
  return filesBelow(folder).filter((path) => !known(path));
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
}

async function main(kills: number, pairs: number): Promise<void> {
  const program = compiledProgram(join(__dirname, 'killed-runs/program.ts'));
  try {
    const killed = await killedRuns(program, kills);
    console.log(
      `${killed.runs} killed runs, ${killed.whileWriting} of them while they wrote: ${killed.faults.length} faults`,
    );
    const paired = await pairedRuns(program, pairs);
    console.log(`${pairs} pairs of runs at once: ${paired.faults.length} faults`);
    for (const fault of [...killed.faults, ...paired.faults]) console.log(fault);
    process.exitCode = killed.faults.length + paired.faults.length > 0 ? 1 : 0;
  } finally {
    rmSync(resolve(program, '..'), { recursive: true });
  }
}

if (process.argv[1] === __filename) {
  const [kills = '1000', pairs = '200'] = process.argv.slice(2);
  void main(Number(kills), Number(pairs));
}
