import { problem, type Problem } from '../../core/problems';
import { objectOf } from '../../kubernetes/kinds/kind';
import type { PyTorchJobSpec } from '../../kubernetes/kinds/custom-specs';
import { PY_TORCH_JOB } from '../../kubernetes/kinds/kubeflow';
import { jobNameProblems } from '../job-name';
import type { Rendered } from '../../workload/rendered';
import type { TrainingEngine } from '../training-engine';
import type { ResolvedTrainingJob } from '../training-job';
import type { Addresses, ResolvedRole, Role } from '../training-strategy';
import { addressesBy, replicasOf, runPolicyOf, TrainingOperatorEngine } from './training-operator-engine';

export interface PyTorchJobOptions {
  /**
   * Makes worker 0 a master of its own, for tools that look for that role. The job is done when the master is. The operator has
   * the workers wait for the master in an init container, whose image comes from Docker Hub, and for which their namespace has the
   * pod security level `baseline`. Refused for elastic jobs.
   *
   * @default false
   */
  readonly master?: boolean;
}

/** The variables that the operator sets for the tasks of a job with a master. */
const WITH_MASTER = [
  'MASTER_ADDR',
  'MASTER_PORT',
  'WORLD_SIZE',
  'RANK',
  'PET_MASTER_ADDR',
  'PET_MASTER_PORT',
  'PET_NODE_RANK',
];

/**
 * Kubeflow's PyTorchJob, of workers alone unless the user asks for a master: worker 0 can do what a master does.
 *
 * A lost task starts again in place. A deleted pod is made anew.
 */
export class PyTorchJobEngine extends TrainingOperatorEngine implements TrainingEngine {
  readonly name = 'PyTorchJob';
  readonly kind = PY_TORCH_JOB;
  /** The operator looks for a container of this name. */
  readonly containerName = 'pytorch';
  readonly framework = 'PyTorch';

  constructor(private readonly hasMaster = false) {
    super();
  }

  /** @see https://github.com/kubeflow/trainer/blob/v1.9.4/pkg/controller.v1/pytorch/initcontainer.go */
  get addedContainers(): boolean {
    return this.hasMaster;
  }

  /** They come after ours in the container, and the later of two equal names counts. */
  given({ roles }: ResolvedTrainingJob): readonly string[] {
    const always = ['PET_NNODES', 'PET_NPROC_PER_NODE', ...(this.hasMaster ? WITH_MASTER : [])];
    return roles.some(isElastic) ? [...always, 'PET_RDZV_BACKEND', 'PET_RDZV_ENDPOINT'] : always;
  }

  override addresses(): Addresses {
    const workers = super.addresses();
    if (!this.hasMaster) return workers;
    const master = addressesBy(() => 'Master');
    const host = (role: Role, index: number) => (index === 0 ? master.host(role, 0) : workers.host(role, index - 1));
    return { host, qualifiedHost: host, ownIndex: '$(RANK)' };
  }

  override podLabels(job: ResolvedTrainingJob, role?: string): Readonly<Record<string, string>> {
    return super.podLabels(job, this.hasMaster ? undefined : role);
  }

  protected typeOf(): string {
    return 'Worker';
  }

  *problems(job: ResolvedTrainingJob): Generator<Problem> {
    const others = job.roles.filter(({ name }) => name !== 'worker').map(({ name }) => `"${name}"`);
    if (others.length > 0) {
      const message = `${job.strategy.name} has the role ${others.join(' and the role ')}, but a PyTorchJob has workers only`;
      yield problem('engine-role', 'engine', message, 'use TrainingEngine.jobSet()');
    }
    if (this.hasMaster && job.roles.some(isElastic)) {
      const message = `${job.strategy.name} continues with fewer tasks, but a PyTorchJob with a master has a fixed number`;
      yield problem('engine-role', 'engine', message, 'leave master out, or use TrainingEngine.jobSet()');
    }
    const suffixes = job.roles.map(({ replicas }) => `-worker-${replicas - 1}`);
    yield* jobNameProblems(job, this.name, suffixes);
  }

  render(job: ResolvedTrainingJob): Rendered {
    const [worker] = job.roles;
    if (!worker) throw new TypeError('a job without roles is refused when it is resolved');
    const { replicas, atLeast, processes } = worker;
    const spec: PyTorchJobSpec = {
      runPolicy: runPolicyOf(job, [worker]),
      nprocPerNode: String(processes),
      elasticPolicy:
        atLeast === undefined ? undefined : { minReplicas: atLeast, maxReplicas: replicas, rdzvBackend: 'c10d' },
      pytorchReplicaSpecs: this.replicasOf(job, worker),
    };
    return { main: objectOf(PY_TORCH_JOB, job.name, spec) };
  }

  private replicasOf(job: ResolvedTrainingJob, worker: ResolvedRole): PyTorchJobSpec['pytorchReplicaSpecs'] {
    const all = replicasOf(this, job, worker, 'pytorchjob-port');
    if (!this.hasMaster) return { Worker: all };
    const Master = { ...all, replicas: 1 };
    const replicas = worker.replicas - 1;
    return replicas === 0 ? { Master } : { Master, Worker: { ...all, replicas } };
  }
}

function isElastic({ atLeast }: ResolvedRole): boolean {
  return atLeast !== undefined;
}
