import type { Accelerator } from './accelerator';
import { SHARED_CLIENTS } from './catalog';
import { optionsProblems, textProblems } from '../problems/given';
import type { MachineType } from './machine-type';
import { refuse } from '../problems/errors';
import type { Problem } from '../problems/problem';
import { oneOf } from '../problems/one-of';
import { valueOf } from '../problems/rules';

export const SHARING = valueOf('GpuSharing', 'use GpuSharing.timeSharing(4) or another way of GpuSharing');

/** How each partition of a GPU is shared further. */
export interface MigOptions {
  /** Pods that take turns on each partition (time-sharing), 2 to 48. @default - each partition has one pod */
  readonly clients?: number;
}

/**
 * How the GPUs of a node are shared between pods.
 *
 * @see https://cloud.google.com/kubernetes-engine/docs/concepts/timesharing-gpus
 */
export class GpuSharing {
  /** Tells a value of this class from a plain object; the same text in every copy of the library. */
  readonly '~type' = 'GpuSharing';

  /**
   * Multi-Instance GPU: the GPU is cut into partitions of its own memory and cores.
   *
   * @param partitionSize such as `1g.5gb`; which sizes there are depends on the accelerator
   * @see https://cloud.google.com/kubernetes-engine/docs/how-to/gpus-multi
   */
  static mig(partitionSize: string, options: MigOptions = {}): GpuSharing {
    const { clients } = { ...options };
    const expression = `GpuSharing.mig(${JSON.stringify(partitionSize)})`;
    refuse(expression, [
      ...partitionSizeProblems(partitionSize),
      ...optionsProblems(options),
      ...(clients === undefined ? [] : clientProblems(clients)),
    ]);
    return new GpuSharing(clients === undefined ? undefined : 'time-sharing', clients ?? 1, partitionSize);
  }

  /**
   * Pods take turns on the whole GPU; nothing keeps their memory apart.
   *
   * @param clients pods for each GPU, 2 to 48
   */
  static timeSharing(clients: number): GpuSharing {
    refuse(`GpuSharing.timeSharing(${clients})`, clientProblems(clients));
    return new GpuSharing('time-sharing', clients);
  }

  /**
   * Pods run at once on the GPU, through NVIDIA's Multi-Process Service.
   *
   * @param clients pods for each GPU, 2 to 48
   * @see https://cloud.google.com/kubernetes-engine/docs/how-to/nvidia-mps-gpus
   */
  static mps(clients: number): GpuSharing {
    refuse(`GpuSharing.mps(${clients})`, clientProblems(clients));
    return new GpuSharing('mps', clients);
  }

  private constructor(
    /** How clients share a GPU or partition; `undefined`: partitions alone. */
    readonly strategy: 'time-sharing' | 'mps' | undefined,
    /** Pods for each GPU, or for each partition. */
    readonly clients: number,
    /** The size of a MIG partition; `undefined`: whole GPUs. */
    readonly partitionSize?: string,
  ) {}

  /** How many `nvidia.com/gpu` a node offers for each of its GPUs; `undefined` when the partitions are not known. */
  allocatablePerGpu(accelerator: Accelerator): number | undefined {
    if (this.partitionSize === undefined) return this.clients;
    const partitions = accelerator.mig?.[this.partitionSize];
    return partitions === undefined ? undefined : partitions * this.clients;
  }
}

/** What keeps an accelerator from being shared in this way, on the machine type if there is one. */
export function sharingProblems(sharing: GpuSharing, accelerator: Accelerator, machineType?: MachineType): Problem[] {
  const fraction = machineType?.gpu?.fraction;
  if (machineType && fraction !== undefined) {
    return [
      {
        code: 'fractional-gpu-sharing',
        property: 'sharing',
        message: `${machineType.name} has ${fraction} of one ${accelerator.type}, which cannot be shared further`,
        fix: `leave sharing out, or use a machine type with whole GPUs`,
      },
    ];
  }
  return sharing.partitionSize === undefined ? [] : migProblems(accelerator, sharing.partitionSize);
}

/** What is wrong with a MIG partition size on an accelerator. Nothing is said where the partitions are not known. */
export function migProblems(accelerator: Accelerator, partitionSize: string): Problem[] {
  const { mig, type } = accelerator;
  if (!mig && !accelerator.known) return [];
  if (!mig) {
    return [
      {
        code: 'mig-unsupported',
        property: 'sharing',
        message: `${type} cannot be cut into partitions, so not into ${partitionSize}`,
        fix: 'use GpuSharing.timeSharing or GpuSharing.mps, or an accelerator with MIG such as nvidia-tesla-a100',
      },
    ];
  }
  if (mig[partitionSize] !== undefined) return [];
  return [
    {
      code: 'mig-partition-size',
      property: 'sharing',
      message: `${type} has no partitions of ${partitionSize}`,
      fix: `use ${oneOf(Object.keys(mig))}`,
    },
  ];
}

/**
 * What is wrong with the GPUs that one pod asks for on nodes that share theirs.
 *
 * @param gpusPerNode physical GPUs of a node
 */
export function sharedRequestProblems(sharing: GpuSharing, gpusPerNode: number, requested: number): Problem[] {
  if (requested <= 1 || sharing.strategy === undefined) return [];
  if (sharing.strategy === 'mps' && gpusPerNode === 1) return [];
  return [
    {
      code: 'shared-gpu-request',
      message:
        sharing.strategy === 'mps'
          ? `a pod asks for ${requested} GPUs of a node that shares ${gpusPerNode} by MPS, where more than 1 can be asked for only if the node has a single GPU`
          : `a pod asks for ${requested} GPUs of a node that shares them by time-sharing, where it can have only 1`,
      fix: 'ask for 1, or use a pool without sharing',
    },
  ];
}

/** What keeps a part of a GPU from running under a node image. */
export function fractionalImageProblems(machineType: MachineType, image: 'cos' | 'ubuntu'): Problem[] {
  const fraction = machineType.gpu?.fraction;
  if (fraction === undefined || image === 'cos') return [];
  return [
    {
      code: 'fractional-gpu-image',
      property: 'image',
      message: `${machineType.name} has ${fraction} of one GPU, which Ubuntu nodes cannot use`,
      fix: 'use NodeImage.COS, or a machine type with whole GPUs',
    },
  ];
}

function clientProblems(clients: number): Problem[] {
  const { min, max } = SHARED_CLIENTS;
  if (Number.isInteger(clients) && clients >= min && clients <= max) return [];
  return [
    {
      code: 'shared-clients',
      property: 'clients',
      message: `a GPU cannot be shared by ${clients} clients`,
      fix: `use a whole number from ${min} to ${max}`,
    },
  ];
}

function partitionSizeProblems(size: string): Problem[] {
  const noText = textProblems('partitionSize', size, 'use a size such as 1g.5gb');
  if (noText.length > 0 || /^\d+g\.\d+gb([-.][a-z.]+)?$/.test(size)) return noText;
  return [
    {
      code: 'mig-partition-size',
      property: 'partitionSize',
      message: `${JSON.stringify(size)} is not the size of a MIG partition`,
      fix: 'use a size such as 1g.5gb',
    },
  ];
}
