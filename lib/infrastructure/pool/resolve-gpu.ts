import type { IConstruct } from 'constructs';
import { GpuDriver } from '../../core/gpu-driver';
import { MachineType } from '../../core/machine-type';
import { missingProblems } from '../../core/missing';
import { refuse, ValidationError } from '../../core/problem';
import type { GpuNodePoolOptions } from './pool-options';
import type { ResolvedGpu } from './resolved-pool';

/** Where GKE mounts the driver's libraries in GPU containers. */
export const DRIVER_LIBRARIES = '/usr/local/nvidia/lib64';

/** The GPU side of a pool's options with every default filled in. */
export function resolveGpu(scope: IConstruct, options: GpuNodePoolOptions): ResolvedGpu {
  const { accelerators, driverLibraryPath = DRIVER_LIBRARIES } = options;
  refuse(scope, missingProblems('accelerators', accelerators, 'use Accelerator.L4.times(1), or what your nodes carry'));
  return {
    accelerators,
    machineType: options.machineType ?? at(scope, () => MachineType.smallestFor(accelerators)).name,
    driver: options.driver ?? GpuDriver.DEFAULT,
    driverLibraryPath: driverLibraryPath === false ? undefined : driverLibraryPath,
    sharing: options.sharing,
  };
}

/** Runs something that refuses wrong values, and lays what it refuses at a construct's door. */
export function at<V>(scope: IConstruct, make: () => V): V {
  try {
    return make();
  } catch (error) {
    if (ValidationError.isValidationError(error)) throw new ValidationError(scope, ...error.problems);
    throw error;
  }
}
