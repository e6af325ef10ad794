import { accepted, boundsProblems, isStandIn, secondsProblems, standIn, type Problem } from '../core/problems';
import type { Duration } from 'cdk8s';
import type { k8s } from 'cdk8s-plus-27';
import type { IConstruct } from 'constructs';
import type { INodePool } from '../core/contracts/node-pool';
import { imageProblems } from '../core/names/image-name';
import { amountProblems } from '../pods/containers/quantity-problems';
import { podOptionProblems } from '../pods/pod-option-problems';
import type { PodOptions } from '../pods/pod-options';
import { proxyRequests } from '../pods/containers/mesh-proxy';
import { resolveResources, type ResourceOptions } from '../pods/containers/resources';
import type { ModelSource } from '../model/model-source';
import { namePartProblems } from './job-name';
import { exportOf, exportProblems, type ModelExport } from './model-export';
import { replicaProblems, roleProblems } from './role-problems';
import type { ResolvedRole, Role, TrainingStrategy } from './training-strategy';

/** Options of a training job for every engine. */
export interface TrainingJobOptions<
  Framework extends string = string,
  RoleCount extends number = number,
> extends PodOptions {
  /** The pool of the workers, and of every role that names no pool of its own. */
  readonly pool: INodePool;
  /** The processes of the job, such as `TensorFlow.parameterServer({ … })`. */
  readonly strategy: TrainingStrategy<Framework, RoleCount>;
  /** The number of workers. Refused below 1 and above 10 000. @default 1 */
  readonly workers?: number;
  /** The requests of each worker. @default - its share of a node with GPUs, fixed requests elsewhere: docs/resources.md */
  readonly resources?: ResourceOptions;
  /**
   * The number of restarts before the job fails. A JobSet and a Job do not count pods that Kubernetes takes away, such
   * as those of a drained or reclaimed machine. A TFJob and a PyTorchJob count containers that end with an error.
   * Refused if it is not a whole number from 0 to 1000. @default 3 - few for spot machines, whose loss makes other tasks fail
   */
  readonly maxRestarts?: number;
  /**
   * The time limit, with the wait for machines (a JobSet: of each attempt). Refused below 1 s and above 24855 days.
   *
   * @default - none: a job that hangs holds its GPUs until somebody deletes it
   */
  readonly activeDeadline?: Duration;
  /**
   * The time after which the finished job is deleted, with its remaining pods. Refused above 24855 days.
   *
   * @default - the job stays until it is deleted
   */
  readonly ttlAfterFinished?: Duration;
  /**
   * Other clients that may connect to the job's pods, in Kubernetes' words. The namespace of a dashboard, for example,
   * is `{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'monitoring' } } }`. Clusters of this
   * library enforce it; other clusters do if their network does.
   *
   * @default [] - the job's own pods alone
   */
  readonly reachableFrom?: readonly k8s.NetworkPolicyPeer[];
  /**
   * The place where the job writes its model, such as `models.version(2)`: a folder and a version. Tasks find the
   * version's folder in the variable MODEL_EXPORT_PATH: a path below one of their mounts, or `gs://…` if they do not
   * mount the bucket. A server gets it as `job.exportedModel`. Refused: a volume that the job cannot write.
   *
   * @default - none
   */
  readonly exports?: ModelSource;
}

/** The name of a job, and the name of the objects beside it. */
export interface JobName {
  /**
   * The object's name. Tasks read it from the labels of their own pods only, so with a `base` it may hold parts that are known
   * only in the cluster: `{{inputs.parameters.run}}` of Argo Workflows, `${trialParameters.lr}` of Katib.
   */
  readonly name: string;
  /** The name of the objects beside the job: config files, a Service. @default - the object's name */
  readonly base?: string;
  /** The name of the workload of which the job is a part, for DEPLOY.md. @default - the base */
  readonly whole?: string;
  /** The longest that the name can be, for checks. @default - parts that are known only in the cluster have one letter */
  readonly longest?: string;
  /** The props that the name is made of, for messages. @default - none: it was given as it is */
  readonly nameParts?: {
    readonly jobName: string;
    /** @default - the name has none */
    readonly revision?: string;
  };
  /** True if the program of each task is one command of `sh`, because others add to it, as Katib does. @default false */
  readonly inShell?: boolean;
}

