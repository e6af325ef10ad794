import type { Advice } from '../../../core/problems/check';
import { accepted } from '../../../core/problems/errors';
import { problem, type Problem } from '../../../core/problems/problem';
import { FLAG, optional, optionProblems, type Rules } from '../../../core/problems/rules';
import { objectOf } from '../../kinds/kind';
import { PY_TORCH_JOB, type PyTorchJobSpec } from '../../kinds/kubeflow';
import { jobNameProblems } from '../job-name';
import type { RenderedTrainingJob, TrainingEngine } from '../training-engine';
import type { ResolvedTrainingJob } from '../training-job';
import type { Addresses, ResolvedRole, Role } from '../training-strategy';
import {
  addressesBy,
  labelsOf,
  OPERATOR,
  readinessAdvice,
  replicasOf,
  RESERVED_ENV,
  runPolicyOf,
} from './training-operator';

/** The roles of a PyTorchJob. */
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

const OPTIONS: Rules<PyTorchJobOptions> = { master: optional(FLAG) };

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
export class PyTorchJobEngine implements TrainingEngine {
  readonly name = 'PyTorchJob';
  readonly kind = PY_TORCH_JOB;
  readonly operator = OPERATOR;
  readonly reservedEnv = RESERVED_ENV;
  readonly framework = 'PyTorch';

  static of(options: PyTorchJobOptions = {}): PyTorchJobEngine {
    const make = () => new PyTorchJobEngine(options.master === true);
    return accepted('TrainingEngine.pyTorchJob', [optionProblems(options, OPTIONS)], make);
  }

  private constructor(private readonly hasMaster: boolean) {}

  /** They come after ours in the container, and the later of two equal names counts. */
  given({ roles }: ResolvedTrainingJob): readonly string[] {
    const always = ['PET_NNODES', 'PET_NPROC_PER_NODE', ...(this.hasMaster ? WITH_MASTER : [])];
    return roles.some(isElastic) ? [...always, 'PET_RDZV_BACKEND', 'PET_RDZV_ENDPOINT'] : always;
  }

  /** The operator looks for a container of this name. */
  containerName(): string {
    return 'pytorch';
  }

  addresses(): Addresses {
    const workers = addressesBy(() => 'Worker');
    if (!this.hasMaster) return workers;
    const master = addressesBy(() => 'Master');
    const host = (role: Role, index: number) => (index === 0 ? master.host(role, 0) : workers.host(role, index - 1));
    return { host, qualifiedHost: host, ownIndex: '$(RANK)' };
  }

  podLabels({ name }: ResolvedTrainingJob, role?: string): Readonly<Record<string, string>> {
    return labelsOf(name, this.hasMaster ? undefined : role);
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

  advice(job: ResolvedTrainingJob): Generator<Advice> {
    return readinessAdvice(job, this.name);
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
      pytorchReplicaSpecs: this.replicasOf(job, worker),
    };
    return { job: objectOf(PY_TORCH_JOB, job.name, spec) };
  }

  private replicasOf(job: ResolvedTrainingJob, worker: ResolvedRole): PyTorchJobSpec['pytorchReplicaSpecs'] {
    const all = replicasOf(this, job, worker, 'pytorchjob-port');
    if (!this.hasMaster) return { Worker: all };
    const Master = { ...all, replicas: 1 };
    return all.replicas === 1 ? { Master } : { Master, Worker: { ...all, replicas: all.replicas - 1 } };
  }
}

function isElastic({ atLeast }: ResolvedRole): boolean {
  return atLeast !== undefined;
}
