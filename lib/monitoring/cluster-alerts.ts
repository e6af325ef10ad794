import { Duration } from 'cdk8s';
import { series, type Alert } from '../core/contracts/alert';
import { boundsProblems, secondsProblems } from '../core/problems/bounds';
import { accepted } from '../core/problems/errors';
import type { Problem } from '../core/problems/problem';
import { reservedGpus } from './cluster-panels';

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
  /** The percent of a volume that may be used. From 0 to 100. @default 90 */
  readonly volumeUse?: number;
  /** The percent of a ResourceQuota that may be used. From 0 to 100. @default 90 */
  readonly quotaUse?: number;
}

const AT_ONCE = Duration.seconds(0);
/** The time for which a volume or a quota has to be nearly full, so that short peaks tell nobody. */
const FULL_FOR = Duration.minutes(5);
const PERCENT = { most: 100, fractions: true };

/**
 * The alerts of a cluster: jobs that failed, wait or restart, GPUs that are idle or broken, and volumes and quotas that are
 * nearly full. The list can be cut and extended like any other.
 *
 * @example
 * const alerts = clusterAlerts({ waiting: Duration.hours(4) });
 */
export function clusterAlerts(thresholds: AlertThresholds = {}): readonly Alert[] {
  return accepted('clusterAlerts', [thresholdProblems(thresholds)], () => alertsOf(thresholds));
}

function alertsOf(thresholds: AlertThresholds): readonly Alert[] {
  const { waiting = Duration.hours(1), restarts = 3, idleUtilization = 5 } = thresholds;
  const { idle = Duration.minutes(30), volumeUse = 90, quotaUse = 90 } = thresholds;
  return [
    {
      ...{ name: 'JobFailed', severity: 'warning', for: AT_ONCE, fires: 'above', threshold: 0 },
      summary: 'A job failed',
      expr: (of) => `max by (namespace, job_name) (${series('kube_job_failed', 'condition="true"', of)})`,
    },
    {
      ...{ name: 'PodWaiting', severity: 'warning', for: AT_ONCE, fires: 'above', threshold: waiting.toSeconds() },
      summary: `A pod has had no node for ${waiting.toHumanString()}`,
      expr: (of) => {
        const unscheduled = `${series('kube_pod_status_scheduled', 'condition="false"', of)} == 1`;
        const age = `time() - ${series('kube_pod_created', of)} and on (namespace, pod) (${unscheduled})`;
        return `max by (namespace, pod) (${age})`;
      },
    },
    {
      ...{ name: 'JobWaiting', severity: 'warning', for: waiting, fires: 'above', threshold: 0 },
      summary: `A job has been suspended for ${waiting.toHumanString()}, such as by a full queue`,
      expr: (of) => `max by (namespace, job_name) (${series('kube_job_status_suspended', of)})`,
    },
    {
      ...{ name: 'ContainerRestarts', severity: 'warning', for: AT_ONCE, fires: 'above', threshold: restarts },
      summary: `A container started again more than ${restarts} times in an hour, so its work does not get on`,
      expr: (of) => {
        const started = `increase(${series('kube_pod_container_status_restarts_total', of)}[1h])`;
        return `max by (namespace, pod, container) (${started})`;
      },
    },
    {
      ...{ name: 'GpuIdle', severity: 'warning', for: idle, fires: 'below', threshold: idleUtilization },
      summary: `Pods hold GPUs of a node, but no GPU of it has worked for ${idle.toHumanString()}`,
      expr: (of) => {
        // The exporter calls the node Hostname.
        const used = `label_replace(${series('DCGM_FI_DEV_GPU_UTIL', of)}, "node", "$1", "Hostname", "(.+)")`;
        return `max by (node) (${used}) and on (node) max by (node) (${reservedGpus(of)}) > 0`;
      },
    },
    {
      ...{ name: 'GpuError', severity: 'critical', for: AT_ONCE, fires: 'above', threshold: 0 },
      summary: 'The driver of a GPU reported an Xid error, whose number is the value',
      expr: (of) => `max by (Hostname, gpu) (${series('DCGM_FI_DEV_XID_ERRORS', of)})`,
    },
    {
      ...{ name: 'VolumeFull', severity: 'critical', for: FULL_FOR, fires: 'above', threshold: volumeUse },
      summary: `More than ${volumeUse} percent of a volume is used`,
      expr: (of) => {
        const [free, all] = ['available', 'capacity'].map((each) => series(`kubelet_volume_stats_${each}_bytes`, of));
        return `max by (namespace, persistentvolumeclaim) (100 * (1 - ${free} / ${all}))`;
      },
    },
    {
      ...{ name: 'QuotaFull', severity: 'warning', for: FULL_FOR, fires: 'above', threshold: quotaUse },
      summary: `More than ${quotaUse} percent of a quota is used`,
      expr: (of) => {
        const [used, hard] = ['used', 'hard'].map((type) => series('kube_resourcequota', `type="${type}"`, of));
        return `max by (namespace, resourcequota, resource) (100 * ${used} / ignoring (type) (${hard} > 0))`;
      },
    },
  ];
}

function* thresholdProblems(thresholds: AlertThresholds): Generator<Problem> {
  const { waiting, idle, restarts, idleUtilization, volumeUse, quotaUse } = thresholds;
  yield* secondsProblems({ waiting, idle });
  yield* boundsProblems('alert-threshold', { restarts });
  yield* boundsProblems('alert-threshold', { idleUtilization, volumeUse, quotaUse }, PERCENT);
}
