import type { Addresses, Rendezvous, Role, Roles, StrategyOptions, TrainingStrategy } from '../../training-strategy';
import { evaluatorRole, workerRole, type RoleOptions } from '../role-options';
import { ClusterSpec, TF_CONFIG, TF_PORT } from './cluster-spec';

/** The tasks of a job beside its mirrored workers. */
export interface MultiWorkerMirroredOptions {
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
 * Every worker holds all variables and all step together. Worker 0 is the chief: it writes checkpoints and the model.
 * When one worker is lost, the others stop, and all start again from the last checkpoint.
 *
 * @see https://www.tensorflow.org/tutorials/distribute/multi_worker_with_keras
 */
export class MultiWorkerMirrored implements TrainingStrategy<'TensorFlow', 1 | 2> {
  readonly name = 'TensorFlow multi-worker mirrored';
  readonly framework = 'TensorFlow';
  readonly reservedEnv = [TF_CONFIG];
  readonly port = TF_PORT;
  private readonly clusterSpec: ClusterSpec;

  constructor(private readonly options: MultiWorkerMirroredOptions) {
    this.clusterSpec = options.clusterSpec ?? ClusterSpec.TF_CONFIG;
  }

  roles(options: StrategyOptions): Roles<1 | 2> {
    const worker: Role = { ...workerRole(options), completes: true, failurePolicy: 'restartJob' };
    const { evaluator } = this.options;
    return evaluator === undefined ? [worker] : [worker, evaluatorRole(evaluator, options.pool)];
  }

  rendezvous(role: Role, roles: readonly Role[], addresses: Addresses): Rendezvous {
    return this.clusterSpec.rendezvous(role, roles, addresses);
  }
}
