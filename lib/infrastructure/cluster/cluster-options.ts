import { OPERATOR, type Operator } from '../../core/contracts/operator';
import type { ReleaseChannel } from '../../core/hardware/catalog/gke-versions';
import { nameText } from '../../core/names/name';
import { PROJECT } from '../../core/names/project-id';
import { choice, FLAG, listOf, optional, type Rules } from '../../core/problems/rules';
import { NETWORK, type INetwork } from '../network';
import { CONTROL_PLANE_ACCESS, type ControlPlaneAccess } from './control-plane-access';
import { MAX_PODS, VERSION } from './gke-cluster';
import { LOCATION, NODE_LOCATIONS } from './location-problems';
import { MAINTENANCE_WINDOW, type MaintenanceWindow } from './maintenance-window';
import { NODE_SERVICE_ACCOUNT, type NodeServiceAccount } from './node-service-account';
import { SYSTEM_POOL, type SystemPool } from './system-pool';

/** The location of a cluster, the access to it, and its add-ons. */
export interface TrainingClusterProps {
  /** A zone (`us-east1-c`: one control plane) or a region (`us-east1`: one in each of three zones). */
  readonly location: string;
  /**
   * The zones of the nodes. The zone of a zonal cluster is always one of them. Pools of a fixed size need the zones of a
   * regional cluster. @default - of a zonal cluster its zone; of a regional one three that GKE chooses
   */
  readonly nodeLocations?: readonly string[];
  /** Up to 40 characters. @default - the stack's prefix and the ids below it */
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
  /** When GKE may upgrade. @default MaintenanceWindow.daily('03:00') */
  readonly maintenance?: MaintenanceWindow;
  /** @default ControlPlaneAccess.dnsEndpoint() */
  readonly controlPlaneAccess?: ControlPlaneAccess;
  /** The account that nodes act as. A change replaces all pools. @default NodeServiceAccount.named('<clusterName>-nodes') - with the first 24 characters of the name */
  readonly nodeServiceAccount?: NodeServiceAccount;
  /** Where the cluster's own pods run. @default SystemPool.AUTOMATIC */
  readonly systemPool?: SystemPool;
  /** 8 to 256; decides how many pod addresses a node takes. A change replaces the cluster. @default 110 */
  readonly maxPodsPerNode?: number;
  /** Whether pods can mount buckets. @default true */
  readonly gcsFuse?: boolean;
  /** Whether pods can claim Filestore shares. @default true */
  readonly filestore?: boolean;
  /** Whether destroying the cluster is refused until this is turned off and deployed. @default - the stage's `protected` */
  readonly deletionProtection?: boolean;
}

export const TRAINING_CLUSTER_PROPS: Rules<TrainingClusterProps> = {
  location: LOCATION,
  nodeLocations: optional(NODE_LOCATIONS),
  clusterName: optional(nameText()),
  project: optional(PROJECT),
  network: optional(NETWORK),
  operators: optional(listOf(OPERATOR)),
  releaseChannel: optional(choice('RAPID', 'REGULAR', 'STABLE', 'EXTENDED')),
  minimumKubernetesVersion: optional(VERSION),
  maintenance: optional(MAINTENANCE_WINDOW),
  controlPlaneAccess: optional(CONTROL_PLANE_ACCESS),
  nodeServiceAccount: optional(NODE_SERVICE_ACCOUNT),
  systemPool: optional(SYSTEM_POOL),
  maxPodsPerNode: optional(MAX_PODS),
  gcsFuse: optional(FLAG),
  filestore: optional(FLAG),
  deletionProtection: optional(FLAG),
};
