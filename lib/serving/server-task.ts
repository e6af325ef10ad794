import { Duration } from 'cdk8s';
import type { k8s } from 'cdk8s-plus-27';
import { tagOf } from '../core/names/image-name';
import { envVar } from '../pods/containers/env-value';
import type { PodOptions } from '../pods/pod-options';
import type { PodTask } from '../pods/pod-template';
import { recommendedLabels } from '../kubernetes/standard-labels';
import { workloadLabel } from '../kubernetes/workload-label';
import type { ServerContainer } from './model-server';
import { fileAnnotations } from './server-files';
import type { ResolvedServing, Track } from './serving';
import type { PodSet } from '../pods/pod-set';

/** The label that tells the pods of a serving's versions apart. */
export const TRACK_LABEL = 'trainyard/track';

export const SERVER_CONTAINER = 'server';

/** The time between two checks of a pod. */
const PERIOD = Duration.seconds(5);
/** The timeout of a check. A model that computes may be slow to answer. */
const ANSWER = Duration.seconds(5);

/** The pods of one version, for every platform. `renderPodTemplate` writes them whole, `podPartsOf` in parts. */
export function serverTask(serving: ResolvedServing, { name, container, pod }: Track): PodTask {
  const { startupTimeout, pool, resources, containerName } = serving;
  const { files = {}, env = {}, ready, alive, ports } = container;
  // The machines of one replica belong together.
  const spread = serving.machines > 1 ? undefined : spreadOf(serving, name);
  const every = { periodSeconds: PERIOD.toSeconds(), timeoutSeconds: ANSWER.toSeconds() };
  return {
    workloadName: serving.name,
    pod: {
      ...pod,
      podSpec: { ...(spread && { topologySpreadConstraints: spread }), ...pod.podSpec },
    },
    pool,
    resources,
    containerName,
    env: Object.entries(env).flatMap(([key, value]) => (pod.env?.[key] === undefined ? [envVar(key, value)] : [])),
    ports: ports.map(({ name, port }) => ({ name, containerPort: port })),
    startupProbe: {
      ...ready,
      ...every,
      failureThreshold: Math.ceil(startupTimeout.toSeconds() / PERIOD.toSeconds()),
    },
    readinessProbe: { ...ready, ...every, failureThreshold: 3 },
    livenessProbe: alive && { ...alive, ...every, failureThreshold: 6 },
    // A terminating pod gets requests for a while, until all nodes know.
    lifecycle: { preStop: { exec: { command: ['sleep', String(drainSeconds(serving, container, pod))] } } },
    labels: {
      ...recommendedLabels({ component: 'server', version: tagOf(container.image) }),
      [TRACK_LABEL]: name,
    },
    annotations: fileAnnotations(files),
    mesh: serving.mesh ?? 'any',
  };
}

/** The pods of one version on the other machines of each replica. They answer nothing, and do not end before the one that answers. */
export function workerTask(serving: ResolvedServing, track: Track): PodTask {
  const container = { ...track.container, afterTerm: 'aborts' as const };
  const { args = [], workerArgs = [] } = container;
  const task = serverTask(serving, { ...track, container, pod: { ...track.pod, args: [...args, ...workerArgs] } });
  return { ...task, ports: undefined, startupProbe: undefined, readinessProbe: undefined, livenessProbe: undefined };
}

/** The labels of the pods that answer: all, or the leaders of replicas that span several machines. */
export function answeringLabels({ name, machines }: ResolvedServing): Record<string, string> {
  return { ...workloadLabel(name), ...(machines > 1 && { 'leaderworkerset.sigs.k8s.io/worker-index': '0' }) };
}

/** Those of the pods that get requests: of all versions, or of the live color. */
export function clientLabels(serving: ResolvedServing): Record<string, string> {
  const { way } = serving.rollout;
  return { ...answeringLabels(serving), ...(way.kind === 'blueGreen' && { [TRACK_LABEL]: way.live }) };
}

/** The replicas of one version. */
export function podSetOf(serving: ResolvedServing, { name, pod, replicas, container }: Track): PodSet {
  const { pool, resources, machines, tracks, scaling, bucketUses } = serving;
  return {
    name: tracks.length === 1 ? 'replica' : `${name} replica`,
    ...(scaling.way.kind === 'scaled' && name !== 'canary' && { lowered: 'max of replicas' }),
    // Its affinity may name the label that all pods of a serving have.
    pod: { ...pod, labels: { ...pod.labels, ...workloadLabel(serving.name) } },
    pool,
    resources,
    replicas,
    machines,
    drains: true,
    port: container.ports[0].port,
    containerName: serving.containerName,
    bucketUses,
  };
}

/** A server that drops its requests on SIGTERM gets it after the longest of them. */
function drainSeconds(
  { preStopDelay, requestTimeout }: ResolvedServing,
  { afterTerm }: ServerContainer,
  { podSpec }: PodOptions,
): number {
  // A program that does not handle SIGTERM is safe from it only as the first process of its container.
  const aborts = afterTerm === 'aborts' || (afterTerm === 'serves' && podSpec?.shareProcessNamespace === true);
  return preStopDelay.toSeconds() + (aborts ? requestTimeout.toSeconds() : 0);
}

/**
 * A preference for several nodes and zones, so that one loss does not take all replicas of a version. It never keeps a
 * pod waiting: the scheduler only prefers such nodes.
 */
function spreadOf({ name, scaling }: ResolvedServing, track: string): k8s.TopologySpreadConstraint[] | undefined {
  if (scaling.most < 2) return undefined;
  return ['topology.kubernetes.io/zone', 'kubernetes.io/hostname'].map((topologyKey) => ({
    topologyKey,
    maxSkew: 1,
    whenUnsatisfiable: 'ScheduleAnyway',
    labelSelector: { matchLabels: { ...workloadLabel(name), [TRACK_LABEL]: track } },
    // Pods that a roll-out replaces do not count.
    matchLabelKeys: ['pod-template-hash'],
  }));
}
