// The arguments of the Google provider that decide what nodes GKE makes: all that is read of a stack.

export interface ClusterJson {
  readonly location: string;
  readonly node_locations?: readonly string[];
  readonly default_max_pods_per_node?: number;
  readonly workload_identity_config?: unknown;
  readonly monitoring_config?: { readonly managed_prometheus?: { readonly enabled?: boolean } };
  readonly addons_config?: {
    readonly gcp_filestore_csi_driver_config?: { readonly enabled: boolean };
    readonly gcs_fuse_csi_driver_config?: { readonly enabled: boolean };
  };
}

export interface PoolJson {
  readonly name: string;
  readonly location: string;
  readonly node_locations?: readonly string[];
  readonly node_count?: number;
  readonly autoscaling?: {
    readonly min_node_count?: number;
    readonly max_node_count?: number;
    readonly total_min_node_count?: number;
    readonly total_max_node_count?: number;
  };
  readonly max_pods_per_node?: number;
  readonly queued_provisioning?: { readonly enabled: boolean };
  readonly node_config: {
    readonly machine_type: string;
    readonly image_type: string;
    readonly disk_size_gb: number;
    readonly spot?: boolean;
    readonly labels?: Readonly<Record<string, string>>;
    readonly taint?: readonly { readonly key: string; readonly value: string; readonly effect: string }[];
    readonly gcfs_config?: { readonly enabled: boolean };
    readonly ephemeral_storage_local_ssd_config?: { readonly local_ssd_count: number };
    readonly guest_accelerator?: readonly AcceleratorJson[];
  };
}

export interface AcceleratorJson {
  readonly type: string;
  readonly count: number;
  readonly gpu_partition_size?: string;
  readonly gpu_sharing_config?: { readonly max_shared_clients_per_gpu: number };
}

/** The cluster of a stack with one cluster, and its pools. */
export function clusterAndPools(stack: unknown): {
  readonly cluster: ClusterJson;
  readonly pools: readonly PoolJson[];
} {
  const { resource } = stack as { resource: Record<string, Record<string, unknown>> };
  const [cluster, ...others] = Object.values(resource.google_container_cluster ?? {}) as ClusterJson[];
  if (!cluster || others.length > 0) throw new Error('nodes are made of stacks with one cluster');
  return { cluster, pools: Object.values(resource.google_container_node_pool ?? {}) as PoolJson[] };
}
