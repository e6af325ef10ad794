import { accepted, type Problem } from '../../../core/problems';
import { replicaProblems } from '../../role-problems';
import type {
  Addresses,
  Rendezvous,
  ResolvedRole,
  Role,
  StrategyOptions,
  TrainingStrategy,
} from '../../training-strategy';
import { sideRole, workerRole, type RoleOptions } from '../role-options';
import { compressionFlags, compressionProblems, type GradientCompression } from './gradient-compression';

/** The roles of an MXNet job beside its workers, and the compression of gradients. */
export interface MXNetParameterServerOptions {
  /** The tasks that hold the weights. They end when training ends. */
  readonly servers: RoleOptions & {
    /** Refused below 1 and above 10 000. */
    readonly replicas: number;
  };
  /** The pool, resources and program of the scheduler, by which tasks find each other. @default {} - beside the servers */
  readonly scheduler?: RoleOptions;
  /**
   * The compression of gradients, as the flags `--gc-type=2bit --gc-threshold=0.5` of workers. The program passes them
   * to `kv.set_gradient_compression`, as MXNet's own examples do. A program that does not know the flags fails.
   *
   * @default - none
   * @see https://mxnet.apache.org/versions/1.9.1/api/faq/gradient_compression
   */
  readonly gradientCompression?: GradientCompression;
}

/** The port of the scheduler, as the training operator has it. Servers and workers take free ports. */
const SCHEDULER_PORT = 9091;

/**
 * Workers send gradients to servers and take the weights from them; a scheduler tells all where the others are. All tasks run
 * the user's program: in a scheduler and in a server `import mxnet` serves until all workers have ended, and then exits.
 *
 * MXNet waits for a lost task for ever, and a new one in its place cannot join. So the loss of any task makes all start again,
 * from the last checkpoint.
 *
 * @see https://mxnet.apache.org/versions/1.9.1/api/faq/distributed_training
 * @see https://github.com/apache/mxnet/issues/9709
 */
export class MXNetParameterServer implements TrainingStrategy<'MXNet', 3> {
  readonly name = 'MXNet parameter server';
  readonly framework = 'MXNet';
  readonly reservedEnv = DMLC_ENV;

  static of(options: MXNetParameterServerOptions): MXNetParameterServer {
    return accepted('MXNet.parameterServer', [valueProblems(options)], () => new MXNetParameterServer(options));
  }

  private constructor(private readonly options: MXNetParameterServerOptions) {}

  roles(options: StrategyOptions): readonly [Role, Role, Role] {
    const { servers, scheduler = {} } = this.options;
    const { replicas, pool: sidePool = options.pool } = servers;
    const beside = { completes: false, failurePolicy: 'restartJob' as const };
    return [
      { ...sideRole('scheduler', scheduler, sidePool), ...beside, port: SCHEDULER_PORT },
      { ...sideRole('server', servers, sidePool), ...beside, replicas },
      { ...workerRole(options), completes: true, failurePolicy: 'restartJob' },
    ];
  }

  rendezvous(role: ResolvedRole, roles: readonly ResolvedRole[], addresses: Addresses): Rendezvous {
    const { gradientCompression } = this.options;
    const tasks = (name: string) => roles.filter((each) => each.name === name);
    const count = (name: string) => String(tasks(name).reduce((sum, { replicas }) => sum + replicas, 0));
    const isWorker = role.name === 'worker';
    return {
      env: [
        { name: 'DMLC_ROLE', value: role.name },
        ...tasks('scheduler').flatMap((scheduler) => [
          { name: 'DMLC_PS_ROOT_URI', value: addresses.host(scheduler, 0) },
          { name: 'DMLC_PS_ROOT_PORT', value: String(SCHEDULER_PORT) },
        ]),
        { name: 'DMLC_NUM_SERVER', value: count('server') },
        { name: 'DMLC_NUM_WORKER', value: count('worker') },
        ...(isWorker ? [{ name: 'DMLC_WORKER_ID', value: addresses.ownIndex }] : []),
        // Without it, the scheduler would listen at its host name, which it cannot.
        { name: 'DMLC_USE_KUBERNETES', value: '1' },
      ],
      args: isWorker && gradientCompression ? compressionFlags(gradientCompression) : [],
    };
  }
}

function* valueProblems(options: MXNetParameterServerOptions): Generator<Problem> {
  const { servers, gradientCompression } = options;
  yield* replicaProblems('servers.replicas', 'servers', servers.replicas);
  if (gradientCompression) yield* compressionProblems(gradientCompression);
}

/** The variables by which MXNet's processes find each other. */
export const DMLC_ENV = [
  'DMLC_ROLE',
  'DMLC_PS_ROOT_URI',
  'DMLC_PS_ROOT_PORT',
  'DMLC_NUM_SERVER',
  'DMLC_NUM_WORKER',
  'DMLC_WORKER_ID',
  'DMLC_USE_KUBERNETES',
];
