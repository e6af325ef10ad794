import { problem, type Problem } from '../../core/problems';
import { objectOf } from '../../kubernetes/kinds/kind';
import type { TfJobSpec } from '../../kubernetes/kinds/custom-specs';
import { TF_JOB } from '../../kubernetes/kinds/kubeflow';
import type { Manifest } from '../../kubernetes/manifest';
import { jobNameProblems } from '../job-name';
import { TF_CONFIG } from '../strategies/tensorflow/cluster-spec';
import type { Rendered } from '../../workload/rendered';
import type { TrainingEngine } from '../training-engine';
import type { ResolvedTrainingJob } from '../training-job';
import type { ResolvedRole } from '../training-strategy';
import { replicasOf, runPolicyOf, TrainingOperatorEngine } from './training-operator-engine';

type TfReplicaType = keyof TfJobSpec['tfReplicaSpecs'];

/** The operator's names of roles. It has one for an evaluator too; `render` says why that is not used. */
const REPLICA_TYPES: Readonly<Record<string, TfReplicaType>> = { chief: 'Chief', ps: 'PS', worker: 'Worker' };

/**
 * Kubeflow's TFJob.
 *
 * A lost task starts again in place; the operator cannot start a whole job again. The others see their connections
 * break, end with an error and start again as well, from the last checkpoint.
 */
export class TfJobEngine extends TrainingOperatorEngine implements TrainingEngine {
  readonly name = 'TFJob';
  readonly kind = TF_JOB;
  /** The operator looks for a container of this name. */
  readonly containerName = 'tensorflow';
  readonly framework = 'TensorFlow';
  readonly onDeletedPod = 'fail';

  /** A job of one task gets no TF_CONFIG. */
  given({ roles }: ResolvedTrainingJob): readonly string[] {
    const tasks = roles.filter((role) => role.auxiliary !== true).reduce((sum, { replicas }) => sum + replicas, 0);
    return tasks > 1 ? [TF_CONFIG] : [];
  }

  *problems(job: ResolvedTrainingJob): Generator<Problem> {
    for (const { name, replicas, auxiliary } of job.roles) {
      if (name === 'chief' && replicas > 1) {
        const message = `${job.strategy.name} has ${replicas} tasks of the role "chief", but TensorFlow takes one in a cluster`;
        yield problem('engine-role', 'engine', message, 'let the role "chief" have one task');
      }
      if (auxiliary === true || name in REPLICA_TYPES) continue;
      yield problem(
        'engine-role',
        'engine',
        `${job.strategy.name} has the role "${name}", but a TFJob knows ${Object.keys(REPLICA_TYPES).join(', ')} only`,
        'use TrainingEngine.jobSet()',
      );
    }
    const suffixes = job.roles.map((role) =>
      role.auxiliary === true ? `-${role.name}-worker-0` : `-${role.name}-${role.replicas - 1}`,
    );
    yield* jobNameProblems(job, this.name, suffixes);
  }

  /**
   * An auxiliary role becomes a job of its own. The operator would make it known to all others, whose coordinator then
   * waits for it for ever.
   */
  render(job: ResolvedTrainingJob): Rendered {
    const together = job.roles.filter((role) => role.auxiliary !== true);
    const apart = job.roles.filter((role) => role.auxiliary === true);
    return {
      main: this.renderJob(job, job.name, together),
      beside: apart.map((role) => this.renderJob({ ...job, roles: [role] }, `${job.name}-${role.name}`, [role])),
    };
  }

  private renderJob(job: ResolvedTrainingJob, name: string, roles: readonly ResolvedRole[]): Manifest {
    const spec: TfJobSpec = {
      runPolicy: runPolicyOf(job, roles),
      successPolicy: roles.some((role) => role.name === 'chief') ? undefined : 'AllWorkers',
      tfReplicaSpecs: Object.fromEntries(
        roles.map((role) => [this.typeOf(role.name), replicasOf(this, job, role, 'tfjob-port')]),
      ),
    };
    return objectOf(TF_JOB, name, spec);
  }

  /** A job succeeds with its chief or its workers, so a role that is a job of its own is a worker. */
  protected typeOf(role: string): TfReplicaType {
    return REPLICA_TYPES[role] ?? 'Worker';
  }
}
