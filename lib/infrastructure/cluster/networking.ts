import type { ContainerClusterConfig } from '@cdktf/provider-google/lib/container-cluster';
import type { Problem } from '../../core/problems/problem';
import type { INetwork } from '../network';

export function networkingBlocks(network: INetwork) {
  return {
    network: network.network,
    subnetwork: network.subnetwork,
    networkingMode: 'VPC_NATIVE',
    ipAllocationPolicy: {
      clusterSecondaryRangeName: network.podRangeName,
      servicesSecondaryRangeName: network.serviceRangeName,
    },
    datapathProvider: 'ADVANCED_DATAPATH',
    // Dataplane V2 enforces network policies by itself, and GKE refuses Calico beside it. Said outright for auditors.
    networkPolicy: { enabled: false },
    enableIntranodeVisibility: true,
  } satisfies Partial<ContainerClusterConfig>;
}

export function networkProblems(network: INetwork, region: string): Problem[] {
  if (network.region === undefined || network.region === region) return [];
  return [
    {
      code: 'network-region',
      property: 'network',
      message: `the network's subnetwork is in ${network.region}, but the cluster is in ${region}`,
      fix: `use a network with a subnetwork in ${region}, or a location in ${network.region}`,
    },
  ];
}
