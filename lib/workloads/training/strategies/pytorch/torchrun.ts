import { accepted } from '../../../../core/problems/errors';
import { problem, type Problem } from '../../../../core/problems/problem';
import { listOf, number, optional, optionProblems, text, type Rules } from '../../../../core/problems/rules';
import type {
  Addresses,
  Rendezvous,
  ResolvedRole,
  Roles,
  StrategyOptions,
  TrainingStrategy,
} from '../../training-strategy';
import { PROCESS_ENV, PYTORCH, TORCH_PORT, type PyTorchOptions } from './variables';

/** How torchrun starts the processes of each worker. */
export interface TorchrunOptions extends PyTorchOptions {
  /** Processes in each worker. Refused if it is not a whole number of 1 or more. @default - one for each of its GPUs, or one */
  readonly processesPerWorker?: number;
  /**
   * How often torchrun starts all processes again in place when one has failed, before the pod fails and the job's
   * `maxRestarts` count. Refused if it is not a whole number of 0 or more.
   *
   * @default 0; 3 for an elastic job
   */
  readonly maxRestarts?: number;
  /** How torchrun is started, for images without a program of that name. @default ['torchrun'] */
  readonly torchrun?: readonly string[];
}

/** A job that goes on with fewer workers. */
export interface ElasticOptions extends TorchrunOptions {
  /** The fewest workers that it trains with; the job's `workers` are the most. Refused below 1 and above `workers`. */
  readonly atLeast: number;
}

const TORCHRUN: Rules<TorchrunOptions> = {
  ...PYTORCH,
  processesPerWorker: optional(number('give a number, such as 4')),
  maxRestarts: optional(number('give a number, such as 3')),
  torchrun: optional(
    listOf(text('give the program and its arguments, such as ["python3", "-m", "torch.distributed.run"]')),
  ),
};
const ELASTIC: Rules<ElasticOptions> = { ...TORCHRUN, atLeast: number('give a number, such as 1') };

const TORCHRUN_ENV = [
  'PET_NNODES',
  'PET_NPROC_PER_NODE',
  'PET_NODE_RANK',
  'PET_MASTER_ADDR',
  'PET_MASTER_PORT',
  'PET_RDZV_BACKEND',
  'PET_RDZV_ENDPOINT',
  'PET_MAX_RESTARTS',
];

/**
 * Workers in which torchrun starts the user's command, once for each GPU.
 *
 * Static: when one worker is lost the others stop, and all start again from the last checkpoint. Elastic: the others go on
 * from it with fewer workers, and with more when there are more again.
 *
 * @see https://docs.pytorch.org/docs/stable/elastic/run.html
 */
export class Torchrun implements TrainingStrategy<'PyTorch', 1> {
  static static(options: TorchrunOptions = {}): Torchrun {
    const checks = [optionProblems(options, TORCHRUN), valueProblems(options)];
    return accepted('PyTorch.torchrun', checks, () => new Torchrun('PyTorch torchrun', options));
  }

  static elastic(options: ElasticOptions): Torchrun {
    const make = () => new Torchrun('PyTorch elastic', { maxRestarts: 3, ...options }, options.atLeast);
    return accepted('PyTorch.elastic', [optionProblems(options, ELASTIC), valueProblems(options)], make);
  }

  readonly framework = 'PyTorch';
  readonly reservedEnv = [...PROCESS_ENV, ...TORCHRUN_ENV];
  readonly port: number;

  private constructor(
    readonly name: string,
    private readonly options: TorchrunOptions,
    private readonly atLeast?: number,
  ) {
    this.port = options.port ?? TORCH_PORT;
  }

  roles({ workers, pool, resources }: StrategyOptions): Roles<1> {
    const { processesPerWorker = 'perGpu' } = this.options;
    return [
      {
        name: 'worker',
        replicas: workers,
        atLeast: this.atLeast,
        pool,
        resources,
        accelerated: true,
        processes: processesPerWorker,
        completes: true,
        onLoss: this.atLeast === undefined ? 'restartJob' : 'restartTask',
      },
    ];
  }

  /** By the variables that torchrun reads in place of its options, so that an operator can set them as well. */
  rendezvous(role: ResolvedRole, _: readonly ResolvedRole[], addresses: Addresses): Rendezvous {
    const { torchrun = ['torchrun'], maxRestarts = 0 } = this.options;
    const nodes = this.atLeast === undefined ? String(role.replicas) : `${this.atLeast}:${role.replicas}`;
    return {
      env: [
        { name: 'PET_NNODES', value: nodes },
        { name: 'PET_NPROC_PER_NODE', value: String(role.processes) },
        ...(this.atLeast === undefined ? this.staticEnv(role, addresses) : this.elasticEnv(role, addresses)),
        { name: 'PET_MAX_RESTARTS', value: String(maxRestarts) },
      ],
      args: [],
      launcher: [...torchrun, '--no_python'],
    };
  }

  private staticEnv(role: ResolvedRole, addresses: Addresses): Rendezvous['env'] {
    return [
      { name: 'PET_NODE_RANK', value: addresses.ownIndex },
      { name: 'PET_MASTER_ADDR', value: addresses.host(role, 0) },
      { name: 'PET_MASTER_PORT', value: String(this.port) },
    ];
  }

  /**
   * torchrun of worker 0 looks for its own host in the endpoint, and knows itself by its full name. The others wait for it
   * for ten minutes instead of one, because machines start minutes apart.
   */
  private elasticEnv(role: ResolvedRole, addresses: Addresses): Rendezvous['env'] {
    return [
      { name: 'PET_RDZV_BACKEND', value: 'c10d' },
      { name: 'PET_RDZV_ENDPOINT', value: `${addresses.qualifiedHost(role, 0)}:${this.port}` },
      { name: 'PET_RDZV_CONF', value: 'read_timeout=600' },
    ];
  }
}

function* valueProblems(options: TorchrunOptions & Partial<ElasticOptions>): Generator<Problem> {
  const { processesPerWorker, maxRestarts = 0, torchrun, atLeast } = options;
  const counts = { processesPerWorker, atLeast };
  for (const [property, count] of Object.entries(counts)) {
    if (count === undefined || (Number.isInteger(count) && count >= 1)) continue;
    yield problem('torchrun-option', property, `${property} is ${count}`, 'use a whole number of 1 or more');
  }
  if (!Number.isInteger(maxRestarts) || maxRestarts < 0) {
    yield problem('torchrun-option', 'maxRestarts', `maxRestarts is ${maxRestarts}`, 'use a whole number of 0 or more');
  }
  if (torchrun?.length === 0) {
    yield problem('torchrun-option', 'torchrun', 'torchrun is an empty list', "use ['torchrun'], or leave it out");
  }
}
