import type { Advice } from '../../../core/problems/check';
import { problem, type Problem } from '../../../core/problems/problem';
import { objectOf } from '../../kinds/kind';
import { TF_JOB, type TfJobSpec, type TfReplicaType } from '../../kinds/kubeflow';
import type { Manifest } from '../../manifest';
import { jobNameProblems } from '../job-name';
import { TF_CONFIG } from '../strategies/tensorflow/cluster-spec';
import type { RenderedTrainingJob, TrainingEngine } from '../training-engine';
import type { ResolvedTrainingJob } from '../training-job';
import type { Addresses, ResolvedRole } from '../training-strategy';
import {
  addressesBy,
  labelsOf,
  OPERATOR,
  readinessAdvice,
  replicasOf,
  RESERVED_ENV,
  runPolicyOf,
} from './training-operator';

/** The operator's names of roles. It has one for an evaluator too; `render` says why that is not used. */
const REPLICA_TYPES: Readonly<Record<string, TfReplicaType>> = { chief: 'Chief', ps: 'PS', worker: 'Worker' };

/**
 * Kubeflow's TFJob.
 *
 * A lost task starts again in place; the operator cannot start a whole job again. The others see their connections
 * break, end with an error and start again as well, from the last checkpoint.
 */
export class TfJobEngine implements TrainingEngine {
  readonly name = 'TFJob';
  readonly kind = TF_JOB;
  readonly operator = OPERATOR;
  readonly reservedEnv = RESERVED_ENV;
  readonly framework = 'TensorFlow';
  readonly onDeletedPod = 'fail';

  /** A job of one task is told nothing. */
  given({ roles }: ResolvedTrainingJob): readonly string[] {
    const tasks = roles.filter((role) => role.apart !== true).reduce((sum, { replicas }) => sum + replicas, 0);
    return tasks > 1 ? [TF_CONFIG] : [];
  }

  /** The operator looks for a container of this name. */
  containerName(): string {
    return 'tensorflow';
  }

  addresses(): Addresses {
    return addressesBy(replicaType);
  }

  podLabels({ name }: ResolvedTrainingJob, role?: string): Readonly<Record<string, string>> {
    return labelsOf(name, role === undefined ? undefined : replicaType({ name: role }));
  }

  *problems(job: ResolvedTrainingJob): Generator<Problem> {
    for (const { name, replicas, apart } of job.roles) {
      if (name === 'chief' && replicas > 1) {
        const message = `${job.strategy.name} has ${replicas} tasks of the role "chief", but TensorFlow takes one in a cluster`;
        yield problem('engine-role', 'engine', message, 'let the role "chief" have one task');
      }
      if (apart === true || name in REPLICA_TYPES) continue;
      yield problem(
        'engine-role',
        'engine',
        `${job.strategy.name} has the role "${name}", but a TFJob knows ${Object.keys(REPLICA_TYPES).join(', ')} only`,
        'use TrainingEngine.jobSet()',
      );
    }
    const suffixes = job.roles.map((role) =>
      role.apart === true ? `-${role.name}-worker-0` : `-${role.name}-${role.replicas - 1}`,
    );
    yield* jobNameProblems(job, this.name, suffixes);
  }

  advice(job: ResolvedTrainingJob): Generator<Advice> {
    return readinessAdvice(job, this.name);
  }

  /**
   * A role that stands apart becomes a job of its own: the operator would make it known to all others, whose
   * coordinator then waits for it for ever. That job ends when its program ends, or at the time limit.
   */
  render(job: ResolvedTrainingJob): RenderedTrainingJob {
    const together = job.roles.filter((role) => role.apart !== true);
    const apart = job.roles.filter((role) => role.apart === true);
    return {
      job: this.renderJob(job, job.name, together),
      beside: apart.map((role) => this.renderJob({ ...job, roles: [role] }, `${job.name}-${role.name}`, [role])),
    };
  }

  private renderJob(job: ResolvedTrainingJob, name: string, roles: readonly ResolvedRole[]): Manifest {
    const spec: TfJobSpec = {
      runPolicy: runPolicyOf(job, roles),
      successPolicy: roles.some((role) => role.name === 'chief') ? undefined : 'AllWorkers',
      tfReplicaSpecs: Object.fromEntries(
        roles.map((role) => [replicaType(role), replicasOf(this, job, role, 'tfjob-port')]),
      ),
    };
    return objectOf(TF_JOB, name, spec);
  }
}

/** A job succeeds with its chief or its workers, so a role that is a job of its own is a worker. */
function replicaType(role: { readonly name: string }): TfReplicaType {
  return REPLICA_TYPES[role.name] ?? 'Worker';
}
