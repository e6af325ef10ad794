import type { ICluster } from '../../core/contracts/cluster';
import { GPU_RESOURCE, poolNumberProblems, type INodePool, type NodeResources } from '../../core/contracts/node-pool';
import { Taint } from '../../core/contracts/taint';
import { Accelerator, type AcceleratorCount } from '../../core/hardware/accelerator';
import type { Architecture } from '../../core/hardware/architecture';
import { MachineType } from '../../core/hardware/machine-type';
import { nameProblems } from '../../core/names/name';
import { accepted, refusingAt, type Problem } from '../../core/problems';
import { hostProblems } from './machine-problems';
import { resourcesOf } from './pool-facts';
import type { PoolHost } from './pool-host';
import { POOL_NAME } from './pool-problems';
import { DRIVER_LIBRARIES } from './resolve-gpu';
import { GKE_POOL_LABEL } from './resolved-pool';
import { ownZoneProblems } from './zone-problems';

/** Known facts about an existing pool. A fact that is neither given nor follows from others is not checked. */
export interface NodePoolAttributes extends Partial<Omit<INodePool, 'accelerator' | 'driverLibraryPath'>> {
  readonly cluster: ICluster;
  /** The pool's name in its cluster. */
  readonly poolName: string;
  /**
   * The GPUs of each node, such as `Accelerator.T4.times(2)`; without `times` if their number is not known, or follows
   * from the machine type.
   *
   * @default - those that the machine type comes with
   */
  readonly accelerator?: Accelerator | AcceleratorCount;
  /**
   * The resources of one node that pods can use. @default - those of the machine type, where the catalogue has it and the
   * number of GPUs is known
   */
  readonly allocatable?: NodeResources;
  /** The LD_LIBRARY_PATH of GPU containers; `false` sets none. @default '/usr/local/nvidia/lib64', as on GKE */
  readonly driverLibraryPath?: string | false;
}

interface Gpus {
  readonly accelerator: Accelerator;
  /** @default - not known */
  readonly accelerators?: AcceleratorCount;
}

/** An existing pool, with the facts that follow from the given ones. */
export function poolFromAttributes(given: NodePoolAttributes): INodePool {
  const { reserved }: PoolHost = given.cluster;
  const attributes = { reserved, ...given };
  const where = 'NodePool.fromAttributes';
  const { machineType } = attributes;
  const machine = machineType === undefined ? undefined : refusingAt(where, () => MachineType.of(machineType));
  const gpus = refusingAt(where, () => gpusOf(attributes, machine));
  return accepted(where, [valueProblems(attributes, machine, gpus)], () => knownPool(attributes, machine, gpus));
}

function* valueProblems(
  attributes: NodePoolAttributes,
  machine: MachineType | undefined,
  gpus: Gpus | undefined,
): Generator<Problem> {
  yield* nameProblems(POOL_NAME, attributes.poolName);
  yield* poolNumberProblems(attributes);
  const { cluster, zones } = attributes;
  if (zones && cluster.location !== undefined) yield* ownZoneProblems(zones, cluster.location);
  if (machine && gpus?.accelerators) yield* hostProblems(machine, gpus.accelerators, zones);
}

function knownPool(
  attributes: NodePoolAttributes,
  machine: MachineType | undefined,
  gpus: Gpus | undefined,
): INodePool {
  const { driverLibraryPath = DRIVER_LIBRARIES, ...facts } = attributes;
  const architecture = attributes.architecture ?? machine?.architecture ?? gpus?.accelerator.architecture;
  const hasGpus = gpus !== undefined || (attributes.allocatable?.extended[GPU_RESOURCE] ?? 0) > 0;
  return {
    ...facts,
    accelerator: gpus?.accelerator,
    architecture,
    allocatable: attributes.allocatable ?? (machine && allocatableOf(attributes, machine, gpus)),
    driverLibraryPath: hasGpus && driverLibraryPath !== false ? driverLibraryPath : undefined,
    nodeLabels: attributes.nodeLabels ?? { [GKE_POOL_LABEL]: attributes.poolName },
    taints: attributes.taints ?? taintsOf(hasGpus, architecture),
  };
}

function gpusOf({ accelerator: given }: NodePoolAttributes, machine: MachineType | undefined): Gpus | undefined {
  if (given && 'count' in given) return { accelerator: given.accelerator, accelerators: given };
  const own = machine?.gpu;
  const accelerator = given ?? (own && Accelerator.of(own.type));
  if (!accelerator || !own) return accelerator && { accelerator };
  // Another GPU than the machine has is a problem with any number.
  const count = accelerator.type === own.type ? own.count : accelerator.counts?.[0];
  return { accelerator, accelerators: accelerator.times(count ?? 1) };
}

/** Not known without the number of GPUs. Ephemeral storage is never known, because the boot disk is not. */
function allocatableOf(
  { cluster, driver, image, reserved, sharing }: NodePoolAttributes,
  machine: MachineType,
  gpus: Gpus | undefined,
): NodeResources | undefined {
  if (gpus && !gpus.accelerators) return undefined;
  const { maxPodsPerNode }: PoolHost = cluster;
  const resources = resourcesOf(machine, {
    cluster,
    accelerators: gpus?.accelerators,
    sharing,
    image: image?.family ?? 'cos',
    maxPodsPerNode,
    imageStreaming: true,
    driverInstaller: driver?.installedBy === 'daemonSet',
    reserved,
  });
  return resources && { ...resources, ephemeralStorage: undefined };
}

function taintsOf(hasGpus: boolean, architecture: Architecture | undefined): Taint[] {
  return [...(hasGpus ? [Taint.GPU] : []), ...(architecture === 'arm64' ? [Taint.ARM] : [])];
}
