import { CLUSTER, type ICluster } from '../../core/contracts/cluster';
import {
  GPU_RESOURCE,
  POOL_NUMBERS,
  poolNumberProblems,
  type INodePool,
  type NodeResources,
} from '../../core/contracts/node-pool';
import { Taint, TAINT } from '../../core/contracts/taint';
import { ACCELERATOR, Accelerator, ACCELERATORS, type AcceleratorCount } from '../../core/hardware/accelerator';
import type { Architecture } from '../../core/hardware/architecture';
import { CAPACITY } from '../../core/hardware/capacity';
import { DRIVER } from '../../core/hardware/gpu-driver';
import { SHARING } from '../../core/hardware/gpu-sharing';
import { MachineType } from '../../core/hardware/machine-type';
import { IMAGE } from '../../core/hardware/node-image';
import { nameProblems, nameText } from '../../core/names/name';
import { accepted, refusingAt } from '../../core/problems/errors';
import type { Problem } from '../../core/problems/problem';
import {
  choice,
  either,
  listOf,
  optional,
  optionProblems,
  recordOf,
  text,
  type Rules,
} from '../../core/problems/rules';
import { hostProblems } from './machine-problems';
import { resourcesOf } from './pool-facts';
import type { PoolHost } from './pool-host';
import { DRIVER_LIBRARY_PATH } from './pool-options';
import { POOL_NAME } from './pool-problems';
import { DRIVER_LIBRARIES } from './resolve-gpu';
import { GKE_POOL_LABEL } from './resolved-pool';
import { ownZoneProblems } from './zone-problems';

/** Known facts about an existing pool. A fact that is left out, and does not follow from others, is not checked. */
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

const NODE_POOL_ATTRIBUTES: Rules<NodePoolAttributes> = {
  cluster: CLUSTER,
  poolName: nameText(),
  nodeLabels: optional(recordOf(text("give texts by their names, such as { 'acme.com/use': 'training' }"))),
  taints: optional(listOf(TAINT)),
  ...POOL_NUMBERS,
  capacity: optional(CAPACITY),
  zones: optional(listOf(text('name zones, such as ["us-east1-c"]'))),
  machineType: optional(text('use a name such as "n1-standard-8"')),
  architecture: optional(choice('amd64', 'arm64')),
  image: optional(IMAGE),
  accelerator: optional(either(ACCELERATOR, ACCELERATORS)),
  driver: optional(DRIVER),
  driverLibraryPath: optional(DRIVER_LIBRARY_PATH),
  sharing: optional(SHARING),
};

/** The GPUs of a node. */
interface Gpus {
  readonly accelerator: Accelerator;
  /** @default - not known */
  readonly accelerators?: AcceleratorCount;
}

/** An existing pool, with the facts that follow from those that are given. */
export function poolFromAttributes(attributes: NodePoolAttributes): INodePool {
  const where = 'NodePool.fromAttributes';
  return accepted(where, [optionProblems(attributes, NODE_POOL_ATTRIBUTES)], () => {
    const { machineType } = attributes;
    const machine = machineType === undefined ? undefined : refusingAt(where, () => MachineType.of(machineType));
    const gpus = refusingAt(where, () => gpusOf(attributes, machine));
    return accepted(where, [valueProblems(attributes, machine, gpus)], () => knownPool(attributes, machine, gpus));
  });
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

/** Not known without the number of GPUs. The boot disk is not known, and so neither is the storage of pods. */
function allocatableOf(
  { cluster, driver, image, sharing }: NodePoolAttributes,
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
  });
  return resources && { ...resources, ephemeralStorage: undefined };
}

function taintsOf(hasGpus: boolean, architecture: Architecture | undefined): Taint[] {
  return [...(hasGpus ? [Taint.GPU] : []), ...(architecture === 'arm64' ? [Taint.ARM] : [])];
}
