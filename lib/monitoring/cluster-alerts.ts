import { Duration } from 'cdk8s';
import { series, type Alert, type Query } from '../core/contracts/alert';
import { boundsProblems, secondsProblems } from '../core/problems/bounds';
import { accepted } from '../core/problems/errors';
import type { Problem } from '../core/problems/problem';
import { byNode, reservedGpus } from './cluster-panels';

/** The limits beyond which the alerts of a cluster fire. */
export interface AlertThresholds {
  /** The time for which a pod may have no node, or a job may be suspended. Whole seconds. @default Duration.hours(1) */
  readonly waiting?: Duration;
  /** The number of restarts of a container in one hour. @default 3 */
  readonly restarts?: number;
  /** The percent of its time in which the busiest GPU of a node works, below which reserved GPUs are idle. From 0 to 100. @default 5 */
  readonly idleUtilization?: number;
  /** The time for which reserved GPUs may be idle. Whole seconds. @default Duration.minutes(30) */
  readonly idle?: Duration;
  /** The time for which no GPU of a job may compute while its pods run. Whole seconds. @default Duration.minutes(30) */
  readonly stalled?: Duration;
  /** The percent of a volume that may be used. From 0 to 100. @default 90 */
  readonly volumeUse?: number;
  /** The percent of a ResourceQuota that may be used. From 0 to 100. @default 90 */
  readonly quotaUse?: number;
}

/** The time for which a volume or a quota has to be nearly full, so that short peaks tell nobody. */
const FULL_FOR = Duration.minutes(5);
const PERCENT = { most: 100, fractions: true };
/** The share of its time in which the memory of a GPU moves data, below which the GPU computes nothing. */
const MEMORY_AT_REST = 0.01;

/**
 * The alerts of a cluster: jobs that failed, wait, stand still or restart, GPUs that are idle or broken, and volumes and quotas that
 * are nearly full. The list can be cut and extended like any other.
 *
 * @example
 * const alerts = clusterAlerts({ waiting: Duration.hours(4) });
 */
export function clusterAlerts(thresholds: AlertThresholds = {}): readonly Alert[] {
  return accepted('clusterAlerts', [thresholdProblems(thresholds)], () => alertsOf(thresholds));
}

function alertsOf(thresholds: AlertThresholds): readonly Alert[] {
  const { waiting = Duration.hours(1), restarts = 3, idleUtilization = 5, volumeUse = 90, quotaUse = 90 } = thresholds;
  const { idle = Duration.minutes(30), stalled = Duration.minutes(30) } = thresholds;
  const wait = waiting.toHumanString();
  return [
    above(0, 'JobFailed', 'A job failed', (of) => {
      return `max by (namespace, job_name) (${series('kube_job_failed', 'condition="true"', of)})`;
    }),
    above(waiting.toSeconds(), 'PodWaiting', `A pod has had no node for ${wait}`, (of) => {
      const unscheduled = `${series('kube_pod_status_scheduled', 'condition="false"', of)} == 1`;
      const age = `time() - ${series('kube_pod_created', of)} and on (namespace, pod) (${unscheduled})`;
      return `max by (namespace, pod) (${age})`;
    }),
    {
      ...above(0, 'JobWaiting', `A job has been suspended for ${wait}, such as by a full queue`, (of) => {
        return `max by (namespace, job_name) (${series('kube_job_status_suspended', of)})`;
      }),
      for: waiting,
    },
    {
      ...above(0, 'QueueBlocked', `A queue of Kueue has had jobs for ${wait} that it cannot start`, (of) => {
        return `max by (cluster_queue) (${series('kueue_pending_workloads', 'status="inadmissible"', of)})`;
      }),
      for: waiting,
    },
    {
      ...above(MEMORY_AT_REST, 'JobStalled', `No GPU of a job has computed for ${stalled.toHumanString()}`, (of) => {
        const active = `max by (node) (${byNode('DCGM_FI_PROF_DRAM_ACTIVE', of)})`;
        const owner = series('kube_pod_owner', 'owner_kind=~".*Job"', of);
        const ofPods = `0 * (${reservedGpus(of)}) + on (node) group_left () ${active}`;
        const ofJobs = `(${ofPods}) * on (namespace, pod) group_left (owner_kind, owner_name) ${owner}`;
        return `max by (namespace, owner_kind, owner_name) (${ofJobs})`;
      }),
      ...{ fires: 'below', for: stalled },
    },
    above(
      restarts,
      'ContainerRestarts',
      `A container started again more than ${restarts} times in an hour, so its work does not get on`,
      (of) => {
        const started = `increase(${series('kube_pod_container_status_restarts_total', of)}[1h])`;
        return `max by (namespace, pod, container) (${started})`;
      },
    ),
    {
      ...above(
        idleUtilization,
        'GpuIdle',
        `Pods hold GPUs of a node, but no GPU of it has worked for ${idle.toHumanString()}`,
        (of) => {
          const used = byNode('DCGM_FI_DEV_GPU_UTIL', of);
          return `max by (node) (${used}) and on (node) max by (node) (${reservedGpus(of)}) > 0`;
        },
      ),
      ...{ fires: 'below', for: idle },
    },
    {
      ...above(0, 'GpuError', 'The driver of a GPU reported an Xid error, whose number is the value', (of) => {
        return `max by (Hostname, gpu) (${series('DCGM_FI_DEV_XID_ERRORS', of)})`;
      }),
      severity: 'critical',
    },
    {
      ...above(volumeUse, 'VolumeFull', `More than ${volumeUse} percent of a volume is used`, (of) => {
        const [free, all] = ['available', 'capacity'].map((each) => series(`kubelet_volume_stats_${each}_bytes`, of));
        return `max by (namespace, persistentvolumeclaim) (100 * (1 - ${free} / ${all}))`;
      }),
      ...{ severity: 'critical', for: FULL_FOR },
    },
    {
      ...above(quotaUse, 'QuotaFull', `More than ${quotaUse} percent of a quota is used`, (of) => {
        const [used, hard] = ['used', 'hard'].map((type) => series('kube_resourcequota', `type="${type}"`, of));
        return `max by (namespace, resourcequota, resource) (100 * ${used} / ignoring (type) (${hard} > 0))`;
      }),
      for: FULL_FOR,
    },
  ];
}

/** A warning that is told of at once. */
function above(threshold: number, name: string, summary: string, expr: Query): Alert {
  return { name, severity: 'warning', for: Duration.seconds(0), fires: 'above', threshold, summary, expr };
}

function* thresholdProblems(thresholds: AlertThresholds): Generator<Problem> {
  const { waiting, idle, stalled, restarts, idleUtilization, volumeUse, quotaUse } = thresholds;
  yield* secondsProblems({ waiting, idle, stalled });
  yield* boundsProblems('alert-threshold', { restarts });
  yield* boundsProblems('alert-threshold', { idleUtilization, volumeUse, quotaUse }, PERCENT);
}
