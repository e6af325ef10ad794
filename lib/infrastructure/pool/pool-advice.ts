import { soldOnDemand } from '../../core/hardware/catalog/machine-types';
import type { Advice } from '../../core/problems/check';
import { machineTypeAdvice, zoneAdvice } from '../../core/hardware/zone-advice';
import { hasSignedDriver } from './resolve-pool';
import type { ResolvedPool } from './resolved-pool';

/** Machines whose GPUs talk past the host's own network card, and the extra networks that this takes. */
const DIRECT_NETWORKS: Readonly<Record<string, number>> = {
  'a3-highgpu-8g': 4,
  'a3-megagpu-8g': 8,
  'a3-ultragpu-8g': 9,
  'a4-highgpu-8g': 9,
  'a4x-highgpu-4g': 5,
};

/** What is unwise about a pool that can be made. */
export function poolAdvice(pool: ResolvedPool): Advice[] {
  const { cluster, gpu, location, machine, serviceAccount } = pool;
  const places = pool.zones ?? (location === undefined ? [] : [location]);
  const accelerator = gpu?.accelerators.accelerator;
  return [
    ...(accelerator ? zoneAdvice(accelerator, places) : []),
    // Where a GPU is listed, the machines that carry it are: one advice is enough.
    ...(accelerator && machine.known ? [] : machineTypeAdvice(machine, places)),
    ...versionAdvice(pool),
    ...onDemandAdvice(pool),
    ...networkAdvice(pool),
    ...(gpu && pool.secureBoot && !hasSignedDriver(gpu, pool.image)
      ? [
          {
            code: 'secure-boot-driver',
            property: 'secureBoot',
            message: `secure boot loads only signed kernel modules, and GKE does not install a signed driver on ${pool.image.imageType} here`,
            fix: 'leave secureBoot out, or use GpuDriver.DEFAULT with NodeImage.COS',
          },
        ]
      : []),
    ...(serviceAccount === undefined
      ? [
          {
            code: 'node-service-account',
            property: 'serviceAccount',
            message: `the account of the nodes in cluster "${cluster.clusterName}" is not known, so they act as the project's default account, which can often do far too much`,
            fix: 'set serviceAccount to the address of an account with the role roles/container.defaultNodeServiceAccount',
          },
        ]
      : []),
  ];
}

function versionAdvice({ cluster, gpu }: ResolvedPool): Advice[] {
  const [oldest] = gpu?.accelerators.accelerator.minimumGkeVersions ?? [];
  const { minimumKubernetesVersion } = cluster;
  if (!gpu || oldest === undefined || minimumKubernetesVersion === undefined) return [];
  if (minorOf(minimumKubernetesVersion) >= minorOf(oldest)) return [];
  return [
    {
      code: 'accelerator-version',
      property: 'accelerators',
      message: `${gpu.accelerators.accelerator.type} needs GKE ${oldest}, but cluster "${cluster.clusterName}" may run ${minimumKubernetesVersion}`,
      fix: `raise the cluster's version to ${oldest} or later, or acknowledge this if it is there`,
    },
  ];
}

function onDemandAdvice({ capacity, machine }: ResolvedPool): Advice[] {
  if (capacity.kind !== 'onDemand' || soldOnDemand(machine.name)) return [];
  return [
    {
      code: 'capacity-on-demand',
      property: 'capacity',
      message: `${machine.name} cannot be bought on demand, as far as is known (2026)`,
      fix: 'use Capacity.reservation, Capacity.SPOT or Capacity.flexStart, or acknowledge this if your project gets it',
    },
  ];
}

function networkAdvice({ machine, nodes, zones }: ResolvedPool): Advice[] {
  const networks = DIRECT_NETWORKS[machine.name];
  if (networks === undefined || (nodes.over(zones?.length ?? 1).max < 2 && !nodes.perZone)) return [];
  return [
    {
      code: 'gpu-direct-networks',
      property: 'machineType',
      message: `GPUs of several ${machine.name} reach each other at full speed only over ${networks} extra networks, and this pool has none`,
      fix: `keep a job on one node, or add network_config.additional_node_network_configs with pool.node.defaultChild's addOverride`,
    },
  ];
}

function minorOf(version: string): number {
  const [major = '', minor = ''] = version.split('.');
  return Number(major) * 1000 + Number.parseInt(minor, 10);
}
