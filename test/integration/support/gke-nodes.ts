import sizes from '../data/machine-sizes.json';

// Nodes as GKE would make them, from a stack's Terraform alone: nothing of our own objects is read here.

interface NodePoolJson {
  readonly name: string;
  readonly location: string;
  readonly node_locations?: readonly string[];
  readonly node_count?: number;
  readonly initial_node_count?: number;
  readonly autoscaling?: {
    readonly max_node_count?: number;
    readonly total_max_node_count?: number;
  };
  readonly node_config: {
    readonly machine_type: string;
    readonly spot?: boolean;
    readonly labels?: Readonly<Record<string, string>>;
    readonly taint?: readonly { readonly key: string; readonly value: string; readonly effect: string }[];
    readonly guest_accelerator?: readonly { readonly type: string; readonly count: number }[];
  };
}

const ALLOCATABLE: Readonly<Record<string, { readonly cpu: string; readonly memory: string }>> = sizes.allocatable;
const EFFECTS: Readonly<Record<string, string>> = {
  NO_SCHEDULE: 'NoSchedule',
  PREFER_NO_SCHEDULE: 'PreferNoSchedule',
  NO_EXECUTE: 'NoExecute',
};

/** The label that GKE puts on every node. */
export const POOL_LABEL = 'cloud.google.com/gke-nodepool';

/** All nodes that the pools of a stack can grow to. */
export function nodesOf(stackJson: unknown): object[] {
  const { resource } = stackJson as { resource: Record<string, Record<string, NodePoolJson>> };
  return Object.values(resource.google_container_node_pool ?? {}).flatMap(nodesOfPool);
}

/** The DaemonSet that stands for GKE's own pods on each node. */
export function systemDaemonSet(): object {
  const { cpu, memory } = sizes.daemonSets;
  const labels = { app: 'gke-system' };
  const container = { name: 'all', image: 'gke-system', resources: { requests: { cpu, memory } } };
  return {
    apiVersion: 'apps/v1',
    kind: 'DaemonSet',
    metadata: { name: 'gke-system', namespace: 'kube-system' },
    spec: {
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { tolerations: [{ operator: 'Exists' }], containers: [container] } },
    },
  };
}

/** A node of a given size without labels and taints of its own, as local clusters have. */
export function plainNode(name: string, cpu: string, memory: string): object {
  return node(name, {}, [], { cpu, memory });
}

function nodesOfPool(pool: NodePoolJson): object[] {
  const { name, node_config: config } = pool;
  const size = ALLOCATABLE[config.machine_type];
  if (!size) throw new Error(`the size of ${config.machine_type} is not in machine-sizes.json`);
  const zones = pool.node_locations ?? [pool.location];
  // A plain pool says that it has none of no type.
  const gpus = (config.guest_accelerator ?? []).filter(({ count }) => count > 0);
  return Array.from({ length: nodeCount(pool, zones.length) }, (_, index) => {
    const zone = zones[index % zones.length] ?? '';
    const labels = {
      [POOL_LABEL]: name,
      'node.kubernetes.io/instance-type': config.machine_type,
      'topology.kubernetes.io/zone': zone,
      'topology.kubernetes.io/region': zone.replace(/-[a-z]$/, ''),
      ...(config.spot ? { 'cloud.google.com/gke-spot': 'true', 'cloud.google.com/gke-provisioning': 'spot' } : {}),
      ...(gpus[0] ? { 'cloud.google.com/gke-accelerator': gpus[0].type } : {}),
      ...config.labels,
    };
    const taints = (config.taint ?? []).map(({ effect, ...taint }) => ({ ...taint, effect: EFFECTS[effect] }));
    // The device plugin gives no GPUs where there are none.
    const devices = gpus[0] ? { 'nvidia.com/gpu': String(gpus[0].count) } : {};
    return node(`${name}-${index}`, labels, taints, { ...size, ...devices });
  });
}

function nodeCount({ autoscaling, node_count, initial_node_count }: NodePoolJson, zones: number): number {
  if (autoscaling?.total_max_node_count !== undefined) return autoscaling.total_max_node_count;
  if (autoscaling?.max_node_count !== undefined) return autoscaling.max_node_count * zones;
  return (node_count ?? initial_node_count ?? 0) * zones;
}

function node(name: string, labels: object, taints: readonly object[], size: object): object {
  const allocatable = { pods: '110', 'ephemeral-storage': '40Gi', ...size };
  const standard = { 'kubernetes.io/hostname': name, 'kubernetes.io/os': 'linux', 'kubernetes.io/arch': 'amd64' };
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name, annotations: { 'kwok.x-k8s.io/node': 'fake' }, labels: { ...standard, ...labels } },
    spec: { taints },
    status: { allocatable, capacity: allocatable },
  };
}
