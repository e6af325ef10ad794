import { Duration } from 'cdk8s';
import { query, type Alert } from '../core/contracts/alert';
import { boundsProblems, refuseValues, secondsProblems, type Problem } from '../core/problems';
import { byJob, byNode, RESERVED_GPUS } from './cluster-panels';

/** The limits beyond which the alerts of a cluster fire. */
export interface AlertThresholds {
  /** The time for which a pod may have no node, or a job may be suspended. Whole seconds. @default Duration.hours(1) */
  readonly waiting?: Duration;
  /** The most restarts of a container in one hour. @default 3 */
  readonly restarts?: number;
  /** The use of the busiest GPU of a node, in percent of the time, below which reserved GPUs are idle. From 0 to 100. @default 5 */
  readonly idleUtilization?: number;
  /** The time for which reserved GPUs may be idle. Whole seconds. @default Duration.minutes(30) */
  readonly idle?: Duration;
  /** The time for which all GPUs of a running job may be at rest. Whole seconds. @default Duration.minutes(30) */
  readonly stalled?: Duration;
  /** The percent of a volume that may be used. From 0 to 100. @default 90 */
  readonly volumeUse?: number;
  /** The percent of a ResourceQuota that may be used. From 0 to 100. @default 90 */
  readonly quotaUse?: number;
}

const AT_ONCE = Duration.seconds(0);
/** The time for which a volume or a quota has to be nearly full, so that short peaks tell nobody. */
const FULL_FOR = Duration.minutes(5);
const PERCENT = { most: 100, fractions: true };
/** The share of its time in which the memory of a GPU moves data, below which the GPU computes nothing. */
const MEMORY_AT_REST = 0.01;

const UNSCHEDULED = 'kube_pod_created{} and on (namespace, pod) (kube_pod_status_scheduled{condition="false"} == 1)';
const RESTARTED = 'increase(kube_pod_container_status_restarts_total{}[1h])';
const WORKING = `max by (node) (${byNode('DCGM_FI_DEV_GPU_UTIL')})`;
const MOVING = `0 * (${RESERVED_GPUS}) + on (node) group_left () max by (node) (${byNode('DCGM_FI_PROF_DRAM_ACTIVE')})`;
const OWNER = 'max by (namespace, pod, owner_kind, owner_name) (kube_pod_owner{owner_kind=~".*Job"})';
const OF_JOBS = `on (namespace, pod) group_left (owner_kind, owner_name) ${OWNER}`;
const VOLUME_USE = '1 - kubelet_volume_stats_available_bytes{} / kubelet_volume_stats_capacity_bytes{}';
const QUOTA_USE = 'kube_resourcequota{type="used"} / ignoring (type) (kube_resourcequota{type="hard"} > 0)';
/** The values that are compared, by alert. */
const VALUES = {
  JobFailed: byJob('kube_job_failed{condition="true"}'),
  PodWaiting: `max by (namespace, pod) (time() - ${UNSCHEDULED})`,
  JobWaiting: byJob('kube_job_status_suspended{}'),
  QueueBlocked: 'max by (cluster_queue) (kueue_pending_workloads{status="inadmissible"})',
  JobStalled: `max by (namespace, owner_kind, owner_name) ((${MOVING}) * ${OF_JOBS})`,
  ContainerRestarts: `max by (namespace, pod, container) (${RESTARTED})`,
  GpuIdle: `${WORKING} and on (node) max by (node) (${RESERVED_GPUS}) > 0`,
  GpuError: 'max by (Hostname, gpu) (DCGM_FI_DEV_XID_ERRORS{})',
  VolumeFull: `max by (namespace, persistentvolumeclaim) (100 * (${VOLUME_USE}))`,
  QuotaFull: `max by (namespace, resourcequota, resource) (100 * ${QUOTA_USE})`,
};

type Name = keyof typeof VALUES;

/**
 * The alerts of a cluster: jobs that failed, wait, stand still or restart, GPUs that are idle or broken, and volumes and quotas that
 * are nearly full. The list can be cut and extended like any other.
 *
 * @example
 * const alerts = clusterAlerts({ waiting: Duration.hours(4) });
 */
export function clusterAlerts(thresholds: AlertThresholds = {}): readonly Alert[] {
  refuseValues('clusterAlerts', thresholdProblems(thresholds));
  const { waiting = Duration.hours(1), restarts = 3, idleUtilization = 5, volumeUse = 90, quotaUse = 90 } = thresholds;
  const { idle = Duration.minutes(30), stalled = Duration.minutes(30) } = thresholds;
  const restarted = `A container started again more than ${restarts} times in an hour, so its work does not get on`;
  const broken = 'The driver of a GPU reported an Xid error, whose number is the value';
  const blocked = `A queue of Kueue has had jobs for ${minutesOf(waiting)} that it cannot start`;
  const unused = `Pods hold GPUs of a node, but no GPU of it has worked for ${minutesOf(idle)}`;
  const critical = { severity: 'critical' } as const;
  const below = { fires: 'below' } as const;
  return [
    above('JobFailed', 0, 'A job failed'),
    above('PodWaiting', waiting.toSeconds(), `A pod has had no node for ${minutesOf(waiting)}`),
    above('JobWaiting', 0, `A job has been suspended for ${minutesOf(waiting)}, such as by a full queue`, waiting),
    above('QueueBlocked', 0, blocked, waiting),
    above('JobStalled', MEMORY_AT_REST, `No GPU of a job has computed for ${minutesOf(stalled)}`, stalled, below),
    above('ContainerRestarts', restarts, restarted),
    above('GpuIdle', idleUtilization, unused, idle, below),
    above('GpuError', 0, broken, AT_ONCE, critical),
    above('VolumeFull', volumeUse, `More than ${volumeUse} percent of a volume is used`, FULL_FOR, critical),
    above('QuotaFull', quotaUse, `More than ${quotaUse} percent of a quota is used`, FULL_FOR),
  ];
}

function minutesOf(time: Duration): string {
  return `${time.toMinutes({ integral: false })} minutes`;
}

/** An alert of a value that is too high for some time; unless said otherwise a warning. */
function above(name: Name, threshold: number, summary: string, time = AT_ONCE, more: Partial<Alert> = {}): Alert {
  const usual = { severity: 'warning', fires: 'above', for: time } as const;
  return { name, threshold, summary, expr: query(VALUES[name]), ...usual, ...more };
}

function* thresholdProblems(thresholds: AlertThresholds): Generator<Problem> {
  const { waiting, idle, stalled, restarts, idleUtilization, volumeUse, quotaUse } = thresholds;
  yield* secondsProblems({ waiting, idle, stalled });
  yield* boundsProblems('alert-threshold', { restarts });
  yield* boundsProblems('alert-threshold', { idleUtilization, volumeUse, quotaUse }, PERCENT);
}
