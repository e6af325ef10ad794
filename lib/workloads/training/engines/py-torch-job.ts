import { problem, type Problem } from '../../../core/problems/problem';
import { objectOf } from '../../kinds/kind';
import { PY_TORCH_JOB, type PyTorchJobSpec } from '../../kinds/kubeflow';
import { jobNameProblems } from '../job-name';
import type { RenderedTrainingJob, TrainingEngine } from '../training-engine';
import type { ResolvedTrainingJob } from '../training-job';
import type { Addresses, ResolvedRole } from '../training-strategy';
import { addressesBy, labelsOf, OPERATOR, replicasOf, RESERVED_ENV, runPolicyOf } from './training-operator';

const TYPE = 'Worker';

/**
 * Kubeflow's PyTorchJob, of workers alone: with a master the operator has its workers wait in an init container whose
 * image comes from Docker Hub, and worker 0 can do what a master does.
 *
 * A lost task starts again in place. A deleted pod is made anew.
 */
export class PyTorchJobEngine implements TrainingEngine {
  readonly name = 'PyTorchJob';
  readonly kind = PY_TORCH_JOB;
  readonly operator = OPERATOR;
  readonly reservedEnv = RESERVED_ENV;
  readonly framework = 'PyTorch';

  /** They come after ours in the container, and the later of two equal names counts. */
  given({ roles }: ResolvedTrainingJob): readonly string[] {
    const always = ['PET_NNODES', 'PET_NPROC_PER_NODE'];
    return roles.some(isElastic) ? [...always, 'PET_RDZV_BACKEND', 'PET_RDZV_ENDPOINT'] : always;
  }

  /** The operator looks for a container of this name. */
  containerName(): string {
    return 'pytorch';
  }

  addresses(): Addresses {
    return addressesBy(() => TYPE);
  }

  podLabels({ name }: ResolvedTrainingJob, role?: string): Readonly<Record<string, string>> {
    return labelsOf(name, role === undefined ? undefined : TYPE);
  }

  *problems(job: ResolvedTrainingJob): Generator<Problem> {
    const others = job.roles.filter(({ name }) => name !== 'worker').map(({ name }) => `"${name}"`);
    if (others.length > 0) {
      const message = `${job.strategy.name} has the role ${others.join(' and the role ')}, but a PyTorchJob has workers only`;
      yield problem('engine-role', 'engine', message, 'use TrainingEngine.jobSet()');
    }
    const suffixes = job.roles.map(({ replicas }) => `-${TYPE.toLowerCase()}-${replicas - 1}`);
    yield* jobNameProblems(job, this.name, suffixes);
  }

  render(job: ResolvedTrainingJob): RenderedTrainingJob {
    const [worker] = job.roles;
    if (!worker) throw new TypeError('a job without roles is refused when it is resolved');
    const { replicas, atLeast, processes } = worker;
    const spec: PyTorchJobSpec = {
      runPolicy: runPolicyOf(job, [worker]),
      nprocPerNode: String(processes),
      elasticPolicy:
        atLeast === undefined ? undefined : { minReplicas: atLeast, maxReplicas: replicas, rdzvBackend: 'c10d' },
      pytorchReplicaSpecs: { Worker: replicasOf(this, job, worker, 'pytorchjob-port') },
    };
    return { job: objectOf(PY_TORCH_JOB, job.name, spec) };
  }
}

function isElastic({ atLeast }: ResolvedRole): boolean {
  return atLeast !== undefined;
}
