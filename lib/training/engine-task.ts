import type { k8s } from 'cdk8s-plus-27';
import { holding } from '../kubernetes/k8s-json';
import { recommendedLabels } from '../kubernetes/standard-labels';
import type { PodTask } from '../pods/pod-template';
import { EXPORT_VARIABLE } from './model-export';
import type { TrainingEngine } from './training-engine';
import type { ResolvedTrainingJob } from './training-job';
import type { Rendezvous, ResolvedRole, Role } from './training-strategy';
import type { ContainerOptions, PodOptions } from '../pods/pod-options';

/** A variable of every task, from a field of its own pod. */
export interface FieldVariable {
  readonly name: string;
  readonly fieldPath: string;
}

/** The pod's namespace, for host names with their domain. */
export const NAMESPACE: FieldVariable = { name: 'JOB_NAMESPACE', fieldPath: 'metadata.namespace' };
/** The domain of Services in Kubernetes' DNS. A cluster of GKE has another one only if it is configured so. */
export const SERVICE_DOMAIN = `$(${NAMESPACE.name}).svc.cluster.local`;

/**
 * The autoscaler moves pods of Jobs to empty a node that is hardly used; moving one task can cost the whole job.
 *
 * @see https://github.com/kubernetes/autoscaler/blob/master/cluster-autoscaler/FAQ.md#what-types-of-pods-can-prevent-ca-from-removing-a-node
 */
const STAYS = { 'cluster-autoscaler.kubernetes.io/safe-to-evict': 'false' };

/**
 * The parts of a task's pod that all engines write.
 */
export function taskOf(engine: TrainingEngine, job: ResolvedTrainingJob, role: ResolvedRole): PodTask {
  const { args, launcher, env } = toldBy(engine, job, role);
  const texts = [...env.map(({ value }) => value), ...args, ...(launcher ?? [])];
  const port = portOf(job, role);
  return {
    workloadName: job.base,
    pod: podOf(job.pod, role),
    pool: role.pool,
    resources: role.resolved,
    containerName: containerNameOf(engine, job),
    ports: port === undefined ? undefined : [{ containerPort: port }],
    env: [
      ...engine.fields
        .filter(({ name }) => texts.some((text) => text.includes(`$(${name})`)))
        .map(({ name, fieldPath }) => ({ name, valueFrom: { fieldRef: { fieldPath } } })),
      ...env,
      ...(job.exported ? [{ name: EXPORT_VARIABLE, value: job.exported.path }] : []),
    ],
    launcher,
    command: role.command,
    extraArgs: args,
    inShell: job.inShell,
    startupProbe: isAwaited(job, role) && port !== undefined ? listensAt(port) : undefined,
    labels: recommendedLabels({ component: role.name }),
    annotations: STAYS,
  };
}

/** The variables of a task, without those that the operator sets, and without defaults that the user replaces. */
function toldBy(engine: TrainingEngine, job: ResolvedTrainingJob, role: ResolvedRole): Rendezvous {
  const told = role.told ?? job.strategy.rendezvous(role, job.roles, engine.addresses(job), job.pod);
  const leftOut = new Set([...(engine.given?.(job) ?? []), ...Object.keys(job.pod.env ?? {})]);
  return { ...told, env: told.env.filter(({ name }) => !leftOut.has(name)) };
}

/** True if tasks of another role start only when those of this one listen. */
function isAwaited({ roles }: ResolvedTrainingJob, { name }: ResolvedRole): boolean {
  return roles.some(({ dependsOn }) => dependsOn === name);
}

/** A start-up probe of a port. It ends at its first success, because some programs log each empty connection. */
function listensAt(port: number): k8s.Probe {
  return { tcpSocket: { port: holding(port) }, periodSeconds: 1, failureThreshold: 300 };
}

/** The port where a task of a role listens; `undefined` if it does not listen. */
export function portOf(job: ResolvedTrainingJob, role: ResolvedRole): number | undefined {
  return role.port ?? job.strategy.port;
}

/** The name of the main container: the engine's, or the framework as far as containers can have its name. */
export function containerNameOf({ containerName }: TrainingEngine, { strategy }: ResolvedTrainingJob): string {
  return containerName ?? (strategy.framework.toLowerCase().match(/[a-z0-9]+/g) ?? []).join('-');
}

/** The pod of a role: that of the job, with the program of the role. */
export type RoleProgram = Partial<Pick<ContainerOptions, 'image' | 'command' | 'args'>>;

/** The options of a role's pods: those of the job, with the role's own program. */
export function podOf(pod: PodOptions, { program }: Role): PodOptions {
  if (!program) return pod;
  const { image = pod.image, command = pod.command, args = pod.args } = program;
  return { ...pod, image, command, args };
}
