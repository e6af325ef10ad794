import type { k8s } from 'cdk8s-plus-27';
import { holding } from '../pod/k8s-json';
import type { PodTask } from '../pod/pod-template';
import { EXPORT_VARIABLE } from './model-export';
import { podOf } from './role-program';
import type { TrainingEngine } from './training-engine';
import type { ResolvedTrainingJob } from './training-job';
import type { Rendezvous, ResolvedRole } from './training-strategy';

/** A variable of every task, from a field of its own pod. */
export interface FieldVariable {
  readonly name: string;
  readonly fieldPath: string;
}

/** The pod's namespace, for host names with their domain. */
export const NAMESPACE: FieldVariable = { name: 'JOB_NAMESPACE', fieldPath: 'metadata.namespace' };
/** The domain of Services in Kubernetes' DNS. A cluster of GKE has another only if it is told to. */
export const SERVICE_DOMAIN = `$(${NAMESPACE.name}).svc.cluster.local`;

/**
 * The autoscaler moves pods of Jobs to empty a node that is hardly used; moving one task can cost the whole job.
 *
 * @see https://github.com/kubernetes/autoscaler/blob/master/cluster-autoscaler/FAQ.md#what-types-of-pods-can-prevent-ca-from-removing-a-node
 */
const STAYS = { 'cluster-autoscaler.kubernetes.io/safe-to-evict': 'false' };

/**
 * The parts of a task's pod that all engines write.
 *
 * @param fields variables of the engine that its addresses refer to; those that no text refers to are left out
 */
export function taskOf(
  engine: TrainingEngine,
  job: ResolvedTrainingJob,
  role: ResolvedRole,
  fields: readonly FieldVariable[] = [],
): PodTask {
  const { args, launcher, env } = toldBy(engine, job, role);
  const texts = [...env.map(({ value }) => value), ...args, ...(launcher ?? [])];
  const port = portOf(job, role);
  return {
    workloadName: job.base,
    pod: podOf(job.pod, role),
    pool: role.pool,
    resources: role.resolved,
    containerName: engine.containerName(job),
    ports: port === undefined ? undefined : [{ containerPort: port }],
    env: [
      ...fields
        .filter(({ name }) => texts.some((text) => text.includes(`$(${name})`)))
        .map(({ name, fieldPath }) => ({ name, valueFrom: { fieldRef: { fieldPath } } })),
      ...env,
      ...(job.exported ? [{ name: EXPORT_VARIABLE, value: job.exported.path }] : []),
    ],
    launcher,
    command: role.command,
    extraArgs: args,
    startupProbe: isAwaited(job, role) && port !== undefined ? listensAt(port) : undefined,
    annotations: STAYS,
  };
}

/** The variables of a task, without those that the operator sets, and without defaults that the user replaces. */
function toldBy(engine: TrainingEngine, job: ResolvedTrainingJob, role: ResolvedRole): Rendezvous {
  const told = role.told ?? job.strategy.rendezvous(role, job.roles, engine.addresses(job), job.pod);
  const leftOut = new Set([...engine.given(job), ...Object.keys(job.pod.env ?? {})]);
  return { ...told, env: told.env.filter(({ name }) => !leftOut.has(name)) };
}

/** Whether tasks of another role start only when those of this one listen. */
function isAwaited({ roles }: ResolvedTrainingJob, { name }: ResolvedRole): boolean {
  return roles.some(({ after }) => after === name);
}

/** A pod is ready when something listens. It is asked until then only: some programs log each connection that says nothing. */
function listensAt(port: number): k8s.Probe {
  return { tcpSocket: { port: holding(port) }, periodSeconds: 1, failureThreshold: 300 };
}

/** The port where a task of a role listens; `undefined` if it does not listen. */
export function portOf(job: ResolvedTrainingJob, role: ResolvedRole): number | undefined {
  return role.port ?? job.strategy.port;
}

/** The usual name of the main container: its framework, as far as containers can have its name. */
export function frameworkName({ strategy }: ResolvedTrainingJob): string {
  const words = strategy.framework.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return words.join('-');
}
