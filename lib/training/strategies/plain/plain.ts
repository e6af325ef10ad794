import type {
  Addresses,
  Rendezvous,
  ResolvedRole,
  Roles,
  StrategyOptions,
  TrainingStrategy,
} from '../../training-strategy';
import { workerRole } from '../role-options';

/** Programs of any framework, or of none. */
export const Plain = {
  /** Tasks that are all alike but for their index, as those of an Indexed Job of Kubernetes. */
  indexedTasks: (options: IndexedTasksOptions = {}): TrainingStrategy<'Plain', 1> => new IndexedTasks(options),
};

/** Tasks of any program. */
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
  readonly parallelism?: number;
}

const INDEX = 'WORKER_INDEX';
const COUNT = 'WORKER_COUNT';
const ADDRESSES = 'WORKER_ADDRESSES';

/**
 * Tasks of any program. Each is told its index, the number of tasks, and the addresses of all tasks in the order of their
 * indices.
 *
 * @see https://kubernetes.io/docs/tasks/job/job-with-pod-to-pod-communication/
 */
class IndexedTasks implements TrainingStrategy<'Plain', 1> {
  readonly name = 'Plain indexed tasks';
  readonly framework = 'Plain';
  readonly reservedEnv: readonly string[];
  readonly port?: number;
  private readonly parallelism?: number;

  constructor({ port, parallelism }: IndexedTasksOptions) {
    this.port = port;
    this.parallelism = parallelism;
    this.reservedEnv = port === undefined ? [INDEX, COUNT] : [INDEX, COUNT, ADDRESSES];
  }

  roles(options: StrategyOptions): Roles<1> {
    const failurePolicy = this.port === undefined ? 'restartTask' : 'restartJob';
    const { parallelism } = this;
    return [{ ...workerRole(options), parallelism, completes: true, failurePolicy }];
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
