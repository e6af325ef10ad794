import { expect, test } from 'vitest';
import { formatProblem } from '../../../lib/core/problems/problem';
import { GpuDriver } from '../../../lib/core/hardware/gpu-driver';
import { fitAdvice } from '../../../lib/pods/placement/fit-advice';
import { cpuPool, demand, gpuPool } from '../../workload/pools';

test('fails: a pod without GPUs on a GPU pool is advice', () => {
  expect([...fitAdvice(demand(gpuPool(), 1, { gpus: 0 }))].map(formatProblem)).toEqual([
    'each worker runs on a node of pool "k80" (n1-standard-16) but asks for no GPU, so GPUs may be paid for and idle: set gpus of its resources, or give it a pool without GPUs (gpu-idle)',
  ]);
  expect([...fitAdvice(demand(cpuPool(), 1))]).toEqual([]);
});

test('fails: GPUs without a driver are advice', () => {
  expect([...fitAdvice(demand(gpuPool({ driver: GpuDriver.NONE }), 1))].map(({ code }) => code)).toEqual([
    'gpu-driver-none',
  ]);
  expect([...fitAdvice(demand(gpuPool({ driver: GpuDriver.NONE }), 1))]).toEqual([
    {
      code: 'gpu-driver-none',
      property: 'pool',
      message:
        'each worker asks for GPUs of pool "k80" (n1-standard-16), whose driver is GpuDriver.NONE, so nothing here installs the driver',
      fix: 'use GpuDriver.DEFAULT, or acknowledge this if you install the driver yourself',
    },
  ]);
  expect([...fitAdvice(demand(gpuPool(), 1, { gpus: 0 }))]).toMatchObject([{ property: 'pool' }]);
  expect([...fitAdvice(demand(gpuPool({ driver: GpuDriver.NONE }), 1, { gpus: 0 }))].map(({ code }) => code)).toEqual([
    'gpu-idle',
  ]);
  expect([...fitAdvice(demand(gpuPool({ driver: GpuDriver.DEFAULT }), 1))]).toEqual([]);
});
