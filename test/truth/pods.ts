import systemPods from './gke/system-pods.json';
import { FIRST, type Load, type Node } from './gke/nodes';
import { mayLieOn } from './model-scheduler';

// The pods that operators and controllers make of manifests, as pods of their own: these end only when they are deleted.

/** The fields of a manifest that are read here. */
export interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  // An edge to the manifests: the shape depends on the kind.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly spec?: any;
}

/** A pod of one role of a job. */
export interface Pod {
  readonly name: string;
  /** The pods of a job with equal texts are equal to the scheduler. */
  readonly shape: string;
  readonly annotations: Readonly<Record<string, string>>;
  readonly spec: PodSpec;
}

export interface PodSpec {
  readonly nodeSelector?: Readonly<Record<string, string>>;
  readonly tolerations?: readonly object[];
  readonly containers: readonly Container[];
  readonly initContainers?: readonly Container[];
  readonly [field: string]: unknown;
}

interface Container {
  readonly env?: readonly { readonly name: string; readonly value?: string }[];
  readonly resources?: { readonly requests?: Readonly<Record<string, string | number>> };
  readonly [field: string]: unknown;
}

interface Template {
  readonly metadata?: { readonly annotations?: Readonly<Record<string, string>> };
  readonly spec: PodSpec;
}

interface ReplicaSpec {
  readonly replicas?: number;
  readonly template: Template;
}

/** The pods of the jobs and servers among some manifests. */
export function podsOf(manifests: readonly Manifest[]): Pod[] {
  return manifests.flatMap(({ kind, metadata, spec }) => {
    const pods = (role: string, replicas: number, template: Template) =>
      Array.from({ length: replicas }, (_, index) => podOf(`${metadata.name}-${role}-${index}`, template));
    switch (kind) {
      case 'TFJob':
      case 'PyTorchJob':
      case 'MXJob':
        return Object.entries<ReplicaSpec>(
          spec.tfReplicaSpecs ?? spec.pytorchReplicaSpecs ?? spec.mxReplicaSpecs,
        ).flatMap(([role, { replicas = 1, template }]) => pods(role.toLowerCase(), replicas, template));
      case 'JobSet':
        return (spec.replicatedJobs as { name: string; replicas?: number; template: { spec: JobSpec } }[]).flatMap(
          ({ name, replicas = 1, template }) =>
            pods(name, replicas * (template.spec.parallelism ?? 1), template.spec.template),
        );
      case 'Job':
        return pods('task', (spec as JobSpec).parallelism ?? 1, (spec as JobSpec).template);
      case 'Deployment':
        return pods('replica', (spec as DeploymentSpec).replicas, (spec as DeploymentSpec).template);
      default:
        return [];
    }
  });
}

interface DeploymentSpec {
  readonly replicas: number;
  readonly template: Template;
}

interface JobSpec {
  readonly parallelism?: number;
  readonly template: Template;
}

/** The pods of the DaemonSets among some manifests, one for each node on which they may lie. */
export function daemonPodsOf(manifests: readonly Manifest[], nodes: readonly Node[]): Pod[] {
  return manifests
    .filter(({ kind }) => kind === 'DaemonSet')
    .flatMap(({ metadata, spec }) =>
      nodes.flatMap((node) => {
        const pod = podOf(`${metadata.name}-on-${node.name}`, spec.template as Template);
        const nodeSelector = { ...pod.spec.nodeSelector, 'kubernetes.io/hostname': node.name };
        return mayLieOn(pod, node) ? [{ ...pod, spec: { ...pod.spec, nodeSelector } }] : [];
      }),
    );
}

/** The pods that GKE runs once in a cluster, on nodes that are there from the start. */
export function clusterPods(load: Load): Pod[] {
  const nodeSelector = { [FIRST]: 'true' };
  const more = load === 'careful' ? systemPods.careful.moreOnceInACluster : {};
  return Object.entries({ ...systemPods.onceInACluster, ...more }).flatMap(
    ([name, { replicas, cpuMillis, memoryMiB }]) => {
      const resources = { requests: { cpu: `${cpuMillis}m`, memory: `${memoryMiB}Mi` } };
      const spec = { nodeSelector, containers: [{ name, image: name, resources }] };
      return Array.from({ length: replicas }, (_, index) => podOf(`gke-${name}-${index}`, { spec }));
    },
  );
}

/** A pod of a template. */
export function podOf(name: string, { metadata, spec }: Template): Pod {
  const annotations = metadata?.annotations ?? {};
  const scheduled = schedulable(spec, annotations);
  return { name, annotations, spec: scheduled, shape: shapeOf(scheduled) };
}

/**
 * What the scheduler looks at, without what would need further objects in the cluster. GKE adds a container that
 * mounts buckets; the pod's annotations have its requests.
 */
function schedulable(spec: PodSpec, annotations: Readonly<Record<string, string>>): PodSpec {
  const sidecar = {
    name: 'gke-gcsfuse-sidecar',
    image: 'gcsfuse',
    resources: {
      requests: {
        cpu: annotations['gke-gcsfuse/cpu-request'] ?? '250m',
        memory: annotations['gke-gcsfuse/memory-request'] ?? '256Mi',
        'ephemeral-storage': annotations['gke-gcsfuse/ephemeral-storage-request'] ?? '5Gi',
      },
    },
  };
  const { volumes = [] } = spec;
  return {
    ...spec,
    serviceAccountName: undefined,
    priorityClassName: undefined,
    // Claims would have to be bound first.
    volumes: (volumes as { name: string; persistentVolumeClaim?: unknown; csi?: unknown }[]).map((volume) =>
      volume.persistentVolumeClaim || volume.csi ? { name: volume.name, emptyDir: {} } : volume,
    ),
    containers: [...(annotations['gke-gcsfuse/volumes'] === 'true' ? [sidecar] : []), ...spec.containers],
  };
}

function shapeOf({ nodeSelector, affinity, tolerations, containers, initContainers = [] }: PodSpec): string {
  const asks = [...containers, ...initContainers].map(({ resources }) => resources?.requests);
  return JSON.stringify({ nodeSelector, affinity, tolerations, asks });
}

/** The fewest pods that a job runs with: torchrun reads the number from a variable, and the operator from a policy. */
export function fewestOf(manifests: readonly Manifest[]): number {
  const pods = podsOf(manifests);
  const policy = manifests.find(({ spec }) => spec?.elasticPolicy !== undefined)?.spec.elasticPolicy as
    { readonly minReplicas: number } | undefined;
  const values = pods.flatMap(({ spec }) => spec.containers.flatMap(({ env = [] }) => env));
  const variable = values.find(({ name, value }) => name === 'PET_NNODES' && value?.includes(':'))?.value;
  return policy?.minReplicas ?? (variable === undefined ? pods.length : Number(variable.split(':')[0]));
}

/** Millicores of a pod, to put pods in the order of their sizes. */
export function sizeOf({ spec }: Pod): number {
  return spec.containers.reduce((sum, { resources }) => {
    const cpu = String(resources?.requests?.['cpu'] ?? 0);
    return sum + (cpu.endsWith('m') ? Number(cpu.slice(0, -1)) : Number(cpu) * 1000);
  }, 0);
}
