import { poolText } from '../../core/contracts/node-pool';
import { problem, type Advice } from '../../core/problems';
import type { PodSet } from '../pod-set';
import { memoryText } from '../../kubernetes/quantity';
import { isGpuPool } from '../containers/resources';

export function* fitAdvice({ name, pool, resources, poolProp }: PodSet): Generator<Advice> {
  const { gpus, guessed, memory } = resources;
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
  if (guessed !== undefined) {
    const [why, fix] =
      guessed === 'sidecars'
        ? [
            'and its sidecars take all memory or CPU that belongs to them on a node',
            'set memory of its resources, or ask for less in the sidecars',
          ]
        : ['whose nodes are not known', 'set memory of its resources, or allocatable of the pool'];
    yield problem(
      'memory-default',
      'memory',
      `each ${name} has GPUs of ${poolText(pool)}, ${why}, so its memory is the fixed default of ${memoryText(memory)}, beyond which it is ended`,
      fix,
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
