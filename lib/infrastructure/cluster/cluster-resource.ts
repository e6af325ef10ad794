import type { ContainerClusterConfig } from '@cdktf/provider-google/lib/container-cluster';
import type { INetwork } from '../network';
import { addOnBlocks } from './add-ons';
import { furtherZones } from './gke-cluster';
import type { ResolvedCluster } from './resolve-cluster';
import { strictBlocks } from './security';

/**
 * Ignored changes, which would replace the cluster: GKE reports another pool's node_config here, and an imported cluster
 * may have begun with another number of nodes.
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
    // The provider requires that the zone of a zonal cluster is left out.
    nodeLocations: zones.length > 0 ? zones : undefined,
    resourceLabels: { ...cluster.labels },
    ...networkingBlocks(network),
    ...cluster.controlPlaneAccess.toTerraform(),
    ...securityBlocks(cluster.workloadPool),
    ...strictBlocks(cluster.security),
    ...addOnBlocks(cluster),
    ...firstPoolBlocks(nodeServiceAccountEmail, cluster.security.diskKey),
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

/** Settings of every cluster, which auditors look for first. */
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

/** The first pool, which GKE requires. It is removed at once, but auditors see it. */
function firstPoolBlocks(serviceAccount: string, diskKey?: string) {
  return {
    removeDefaultNodePool: true,
    initialNodeCount: 1,
    nodeConfig: {
      machineType: 'e2-small',
      diskSizeGb: 20,
      diskType: 'pd-standard',
      bootDiskKmsKey: diskKey,
      imageType: 'COS_CONTAINERD',
      serviceAccount,
      oauthScopes: ['https://www.googleapis.com/auth/cloud-platform'],
      workloadMetadataConfig: { mode: 'GKE_METADATA' },
      shieldedInstanceConfig: { enableSecureBoot: true, enableIntegrityMonitoring: true },
    },
  } satisfies Partial<ContainerClusterConfig>;
}
