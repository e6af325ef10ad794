import type { Duration } from 'cdk8s';
import type { k8s } from 'cdk8s-plus-27';
import type { IConstruct } from 'constructs';
import { POOL, type INodePool } from '../../core/contracts/node-pool';
import { imageProblems } from '../../core/names/image-name';
import { accepted } from '../../core/problems/errors';
import { problem, type Problem } from '../../core/problems/problem';
import { DURATION, listOf, number, object, optional, text, typeProblems, type Rules } from '../../core/problems/rules';
import { isStandIn, standIn } from '../../core/problems/stand-in';
import { secondsProblems } from '../../core/problems/seconds-problems';
import { ofKubernetes } from '../k8s-rule';
import { amountProblems } from '../pod/quantity-problems';
import { podOptionProblems, POD_OPTIONS } from '../pod/pod-option-problems';
import type { PodOptions } from '../pod/pod-options';
import { resolveResources, RESOURCES, type ResourceOptions } from '../pod/resources';
import { MODEL, type ModelSource } from '../serving/model/model-source';
import { roleTypeProblems } from './contract-problems';
import { namePartProblems } from './job-name';
import { exportOf, exportProblems, type ModelExport } from './model-export';
import { replicaProblems, roleProblems } from './role-problems';
import { STRATEGY, type ResolvedRole, type Role, type TrainingStrategy } from './training-strategy';

/** Options of a training job for every engine. */
export interface TrainingJobOptions<
  Framework extends string = string,
  RoleCount extends number = number,
> extends PodOptions {
  /** Where the workers run, and every role that does not name its own pool. */
  readonly pool: INodePool;
  /** The processes of the job, such as `TensorFlow.parameterServer({ … })`. */
  readonly strategy: TrainingStrategy<Framework, RoleCount>;
  /** The number of workers. Refused below 1 and above 10 000. @default 1 */
  readonly workers?: number;
  /** The requests of each worker. @default - its share of a node with GPUs, fixed requests elsewhere: docs/resources.md */
  readonly resources?: ResourceOptions;
  /**
   * How often lost work is started again before the job fails. What Kubernetes takes away, such as the pods of a machine
   * that is drained or taken back, is not counted by a JobSet and a Job; a TFJob and a PyTorchJob count containers that
   * end with an error. Refused if it is not a whole number from 0 to 1000. @default 3
   */
  readonly maxRestarts?: number;
  /**
   * How long the job may take, waiting for machines included (a JobSet: each attempt). Refused below 1 s and above 24855 days.
   *
   * @default - as long as it needs
   */
  readonly timeLimit?: Duration;
  /**
   * How long the finished job stays in the cluster. Then it is deleted, with its remaining pods. Refused above 24855 days.
   *
   * @default - the job stays until it is deleted
   */
  readonly keepFinished?: Duration;
  /**
   * Others that may connect to the job's pods, in Kubernetes' words: the namespace of a dashboard, say, is
   * `{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'monitoring' } } }`. Clusters of this library
   * enforce it; other clusters do if their network does.
   *
   * @default [] - the job's own pods alone
   */
  readonly reachableFrom?: readonly k8s.NetworkPolicyPeer[];
  /**
   * Where the job writes its model: a folder and the number of the version, such as `models.version(2)`. Tasks find the folder of the
   * version in the environment variable MODEL_EXPORT_PATH: a path below one of their mounts, or `gs://…` if they do not
   * mount the bucket. A server gets it as `job.exportedModel`. Refused: a volume that the job cannot write.
   *
   * @default - the job writes none that others know of
   */
  readonly exports?: ModelSource;
}

export const TRAINING_JOB: Rules<TrainingJobOptions> = {
  ...POD_OPTIONS,
  pool: POOL,
  strategy: STRATEGY,
  workers: optional(number('give a number, such as 1')),
  resources: optional(object(RESOURCES, 'give { cpus: 2, memory: Size.gibibytes(4) }')),
  maxRestarts: optional(number('give a number, such as 3')),
  timeLimit: optional(DURATION),
  keepFinished: optional(DURATION),
  reachableFrom: optional(
    listOf(
      ofKubernetes(
        'toJson_NetworkPolicyPeer',
        "give { ipBlock: { cidr: '10.0.0.0/8' } } or another peer of a NetworkPolicy",
      ),
    ),
  ),
  exports: optional(MODEL),
};

/** The name of a job, and the name of the objects beside it. */
export interface JobName {
  /** The object's name. Tasks read it from the labels of their own pods only. */
  readonly name: string;
  /** The name of what stands beside the job: config files, a Service. @default - the object's name */
  readonly base?: string;
  /** The props that the name is made of, for messages. @default - none: it was given as it is */
  readonly nameParts?: {
    readonly jobName: string;
    /** @default - the name has none */
    readonly revision?: string;
  };
}

