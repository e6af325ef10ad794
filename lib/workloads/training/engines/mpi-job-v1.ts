import type { Problem } from '../../../core/problems/problem';
import { objectOf } from '../../kinds/kind';
import { MPI_JOB_V1, type MpiJobV1Spec, type ReplicaSpec } from '../../kinds/kubeflow';
import { templateOf, type PodTask } from '../../pod/pod-template';
import { frameworkName, taskOf } from '../engine-task';
import { jobNameProblems } from '../job-name';
import type { RenderedTrainingJob, TrainingEngine } from '../training-engine';
import type { ResolvedTrainingJob } from '../training-job';
import type { Addresses, ResolvedRole } from '../training-strategy';
import { mpiRoleProblems, mpiRolesOf } from './mpi-roles';
import { addressesBy, FIELDS, labelsOf, OPERATOR, RESERVED_ENV, runPolicyOf } from './training-operator';

/** The operator sets them after ours, and the later of two equal names counts. */
const GIVEN = ['OMPI_MCA_plm_rsh_agent', 'OMPI_MCA_orte_default_hostfile'];

/** A worker does nothing by itself: mpirun starts its processes by `kubectl exec`. A shell, because `sleep` alone ignores SIGTERM here. */
const WAIT = ['sh', '-c', "trap 'exit 143' TERM; sleep 365d & wait"];

/**
 * The MPIJob of Kubeflow's Training Operator, version 1, which the MPI Operator's replaces. mpirun starts processes by
 * `kubectl exec`, so the launcher acts as the pods' service account, to which the operator gives the right to.
 *
 * The containers of a launcher and of a worker start again in their pods. A launcher's pod that ended is the end of the job.
 */
export class MpiJobV1Engine implements TrainingEngine<'MPI', 2> {
  readonly name = 'MPIJob';
  readonly kind = MPI_JOB_V1;
  readonly operator = OPERATOR;
  readonly framework = 'MPI';
  readonly reservedEnv = [...RESERVED_ENV, ...GIVEN];

  given(): readonly string[] {
    return GIVEN;
  }

  containerName(job: ResolvedTrainingJob): string {
    return frameworkName(job);
  }

  addresses(): Addresses {
    return { ...addressesBy(({ name }) => name), mpi: {} };
  }

  podLabels({ name }: ResolvedTrainingJob, role?: string): Readonly<Record<string, string>> {
    return labelsOf(name, role);
  }

  *problems(job: ResolvedTrainingJob): Generator<Problem> {
    yield* mpiRoleProblems(job);
    const suffixes = job.roles.map(({ name, replicas }) =>
      name === 'launcher' ? '-launcher' : `-${name}-${replicas - 1}`,
    );
    yield* jobNameProblems(job, this.name, suffixes);
  }

  render(job: ResolvedTrainingJob): RenderedTrainingJob {
    const roles = mpiRolesOf(job);
    const spec: MpiJobV1Spec = {
      slotsPerWorker: roles?.worker.processes ?? 1,
      runPolicy: runPolicyOf(job, job.roles),
      mpiReplicaSpecs: roles
        ? { Launcher: this.launcherOf(job, roles.launcher), Worker: this.workerOf(job, roles.worker) }
        : {},
    };
    return { job: objectOf(MPI_JOB_V1, job.name, spec) };
  }

  private launcherOf(job: ResolvedTrainingJob, role: ResolvedRole): ReplicaSpec {
    const task = taskOf(this, job, role, FIELDS);
    const podSpec = { ...task.pod.podSpec, automountServiceAccountToken: true };
    return replicasOf(job, role, { ...task, pod: { ...task.pod, podSpec } });
  }

  private workerOf(job: ResolvedTrainingJob, role: ResolvedRole): ReplicaSpec {
    const task = taskOf(this, job, role, FIELDS);
    return replicasOf(job, role, { ...task, command: WAIT, ports: undefined, startupProbe: undefined });
  }
}

/** The operator looks at the job's own limit of time only when a pod changes, so each pod has it too. */
function replicasOf(
  { timeLimit, maxRestarts }: ResolvedTrainingJob,
  { replicas }: ResolvedRole,
  task: PodTask,
): ReplicaSpec {
  const restartPolicy = maxRestarts === 0 ? 'Never' : 'OnFailure';
  return { replicas, restartPolicy, template: templateOf({ ...task, timeLimit }) };
}
