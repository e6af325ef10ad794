import { Operator } from '../../../core/contracts/operator';
import { accepted } from '../../../core/problems/errors';
import { objectNameProblems } from '../../../core/names/kubernetes-name';
import { problem, type Problem } from '../../../core/problems/problem';
import { optional, optionProblems, text, type Rules } from '../../../core/problems/rules';
import { objectOf } from '../../kinds/kind';
import { CLUSTER_TRAINING_RUNTIME, runtimeRef, TRAIN_JOB, type TrainJobSpec } from '../../kinds/trainer';
import type { JsonObject } from '../../manifest';
import { partsOf, type PodParts } from '../../pod/pod-template';
import { taskOf } from '../engine-task';
import { jobNameProblems } from '../job-name';
import type { RenderedTrainingJob, TrainingEngine } from '../training-engine';
import { USUAL_RESTARTS, type ResolvedTrainingJob } from '../training-job';
import type { Addresses, ResolvedRole } from '../training-strategy';
import { POD_SUFFIX } from './indexed-job';
import { JOB_SET_FIELDS, jobSetAddresses, jobSetLabels } from './job-set';
import { keptProblems, NODE, TrainJobEngine } from './train-job';

/** The runtime of a TrainJob. */
export interface TrainJobOptions {
  /**
   * The ClusterTrainingRuntime that the job runs by, such as `torch-distributed`. Somebody else brings it to the cluster, and it
   * decides about restarts. Its `mlPolicy` must be that of the strategy's framework: `torch` for PyTorch, `jax` for JAX, none for
   * others. For strategies of one role. Refused: a text that cannot be its name.
   *
   * @default - a TrainingRuntime of the job's own, for every strategy
   */
  readonly runtime?: string;
}

const OPTIONS: Rules<TrainJobOptions> = {
  runtime: optional(text('name the ClusterTrainingRuntime, such as "torch-distributed"')),
};

/** An engine by a runtime of the cluster is for strategies whose tasks are all alike. */
export function trainJob(options: TrainJobOptions & { readonly runtime: string }): TrainingEngine<string, 1>;
export function trainJob(options?: TrainJobOptions): TrainingEngine;
export function trainJob(options: TrainJobOptions = {}): TrainingEngine {
  return accepted('TrainingEngine.trainJob', [optionProblems(options, OPTIONS), nameProblems(options)], () =>
    options.runtime === undefined ? new TrainJobEngine() : new RuntimeTrainJobEngine(options.runtime),
  );
}

/**
 * The variables that a runtime's policy sets, by framework. Trainer refuses those of torch in a TrainJob.
 *
 * @see https://github.com/kubeflow/trainer/blob/v2.3.0/pkg/constants/constants.go
 */
const SET_BY_POLICY: Readonly<Record<string, readonly string[]>> = {
  PyTorch: ['PET_NNODES', 'PET_NPROC_PER_NODE', 'PET_NODE_RANK', 'PET_MASTER_ADDR', 'PET_MASTER_PORT'],
  JAX: ['JAX_NUM_PROCESSES', 'JAX_PROCESS_ID', 'JAX_COORDINATOR_ADDRESS'],
};

/** The fields of a pod and of its main container that a TrainJob can give to its runtime's template. */
const PATCHED_POD = [
  'affinity',
  'imagePullSecrets',
  'nodeSelector',
  'schedulingGates',
  'securityContext',
  'serviceAccountName',
  'terminationGracePeriodSeconds',
  'tolerations',
  'volumes',
];
const PATCHED_CONTAINER = ['name', 'securityContext', 'volumeMounts'];
const OF_TRAINER = ['args', 'command', 'env', 'image'];
/** The runtime's own, or held otherwise: the service account of the job mounts no token, and Trainer names the port. */
const LEFT_OUT = ['automountServiceAccountToken', 'ports', 'resources'];

/** Who made a patch. Trainer asks for a name with a prefix. */
const MANAGER = 'trainyard/job';

/** A TrainJob by a runtime of the cluster, in whose Job `node` the tasks run. */
class RuntimeTrainJobEngine implements TrainingEngine {
  readonly name = 'TrainJob';
  readonly kind = TRAIN_JOB;
  readonly operator = Operator.TRAINER;
  readonly reservedEnv = [...JOB_SET_FIELDS.map(({ name }) => name), ...Object.values(SET_BY_POLICY).flat()];

