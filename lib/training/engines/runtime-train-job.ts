import { Operator } from '../../operators/operator';
import { accepted, problem, type Problem } from '../../core/problems';
import { objectNameProblems } from '../../core/names/kubernetes-name';
import { objectOf } from '../../kubernetes/kinds/kind';
import { CLUSTER_TRAINING_RUNTIME, runtimeRef, TRAIN_JOB } from '../../kubernetes/kinds/trainer';
import { objectIn, type JsonObject } from '../../kubernetes/manifest';
import { type PodParts, podPartsOf } from '../../pods/pod-template';
import { taskOf } from '../engine-task';
import { jobNameProblems } from '../job-name';
import type { Rendered } from '../../workload/rendered';
import type { TrainingEngine } from '../training-engine';
import { USUAL_RESTARTS, type ResolvedTrainingJob } from '../training-job';
import type { Addresses, ResolvedRole } from '../training-strategy';
import { POD_SUFFIX } from './indexed-job';
import { JOB_SET_FIELDS, jobSetAddresses, jobSetLabels } from './job-set';
import { keptProblems, NODE, TrainJobEngine } from './train-job';

export interface TrainJobOptions {
  /**
   * The ClusterTrainingRuntime that the job runs by, such as `torch-distributed`. It must exist in the cluster, and it
   * decides about restarts. Its `mlPolicy` must be that of the strategy's framework: `torch` for PyTorch, `jax` for
   * JAX, none for others. For strategies of one role. Refused: a text that cannot be its name.
   *
   * @default - a TrainingRuntime of the job's own, for every strategy
   */
  readonly runtime?: string;
}

/** An engine by a runtime of the cluster is for strategies whose tasks are all alike. */
export function trainJob(options: TrainJobOptions & { readonly runtime: string }): TrainingEngine<string, 1>;
export function trainJob(options?: TrainJobOptions): TrainingEngine;
export function trainJob(options: TrainJobOptions = {}): TrainingEngine {
  return accepted('TrainingEngine.trainJob', [nameProblems(options)], () =>
    options.runtime === undefined ? new TrainJobEngine() : new RuntimeTrainJobEngine(options.runtime),
  );
}

/**
 * The variables that a runtime's policy sets, for PyTorch and for JAX. Trainer refuses those of torch in a TrainJob.
 *
 * @see https://github.com/kubeflow/trainer/blob/v2.3.0/pkg/constants/constants.go
 */
const SET_BY_POLICY = [
  ...['PET_NNODES', 'PET_NPROC_PER_NODE', 'PET_NODE_RANK', 'PET_MASTER_ADDR', 'PET_MASTER_PORT'],
  ...['JAX_NUM_PROCESSES', 'JAX_PROCESS_ID', 'JAX_COORDINATOR_ADDRESS'],
];

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
/** Fields of the runtime, or without effect: our service accounts mount no token, and Trainer names the port. */
const LEFT_OUT = ['automountServiceAccountToken', 'ports', 'resources'];

/** The manager of our patches. Trainer asks for a name with a prefix. */
const MANAGER = 'trainyard/job';

/** A TrainJob by a runtime of the cluster, in whose Job `node` the tasks run. */
class RuntimeTrainJobEngine implements TrainingEngine {
  readonly name = 'TrainJob';
  readonly kind = TRAIN_JOB;
  readonly operator = Operator.TRAINER;
  readonly fields = JOB_SET_FIELDS;
  readonly containerName = NODE;

  constructor(private readonly runtime: string) {}

  given(): readonly string[] {
    return SET_BY_POLICY;
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

  render(job: ResolvedTrainingJob): Rendered {
    const [role] = job.roles;
    if (!role) throw new TypeError('a job without roles is refused when it is resolved');
    const { metadata, container, rest } = this.partsOf(job, role);
    const pod = { ...pick(rest, PATCHED_POD), containers: [pick(container, PATCHED_CONTAINER)] };
    const patch = { template: { spec: { template: { metadata, spec: pod } } } };
    const train = objectOf(TRAIN_JOB, job.name, {
      runtimeRef: runtimeRef(CLUSTER_TRAINING_RUNTIME, this.runtime),
      trainer: {
        ...pick(container, OF_TRAINER),
        numNodes: role.replicas,
        // Without it, torchrun would start a process for each GPU, or for each CPU.
        numProcPerNode: role.processes,
        resourcesPerNode: objectIn(container, 'resources'),
      },
      runtimePatches: [
        {
          manager: MANAGER,
          trainingRuntimeSpec: { template: { spec: { replicatedJobs: [{ name: NODE, ...patch }] } } },
        },
      ],
      activeDeadlineSeconds: job.activeDeadline?.toSeconds(),
    });
    return { main: train };
  }

  private partsOf(job: ResolvedTrainingJob, role: ResolvedRole): PodParts {
    return podPartsOf(taskOf(this, job, role));
  }

  private roleProblem(what: string): Problem {
    const message = `${what}, but runtime "${this.runtime}" runs a fixed number of equal tasks`;
    return problem('engine-role', 'engine', message, 'use TrainingEngine.trainJob() without runtime');
  }

  /** Problems of options that such a job cannot have. None is left out in silence. */
  private *optionProblems(job: ResolvedTrainingJob, role: ResolvedRole): Generator<Problem> {
    const { container, rest } = this.partsOf(job, role);
    const wanted = [...Object.keys(rest), ...Object.keys(container)];
    const carried = new Set([...PATCHED_POD, ...PATCHED_CONTAINER, ...OF_TRAINER, ...LEFT_OUT]);
    // A TrainJob has no word for the variables of Services, so its runtime decides about them.
    if (rest['enableServiceLinks'] === false) carried.add('enableServiceLinks');
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
