import type { ClusterChart, ICluster, INodePool, IWorkloadIdentity, SharedVolumeSource } from '../../lib/index';
import type { Gateway } from '../../lib/gateway/index';
import type { RegistryArtifacts, RegistryDatabase } from '../../lib/registry/index';

/** The namespace of what all teams use. */
export const SHARED = 'platform';
export const HOSTS = { registry: 'models.acme.com', notebooks: 'lab.acme.com' };

/** The nodes, disks and stores of the platform, in the cloud or on a laptop. */
export interface PlatformPlace {
  readonly cluster: ICluster;
  readonly cpus: INodePool;
  /** The pool of notebooks and jobs: with GPUs in the cloud. */
  readonly gpus: INodePool;
  /** The nodes of each pool that each team may use. */
  readonly share: { readonly cpus: number; readonly gpus: number };
  /** The disk of a person's home. */
  readonly home: SharedVolumeSource;
  /** The stores of the registry, in a chart of its namespace. */
  readonly stores: (chart: ClusterChart) => {
    readonly database: RegistryDatabase;
    readonly artifacts: RegistryArtifacts;
    readonly identity?: IWorkloadIdentity;
  };
  readonly gateway: (chart: ClusterChart) => Gateway;
  /** True if managed Prometheus collects metrics and evaluates alerts. */
  readonly isWatched: boolean;
  readonly images: { readonly jupyter: string; readonly mlflow: string };
}
