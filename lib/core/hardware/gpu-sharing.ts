import type { Accelerator } from './accelerator';
import { accepted } from '../problems/errors';
import { valueText } from '../problems/problem';
import { number, optional, optionProblems, text, typeProblems, valueOf, type Rules } from '../problems/rules';
import { clientProblems, migProblems } from './gpu-sharing-problems';

export const SHARING = valueOf('GpuSharing', 'use GpuSharing.timeSharing(4) or another way of GpuSharing');

/** How each partition of a GPU is shared further. */
export interface MigOptions {
  /** Pods that take turns on each partition (time-sharing), 2 to 48. @default - each partition has one pod */
  readonly clients?: number;
}

const PARTITION = text('use a size such as 1g.5gb');
const CLIENTS = number('use a whole number, such as 4');
const MIG: Rules<MigOptions> = { clients: optional(CLIENTS) };

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
   * @param partitionSize such as `1g.5gb`; the accelerator decides which sizes exist
   * @see https://cloud.google.com/kubernetes-engine/docs/how-to/gpus-multi
   */
  static mig(partitionSize: string, options: MigOptions = {}): GpuSharing {
    const types = [...typeProblems({ partitionSize }, { partitionSize: PARTITION }), ...optionProblems(options, MIG)];
    const expression = `GpuSharing.mig(${valueText(partitionSize)})`;
    return accepted(expression, [types, migProblems(partitionSize, options)], () => {
      const { clients } = options;
      return new GpuSharing(clients === undefined ? undefined : 'time-sharing', clients ?? 1, partitionSize);
    });
  }

  /**
   * Pods take turns on the whole GPU; nothing keeps their memory apart.
   *
   * @param clients pods for each GPU, 2 to 48
   */
  static timeSharing(clients: number): GpuSharing {
    const checks = [typeProblems({ clients }, { clients: CLIENTS }), clientProblems(clients)];
    return accepted(
      `GpuSharing.timeSharing(${valueText(clients)})`,
      checks,
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
    const checks = [typeProblems({ clients }, { clients: CLIENTS }), clientProblems(clients)];
    return accepted(`GpuSharing.mps(${valueText(clients)})`, checks, () => new GpuSharing('mps', clients));
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