/**
 * A training job with nothing left to decide: what engines render, and what a trial of a tuning
 * experiment or a step of a workflow holds as well.
 */
export interface ResolvedTrainingJob extends JobName {
  /** The name of what stands beside the job. The job's own may be known only in the cluster. */
  readonly base: string;
  readonly strategy: TrainingStrategy;
  readonly roles: readonly ResolvedRole[];
  /** The common options of all tasks. */
  readonly pod: PodOptions;
  /** How often lost work is started again before the job fails. */
  readonly maxRestarts: number;
  /** How long the job may take in all. @default - as long as it needs */
  readonly timeLimit?: Duration;
  /** How long the finished job stays to be looked at. @default - until it is deleted */
  readonly keepFinished?: Duration;
  /** Others that may connect to the job's pods. @default [] */
  readonly reachableFrom?: readonly k8s.NetworkPolicyPeer[];
  /** Where the tasks write the model. @default - nowhere that others know of */
  readonly exported?: ModelExport;
}

/** How often lost work is started again in a job that does not say it. */
export const USUAL_RESTARTS = 3;
const MOST_RESTARTS = 1000;
/** Kubernetes keeps it in 32 bits. */
const JOB_DURATION = { code: 'job-duration', atMost: 2 ** 31 - 1 };

const NAME_PARTS = {
  jobName: text('give a text, such as "mnist"'),
  revision: optional(text('give a text, such as "r2"')),
};
const JOB_NAME: Rules<JobName> = {
  name: text('name the job, such as "mnist"'),
  base: optional(text('name what stands beside the job, such as "mnist"')),
  nameParts: optional(object(NAME_PARTS, "give { jobName: 'mnist', revision: 'r2' }")),
};

/** Problems of the arguments of a training job that are missing or of another type. */
export function* argumentProblems<Options extends TrainingJobOptions>(
  named: JobName,
  options: Options,
  rules: Rules<Options>,
): Generator<Problem> {
  yield* typeProblems(named, JOB_NAME);
  yield* typeProblems(options, rules);
}

/**
 * Decides all that the options leave open. Refuses options that are wrong by themselves, and roles that no engine could
 * write.
 *
 * @param where what a refusal names
 */
export function resolveTrainingJob(
  where: IConstruct | string,
  named: JobName,
  options: TrainingJobOptions,
): ResolvedTrainingJob {
  const types = argumentProblems(named, options, TRAINING_JOB);
  return accepted(where, [types], () => resolveChecked(where, named, options));
}

/** The same of arguments whose types are checked. */
export function resolveChecked(
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
    timeLimit,
    keepFinished,
    reachableFrom,
    exports,
    ...pod
  } = options;
  const said = strategy.roles({ workers, pool, resources });
  return accepted(where, [roleTypeProblems(said)], () => {
    const roles = said.map((role) => resolveRole(role, pod, strategy.port));
    const wrong = exports ? exportProblems(exports, pod.mounts) : [];
    return accepted(where, [wrong], () => {
      const exported = exports && exportOf(exports, pod.mounts);
      const settings = { maxRestarts, timeLimit, keepFinished, reachableFrom, exported };
      const { name, base = name, nameParts } = named;
      const job = { name, base, nameParts, strategy, roles, pod, ...settings };
      return accepted(where, [problemsOf(job, workers)], () => job);
    });
  });
}

function* problemsOf(job: ResolvedTrainingJob, workers: number): Generator<Problem> {
  if (job.nameParts) yield* namePartProblems(job.nameParts);
  yield* podOptionProblems(job.pod);
  for (const role of job.roles) {
    yield* amountProblems(role);
    if (role.program?.image !== undefined) yield* imageProblems(`${role.name}.image`, role.program.image);
  }
  yield* replicaProblems('workers', 'workers', workers);
  yield* roleProblems(job.strategy, job.roles, workers);
  yield* restartProblems(job.maxRestarts);
  yield* secondsProblems('timeLimit', job.timeLimit, 1, JOB_DURATION);
  yield* secondsProblems('keepFinished', job.keepFinished, 0, JOB_DURATION);
}

function resolveRole(role: Role, { mounts, sidecars }: PodOptions, port?: number): ResolvedRole {
  const { pool, accelerated, resources, processes = 1 } = role;
  const resolved = resolveResources({ pool, accelerated, options: resources, mounts, sidecars });
  return { port, ...role, resolved, processes: processes === 'perGpu' ? Math.max(1, resolved.gpus) : processes };
}

function* restartProblems(maxRestarts: number): Generator<Problem> {
  if (Number.isInteger(maxRestarts) && maxRestarts >= 0 && maxRestarts <= MOST_RESTARTS) return;
  const fix = `use a whole number from 0 to ${MOST_RESTARTS}`;
  yield problem('max-restarts', 'maxRestarts', `${maxRestarts} is not a number of restarts`, fix);
}
