import { Operator } from '../../operators/operator';
import { problem, type Problem } from '../../core/problems';
import { objectOf } from '../../kubernetes/kinds/kind';
import type { MpiJobV1Spec, ReplicaSpec } from '../../kubernetes/kinds/custom-specs';
import { MPI_JOB_V1 } from '../../kubernetes/kinds/kubeflow';
import { taskOf } from '../engine-task';
import { jobNameProblems } from '../job-name';
import type { Rendered } from '../../workload/rendered';
import type { TrainingEngine } from '../training-engine';
import type { ResolvedTrainingJob } from '../training-job';
import type { Addresses, ResolvedRole } from '../training-strategy';
import { addressesBy, FIELDS, labelsOf, replicaSpecOf, runPolicyOf } from './training-operator-engine';

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
  readonly operator = Operator.TRAINING;
  readonly framework = 'MPI';
  readonly fields = FIELDS;
  /** @see https://github.com/kubeflow/trainer/blob/v1.9.4/pkg/controller.v1/mpi/mpijob_controller.go */
  readonly addedContainers = true;

  given(): readonly string[] {
    return GIVEN;
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

  render(job: ResolvedTrainingJob): Rendered {
    const roles = mpiRolesOf(job);
    const spec: MpiJobV1Spec = {
      slotsPerWorker: roles?.worker.processes ?? 1,
      runPolicy: runPolicyOf(job, job.roles),
      mpiReplicaSpecs: roles
        ? { Launcher: this.launcherOf(job, roles.launcher), Worker: this.workerOf(job, roles.worker) }
        : {},
    };
    return { main: objectOf(MPI_JOB_V1, job.name, spec) };
  }

  private launcherOf(job: ResolvedTrainingJob, role: ResolvedRole): ReplicaSpec {
    const task = taskOf(this, job, role);
    const podSpec = { ...task.pod.podSpec, automountServiceAccountToken: true };
    return replicaSpecOf(job, { ...task, pod: { ...task.pod, podSpec } }, role);
  }

  private workerOf(job: ResolvedTrainingJob, role: ResolvedRole): ReplicaSpec {
    const task = taskOf(this, job, role);
    return replicaSpecOf(job, { ...task, command: WAIT, ports: undefined, startupProbe: undefined }, role);
  }
}

/** The two roles of an MPIJob, of every version. */
interface MpiRoles {
  readonly launcher: ResolvedRole;
  readonly worker: ResolvedRole;
}

/** The roles of a job; nothing if it has others. */
export function mpiRolesOf({ roles }: ResolvedTrainingJob): MpiRoles | undefined {
  const [launcher, worker] = ['launcher', 'worker'].map((wanted) => roles.find(({ name }) => name === wanted));
  return roles.length === 2 && launcher?.replicas === 1 && worker ? { launcher, worker } : undefined;
}

/** Problems of a job that is not made of one launcher and workers. */
export function* mpiRoleProblems(job: ResolvedTrainingJob): Generator<Problem> {
  if (mpiRolesOf(job)) return;
  const has = job.roles.map(({ name, replicas }) => `${replicas} × ${name}`).join(', ');
  const message = `${job.strategy.name} has ${has}, but an MPIJob has one launcher, and workers`;
  yield problem('engine-role', 'engine', message, 'use TrainingEngine.jobSet()');
}
