import type { IConstruct } from 'constructs';
import { requiredProblems } from '../../core/problems/given';
import { GpuDriver } from '../../core/hardware/gpu-driver';
import { KINDS } from '../../core/problems/kinds';
import { MachineType } from '../../core/hardware/machine-type';
import { refuse, ValidationError } from '../../core/problems/errors';
import { optionProblems } from './option-problems';
import type { GpuNodePoolProps } from './pool-options';
import type { ResolvedGpu } from './resolved-pool';

/** Where GKE mounts the driver's libraries in GPU containers. */
export const DRIVER_LIBRARIES = '/usr/local/nvidia/lib64';

export const POOL_CLUSTER = { ...KINDS.cluster, fix: 'give the cluster that the pool is in, or use cluster.addPool' };

/** The GPU side of a pool's options with every default filled in. */
export function resolveGpu(scope: IConstruct, props: GpuNodePoolProps): ResolvedGpu {
  const options = { ...props };
  refuse(scope, [
    ...requiredProblems(props, { cluster: POOL_CLUSTER, accelerators: KINDS.accelerators }),
    ...optionProblems(options),
  ]);
  const { accelerators, driverLibraryPath = DRIVER_LIBRARIES } = options;
  return {
    accelerators,
    machineType: options.machineType ?? at(scope, () => MachineType.smallestFor(accelerators)),
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
