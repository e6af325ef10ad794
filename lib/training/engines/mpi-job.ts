import { Operator } from '../../operators/operator';
import type { ICluster } from '../../core/contracts/cluster';
import type { Problem } from '../../core/problems';
import { objectOf, servedAs } from '../../kubernetes/kinds/kind';
import type { MpiJobSpec, ReplicaSpec } from '../../kubernetes/kinds/custom-specs';
import { MPI_JOB, MPI_JOB_V1, TRAINING_JOB_NAME } from '../../kubernetes/kinds/kubeflow';
import { renderPodTemplate } from '../../pods/pod-template';
import { userOf } from '../../pods/security/security-context';
import { NAMESPACE, SERVICE_DOMAIN, taskOf } from '../engine-task';
import { jobNameProblems } from '../job-name';
import type { Rendered } from '../../workload/rendered';
import type { TrainingEngine } from '../training-engine';
import type { ResolvedTrainingJob } from '../training-job';
import type { Addresses, ResolvedRole, Role } from '../training-strategy';
import { MpiJobV1Engine, mpiRoleProblems, mpiRolesOf } from './mpi-job-v1';
import { INDEX, NAME } from './training-operator-engine';

/** Options of Open MPI that operators set: of the list of hosts, and of ssh. */
export const OPEN_MPI_ENV = [
  'OMPI_MCA_orte_keep_fqdn_hostnames',
  'OMPI_MCA_orte_default_hostfile',
  'OMPI_MCA_orte_set_default_slots',
  'OMPI_MCA_plm_rsh_args',
];
/** The operator sets them after ours, and the later of two equal names counts. */
const GIVEN = ['K_MPI_JOB_ROLE', ...OPEN_MPI_ENV];

/** Only root's keys there get modes that root's ssh accepts; others read keys of root by any mode. */
const ROOT_KEYS = '/root/.ssh';
const KEYS = '/etc/mpi-ssh';

/** The characters of the launcher's pod, which is one of a Job. */
const LAUNCHER_SUFFIX = '-launcher-xxxxx';

/**
 * Kubeflow's MPIJob, version 2beta1: its operator makes the keys of ssh and the list of hosts, and starts the launcher
 * when all workers are ready.
 *
 * A launcher that failed is replaced. A worker's container starts again in its pod, and a deleted pod is made anew.
 */
export class MpiJobEngine implements TrainingEngine<'MPI', 2> {
  readonly name = 'MPIJob';
  readonly kind = MPI_JOB;
  readonly operator = Operator.MPI;
  readonly framework = 'MPI';
  /** Both operators set the same labels. */
  readonly fields = [NAME, INDEX, NAMESPACE];

  /** Version 1, where only the Training Operator is declared. */
  inCluster({ operators = [] }: ICluster): TrainingEngine {
    const serves = (kind: string) => operators.some((operator) => operator.serves.includes(kind));
    return serves(servedAs(MPI_JOB_V1)) && !serves(servedAs(MPI_JOB)) ? new MpiJobV1Engine() : this;
  }

  given(): readonly string[] {
    return GIVEN;
  }

  /** All pods have the Service of the job's name. The launcher has no index. */
  addresses({ pod }: ResolvedTrainingJob): Addresses {
    const pods = ({ name }: Role, index: number) => (name === 'launcher' ? name : `${name}-${index}`);
    const host = (role: Role, index: number) => `$(${NAME.name})-${pods(role, index)}.$(${NAME.name})`;
    return {
      host,
      qualifiedHost: (role, index) => `${host(role, index)}.${SERVICE_DOMAIN}`,
      ownIndex: `$(${INDEX.name})`,
      mpi: { sshKeys: userOf(pod) === 0 ? ROOT_KEYS : KEYS },
    };
  }

  podLabels({ name }: ResolvedTrainingJob, role?: string): Readonly<Record<string, string>> {
    return { [TRAINING_JOB_NAME]: name, ...(role !== undefined && { 'training.kubeflow.org/job-role': role }) };
  }

  *problems(job: ResolvedTrainingJob): Generator<Problem> {
    yield* mpiRoleProblems(job);
    const workers = mpiRolesOf(job)?.worker.replicas ?? 1;
    yield* jobNameProblems(job, this.name, [LAUNCHER_SUFFIX, `-worker-${workers - 1}`]);
  }

  render(job: ResolvedTrainingJob): Rendered {
    const roles = mpiRolesOf(job);
    const spec: MpiJobSpec = {
      slotsPerWorker: roles?.worker.processes ?? 1,
      runPolicy: {
        // The operator's default leaves the workers running when the launcher has ended.
        cleanPodPolicy: 'Running',
        backoffLimit: job.maxRestarts,
        activeDeadlineSeconds: job.activeDeadline?.toSeconds(),
        ttlSecondsAfterFinished: job.ttlAfterFinished?.toSeconds(),
      },
      sshAuthMountPath: this.addresses(job).mpi?.sshKeys,
      launcherCreationPolicy: 'WaitForWorkersReady',
      mpiImplementation: 'OpenMPI',
      // Each attempt of the launcher is a pod of its own, whose logs stay.
      mpiReplicaSpecs: roles
        ? {
            Launcher: this.replicasOf(job, roles.launcher, 'Never'),
            Worker: this.replicasOf(job, roles.worker, 'OnFailure'),
          }
        : {},
    };
    return { main: objectOf(MPI_JOB, job.name, spec) };
  }

  /** The job's time begins with its launcher, so each pod has the limit too: workers may wait for others without end. */
  private replicasOf(job: ResolvedTrainingJob, role: ResolvedRole, restartPolicy: 'Never' | 'OnFailure'): ReplicaSpec {
    const template = renderPodTemplate({ ...taskOf(this, job, role), activeDeadline: job.activeDeadline });
    return { replicas: role.replicas, restartPolicy, template };
  }
}
