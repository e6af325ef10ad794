import type { ReservedResources } from '../../core/contracts/reserved-resources';
import type { Operator } from '../../operators/operator';
import type { INetwork } from '../network';
import type { ControlPlaneAccess } from './control-plane-access';
import type { MaintenanceWindow } from './maintenance-window';
import type { NodeServiceAccount } from './node-service-account';
import type { ClusterSecurity } from './security';
import type { SystemPool } from './system-pool';

/** A channel of GKE's versions. */
export type ReleaseChannel = 'RAPID' | 'REGULAR' | 'STABLE' | 'EXTENDED';

export interface TrainingClusterProps {
  /** A zone (`us-east1-c`: one control plane) or a region (`us-east1`: one in each of three zones). */
  readonly location: string;
  /**
   * The zones of the nodes, with the zone of a zonal cluster always among them. Pools of a fixed size need the zones of a
   * regional cluster. @default - the zone of a zonal cluster; three zones that GKE chooses in a region, between
   * which Google bills the traffic of a job
   */
  readonly nodeLocations?: readonly string[];
  /** The name of the cluster, up to 40 characters. @default - the stack's prefix and the ids below it */
  readonly clusterName?: string;
  /** @default - the stack's */
  readonly project?: string;
  /** A Network, or the result of `Network.fromAttributes`. @default - a network of its own */
  readonly network?: INetwork;
  /** The operators of the cluster, which serve kinds of objects. @default [] */
  readonly operators?: readonly Operator[];
  /** The channel of GKE's versions: RAPID has the newest. @default 'REGULAR' */
  readonly releaseChannel?: ReleaseChannel;
  /** The oldest version the control plane may have, such as `1.33`, or `latest` when it is made. @default - the release channel's */
  readonly minimumKubernetesVersion?: string;
  /** The time in which GKE may upgrade. @default MaintenanceWindow.daily('03:00') - each day, in UTC: it may drain the nodes of a job that runs for days */
  readonly maintenance?: MaintenanceWindow;
  /** The access to the control plane. @default ControlPlaneAccess.dnsEndpoint() */
  readonly controlPlaneAccess?: ControlPlaneAccess;
  /** The service account of the nodes. A change replaces all pools. @default NodeServiceAccount.named('<clusterName>-nodes') - with the first 24 characters of the name */
  readonly nodeServiceAccount?: NodeServiceAccount;
  /** Security settings beyond the defaults: keys of your own, Binary Authorization, Google Groups. @default {} */
  readonly security?: ClusterSecurity;
  /** The pool for the cluster's own pods. @default SystemPool.AUTOMATIC - a small machine that is paid for while nothing runs */
  readonly systemPool?: SystemPool;
  /** The most pods of a node, 8 to 256, which decides the pod addresses that a node takes. A change replaces the cluster. @default 110 */
  readonly maxPodsPerNode?: number;
  /** The part of each node that your own DaemonSets take, in pools that set none. Jobs get the rest. @default - none */
  readonly reserved?: ReservedResources;
  /** True if pods can mount buckets. @default true */
  readonly gcsFuse?: boolean;
  /** True if pods can claim Filestore shares. @default true */
  readonly filestore?: boolean;
  /** True if the cluster cannot be destroyed until this is turned off and deployed. @default - the stage's `protected`; without it a destruction ends all that runs */
  readonly deletionProtection?: boolean;
}
