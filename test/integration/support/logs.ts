import { spawn, type ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TestContext } from 'vitest';
import { describeNamespace } from './kubectl';
import { within } from './run';

/** A line each time that something becomes of a pod. */
const POD =
  '{{.metadata.uid}} {{.metadata.name}}{{range .status.containerStatuses}}{{if not .state.waiting}} {{.containerID}}{{end}}{{end}}{{"\\n"}}';

/** All that the containers of a namespace print, also those that are gone at the end. */
export class Logs {
  private readonly printed = new Map<string, string>();
  private readonly uids = new Set<string>();
  private readonly followed = new Set<ChildProcess>();
  private readonly watch: ChildProcess;

  constructor(private readonly namespace: string) {
    let rest = '';
    this.watch = this.kubectl(['get', 'pods', '--watch', '-o', `go-template=${POD}`], (text) => {
      const lines = `${rest}${text}`.split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) this.hear(line);
    });
  }

  get text(): string {
    return [...this.printed.values()].join('\n');
  }

  /** How many pods there have been. */
  get pods(): number {
    return this.uids.size;
  }

  /** How many containers have printed anything: one that starts again in its pod counts again. */
  get containers(): number {
    return this.printed.size;
  }

  /** Waits until one of them has printed this. */
  async until(pattern: RegExp, seconds = 60): Promise<void> {
    try {
      await within(seconds, String(pattern), () => Promise.resolve(pattern.test(this.text)));
    } catch (error) {
      throw new Error(`${String(error)}\n${this.text}\n${await describeNamespace(this.namespace)}`, { cause: error });
    }
  }

  /** Hears what is left to hear, if the containers have ended. */
  async end(): Promise<void> {
    this.watch.kill();
    for (let tries = 0; this.followed.size > 0 && tries < 50; tries++) await sleep(100);
    for (const child of this.followed) child.kill();
  }

  private hear(line: string): void {
    const [uid = '', pod = '', container] = line.split(' ');
    this.uids.add(uid);
    if (container === undefined || this.printed.has(container)) return;
    this.printed.set(container, '');
    const child = this.kubectl(['logs', '--follow', pod], (text) => {
      this.printed.set(container, `${this.printed.get(container) ?? ''}${text}`);
    });
    this.followed.add(child);
    child.on('close', () => this.followed.delete(child));
  }

  private kubectl(args: readonly string[], hear: (text: string) => void): ChildProcess {
    const child = spawn('kubectl', ['-n', this.namespace, ...args]);
    child.stdout.setEncoding('utf8').on('data', hear);
    // What could not be heard is missed by the test that waits for it.
    child.on('error', () => undefined);
    return child;
  }
}

/** All that the containers of a namespace print until the test ends. */
export function logsUntilTheEnd(namespace: string, { onTestFinished }: TestContext): Logs {
  const logs = new Logs(namespace);
  onTestFinished(() => logs.end());
  return logs;
}
