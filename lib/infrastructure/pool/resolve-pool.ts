import { Size } from 'cdk8s';
import type { IConstruct } from 'constructs';
import { ProvisioningModel } from '../../core/hardware/provisioning-model';
import type { ICluster } from '../../core/contracts/cluster';
import { isBareMetal } from '../../core/hardware/catalog/machine-types';
import { MachineType } from '../../core/hardware/machine-type';
import { refusingAt } from '../../core/problems';
import { NodeImage } from '../../core/hardware/node-image';
import { NodeCount } from './node-count';
import { Taint } from '../../core/contracts/taint';
import { isZone } from '../../core/hardware/location';
import { contextOf, nameBelow, stackOf } from '../stack-context';
import { nameIn } from './generations';
import type { PoolHost } from './pool-host';
import type { NodePoolProps } from './pool-options';
import { waitsForMachines, type ResolvedGpu, type ResolvedPool } from './resolved-pool';
import { UpgradeStrategy } from './upgrade-strategy';

/** A pool's options with every default filled in. */
export function resolvePool(scope: IConstruct, props: NodePoolProps, gpu?: ResolvedGpu): ResolvedPool {
  const {
    cluster,
    image = NodeImage.COS,
    generation = 1,
    bootDisk = {},
    provisioningModel = ProvisioningModel.ON_DEMAND,
  } = props;
  const host: PoolHost = cluster;
  const machine = refusingAt(scope, () => MachineType.of(props.machineType ?? 'e2-standard-4'));
  const baseName = props.poolName ?? nameBelow(rootOfNames(scope, cluster), scope);
  return {
    ...props,
    location: cluster.location,
    project: host.project,
    baseName,
    poolName: nameIn(generation, baseName),
    machine,
    nodes: props.nodes ?? NodeCount.between(0, 3),
    zones: props.zones ?? host.nodeLocations ?? zoneOf(cluster),
    ownZones: props.zones,
    image,
    provisioningModel,
    bootDisk: {
      type: bootDisk.type ?? defaultDiskType(machine),
      size: bootDisk.size ?? Size.gibibytes(100),
      encryptionKey: bootDisk.encryptionKey ?? host.diskKey,
    },
    labels: props.labels ?? {},
    taints: [...(gpu ? [Taint.GPU] : []), ...(props.taints ?? [])],
    resourceLabels: props.resourceLabels ?? contextOf(scope).labels,
    reserved: props.reserved ?? host.reserved,
    podsPerNode: props.maxPodsPerNode ?? host.maxPodsPerNode,
    imageStreaming: props.imageStreaming ?? false,
    compactPlacement: props.compactPlacement ?? false,
    upgrade: props.upgrade ?? defaultUpgrade(provisioningModel, gpu),
    generation,
    serviceAccount: props.serviceAccount ?? host.nodeServiceAccountEmail,
    secureBoot: props.secureBoot ?? (!isBareMetal(machine.name) && (gpu === undefined || hasSignedDriver(gpu, image))),
    gpu,
  };
}

/** True if the driver's kernel modules are signed. Secure boot loads no others. */
export function hasSignedDriver(gpu: ResolvedGpu, image: NodeImage): boolean {
  return gpu.driver.installedBy === 'pool' && image.family === 'cos';
}

function defaultUpgrade(provisioningModel: ProvisioningModel, gpu?: ResolvedGpu): UpgradeStrategy | undefined {
  if (waitsForMachines(provisioningModel)) return undefined;
  return gpu ? UpgradeStrategy.surge(0, 1) : UpgradeStrategy.surge(1, 0);
}

function defaultDiskType({ bootDiskTypes }: MachineType): string | undefined {
  return bootDiskTypes?.find((type) => type === 'pd-balanced') ?? bootDiskTypes?.[0];
}

function zoneOf({ location }: ICluster): string[] | undefined {
  return location !== undefined && isZone(location) ? [location] : undefined;
}

function rootOfNames(scope: IConstruct, cluster: ICluster): IConstruct {
  return scope.node.scopes.find((candidate) => Object.is(candidate, cluster)) ?? stackOf(scope);
}
