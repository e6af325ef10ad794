import { series, type Panel } from '../core/contracts/alert';

const GPUS = '{gpu}';
/** The matcher of GPUs among the resources that kube-state-metrics counts. */
const GPU = 'resource="nvidia_com_gpu"';

/** The GPUs that running pods asked for. */
export function reservedGpus(of: string): string {
  const asked = series('kube_pod_container_resource_requests', GPU, of);
  return `${asked} and on (namespace, pod) (${series('kube_pod_status_phase', 'phase="Running"', of)} == 1)`;
}

/** A metric of GPUs by their nodes, which the exporter calls Hostname. */
export function byNode(metric: string, of: string): string {
  return `label_replace(${series(metric, of)}, "node", "$1", "Hostname", "(.+)")`;
}

/** The charts of a cluster: its GPUs, its jobs and queues, and the time that they wait. The list can be cut and extended like any other. */
export function clusterPanels(): readonly Panel[] {
  const waited = (of: string) => `${series('kube_pod_start_time', of)} - ${series('kube_pod_created', of)}`;
  return [
    {
      ...{ title: 'GPUs used against GPUs paid for', unit: GPUS },
      lines: {
        'paid for': (of) => `sum(${series('kube_node_status_allocatable', GPU, of)})`,
        reserved: (of) => `sum(${reservedGpus(of)})`,
        'at work': (of) => `sum(${series('DCGM_FI_DEV_GPU_UTIL', of)}) / 100`,
      },
    },
    {
      ...{ title: 'GPUs reserved by namespace', unit: GPUS },
      lines: { '{{namespace}}': (of) => `sum by (namespace) (${reservedGpus(of)})` },
    },
    {
      ...{ title: 'Jobs by state', unit: '1' },
      lines: {
        active: (of) => `count(${series('kube_job_status_active', of)} > 0)`,
        suspended: (of) => `sum(${series('kube_job_status_suspended', of)})`,
        succeeded: (of) => `sum(${series('kube_job_complete', 'condition="true"', of)})`,
        failed: (of) => `sum(${series('kube_job_failed', 'condition="true"', of)})`,
      },
    },
    {
      ...{ title: 'Time from the creation of a pod to its start', unit: 's' },
      lines: { median: (of) => `quantile(0.5, ${waited(of)})`, longest: (of) => `max(${waited(of)})` },
    },
    {
      ...{ title: 'Jobs that wait in queues of Kueue', unit: '1' },
      lines: { '{{cluster_queue}}': (of) => `sum by (cluster_queue) (${series('kueue_pending_workloads', of)})` },
    },
    {
      ...{ title: 'Time from the submission of a job to its start, in queues of Kueue', unit: 's' },
      lines: { median: (of) => readyAfter(0.5, of), '95 of 100': (of) => readyAfter(0.95, of) },
    },
  ];
}

function readyAfter(share: number, of: string): string {
  const started = `rate(${series('kueue_ready_wait_time_seconds_bucket', of)}[1h])`;
  return `histogram_quantile(${share}, sum by (le) (${started}))`;
}
