import { Operator } from '../../operators/operator';
import { problem, type Problem } from '../../core/problems';
import type { JobSetSpec, TrainingRuntimeSpec } from '../../kubernetes/kinds/custom-specs';
import { objectOf } from '../../kubernetes/kinds/kind';
import { runtimeRef, TRAIN_JOB, TRAINER_STEP, TRAINING_RUNTIME } from '../../kubernetes/kinds/trainer';
import { userOf } from '../../pods/security/security-context';
import type { Rendered } from '../../workload/rendered';
import type { TrainingEngine } from '../training-engine';
import type { ResolvedTrainingJob } from '../training-job';
import type { Addresses, ResolvedRole } from '../training-strategy';
import { JOB_SET_FIELDS, jobSetAddresses, jobSetLabels, jobSetNameProblems, jobSetSpecOf } from './job-set';
import { OPEN_MPI_ENV } from './mpi-job';

/** Trainer looks for a container of this name, and in its own runtimes for a Job of this name too. */
export const NODE = 'node';
const LAUNCHER = 'launcher';

/**
 * Kubeflow Trainer's TrainJob with a runtime of its own, which holds the whole job: Trainer makes a JobSet of it, of the
 * TrainJob's name. So hosts, losses and restarts are those of a JobSet.
 */
export class TrainJobEngine implements TrainingEngine {
  readonly name = 'TrainJob';
  readonly kind = TRAIN_JOB;
  readonly operator = Operator.TRAINER;
  readonly fields = JOB_SET_FIELDS;
  readonly containerName = NODE;

  given(job: ResolvedTrainingJob): readonly string[] {
    return mpiWorkers(job) ? OPEN_MPI_ENV : [];
  }

  addresses(job: ResolvedTrainingJob): Addresses {
    const workers = mpiWorkers(job);
    if (!workers) return jobSetAddresses(({ name }) => name);
    return { ...jobSetAddresses(({ name }) => nodeName(name, workers)), mpi: { sshKeys: KEYS } };
  }

  podLabels(job: ResolvedTrainingJob, role?: string): Readonly<Record<string, string>> {
    return jobSetLabels(job.name, role === undefined ? undefined : nodeName(role, mpiWorkers(job)));
  }

  *problems(job: ResolvedTrainingJob): Generator<Problem> {
    yield* jobSetNameProblems(job, this.name);
    yield* keptProblems(job);
  }

  render(job: ResolvedTrainingJob): Rendered {
    const runtime = { mlPolicy: mlPolicyOf(job), template: { spec: this.specOf(job) } };
    return {
      before: [objectOf(TRAINING_RUNTIME, job.base, runtime)],
      main: objectOf(TRAIN_JOB, job.name, {
        runtimeRef: runtimeRef(TRAINING_RUNTIME, job.base),
        activeDeadlineSeconds: job.activeDeadline?.toSeconds(),
      }),
    };
  }

  /** The time limit and the end are the TrainJob's. */
  private specOf(job: ResolvedTrainingJob): JobSetSpec {
    const untimed = { ...job, activeDeadline: undefined, ttlAfterFinished: undefined };
    const workers = mpiWorkers(job);
    const { replicatedJobs = [], ...spec } = jobSetSpecOf(this, untimed, (role) => nodeName(role, workers));
    const metadata = { labels: TRAINER_STEP };
    return {
      ...spec,
      replicatedJobs: replicatedJobs.map((each, index) =>
        job.roles[index]?.completes === true ? { ...each, template: { metadata, ...each.template } } : each,
      ),
    };
  }
}

/** Where Trainer mounts the keys of ssh that it makes. */
const KEYS = '/etc/mpi-ssh';

/**
 * The workers for whose ssh Trainer makes the keys. Not for root, whose ssh refuses keys of the modes that Trainer gives them, nor
 * for one process beside several GPUs, because Trainer would start one for each.
 *
 * @see https://github.com/kubeflow/trainer/blob/v2.3.0/pkg/runtime/framework/plugins/mpi/mpi.go
 */
function mpiWorkers({ strategy, pod, roles }: ResolvedTrainingJob): ResolvedRole | undefined {
  const [workers] = roles.filter(({ name }) => name !== LAUNCHER);
  if (strategy.framework !== 'MPI' || roles.length !== 2 || !workers || userOf(pod) === 0) return undefined;
  return workers.processes === 1 && workers.resolved.gpus > 1 ? undefined : workers;
}

/** The name of a role's Job. Trainer writes the list of hosts from the Job `node`. */
function nodeName(role: string, workers: ResolvedRole | undefined): string {
  return role === workers?.name ? NODE : role;
}

/** The number of nodes is that of the launcher: the workers' Job has its own. */
function mlPolicyOf(job: ResolvedTrainingJob): TrainingRuntimeSpec['mlPolicy'] {
  const workers = mpiWorkers(job);
  if (!workers) return undefined;
  const mpi = { mpiImplementation: 'OpenMPI' as const, numProcPerNode: workers.processes, sshAuthMountPath: KEYS };
  return { numNodes: 1, mpi: { ...mpi, runLauncherAsNode: false } };
}

/**
 * Problems of `ttlAfterFinished`. A TrainJob has no such field, and restarts a failed job when its JobSet is gone.
 *
 * @see https://github.com/kubeflow/trainer/issues/3779
 */
export function* keptProblems({ ttlAfterFinished }: ResolvedTrainingJob): Generator<Problem> {
  if (ttlAfterFinished === undefined) return;
  yield problem(
    'engine-option',
    'ttlAfterFinished',
    `ttlAfterFinished is ${ttlAfterFinished.toSeconds({ integral: false })} s, but a TrainJob stays until somebody deletes it`,
    "leave ttlAfterFinished out and delete the job by DEPLOY.md's commands, or use TrainingEngine.jobSet()",
  );
}
