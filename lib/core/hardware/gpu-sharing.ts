import type { Accelerator } from './accelerator';
import { accepted, valueText } from '../problems';
import { clientProblems, migProblems } from './gpu-sharing-problems';

/** The further sharing of each partition of a GPU. */
export interface MigOptions {
  /** Pods that take turns on each partition (time-sharing), 2 to 48. @default - each partition has one pod */
  readonly clients?: number;
}

/**
 * The sharing of a node's GPUs between pods.
 *
 * @see https://cloud.google.com/kubernetes-engine/docs/concepts/timesharing-gpus
 */
export class GpuSharing {
  declare readonly '~type': 'GpuSharing';

  /**
   * Multi-Instance GPU: the GPU is cut into partitions with memory and cores of their own.
   *
   * @param partitionSize such as `1g.5gb`; the accelerator decides the possible sizes
   * @see https://cloud.google.com/kubernetes-engine/docs/how-to/gpus-multi
   */
  static mig(partitionSize: string, options: MigOptions = {}): GpuSharing {
    const expression = `GpuSharing.mig(${valueText(partitionSize)})`;
    return accepted(expression, [migProblems(partitionSize, options)], () => {
      const { clients } = options;
      return new GpuSharing(clients === undefined ? undefined : 'time-sharing', clients ?? 1, partitionSize);
    });
  }

  /**
   * Pods take turns on the whole GPU. Their memory is not isolated.
   *
   * @param clients pods for each GPU, 2 to 48
   */
  static timeSharing(clients: number): GpuSharing {
    return accepted(
      `GpuSharing.timeSharing(${valueText(clients)})`,
      [clientProblems(clients)],
      () => new GpuSharing('time-sharing', clients),
    );
  }

  /**
   * Pods run at once on the GPU, through NVIDIA's Multi-Process Service.
   *
   * @param clients pods for each GPU, 2 to 48
   * @see https://cloud.google.com/kubernetes-engine/docs/how-to/nvidia-mps-gpus
   */
  static mps(clients: number): GpuSharing {
    return accepted(
      `GpuSharing.mps(${valueText(clients)})`,
      [clientProblems(clients)],
      () => new GpuSharing('mps', clients),
    );
  }

  private constructor(
    /** The way in which clients share a GPU or partition; `undefined`: partitions alone. */
    readonly strategy: 'time-sharing' | 'mps' | undefined,
    /** Pods for each GPU, or for each partition. */
    readonly clients: number,
    /** The size of a MIG partition; `undefined`: whole GPUs. */
    readonly partitionSize?: string,
  ) {}

  /** The number of `nvidia.com/gpu` of a node for each of its GPUs; `undefined` when the partitions are not known. */
  allocatablePerGpu(accelerator: Accelerator): number | undefined {
    if (this.partitionSize === undefined) return this.clients;
    const partitions = accelerator.mig?.[this.partitionSize];
    return partitions === undefined ? undefined : partitions * this.clients;
  }
}