  constructor(private readonly runtime: string) {}

  given({ strategy }: ResolvedTrainingJob): readonly string[] {
    return SET_BY_POLICY[strategy.framework] ?? [];
  }

  containerName(): string {
    return NODE;
  }

  addresses(): Addresses {
    return jobSetAddresses(() => NODE);
  }

  podLabels({ name }: ResolvedTrainingJob): Readonly<Record<string, string>> {
    return jobSetLabels(name);
  }

  *problems(job: ResolvedTrainingJob): Generator<Problem> {
    const [role, ...others] = job.roles;
    if (!role) return;
    if (others.length > 0) yield this.roleProblem(`${job.strategy.name} has the roles ${namesOf(job.roles)}`);
    else if (role.atLeast !== undefined) {
      yield this.roleProblem(`${job.strategy.name} continues with ${role.atLeast} of ${role.replicas} tasks`);
    } else yield* this.optionProblems(job, role);
    yield* jobNameProblems(job, this.name, [`-${NODE}-0-${role.replicas - 1}${POD_SUFFIX}`]);
    yield* keptProblems(job);
  }

  render(job: ResolvedTrainingJob): RenderedTrainingJob {
    const [role] = job.roles;
    if (!role) throw new TypeError('a job without roles is refused when it is resolved');
    const { metadata, container, rest } = this.partsOf(job, role);
    const pod = { ...pick(rest, PATCHED_POD), containers: [pick(container, PATCHED_CONTAINER)] };
    const patch = { template: { spec: { template: { metadata, spec: pod } } } };
    const spec: TrainJobSpec = {
      runtimeRef: runtimeRef(CLUSTER_TRAINING_RUNTIME, this.runtime),
      trainer: {
        ...pick(container, OF_TRAINER),
        numNodes: role.replicas,
        // Without it torchrun would start a process for each GPU, or for each CPU.
        numProcPerNode: role.processes,
        resourcesPerNode: container['resources'],
      },
      runtimePatches: [
        {
          manager: MANAGER,
          trainingRuntimeSpec: { template: { spec: { replicatedJobs: [{ name: NODE, ...patch }] } } },
        },
      ],
      activeDeadlineSeconds: job.timeLimit?.toSeconds(),
    };
    return { job: objectOf(TRAIN_JOB, job.name, spec) };
  }

  private partsOf(job: ResolvedTrainingJob, role: ResolvedRole): PodParts {
    return partsOf(taskOf(this, job, role, JOB_SET_FIELDS));
  }

  private roleProblem(what: string): Problem {
    const message = `${what}, but runtime "${this.runtime}" runs a fixed number of equal tasks`;
    return problem('engine-role', 'engine', message, 'use TrainingEngine.trainJob() without runtime');
  }

  /** Nothing that the job asks for is left out in silence. */
  private *optionProblems(job: ResolvedTrainingJob, role: ResolvedRole): Generator<Problem> {
    const { container, rest } = this.partsOf(job, role);
    const wanted = [...Object.keys(rest), ...Object.keys(container)];
    const carried = new Set([...PATCHED_POD, ...PATCHED_CONTAINER, ...OF_TRAINER, ...LEFT_OUT]);
    const lost = wanted.filter((field) => !carried.has(field));
    const ways = "leave runtime out, which makes a runtime of the job's own";
    if (lost.length > 0) {
      const message = `the pods have ${lost.join(', ')}, which a TrainJob cannot add to runtime "${this.runtime}"`;
      yield problem('engine-option', 'engine', message, `${ways}, or set this in the runtime and not in the job`);
    }
    if (job.maxRestarts === USUAL_RESTARTS) return;
    const message = `maxRestarts is ${job.maxRestarts}, but runtime "${this.runtime}" decides how often lost work is started again`;
    yield problem('engine-option', 'maxRestarts', message, `leave maxRestarts out, or ${ways}`);
  }
}

function* nameProblems(options: TrainJobOptions): Generator<Problem> {
  const { runtime } = options;
  if (runtime !== undefined) yield* objectNameProblems('ClusterTrainingRuntime', 'runtime', runtime);
}

function pick(fields: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name)));
}

function namesOf(roles: readonly ResolvedRole[]): string {
  return roles.map(({ name }) => `"${name}"`).join(', ');
}
