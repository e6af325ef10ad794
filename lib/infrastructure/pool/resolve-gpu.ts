import type { IConstruct } from 'constructs';
import { GpuDriver } from '../../core/hardware/gpu-driver';
import { MachineType } from '../../core/hardware/machine-type';
import { refusingAt } from '../../core/problems';
import type { GpuNodePoolProps } from './pool-options';
import type { ResolvedGpu } from './resolved-pool';

/** The path of the driver's libraries in GPU containers on GKE. */
export const DRIVER_LIBRARIES = '/usr/local/nvidia/lib64';

/** The GPU side of a pool's options with every default filled in. */
export function resolveGpu(scope: IConstruct, props: GpuNodePoolProps): ResolvedGpu {
  const { accelerators, driverLibraryPath = DRIVER_LIBRARIES } = props;
  return {
    accelerators,
    machineType: props.machineType ?? refusingAt(scope, () => MachineType.smallestFor(accelerators)),
    driver: props.driver ?? GpuDriver.DEFAULT,
    driverLibraryPath: driverLibraryPath === false ? undefined : driverLibraryPath,
    sharing: props.sharing,
  };
}
