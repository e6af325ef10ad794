import type { ReleaseChannel } from '../../core/hardware/catalog/gke-versions';
import type { IConstruct } from 'constructs';
import type { Operator } from '../../core/contracts/operator';
import { checkProps } from '../../core/problems/check';
import { refuseValues } from '../../core/problems/errors';
import { contextOf, nameOf, placeOf, placeProblems, workloadPoolOf } from '../stack-context';
import type { INetwork } from '../network';
import type { AddOns } from './add-ons';
import { TRAINING_CLUSTER_PROPS, type TrainingClusterProps } from './cluster-options';
import { clusterProblems } from './cluster-problems';
import { ControlPlaneAccess } from './control-plane-access';
import { MaintenanceWindow } from './maintenance-window';
import { defaultAccountId, NodeServiceAccount } from './node-service-account';
import type { ClusterSecurity } from './security';
import { SystemPool } from './system-pool';

/** A cluster with every default filled in. `undefined` leaves the choice to GKE. */
export interface ResolvedCluster extends AddOns {
  readonly clusterName: string;
  readonly project: string;
  readonly location: string;
  readonly nodeLocations?: readonly string[];
  /** @default - a network of its own */
  readonly network?: INetwork;
  readonly operators: readonly Operator[];
  readonly releaseChannel: ReleaseChannel;
  readonly minimumKubernetesVersion?: string;
  readonly maintenance: MaintenanceWindow;
  readonly controlPlaneAccess: ControlPlaneAccess;
  readonly nodeServiceAccount: NodeServiceAccount;
  readonly security: ClusterSecurity;
  readonly systemPool: SystemPool;
  readonly maxPodsPerNode: number;
  readonly workloadPool: string;
  readonly deletionProtection: boolean;
  readonly labels: Readonly<Record<string, string>>;
}

/** Checks the props of a cluster, and fills in their defaults. */
export function resolveCluster(scope: IConstruct, given: TrainingClusterProps): ResolvedCluster {
  const props = checkProps(scope, given, TRAINING_CLUSTER_PROPS);
  const context = contextOf(scope);
  const clusterName = props.clusterName ?? nameOf(scope);
  const project = placeOf(scope, 'project', props.project);
  refuseValues(scope, [
    ...clusterProblems(props, clusterName, `${nameOf(scope)}-network`, project),
    ...placeProblems(scope, 'project', props.project),
  ]);
  return {
    clusterName,
    project,
    location: props.location,
    nodeLocations: props.nodeLocations,
    network: props.network,
    operators: props.operators ?? [],
    releaseChannel: props.releaseChannel ?? 'REGULAR',
    minimumKubernetesVersion: props.minimumKubernetesVersion,
    maintenance: props.maintenance ?? MaintenanceWindow.daily('03:00'),
    controlPlaneAccess: props.controlPlaneAccess ?? ControlPlaneAccess.dnsEndpoint(),
    nodeServiceAccount: props.nodeServiceAccount ?? NodeServiceAccount.named(defaultAccountId(clusterName)),
    security: props.security ?? {},
    systemPool: props.systemPool ?? SystemPool.AUTOMATIC,
    maxPodsPerNode: props.maxPodsPerNode ?? 110,
    workloadPool: workloadPoolOf(project),
    gcsFuse: props.gcsFuse ?? true,
    filestore: props.filestore ?? true,
    deletionProtection: props.deletionProtection ?? context.protected,
    labels: { 'managed-by': 'trainyard', ...context.labels },
  };
}
