import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

export interface RunOptions {
  readonly cwd?: string;
  /** Added to the environment of the tests. */
  readonly env?: Readonly<Record<string, string>>;
  /** Written to its standard input. */
  readonly input?: string;
  /** Seconds that it may take where nothing else runs; it is killed after `SLOWEST` times as many. @default 120 */
  readonly limit?: number;
}

export interface Outcome {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
  /** Both, as they came. */
  readonly output: string;
}

/** The factor by which a machine may be slower, or busier, than the one where a limit was chosen. */
export const SLOWEST = 10;

const ENVIRONMENT = {
  CHECKPOINT_DISABLE: '1',
  CDK8S_CHECK_UPGRADE: 'false',
  NO_COLOR: '1',
  FORCE_COLOR: '0',
  CI: 'true',
  // Comes before all other credentials: should a real provider ever be found here, it can make nothing.
  GOOGLE_OAUTH_ACCESS_TOKEN: 'tests-make-nothing',
};

/** Runs a program to its end, good or bad. */
export async function attempt(command: string, args: readonly string[], options: RunOptions = {}): Promise<Outcome> {
  const { cwd, env, input = '', limit = 120 } = options;
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, ...ENVIRONMENT, ...env },
    timeout: limit * SLOWEST * 1000,
  });
  const out = { stdout: '', stderr: '', output: '' };
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].setEncoding('utf8').on('data', (text: string) => {
      out[stream] += text;
      out.output += text;
    });
  }
  // A program that ends without reading its input closes the pipe: that is no error of the test.
  child.stdin.on('error', () => undefined).end(input);
  const status = await new Promise<number>((resolve, reject) => {
    child.on('error', reject).on('close', (code, signal) => {
      if (signal) out.output += `\nended by ${signal} (limit ${limit * SLOWEST} s)`;
      resolve(code ?? 1);
    });
  });
  return { status, ...out };
}

/** Runs a program that has to succeed; gives its standard output. */
export async function run(command: string, args: readonly string[], options: RunOptions = {}): Promise<string> {
  const { status, stdout, output } = await attempt(command, args, options);
  if (status !== 0) throw new Error(`${[command, ...args].join(' ')} ended with ${status}:\n${output}`);
  return stdout;
}

/**
 * Asks until there is an answer; `undefined`, `false` and failures mean not yet.
 *
 * @param seconds that it may take where nothing else runs
 */
export async function within<T>(seconds: number, what: string, ask: () => Promise<T | undefined | false>): Promise<T> {
  const limit = seconds * SLOWEST;
  const end = Date.now() + limit * 1000;
  // Later questions are further apart: each costs a program, of which many tests have some at the same time.
  for (let pause = 300; ; pause = Math.min(2000, pause + 100)) {
    let failure: unknown = 'no answer';
    try {
      const answer = await ask();
      if (answer !== undefined && answer !== false) return answer;
    } catch (error) {
      failure = error;
    }
    if (Date.now() > end) throw new Error(`not within ${limit} s: ${what} (${String(failure)})`);
    await sleep(pause);
  }
}
