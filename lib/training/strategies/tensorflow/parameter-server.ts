import { accepted, problem, type Problem } from '../../../core/problems';
import { replicaProblems } from '../../role-problems';
import type {
  Addresses,
  Rendezvous,
  ResolvedRole,
  Role,
  Roles,
  StrategyOptions,
  TrainingStrategy,
} from '../../training-strategy';
import { evaluatorRole, sideRole, workerRole, type RoleOptions } from '../role-options';
import { ClusterSpec, TF_CONFIG, TF_PORT } from './cluster-spec';

/** The roles of a parameter server job beside its workers. */
export interface ParameterServerOptions {
  /** The tasks that hold the variables. They end when training ends. */
  readonly parameterServers: RoleOptions & {
    /** Refused below 1 and above 10 000. */
    readonly replicas: number;
  };
  /**
   * The pool, the resources and the program of the chief, which coordinates the workers. Refused beside a `clusterSpec`
   * by which worker 0 is the chief. @default {}
   */
  readonly chief?: RoleOptions;
  /**
   * Adds a task that evaluates checkpoints beside the training. By JobSet it is stopped when training ends; by TFJob it
   * is a job of its own, which ends with its program or at `activeDeadline`.
   *
   * @default - none
   */
  readonly evaluator?: RoleOptions;
  /** The way in which tasks learn of each other. @default ClusterSpec.TF_CONFIG */
  readonly clusterSpec?: ClusterSpec;
}

/**
 * Workers compute gradients, parameter servers hold the variables, a chief tells the workers what to do.
 *
 * A lost worker starts again, and the chief gives it new work; only its current work is lost. The loss of the chief or of
 * a parameter server loses the state of the training: all tasks start again, from the last checkpoint.
 *
 * @see https://www.tensorflow.org/tutorials/distribute/parameter_server_training
 */
export class ParameterServer implements TrainingStrategy<'TensorFlow', 2 | 3 | 4> {
  readonly name = 'TensorFlow parameter server';
  readonly framework = 'TensorFlow';
  readonly reservedEnv = [TF_CONFIG];
  readonly port = TF_PORT;
  private readonly clusterSpec: ClusterSpec;

  static of(options: ParameterServerOptions): ParameterServer {
    return accepted('TensorFlow.parameterServer', [valueProblems(options)], () => new ParameterServer(options));
  }

  private constructor(private readonly options: ParameterServerOptions) {
    this.clusterSpec = options.clusterSpec ?? ClusterSpec.TF_CONFIG;
  }

  roles(options: StrategyOptions): Roles<2 | 3 | 4> {
    const { parameterServers, chief = {}, evaluator } = this.options;
    const { replicas, pool: sidePool = options.pool } = parameterServers;
    const hasChief = this.clusterSpec.chief;
    const coordinator: Role = { ...sideRole('chief', chief, sidePool), completes: true, failurePolicy: 'restartJob' };
    const ps = sideRole('ps', parameterServers, sidePool);
    const server: Role = { ...ps, replicas, completes: false, failurePolicy: 'restartJob' };
    const worker: Role = { ...workerRole(options), completes: !hasChief, failurePolicy: 'restartTask' };
    if (evaluator === undefined) return hasChief ? [coordinator, server, worker] : [server, worker];
    const apart = evaluatorRole(evaluator, sidePool);
    return hasChief ? [coordinator, server, worker, apart] : [server, worker, apart];
  }

  rendezvous(role: ResolvedRole, roles: readonly ResolvedRole[], addresses: Addresses): Rendezvous {
    const { env, args } = this.clusterSpec.rendezvous(role, roles, addresses);
    return { env: role.auxiliary === true ? env : [WAIT_FOR_PEERS, ...env], args };
  }
}

function* valueProblems(options: ParameterServerOptions): Generator<Problem> {
  const { parameterServers, chief, clusterSpec } = options;
  yield* replicaProblems('parameterServers.replicas', 'parameter servers', parameterServers.replicas);
  if (chief === undefined || clusterSpec?.chief !== false) return;
  const message = 'chief is set, but clusterSpec makes worker 0 the chief';
  yield problem(
    'chief-without-role',
    'chief',
    message,
    'leave chief out, or use ClusterSpec.TF_CONFIG or ClusterSpec.flags()',
  );
}

/** Without it, TensorFlow gives up on peers that have no address yet. The tutorial sets it on every task. */
const WAIT_FOR_PEERS = { name: 'GRPC_FAIL_FAST', value: 'use_caller' };
