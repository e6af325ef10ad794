import { accepted } from '../../../../core/problems/errors';
import { number, optional, optionProblems, type Rules } from '../../../../core/problems/rules';
import type {
  Addresses,
  Rendezvous,
  ResolvedRole,
  Roles,
  StrategyOptions,
  TrainingStrategy,
} from '../../training-strategy';

/** How tasks of any program work together. */
export interface IndexedTasksOptions {
  /**
   * The port where each task listens for the others. Then the loss of one task costs all of them their work, and all start
   * again. Refused if it is not a whole number from 1 to 65535.
   *
   * @default - tasks do not talk to each other, and a lost task starts again alone
   */
  readonly port?: number;
  /**
   * The most tasks that run at the same time, for more pieces of work than machines. The others start when some have ended. For
   * a Job and a JobSet. Refused below 1, above the job's `workers`, and beside a `port`.
   *
   * @default - all
   */
  readonly atOnce?: number;
}

const INDEXED_TASKS: Rules<IndexedTasksOptions> = {
  port: optional(number('give a port, such as 5000')),
  atOnce: optional(number('give a number, such as 3')),
};

const INDEX = 'WORKER_INDEX';
const COUNT = 'WORKER_COUNT';
const ADDRESSES = 'WORKER_ADDRESSES';

/**
 * Tasks of any program. Each is told its index, the number of tasks, and the addresses of all tasks in the order of their
 * indices.
 *
 * @see https://kubernetes.io/docs/tasks/job/job-with-pod-to-pod-communication/
 */
export class IndexedTasks implements TrainingStrategy<'Plain', 1> {
  readonly name = 'Plain indexed tasks';
  readonly framework = 'Plain';
  readonly reservedEnv: readonly string[];
  readonly port?: number;
  private readonly atOnce?: number;

  static of(options: IndexedTasksOptions): IndexedTasks {
    const types = optionProblems(options, INDEXED_TASKS);
    return accepted('Plain.indexedTasks', [types], () => new IndexedTasks(options));
  }

  private constructor({ port, atOnce }: IndexedTasksOptions) {
    this.port = port;
    this.atOnce = atOnce;
    this.reservedEnv = port === undefined ? [INDEX, COUNT] : [INDEX, COUNT, ADDRESSES];
  }

  roles({ workers, pool, resources }: StrategyOptions): Roles<1> {
    const onLoss = this.port === undefined ? 'restartTask' : 'restartJob';
    const { atOnce } = this;
    return [{ name: 'worker', replicas: workers, atOnce, pool, resources, accelerated: true, completes: true, onLoss }];
  }

  rendezvous(role: ResolvedRole, _: readonly ResolvedRole[], addresses: Addresses): Rendezvous {
    const { port } = this;
    const env = [
      { name: INDEX, value: addresses.ownIndex },
      { name: COUNT, value: String(role.replicas) },
    ];
    if (port === undefined) return { env, args: [] };
    const all = Array.from({ length: role.replicas }, (_each, index) => `${addresses.host(role, index)}:${port}`);
    return { env: [...env, { name: ADDRESSES, value: all.join(',') }], args: [] };
  }
}