/**
 * A training job with all defaults filled in: the input of engines, of a trial of a tuning experiment and of a step of
 * a workflow.
 */
export interface ResolvedTrainingJob
  extends JobName, Pick<TrainingJobOptions, 'activeDeadline' | 'ttlAfterFinished' | 'reachableFrom'> {
  /** The name of what stands beside the job. The job's own may be known only in the cluster. */
  readonly base: string;
  readonly strategy: TrainingStrategy;
  readonly roles: readonly ResolvedRole[];
  /** The common options of all tasks. */
  readonly pod: PodOptions;
  /** The number of restarts of lost work before the job fails. */
  readonly maxRestarts: number;
  /** Where the tasks write the model. @default - nowhere that others know of */
  readonly exported?: ModelExport;
}

/** The number of restarts, if a job gives none. */
export const USUAL_RESTARTS = 3;
const MOST_RESTARTS = 1000;
/** Kubernetes keeps it in 32 bits. */
const LONGEST = 2 ** 31 - 1;

/**
 * Fills in the defaults of a job. Refuses options that are wrong by themselves, and roles that no engine can write.
 *
 * @param where the place that a refusal names
 */
export function resolveTrainingJob(
  where: IConstruct | string,
  named: JobName,
  options: TrainingJobOptions,
): ResolvedTrainingJob {
  if ([options.pool, options.strategy, options.image].some(isStandIn)) return standIn();
  const {
    pool,
    strategy,
    workers = 1,
    resources,
    maxRestarts = USUAL_RESTARTS,
    activeDeadline,
    ttlAfterFinished,
    reachableFrom,
    exports,
    ...pod
  } = options;
  const said = strategy.roles({ workers, pool, resources });
  const roles = said.map((role) => resolveRole(role, pod, strategy.port));
  const wrong = exports ? exportProblems(exports, pod.mounts) : [];
  return accepted(where, [wrong], () => {
    const exported = exports && exportOf(exports, pod.mounts);
    const settings = { maxRestarts, activeDeadline, ttlAfterFinished, reachableFrom, exported };
    const { name, base = name } = named;
    const job = { ...named, name, base, strategy, roles, pod, ...settings };
    return accepted(where, [problemsOf(job, workers)], () => job);
  });
}

function* problemsOf(job: ResolvedTrainingJob, workers: number): Generator<Problem> {
  if (job.nameParts) yield* namePartProblems(job.nameParts);
  yield* podOptionProblems(job.pod);
  for (const role of job.roles) {
    yield* amountProblems({ name: role.name, resources: role.resolved });
    if (role.program?.image !== undefined) yield* imageProblems(`${role.name}.image`, role.program.image);
  }
  yield* replicaProblems('workers', 'workers', workers);
  yield* roleProblems(job.strategy, job.roles, workers);
  yield* boundsProblems('max-restarts', { maxRestarts: job.maxRestarts }, { most: MOST_RESTARTS });
  yield* secondsProblems({ activeDeadline: job.activeDeadline }, { least: 1, most: LONGEST }, 'job-duration');
  yield* secondsProblems({ ttlAfterFinished: job.ttlAfterFinished }, { most: LONGEST }, 'job-duration');
}

function resolveRole(
  role: Role,
  { mounts, annotations, sharedMemorySize, sidecars, mesh }: PodOptions,
  port?: number,
): ResolvedRole {
  const { pool, accelerated, resources, processes = 1 } = role;
  const resolved = resolveResources({
    ...{ pool, accelerated, options: resources, mounts, annotations, sharedMemorySize, sidecars },
    added: proxyRequests(pool.cluster, mesh),
  });
  return { port, ...role, resolved, processes: processes === 'perGpu' ? Math.max(1, resolved.gpus) : processes };
}
