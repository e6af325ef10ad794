import { poolText } from '../../core/contracts/node-pool';
import { problem, type Advice } from '../../core/problems';
import type { PodSet } from '../pod-set';
import { isGpuPool } from '../containers/resources';

export function* fitAdvice({ name, pool, resources, poolProp }: PodSet): Generator<Advice> {
  const { gpus } = resources;
  if (gpus === 0 && isGpuPool(pool)) {
    yield problem(
      'gpu-idle',
      'pool',
      `each ${name} runs on a node of ${poolText(pool)} but asks for no GPU, so GPUs may be paid for and idle`,
      poolProp === undefined
        ? 'set gpus of its resources, or give it a pool without GPUs'
        : `set ${poolProp} to a pool without GPUs, or acknowledge this`,
    );
  }
  if (gpus > 0 && pool.driver?.installedBy === 'none') {
    yield problem(
      'gpu-driver-none',
      'pool',
      `each ${name} asks for GPUs of ${poolText(pool)}, whose driver is GpuDriver.NONE, so nothing here installs the driver`,
      'use GpuDriver.DEFAULT, or acknowledge this if you install the driver yourself',
    );
  }
}
