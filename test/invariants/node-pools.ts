import { Accelerator, MachineType } from '../../lib/index';
import { resourcesOf, type Json, type Rendering } from './rendering';

/** A node pool as the scheduler sees it, from its Terraform alone. */
export interface Pool {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly taints: readonly { readonly key: string; readonly value: string; readonly effect: string }[];
  readonly gpus: number;
  readonly cpuMillis: number;
  readonly memoryBytes: number;
}

const EFFECTS: Readonly<Record<string, string>> = {
  NO_SCHEDULE: 'NoSchedule',
  NO_EXECUTE: 'NoExecute',
  PREFER_NO_SCHEDULE: 'PreferNoSchedule',
};

export function poolsOf(rendering: Rendering): Pool[] {
  return resourcesOf(rendering, 'google_container_node_pool').map(({ resource }) => {
    const config: Json = resource.node_config;
    const machine = MachineType.of(config.machine_type);
    // A plain pool says that it has none of no type.
    const accelerator = (config.guest_accelerator ?? []).find(({ count }: Json) => count > 0);
    return {
      name: resource.name,
      labels: {
        'cloud.google.com/gke-nodepool': resource.name,
        ...(accelerator ? { 'cloud.google.com/gke-accelerator': accelerator.type } : {}),
        ...config.labels,
      },
      taints: [
        ...(config.taint ?? []).map((taint: Json) => ({ ...taint, effect: EFFECTS[taint.effect] })),
        // The labels and taints that GKE adds.
        ...(resource.queued_provisioning?.enabled === true
          ? [{ key: 'cloud.google.com/gke-queued', value: 'true', effect: 'NoSchedule' }]
          : []),
      ],
      gpus: gpusOf(accelerator),
      cpuMillis: (machine.vcpu ?? 0) * 1000,
      memoryBytes: (machine.memory?.toKibibytes() ?? 0) * 1024,
    };
  });
}

function gpusOf(accelerator: Json | undefined): number {
  if (!accelerator) return 0;
  const partitions = Accelerator.of(accelerator.type).mig?.[accelerator.gpu_partition_size] ?? 1;
  return accelerator.count * partitions * (accelerator.gpu_sharing_config?.max_shared_clients_per_gpu ?? 1);
}

const UNITS: Readonly<Record<string, number>> = {
  m: 1 / 1000,
  k: 1e3,
  M: 1e6,
  G: 1e9,
  T: 1e12,
  Ki: 2 ** 10,
  Mi: 2 ** 20,
  Gi: 2 ** 30,
  Ti: 2 ** 40,
};

/** A quantity of Kubernetes as a number; NaN for any other text. */
export function quantity(text: unknown): number {
  const [, amount, unit = ''] = /^([0-9.]+)([a-zA-Z]*)$/.exec(String(text)) ?? [];
  return Number(amount ?? NaN) * (unit === '' ? 1 : (UNITS[unit] ?? NaN));
}
