import { query, type Panel } from '../core/contracts/alert';

const GPUS = '{gpu}';
// A chart of others may have installed a second kube-state-metrics. "max by" counts a series of both once.
const REQUESTED =
  'max by (namespace, pod, container, node) (kube_pod_container_resource_requests{resource="nvidia_com_gpu"})';
/** The GPUs that running pods asked for. */
export const RESERVED_GPUS = `${REQUESTED} and on (namespace, pod) (kube_pod_status_phase{phase="Running"} == 1)`;
const WAITED = 'kube_pod_start_time{} - kube_pod_created{}';
const ADMITTED = 'sum by (le) (rate(kueue_admission_wait_time_seconds_bucket{}[1h]))';

/** A metric of GPUs by their nodes, which the exporter calls Hostname. */
export function byNode(metric: string): string {
  return `label_replace(${metric}{}, "node", "$1", "Hostname", "(.+)")`;
}

/** The value of each job. */
export function byJob(metric: string): string {
  return `max by (namespace, job_name) (${metric})`;
}

/**
 * The charts of a cluster: its GPUs, its jobs and queues, and the time that they wait. The list can be cut and extended like any other.
 */
export function clusterPanels(): readonly Panel[] {
  return [
    panel('GPUs used against GPUs paid for', GPUS, {
      'paid for': 'sum(max by (node) (kube_node_status_allocatable{resource="nvidia_com_gpu"}))',
      reserved: `sum(${RESERVED_GPUS})`,
      'at work': 'sum(DCGM_FI_DEV_GPU_UTIL{}) / 100',
    }),
    panel('GPUs reserved by namespace', GPUS, { '{{namespace}}': `sum by (namespace) (${RESERVED_GPUS})` }),
    panel('Jobs by state', '1', {
      active: `count(${byJob('kube_job_status_active{}')} > 0)`,
      suspended: `sum(${byJob('kube_job_status_suspended{}')})`,
      succeeded: `sum(${byJob('kube_job_complete{condition="true"}')})`,
      failed: `sum(${byJob('kube_job_failed{condition="true"}')})`,
    }),
    panel('Time from the creation of a pod to its start', 's', {
      median: `quantile(0.5, ${WAITED})`,
      longest: `max(${WAITED})`,
    }),
    panel('Jobs that wait in queues of Kueue', '1', {
      '{{cluster_queue}}': 'sum by (cluster_queue) (kueue_pending_workloads{})',
    }),
    panel('Time from the submission of a job to its admission, in queues of Kueue', 's', {
      median: `histogram_quantile(0.5, ${ADMITTED})`,
      '95 of 100': `histogram_quantile(0.95, ${ADMITTED})`,
    }),
  ];
}

/** A chart of expressions in which each metric has braces. */
export function panel(title: string, unit: string, lines: Readonly<Record<string, string>>): Panel {
  return { title, unit, lines: Object.fromEntries(Object.entries(lines).map(([name, text]) => [name, query(text)])) };
}
