import { Operator } from '../../../core/contracts/operator';
import type { Advice } from '../../../core/problems/check';
import { problem, type Problem } from '../../../core/problems/problem';
import { objectOf } from '../../kinds/kind';
import { MX_JOB, type MxJobSpec, type MxReplicaType } from '../../kinds/kubeflow';
import { jobNameProblems } from '../job-name';
import { DMLC_ENV } from '../strategies/mxnet/variables';
import type { RenderedTrainingJob, TrainingEngine } from '../training-engine';
import { USUAL_RESTARTS, type ResolvedTrainingJob } from '../training-job';
import type { Addresses } from '../training-strategy';
import { addressesBy, labelsOf, readinessAdvice, replicasOf, RESERVED_ENV, runPolicyOf } from './training-operator';

/** The operator's names of roles for training. It has three more for tuning by TVM. */
const REPLICA_TYPES: Readonly<Record<string, MxReplicaType>> = {
  scheduler: 'Scheduler',
  server: 'Server',
  worker: 'Worker',
};

/**
 * Kubeflow's MXJob, which the training operator has up to version 1.8.
 *
 * A lost task fails the job: one that started again in its place could not join the others, and these would wait for ever.
 *
 * @see https://github.com/kubeflow/training-operator/issues/1996
 */
export class MxJobEngine implements TrainingEngine {
  readonly name = 'MXJob';
  readonly kind = MX_JOB;
  readonly operator = Operator.TRAINING_1_8;
  readonly reservedEnv = [...RESERVED_ENV, 'MX_CONFIG'];
  readonly framework = 'MXNet';
  readonly onDeletedPod = 'fail';

  /** All variables by which tasks of MXNet find each other. */
  given(): readonly string[] {
    return DMLC_ENV;
  }

  /** The operator looks for a container of this name. */
  containerName(): string {
    return 'mxnet';
  }

  addresses(): Addresses {
    return addressesBy(replicaType);
  }

  podLabels({ name }: ResolvedTrainingJob, role?: string): Readonly<Record<string, string>> {
    return labelsOf(name, role === undefined ? undefined : replicaType({ name: role }));
  }

  *problems(job: ResolvedTrainingJob): Generator<Problem> {
    const others = job.roles.filter(({ name }) => !(name in REPLICA_TYPES)).map(({ name }) => `"${name}"`);
    if (others.length > 0) {
      const message = `${job.strategy.name} has the role ${others.join(' and the role ')}, but an MXJob knows ${Object.keys(REPLICA_TYPES).join(', ')} only`;
      yield problem('engine-role', 'engine', message, 'use TrainingEngine.jobSet()');
    }
    if (![0, USUAL_RESTARTS].includes(job.maxRestarts)) {
      const message = `maxRestarts is ${job.maxRestarts}, but an MXJob fails with the first lost task, because MXNet cannot go on with another`;
      yield problem('engine-option', 'maxRestarts', message, 'leave maxRestarts out, or use TrainingEngine.jobSet()');
    }
    yield* jobNameProblems(
      job,
      this.name,
      job.roles.map(({ name, replicas }) => `-${name}-${replicas - 1}`),
    );
  }

  advice(job: ResolvedTrainingJob): Iterable<Advice> {
    return readinessAdvice(job, this.name);
  }

  render(job: ResolvedTrainingJob): RenderedTrainingJob {
    const spec: MxJobSpec = {
      // Nothing starts again, so there is nothing to count.
      runPolicy: { ...runPolicyOf(job, job.roles), backoffLimit: undefined },
      jobMode: 'MXTrain',
      mxReplicaSpecs: Object.fromEntries(
        job.roles.map((role) => [
          replicaType(role),
          { ...replicasOf(this, job, role, 'mxjob-port'), restartPolicy: 'Never' },
        ]),
      ),
    };
    return { job: objectOf(MX_JOB, job.name, spec) };
  }
}

function replicaType(role: { readonly name: string }): MxReplicaType {
  return REPLICA_TYPES[role.name] ?? 'Worker';
}
