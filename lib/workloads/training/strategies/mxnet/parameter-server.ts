import { accepted } from '../../../../core/problems/errors';
import type { Problem } from '../../../../core/problems/problem';
import { number, object, optional, optionProblems, type Rules } from '../../../../core/problems/rules';
import { replicaProblems, ROLE_OPTIONS } from '../../role-problems';
import type {
  Addresses,
  Rendezvous,
  ResolvedRole,
  Role,
  StrategyOptions,
  TrainingStrategy,
} from '../../training-strategy';
import { programOf, type RoleOptions } from '../role-options';
import {
  compressionFlags,
  compressionProblems,
  GRADIENT_COMPRESSION,
  type GradientCompression,
} from './gradient-compression';
import { DMLC_ENV } from './variables';

/** The roles of an MXNet job beside its workers, and how gradients travel. */
export interface MXNetParameterServerOptions {
  /** The tasks that hold the weights. They end when training ends. */
  readonly servers: RoleOptions & {
    /** Refused below 1 and above 10 000. */
    readonly replicas: number;
  };
  /** Where the task runs by which all others find each other, and what it asks for. @default {} - beside the servers */
  readonly scheduler?: RoleOptions;
  /**
   * Workers get it as the flags `--gc-type=2bit --gc-threshold=0.5`, which the program has to pass to
   * `kv.set_gradient_compression`, as MXNet's own examples do. A program that does not know the flags fails.
   *
   * @default - none: gradients travel whole
   * @see https://mxnet.apache.org/versions/1.9.1/api/faq/gradient_compression
   */
  readonly gradientCompression?: GradientCompression;
}

const OPTIONS: Rules<MXNetParameterServerOptions> = {
  servers: object(
    { ...ROLE_OPTIONS, replicas: number('give a number, such as 1') },
    'give their number: { replicas: 1 }',
  ),
  scheduler: optional(object(ROLE_OPTIONS, 'give { pool: …, resources: … }')),
  gradientCompression: optional(object(GRADIENT_COMPRESSION, "give { type: '2bit' }")),
};

/** Where the scheduler listens, as the training operator has it. Servers and workers take free ports. */
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
    const checks = [optionProblems(options, OPTIONS), valueProblems(options)];
    return accepted('MXNet.parameterServer', checks, () => new MXNetParameterServer(options));
  }

  private constructor(private readonly options: MXNetParameterServerOptions) {}

  roles({ workers, pool, resources }: StrategyOptions): readonly [Role, Role, Role] {
    const { servers, scheduler } = this.options;
    const sidePool = servers.pool ?? pool;
    const beside = { accelerated: false, completes: false, onLoss: 'restartJob' as const };
    return [
      {
        ...beside,
        ...programOf(scheduler),
        name: 'scheduler',
        replicas: 1,
        pool: scheduler?.pool ?? sidePool,
        resources: scheduler?.resources,
        port: SCHEDULER_PORT,
      },
      {
        ...beside,
        ...programOf(servers),
        name: 'server',
        replicas: servers.replicas,
        pool: sidePool,
        resources: servers.resources,
      },
      { name: 'worker', replicas: workers, pool, resources, accelerated: true, completes: true, onLoss: 'restartJob' },
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
        // Without it the scheduler would listen at its host name, which it cannot.
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
