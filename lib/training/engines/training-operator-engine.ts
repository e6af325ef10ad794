import { Operator } from '../../operators/operator';
import type { ReplicaSpec, RunPolicy } from '../../kubernetes/kinds/custom-specs';
import { TRAINING_JOB_NAME } from '../../kubernetes/kinds/kubeflow';
import { renderPodTemplate, type PodTask } from '../../pods/pod-template';
import { taskOf } from '../engine-task';
import { problem, withArticle, type Advice } from '../../core/problems';
import type { TrainingEngine } from '../training-engine';
import type { ResolvedTrainingJob } from '../training-job';
import type { Addresses, ResolvedRole, Role } from '../training-strategy';

// The common parts of the jobs of Kubeflow's Training Operator, version 1.

export const NAME = { name: 'JOB_NAME', fieldPath: `metadata.labels['${TRAINING_JOB_NAME}']` };
export const INDEX = { name: 'TASK_INDEX', fieldPath: "metadata.labels['training.kubeflow.org/replica-index']" };
export const FIELDS = [NAME, INDEX];

/** An engine whose tasks find each other by the Services of the operator. */
export abstract class TrainingOperatorEngine {
  abstract readonly name: string;
  readonly operator: Operator = Operator.TRAINING;
  readonly fields = FIELDS;
  readonly onEvictedPod: 'count' | 'fail' = 'count';

  addresses(): Addresses {
    return addressesBy((role) => this.typeOf(role.name));
  }

  podLabels({ name }: ResolvedTrainingJob, role?: string): Readonly<Record<string, string>> {
    return labelsOf(name, role === undefined ? undefined : this.typeOf(role));
  }

  advice(job: ResolvedTrainingJob): Generator<Advice> {
    return readinessAdvice(job, this.name);
  }

  /** The operator's own name of a role. */
  protected abstract typeOf(role: string): string;
}

/** Each pod has a Service of its own name. @param typeOf the operator's own name of a role */
export function addressesBy(typeOf: (role: Role) => string): Addresses {
  const host = (role: Role, index: number) => `$(${NAME.name})-${typeOf(role).toLowerCase()}-${index}`;
  return { host, qualifiedHost: host, ownIndex: `$(${INDEX.name})` };
}

export function labelsOf(job: string, type?: string): Readonly<Record<string, string>> {
  return {
    [TRAINING_JOB_NAME]: job,
    ...(type !== undefined && { 'training.kubeflow.org/replica-type': type.toLowerCase() }),
  };
}

export function runPolicyOf(job: ResolvedTrainingJob, roles: readonly ResolvedRole[]): RunPolicy {
  return {
    // The operator's default leaves parameter servers running when training has ended.
    cleanPodPolicy: 'Running',
    backoffLimit: backoffLimit(job.maxRestarts, roles),
    activeDeadlineSeconds: job.activeDeadline?.toSeconds(),
    ttlSecondsAfterFinished: job.ttlAfterFinished?.toSeconds(),
  };
}

/** @param portName the name by which the operator looks for the port */
export function replicasOf(
  engine: TrainingEngine,
  job: ResolvedTrainingJob,
  role: ResolvedRole,
  portName: string,
): ReplicaSpec {
  const task = taskOf(engine, job, role);
  return replicaSpecOf(job, { ...task, ports: task.ports?.map((port) => ({ name: portName, ...port })) }, role);
}

/**
 * The operator looks at the job's own limit of time only when a pod changes, so each pod has it too.
 *
 * @see https://github.com/kubeflow/trainer/issues/3358
 */
export function replicaSpecOf(
  { activeDeadline, maxRestarts }: ResolvedTrainingJob,
  task: PodTask,
  { replicas }: ResolvedRole,
): ReplicaSpec {
  const restartPolicy = maxRestarts === 0 ? 'Never' : 'OnFailure';
  return { replicas, restartPolicy, template: renderPodTemplate({ ...task, activeDeadline }) };
}

/**
 * Advice about sidecars with a readiness probe: the operator's Services name ready tasks alone.
 *
 * @see https://github.com/kubeflow/trainer/blob/v1.9.4/pkg/controller.v1/common/service.go
 */
function* readinessAdvice({ pod }: ResolvedTrainingJob, engine: string): Generator<Advice> {
  const asked = (pod.sidecars ?? []).filter(({ readinessProbe }) => readinessProbe !== undefined);
  if (asked.length === 0) return;
  yield problem(
    'readiness-probe',
    'sidecars',
    `sidecar ${asked.map(({ name }) => `"${name}"`).join(' and ')} has a readinessProbe, and ${withArticle(engine)} hides the host name of a task from its peers until it is ready`,
    'leave readinessProbe out, or use TrainingEngine.jobSet(), whose tasks find each other before that',
  );
}

/**
 * The operator counts restarts of containers over all tasks and fails the job when they reach the limit. Without
 * restarts, the restart policy is `Never`. A loss that costs the whole job ends all that take part in the training: the
 * chief, or all mirrored workers; the workers of an elastic job may all have to meet again. Parameter servers continue,
 * except for the one that was lost.
 */
function backoffLimit(maxRestarts: number, roles: readonly ResolvedRole[]): number | undefined {
  if (maxRestarts === 0) return undefined;
  const together = roles.filter((role) => role.failurePolicy === 'restartJob' || role.atLeast !== undefined);
  const training = together.filter((role) => role.completes).reduce((sum, role) => sum + role.replicas, 0);
  const server = together.some((role) => !role.completes) ? 1 : 0;
  return maxRestarts * Math.max(1, training + server) + 1;
}
