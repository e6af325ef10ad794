import type { ContainerClusterConfig } from '@cdktf/provider-google/lib/container-cluster';
import type { INetwork } from '../network';
import { addOnBlocks } from './add-ons';
import { furtherZones } from './gke-cluster';
import type { ResolvedCluster } from './resolve-cluster';

/**
 * Changes of these would replace the cluster: GKE reports another pool's node_config here, and a cluster that is
 * imported may have begun with another number of nodes.
 */
const FIRST_POOL = ['node_config', 'initial_node_count'];

/** The arguments of google_container_cluster for a cluster that has been checked, except `dependsOn`. */
export function toTerraform(
  cluster: ResolvedCluster,
  network: INetwork,
  nodeServiceAccountEmail: string,
): ContainerClusterConfig {
  const { deletionProtection, location, nodeLocations } = cluster;
  const zones = furtherZones(location, nodeLocations);
  return {
    project: cluster.project,
    name: cluster.clusterName,
    location,
    // The provider wants the zone of a zonal cluster left out.
    nodeLocations: zones.length > 0 ? zones : undefined,
    resourceLabels: { ...cluster.labels },
    ...networkingBlocks(network),
    ...cluster.controlPlaneAccess.toTerraform(),
    ...securityBlocks(cluster.workloadPool),
    ...addOnBlocks(cluster),
    ...firstPoolBlocks(nodeServiceAccountEmail),
    defaultMaxPodsPerNode: cluster.maxPodsPerNode,
    releaseChannel: { channel: cluster.releaseChannel },
    minMasterVersion: cluster.minimumKubernetesVersion,
    maintenancePolicy: cluster.maintenance.toTerraform(),
    deletionProtection,
    timeouts: { create: '60m', update: '60m', delete: '60m' },
    lifecycle: { ignoreChanges: FIRST_POOL, preventDestroy: deletionProtection ? true : undefined },
  };
}

function networkingBlocks(network: INetwork) {
  return {
    network: network.network,
    subnetwork: network.subnetwork,
    networkingMode: 'VPC_NATIVE',
    ipAllocationPolicy: {
      clusterSecondaryRangeName: network.podRangeName,
      servicesSecondaryRangeName: network.serviceRangeName,
    },
    datapathProvider: 'ADVANCED_DATAPATH',
    // Dataplane V2 enforces network policies by itself, and GKE refuses Calico beside it. The block is written for auditors.
    networkPolicy: { enabled: false },
    enableIntranodeVisibility: true,
  } satisfies Partial<ContainerClusterConfig>;
}

/** Every cluster has these, and auditors look for them first. */
function securityBlocks(workloadPool: string) {
  return {
    enableLegacyAbac: false,
    enableShieldedNodes: true,
    masterAuth: { clientCertificateConfig: { issueClientCertificate: false } },
    workloadIdentityConfig: { workloadPool },
    securityPostureConfig: { mode: 'BASIC', vulnerabilityMode: 'VULNERABILITY_DISABLED' },
    nodePoolDefaults: { nodeConfigDefaults: { insecureKubeletReadonlyPortEnabled: 'FALSE' } },
  } satisfies Partial<ContainerClusterConfig>;
}

/** GKE insists on a first pool. It is removed at once, but auditors see it. */
function firstPoolBlocks(serviceAccount: string) {
  return {
    removeDefaultNodePool: true,
    initialNodeCount: 1,
    nodeConfig: {
      machineType: 'e2-small',
      diskSizeGb: 20,
      diskType: 'pd-standard',
      imageType: 'COS_CONTAINERD',
      serviceAccount,
      oauthScopes: ['https://www.googleapis.com/auth/cloud-platform'],
      workloadMetadataConfig: { mode: 'GKE_METADATA' },
      shieldedInstanceConfig: { enableSecureBoot: true, enableIntegrityMonitoring: true },
    },
  } satisfies Partial<ContainerClusterConfig>;
}
