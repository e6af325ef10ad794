import type { ContainerClusterConfig } from '@cdktf/provider-google/lib/container-cluster';
import type { TerraformResource } from 'cdktf';
import type { ClusterFeature } from '../../core/contracts/cluster';
import type { GkeAddOn, IOperator } from '../../core/contracts/operator';
import type { INetwork } from '../network';
import { overridden } from '../overrides';
import type { GoogleService } from '../project-services';
import { strictServices, type ClusterSecurity } from './security';

export interface AddOns {
  readonly gcsFuse: boolean;
  readonly filestore: boolean;
}

/** The add-ons of GKE that provide the operators. */
export function addOnsOf(operators: readonly IOperator[]): ReadonlySet<GkeAddOn> {
  return new Set(operators.flatMap(({ install }) => (install?.way.kind === 'addon' ? [install.way.addOn] : [])));
}

interface Logged {
  readonly operators: readonly IOperator[];
  readonly security: ClusterSecurity;
}

export function addOnBlocks({ gcsFuse, filestore, operators, security }: AddOns & Logged) {
  return {
    addonsConfig: {
      gcePersistentDiskCsiDriverConfig: { enabled: true },
      gcsFuseCsiDriverConfig: { enabled: gcsFuse },
      gcpFilestoreCsiDriverConfig: { enabled: filestore },
      // Always written: without the block the provider keeps the current setting.
      rayOperatorConfig: [{ enabled: addOnsOf(operators).has('rayOperator') }],
    },
    gatewayApiConfig: {
      channel: addOnsOf(operators).has('gatewayApi') ? 'CHANNEL_STANDARD' : 'CHANNEL_DISABLED',
    },
    loggingConfig: {
      enableComponents: ['SYSTEM_COMPONENTS', 'WORKLOADS', ...(security.apiServerLogs ? ['APISERVER'] : [])],
    },
    monitoringConfig: {
      // In GKE's own order: with another order every plan would differ. DCGM has the metrics of GPUs.
      enableComponents: [
        'SYSTEM_COMPONENTS',
        'STORAGE',
        'HPA',
        'POD',
        'DAEMONSET',
        'DEPLOYMENT',
        'STATEFULSET',
        'CADVISOR',
        'KUBELET',
        'DCGM',
      ],
      managedPrometheus: { enabled: true },
    },
    costManagementConfig: { enabled: true },
    // Empty nodes are removed soon. Node auto-provisioning is off, because the program makes the pools.
    clusterAutoscaling: { enabled: false, autoscalingProfile: 'OPTIMIZE_UTILIZATION' },
  } satisfies Partial<ContainerClusterConfig>;
}

export function featuresOf(
  { gcsFuse, filestore, security }: AddOns & Pick<Logged, 'security'>,
  network?: INetwork,
): ReadonlySet<ClusterFeature> {
  const features = new Set<ClusterFeature>(['gke', 'workloadIdentity', 'managedPrometheus']);
  if (gcsFuse) features.add('gcsFuse');
  if (filestore) features.add('filestore');
  if (security.googleGroup !== undefined) features.add('googleGroups');
  if (network?.privateGoogleApis === true) features.add('privateGoogleApis');
  return features;
}

/** The arguments that turn features on. */
const ARGUMENTS: readonly (readonly [feature: ClusterFeature, argument: string])[] = [
  ['gcsFuse', 'addons_config.gcs_fuse_csi_driver_config.enabled'],
  ['filestore', 'addons_config.gcp_filestore_csi_driver_config.enabled'],
  ['googleGroups', 'authenticator_groups_config.security_group'],
  ['managedPrometheus', 'monitoring_config.managed_prometheus.enabled'],
];

/** Features as overrides of the cluster leave them. */
export function overriddenFeatures(
  features: ReadonlySet<ClusterFeature>,
  resource: TerraformResource | undefined,
): ReadonlySet<ClusterFeature> {
  const left = new Set(features);
  for (const [feature, argument] of ARGUMENTS) {
    const value = overridden(resource, argument);
    if (value === undefined) continue;
    if (value === false || value === null) left.delete(feature);
    else left.add(feature);
  }
  return left;
}

/** The services of Google Cloud that a cluster needs. */
export function servicesOf({ filestore, security }: AddOns & { readonly security: ClusterSecurity }): GoogleService[] {
  const services: GoogleService[] = ['compute', 'container', 'logging', 'monitoring'];
  return [...services, ...(filestore ? (['file'] as const) : []), ...strictServices(security)];
}
