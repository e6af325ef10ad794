import { accepted } from '../../../../core/problems/errors';
import { object, optional, optionProblems, type Rules } from '../../../../core/problems/rules';
import { ROLE_OPTIONS } from '../../role-problems';
import type { Addresses, Rendezvous, Role, Roles, StrategyOptions, TrainingStrategy } from '../../training-strategy';
import { evaluatorRole, type RoleOptions } from '../role-options';
import { CLUSTER_SPEC, ClusterSpec, TF_CONFIG, TF_PORT } from './cluster-spec';

/** The tasks of a job beside its mirrored workers. */
export interface MultiWorkerMirroredOptions {
  /**
   * Adds a task that evaluates checkpoints beside the training. By JobSet it is stopped when training ends; by TFJob it
   * is a job of its own, so that its program must end by itself, or a `timeLimit` ends it.
   *
   * @default - none
   */
  readonly evaluator?: RoleOptions;
  /** How tasks learn of each other. @default ClusterSpec.TF_CONFIG */
  readonly clusterSpec?: ClusterSpec;
}

const MULTI_WORKER_MIRRORED: Rules<MultiWorkerMirroredOptions> = {
  evaluator: optional(object(ROLE_OPTIONS, 'give { pool: …, resources: … }')),
  clusterSpec: optional(CLUSTER_SPEC),
};

/**
 * Every worker holds all variables and all step together. Worker 0 is the chief: it writes checkpoints and the model.
 * When one worker is lost the others stop, and all start again from the last checkpoint.
 *
 * @see https://www.tensorflow.org/tutorials/distribute/multi_worker_with_keras
 */
export class MultiWorkerMirrored implements TrainingStrategy<'TensorFlow', 1 | 2> {
  readonly name = 'TensorFlow multi-worker mirrored';
  readonly framework = 'TensorFlow';
  readonly reservedEnv = [TF_CONFIG];
  readonly port = TF_PORT;
  private readonly clusterSpec: ClusterSpec;

  static of(options: MultiWorkerMirroredOptions): MultiWorkerMirrored {
    const types = optionProblems(options, MULTI_WORKER_MIRRORED);
    return accepted('TensorFlow.multiWorkerMirrored', [types], () => new MultiWorkerMirrored(options));
  }

  private constructor(private readonly options: MultiWorkerMirroredOptions) {
    this.clusterSpec = options.clusterSpec ?? ClusterSpec.TF_CONFIG;
  }

  roles({ workers, pool, resources }: StrategyOptions): Roles<1 | 2> {
    const worker = {
      name: 'worker',
      replicas: workers,
      pool,
      resources,
      accelerated: true,
      completes: true,
      onLoss: 'restartJob' as const,
    };
    const { evaluator } = this.options;
    return evaluator === undefined ? [worker] : [worker, evaluatorRole(evaluator, pool)];
  }

  rendezvous(role: Role, roles: readonly Role[], addresses: Addresses): Rendezvous {
    return this.clusterSpec.rendezvous(role, roles, addresses);
  }
}
