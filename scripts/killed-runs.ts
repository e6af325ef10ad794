// `npm run killed-runs -- KILLS`: kills a program at random moments, half of them while it writes its output. After each run,
// every deployment is whole and of one version, or is so after one more run; files of others stay.
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
  /** Of the runs, those that left a deployment which the next run put right. */
  readonly putRight: number;
  /** Everything that was not whole after the next run, in words. */
  readonly faults: readonly string[];
}

/** Kills runs of a program in one folder, one after the other. Even runs are killed at any moment, odd ones as they write. */
export async function killedRuns(program: string, count: number): Promise<Figures> {
  const folder = mkdtempSync(join(tmpdir(), 'killed-runs-'));
  const faults: string[] = [];
  let [whileWriting, putRight] = [0, 0];
  const first = await run(program, folder, 0);
  for (const name of NAMES) writeFileSync(join(folder, 'dist', name, 'mine.txt'), 'mine');
  for (let version = 1; version <= count; version += 1) {
    const signal = SIGNALS[Math.floor(Math.random() * SIGNALS.length)];
    const aim = version % 2 === 0 ? 'start' : 'write';
    const length = aim === 'start' ? first.end : (first.end - first.write) * 1.2;
    const { write, end } = await run(program, folder, version, { signal, aim, after: Math.random() * length });
    if (write < Infinity && end === Infinity) whileWriting += 1;
    const lost = lostIn(folder);
    if (faultsIn(folder).length > 0) {
      putRight += 1;
      // A program of another version, because the next run rarely writes the same files.
      await run(program, folder, version + 1);
      lost.push(...faultsIn(folder), ...leftoversIn(folder));
    }
    faults.push(...lost.map((fault) => `run ${version}, ${signal} after ${aim}: ${fault}`));
  }
  await run(program, folder, count + 1);
  faults.push(...faultsIn(folder), ...lostIn(folder), ...leftoversIn(folder));
  rmSync(folder, { recursive: true });
  return { runs: count, whileWriting, putRight, faults };
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
    const versions = versionsOf(deployment);
    const version = Number(versions[0]?.slice('release-'.length));
    const files = filesBelow(deployment).filter((path) => path.endsWith('.yaml')).length;
    return [
      ...(versions.length === 1 ? [] : [`${name} is of ${versions.join(' and ')}`]),
      ...(files === 6 + (version % 4) ? [] : [`${name} of release ${version} has ${files} files`]),
    ];
  });
  const versions = [...new Set(NAMES.flatMap((name) => versionsOf(join(folder, 'cdktf.out/stacks', name))))];
  return versions.length === 1 ? manifests : [...manifests, `the stacks are of ${versions.join(' and ')}`];
}

/** What no run can put right, or is never so: a file of somebody else that is gone, and one that is written in half. */
function lostIn(folder: string): string[] {
  return NAMES.flatMap((name) => [
    ...(existsSync(join(folder, 'dist', name, 'mine.txt')) ? [] : [`${name} lost the file of somebody else`]),
    ...tornFiles(folder, name),
  ]);
}

function versionsOf(deployment: string): string[] {
  const texts = filesBelow(deployment).map((path) => `${path} ${readFileSync(join(deployment, path), 'utf8')}`);
  return [...new Set(texts.flatMap((text) => text.match(/release-\d+/g) ?? []))].sort();
}

/** Files that every version has: each must be there, to its end. */
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
  const known = (path: string) => /(^|\/)\.trainyard(\.lock\.json)?$/.test(path) || !path.includes('.trainyard');
  return filesBelow(folder).filter((path) => !known(path));
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
}

async function main(kills: number): Promise<void> {
  const program = compiledProgram(join(__dirname, 'killed-runs/program.ts'));
  try {
    const { runs, whileWriting, putRight, faults } = await killedRuns(program, kills);
    console.log(
      `${runs} killed runs, ${whileWriting} of them while they wrote: ${putRight} put right by the next run, ${faults.length} faults`,
    );
    for (const fault of faults) console.log(fault);
    process.exitCode = faults.length > 0 ? 1 : 0;
  } finally {
    rmSync(resolve(program, '..'), { recursive: true });
  }
}

if (process.argv[1] === __filename) void main(Number(process.argv[2] ?? '1000'));
