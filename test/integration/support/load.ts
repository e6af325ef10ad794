import { ask } from './api';
import { SERVER_IMAGE } from './judges';
import { applied, describeNamespace } from './kubectl';
import { RESTRICTED } from './pod';
import { within } from './run';

/** What has become of the requests so far. */
export interface Report {
  readonly sent: number;
  /** So many of them, from the first on, have come to an end. */
  readonly ended: number;
  /** Answers by the version of the model that gave them. */
  readonly versions: Readonly<Record<string, number>>;
  /** The version that gave the last answer. */
  readonly last: number;
  /** Failures by their message. */
  readonly errors: Readonly<Record<string, number>>;
}

/** A pod that asks a server twenty times a second: see programs/serving/load.py. */
export class Load {
  /** Begins to ask. */
  static async start(namespace: string, ...args: readonly string[]): Promise<Load> {
    const command = ['python3', '/usr/bin/load.py', '--server=mnist:8500', ...args];
    const container = { name: 'main', image: SERVER_IMAGE, command, securityContext: RESTRICTED.container };
    const spec = { securityContext: RESTRICTED.pod, containers: [container], terminationGracePeriodSeconds: 1 };
    await applied([{ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'load', namespace }, spec }]);
    const load = new Load(namespace);
    await load.until('some answers', ({ versions }) => sum(versions) > 30);
    return load;
  }

  private constructor(private readonly namespace: string) {}

  async report(): Promise<Report | undefined> {
    const log = await ask(`/api/v1/namespaces/${this.namespace}/pods/load/log`, { query: { tailLines: '5' } });
    const last = log.split('\n').findLast((line) => line.startsWith('{'));
    return last === undefined ? undefined : (JSON.parse(last) as Report);
  }

  /** Waits for a report. */
  async until(what: string, isSo: (report: Report) => boolean, seconds = 60): Promise<Report> {
    try {
      return await within(seconds, what, async () => {
        const report = await this.report();
        return report && isSo(report) && report;
      });
    } catch (error) {
      throw new Error(`${String(error)}\n${await describeNamespace(this.namespace)}`, { cause: error });
    }
  }

  /** What has become of all requests up to now, those included that are on their way. */
  async soFar(): Promise<Report> {
    const { sent } = await this.until('a report', () => true);
    return this.until('answers', ({ ended }) => ended >= sent, 120);
  }
}

export function sum(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((all, count) => all + count, 0);
}
