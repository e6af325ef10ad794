import { Duration } from 'cdk8s';
import type { k8s } from 'cdk8s-plus-27';
import { envVar } from '../pod/env-value';
import type { PodOptions } from '../pod/pod-options';
import type { PodTask } from '../pod/pod-template';
import { workloadLabel } from '../pod/workload-label';
import type { ServerContainer } from './model-server';
import { fileAnnotations } from './server-files';
import type { ResolvedServing, Track } from './serving';

/** The label that tells the pods of a serving's versions apart. */
export const TRACK_LABEL = 'trainyard/track';

/** The name of the server's container. */
export const SERVER_CONTAINER = 'server';

/** How often a pod is asked whether it is well. */
const PERIOD = Duration.seconds(5);
/** A model that computes may be slow to answer. */
const ANSWER = Duration.seconds(5);

/** The pods of one version, for every platform. */
export function serverTask(serving: ResolvedServing, { name, container, pod }: Track): PodTask {
  const { loadTime, pool, resources } = serving;
  const { files = {}, env = {}, ready, alive, ports } = container;
  const spread = spreadOf(serving, name);
  const every = { periodSeconds: PERIOD.toSeconds(), timeoutSeconds: ANSWER.toSeconds() };
  return {
    workloadName: serving.name,
    pod: {
      ...pod,
      podSpec: { ...(spread && { topologySpreadConstraints: spread }), ...pod.podSpec },
    },
    pool,
    resources,
    containerName: SERVER_CONTAINER,
    env: Object.entries(env).flatMap(([key, value]) => (pod.env?.[key] === undefined ? [envVar(key, value)] : [])),
    ports: ports.map(({ name, port }) => ({ name, containerPort: port })),
    startupProbe: {
      ...ready,
      ...every,
      failureThreshold: Math.ceil(loadTime.toSeconds() / PERIOD.toSeconds()),
    },
    readinessProbe: { ...ready, ...every, failureThreshold: 3 },
    livenessProbe: alive && { ...alive, ...every, failureThreshold: 6 },
    // A pod that stops gets requests for a while, until all nodes know.
    lifecycle: { preStop: { exec: { command: ['sleep', String(drainSeconds(serving, container, pod))] } } },
    labels: { [TRACK_LABEL]: name },
    annotations: fileAnnotations(files),
    mesh: serving.mesh ?? 'any',
  };
}

/** A server that drops its requests on SIGTERM gets it after the longest of them. */
function drainSeconds(
  { drain, longestRequest }: ResolvedServing,
  { afterTerm }: ServerContainer,
  { podSpec }: PodOptions,
): number {
  // A program that does not handle SIGTERM is safe from it only as the first process of its container.
  const aborts = afterTerm === 'aborts' || (afterTerm === 'serves' && podSpec?.shareProcessNamespace === true);
  return drain.toSeconds() + (aborts ? longestRequest.toSeconds() : 0);
}

/**
 * Replicas of one version on several nodes and zones, so that one loss is not that of all. It never keeps a pod waiting: the scheduler only
 * prefers such nodes.
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
