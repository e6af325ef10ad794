import { Operator } from '../../operators/operator';
import { problem, type Problem } from '../../core/problems';
import { objectOf } from '../../kubernetes/kinds/kind';
import type { MxJobSpec } from '../../kubernetes/kinds/custom-specs';
import { MX_JOB } from '../../kubernetes/kinds/kubeflow';
import { jobNameProblems } from '../job-name';
import type { Rendered } from '../../workload/rendered';
import type { TrainingEngine } from '../training-engine';
import { USUAL_RESTARTS, type ResolvedTrainingJob } from '../training-job';
import { replicasOf, runPolicyOf, TrainingOperatorEngine } from './training-operator-engine';
import { DMLC_ENV } from '../strategies/mxnet/parameter-server';

type MxReplicaType = keyof MxJobSpec['mxReplicaSpecs'];

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
export class MxJobEngine extends TrainingOperatorEngine implements TrainingEngine {
  readonly name = 'MXJob';
  readonly kind = MX_JOB;
  override readonly operator = Operator.TRAINING_1_8;
  /** The operator looks for a container of this name. */
  readonly containerName = 'mxnet';
  readonly framework = 'MXNet';
  readonly onDeletedPod = 'fail';
  override readonly onEvictedPod = 'fail';

  /** All variables by which tasks of MXNet find each other. */
  given(): readonly string[] {
    return [...DMLC_ENV, 'MX_CONFIG'];
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

  render(job: ResolvedTrainingJob): Rendered {
    const spec: MxJobSpec = {
      // Nothing starts again, so there is no number of restarts.
      runPolicy: { ...runPolicyOf(job, job.roles), backoffLimit: undefined },
      jobMode: 'MXTrain',
      mxReplicaSpecs: Object.fromEntries(
        job.roles.map((role) => [
          this.typeOf(role.name),
          { ...replicasOf(this, job, role, 'mxjob-port'), restartPolicy: 'Never' },
        ]),
      ),
    };
    return { main: objectOf(MX_JOB, job.name, spec) };
  }

  protected typeOf(role: string): MxReplicaType {
    return REPLICA_TYPES[role] ?? 'Worker';
  }
}
