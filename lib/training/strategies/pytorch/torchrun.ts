import { accepted, boundsProblems, problem, type Problem } from '../../../core/problems';
import type {
  Addresses,
  Rendezvous,
  ResolvedRole,
  Roles,
  StrategyOptions,
  TrainingStrategy,
} from '../../training-strategy';
import { workerRole } from '../role-options';
import { PROCESS_ENV, TORCH_PORT, type PyTorchOptions } from './variables';

/** The processes of each worker, and the way in which torchrun starts them. */
export interface TorchrunOptions extends PyTorchOptions {
  /** Processes in each worker. Refused if it is not a whole number of 1 or more. @default - one for each of its GPUs, or one */
  readonly processesPerWorker?: number;
  /**
   * The number of times that torchrun restarts all processes in place when one has failed. Then the pod fails, and the
   * job's `maxRestarts` count. Refused if it is not a whole number of 0 or more.
   *
   * @default 0; 3 for an elastic job
   */
  readonly maxRestarts?: number;
  /** The command that starts torchrun, for images without a program of that name. @default ['torchrun'] */
  readonly torchrun?: readonly string[];
}

/** A job that goes on with fewer workers. */
export interface ElasticOptions extends TorchrunOptions {
  /** The fewest workers that it trains with; the job's `workers` are the most. Refused below 1 and above `workers`. */
  readonly atLeast: number;
}

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
 * Static: when one worker is lost, the others stop, and all start again from the last checkpoint. Elastic: the others
 * go on from the checkpoint with fewer workers, and with more when lost ones are back.
 *
 * @see https://docs.pytorch.org/docs/stable/elastic/run.html
 */
export class Torchrun implements TrainingStrategy<'PyTorch', 1> {
  static static(options: TorchrunOptions = {}): Torchrun {
    return accepted('PyTorch.torchrun', [valueProblems(options)], () => new Torchrun('PyTorch torchrun', options));
  }

  static elastic(options: ElasticOptions): Torchrun {
    const make = () => new Torchrun('PyTorch elastic', { maxRestarts: 3, ...options }, options.atLeast);
    return accepted('PyTorch.elastic', [valueProblems(options)], make);
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

  roles(options: StrategyOptions): Roles<1> {
    const { processesPerWorker: processes = 'perGpu' } = this.options;
    const { atLeast } = this;
    const failurePolicy = atLeast === undefined ? 'restartJob' : 'restartTask';
    return [{ ...workerRole(options), atLeast, processes, completes: true, failurePolicy }];
  }

  /** Uses the variables that torchrun reads in place of its options, so that an operator can set them as well. */
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
   * Worker 0 looks for its own full host name in the endpoint. The others wait for it for ten minutes instead of one,
   * because machines start minutes apart.
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
  const { processesPerWorker, maxRestarts, torchrun, atLeast } = options;
  yield* boundsProblems('torchrun-option', { processesPerWorker, atLeast }, { least: 1 });
  yield* boundsProblems('torchrun-option', { maxRestarts });
  if (torchrun?.length === 0) {
    yield problem('torchrun-option', 'torchrun', 'torchrun is an empty list', "use ['torchrun'], or leave it out");
  }
}
