import type { IConstruct } from 'constructs';
import type { Operator } from '../../operators/operator';
import { refuseValues } from '../../core/problems';
import { contextOf, nameOf, placeOf, placeProblems, workloadPoolOf } from '../stack-context';
import type { INetwork } from '../network';
import type { AddOns } from './add-ons';
import type { ReleaseChannel, TrainingClusterProps } from './cluster-options';
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
  const context = contextOf(scope);
  const clusterName = given.clusterName ?? nameOf(scope);
  const project = placeOf(scope, 'project', given.project);
  refuseValues(
    scope,
    clusterProblems(given, clusterName, `${nameOf(scope)}-network`, project),
    placeProblems(scope, 'project', given.project),
  );
  return {
    clusterName,
    project,
    location: given.location,
    nodeLocations: given.nodeLocations,
    network: given.network,
    operators: given.operators ?? [],
    releaseChannel: given.releaseChannel ?? 'REGULAR',
    minimumKubernetesVersion: given.minimumKubernetesVersion,
    maintenance: given.maintenance ?? MaintenanceWindow.daily('03:00'),
    controlPlaneAccess: given.controlPlaneAccess ?? ControlPlaneAccess.dnsEndpoint(),
    nodeServiceAccount: given.nodeServiceAccount ?? NodeServiceAccount.named(defaultAccountId(clusterName)),
    security: given.security ?? {},
    systemPool: given.systemPool ?? SystemPool.AUTOMATIC,
    maxPodsPerNode: given.maxPodsPerNode ?? 110,
    workloadPool: workloadPoolOf(project),
    gcsFuse: given.gcsFuse ?? true,
    filestore: given.filestore ?? true,
    deletionProtection: given.deletionProtection ?? context.protected,
    labels: { 'managed-by': 'trainyard', ...context.labels },
  };
}
