import type { Construct } from 'constructs';
import type { Accelerator } from '../core/hardware/accelerator';
import type { GpuDriver } from '../core/hardware/gpu-driver';
import { definePool } from './pool/define-pool';
import { MadePool } from './pool/made-pool';
import type { GpuNodePoolProps } from './pool/pool-options';
import { resolveGpu } from './pool/resolve-gpu';

/**
 * A node pool whose nodes have GPUs. Unlike a NodePool, it chooses the smallest machine that carries them, installs the
 * driver, declares the taint `nvidia.com/gpu=present:NoSchedule` (GKE adds it only to some pools), and upgrades without
 * spare GPU quota.
 *
 * A node with GPUs is never live-migrated: Google Cloud's maintenance stops its pods after a notice.
 * Secure boot is on only where GKE installs the driver on Container-Optimized OS.
 *
 * @example
 * const pool = cluster.addGpuPool('l4', { accelerators: Accelerator.L4.times(2), provisioningModel: ProvisioningModel.SPOT });
 * new DistributedTrainingJob(chart, 'resnet', { image, pool, workers: 4, strategy });
 * @see https://cloud.google.com/kubernetes-engine/docs/how-to/gpus
 */
export class GpuNodePool extends MadePool {
  declare readonly accelerator: Accelerator;
  declare readonly driver: GpuDriver;

  constructor(scope: Construct, id: string, props: GpuNodePoolProps) {
    super(scope, id, (pool) => {
      const gpu = resolveGpu(pool, props);
      return definePool(pool, { ...props, machineType: gpu.machineType }, gpu);
    });
  }
}
