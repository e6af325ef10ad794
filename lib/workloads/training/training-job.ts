import type { Duration } from 'cdk8s';
import type { IConstruct } from 'constructs';
import { secondsProblems } from '../../core/problems/seconds-problems';
import { listProblems, requiredProblems } from '../../core/problems/given';
import { KINDS } from '../../core/problems/kinds';
import type { INodePool } from '../../core/contracts/node-pool';
import { refuse } from '../../core/problems/errors';
import type { Problem } from '../../core/problems/problem';
import { amountProblems } from '../pod/fit';
import { MOUNT, podFormProblems } from '../pod/pod-forms';
import type { PodOptions } from '../pod/pod-options';
import { resolveResources, type ResolvedResources, type ResourceOptions } from '../pod/resources';
import { replicaProblems, resourceProblems } from './strategies/role-options';
import type { Role, TrainingStrategy } from './training-strategy';

/** What a training job is, whoever runs it. */
export interface TrainingJobOptions extends PodOptions {
  /** Where the workers run, and every role that does not name its own pool. */
  readonly pool: INodePool;
  /** What the processes of the job are, such as `TensorFlow.parameterServer({ … })`. */
  readonly strategy: TrainingStrategy;
  /** The number of workers. Refused below 1 and above 10 000. @default 1 */
  readonly workers?: number;
  /** What each worker asks for. @default - its share of a node with GPUs, fixed requests elsewhere: docs/resources.md */
  readonly resources?: ResourceOptions;
  /**
   * How often lost work is started again before the job fails. What Kubernetes takes away, such as the pods of a machine
   * that is drained or taken back, is not counted by a JobSet; a TFJob counts containers that end with an error. Refused if it is not a whole number from 0 to 1000. @default 3
   */
  readonly maxRestarts?: number;
  /**
   * How long the job may take, waiting for machines included (a JobSet: each attempt). Refused below 1 s and above 24855 days.
   *
   * @default - as long as it needs
   */
  readonly timeLimit?: Duration;
  /**
   * How long the finished job stays in the cluster, before it is deleted with the pods that it still has. Refused above 24855 days.
   *
   * @default - until somebody deletes it
   */
  readonly keepFinished?: Duration;
}

/** A role of a job with nothing left to decide. */
export interface ResolvedRole extends Role {
  readonly resolved: ResolvedResources;
}

/**
 * A training job with nothing left to decide: what engines render, and what a trial of a tuning
 * experiment or a step of a workflow will hold as well.
 */
export interface ResolvedTrainingJob {
  /** The object's name. Tasks never learn it other than from their own pod's labels. */
  readonly name: string;
  /** The props that the name is made of, for messages. @default - none: it was given as it is */
  readonly nameParts?: {
    readonly jobName: string;
    /** @default - the name has none */
    readonly revision?: string;
  };
  readonly strategy: TrainingStrategy;
  readonly roles: readonly ResolvedRole[];
  /** What all tasks have in common. */
  readonly pod: PodOptions;
  /** The Kubernetes service account of the pods. @default - the namespace's default */
  readonly serviceAccountName?: string;
  /** How often lost work is started again before the job fails. */
  readonly maxRestarts: number;
  /** How long the job may take in all. @default - as long as it needs */
  readonly timeLimit?: Duration;
  /** How long the finished job stays to be looked at. @default - until it is deleted */
  readonly keepFinished?: Duration;
}

const STRATEGY = { has: 'roles', fix: 'give TensorFlow.parameterServer(…) or TensorFlow.multiWorkerMirrored()' };
const MOST_RESTARTS = 1000;
/** Kubernetes keeps it in 32 bits. */
const JOB_DURATION = { code: 'job-duration', atMost: 2 ** 31 - 1 };

/**
 * Decides all that the options leave open. Refuses options that are wrong by themselves.
 *
 * @param where whom to name in a refusal
 * @param named the object's name, and the service account of its pods
 */
export function resolveTrainingJob(
  where: IConstruct | string,
  named: Pick<ResolvedTrainingJob, 'name' | 'nameParts' | 'serviceAccountName'>,
  options: TrainingJobOptions,
): ResolvedTrainingJob {
  return resolveWith([], where, named, options);
}

/** The same, refusing what was found beside the options as well. */
export function resolveWith(
  found: readonly Problem[],
  where: IConstruct | string,
  named: Pick<ResolvedTrainingJob, 'name' | 'nameParts' | 'serviceAccountName'>,
  options: TrainingJobOptions,
): ResolvedTrainingJob {
  const { pool, strategy, workers = 1, resources, maxRestarts = 3, timeLimit, keepFinished, ...pod } = { ...options };
  const unusable = [
    ...requiredProblems(options, { pool: KINDS.pool, strategy: STRATEGY }),
    ...resourceProblems('resources', resources),
    ...listProblems('mounts', pod.mounts, MOUNT),
  ];
  const roles =
    unusable.length > 0
      ? []
      : strategy.roles({ workers, pool, resources }).map((role) => ({ ...role, resolved: resolveRole(role, pod) }));
  refuse(where, [
    ...unusable,
    ...found,
    ...podFormProblems(pod),
    ...roles.flatMap(amountProblems),
    ...replicaProblems('workers', 'workers', workers),
    ...restartProblems(maxRestarts),
    ...secondsProblems('timeLimit', timeLimit, 1, JOB_DURATION),
    ...secondsProblems('keepFinished', keepFinished, 0, JOB_DURATION),
  ]);
  return { ...named, strategy, roles, pod, maxRestarts, timeLimit, keepFinished };
}

function resolveRole({ pool, accelerated, resources }: Role, { mounts }: PodOptions): ResolvedResources {
  return resolveResources({ pool, accelerated, options: resources, mounts });
}

function restartProblems(maxRestarts: number): Problem[] {
  if (Number.isInteger(maxRestarts) && maxRestarts >= 0 && maxRestarts <= MOST_RESTARTS) return [];
  return [
    {
      code: 'max-restarts',
      property: 'maxRestarts',
      message: `${maxRestarts} is not a number of restarts`,
      fix: `use a whole number from 0 to ${MOST_RESTARTS}`,
    },
  ];
}
