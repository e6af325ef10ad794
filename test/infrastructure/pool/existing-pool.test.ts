import { Size } from 'cdk8s';
import { describe, expect, test } from 'vitest';
import { gpusPerNode } from '../../../lib/core/contracts/node-pool';
import { Taint } from '../../../lib/core/contracts/taint';
import { Accelerator } from '../../../lib/core/hardware/accelerator';
import { GpuDriver } from '../../../lib/core/hardware/gpu-driver';
import { GpuSharing } from '../../../lib/core/hardware/gpu-sharing';
import { NodeImage } from '../../../lib/core/hardware/node-image';
import { poolFromAttributes, type NodePoolAttributes } from '../../../lib/infrastructure/pool/existing-pool';
import { cpuPool, gpuPool, problemsOf, zonal } from './pools';

const known = (facts: Partial<NodePoolAttributes>) =>
  poolFromAttributes({ cluster: zonal, poolName: 'theirs', ...facts });

describe('the resources of a pool that others made', () => {
  test('are those of its machine type, as of a pool of the program, but for its boot disk', () => {
    expect(known({ machineType: 'n2-standard-8' }).allocatable).toEqual({
      ...cpuPool({ machineType: 'n2-standard-8', imageStreaming: true }).allocatable,
      ephemeralStorage: undefined,
    });
    const ubuntu = { machineType: 'n1-standard-4', image: NodeImage.UBUNTU };
    const ours = cpuPool(ubuntu).allocatable;
    expect(known(ubuntu).allocatable?.cpuMillis).toBe(ours?.cpuMillis);
    expect(known(ubuntu).allocatable?.memory.toMebibytes()).toBeLessThanOrEqual(ours?.memory.toMebibytes() ?? 0);
  });

  test('have the GPUs that the machine comes with, and their taint, driver and processor', () => {
    expect(known({ machineType: 'g2-standard-24' })).toMatchObject({
      accelerator: { type: 'nvidia-l4' },
      allocatable: { extended: { 'nvidia.com/gpu': 2 } },
      architecture: 'amd64',
      taints: [Taint.GPU],
      driverLibraryPath: '/usr/local/nvidia/lib64',
    });
    expect(gpusPerNode(known({ machineType: 'a3-highgpu-8g', accelerator: Accelerator.H100_80GB }))).toBe(8);
    expect(known({ machineType: 'a4x-highgpu-4g' }).taints).toEqual([Taint.GPU, Taint.ARM]);
  });

  test('have the GPUs that are attached to N1, if their number is given', () => {
    const t4 = { machineType: 'n1-standard-8', accelerator: Accelerator.T4.times(2) };
    expect(gpusPerNode(known(t4))).toBe(2);
    expect(known(t4).allocatable?.cpuMillis).toBe(
      gpuPool({ accelerators: t4.accelerator, machineType: t4.machineType }).allocatable?.cpuMillis,
    );
    expect(known({ ...t4, accelerator: Accelerator.T4 }).allocatable).toBeUndefined();
    expect(known({ accelerator: Accelerator.T4.times(2) })).toMatchObject({ accelerator: { type: 'nvidia-tesla-t4' } });
  });

  test('count shared GPUs as often as they are shared, and leave room for the driver installer', () => {
    const l4 = { machineType: 'g2-standard-8' };
    expect(gpusPerNode(known({ ...l4, sharing: GpuSharing.timeSharing(4) }))).toBe(4);
    const installed = known({ ...l4, driver: GpuDriver.DAEMON_SET }).allocatable?.cpuMillis ?? 0;
    expect((known(l4).allocatable?.cpuMillis ?? 0) - installed).toBe(150);
  });

  test('are those that are given, where they are, and not known of an unknown machine', () => {
    const allocatable = { cpuMillis: 900, memory: Size.gibibytes(1), extended: {} };
    expect(known({ machineType: 'n2-standard-8', allocatable }).allocatable).toBe(allocatable);
    expect(known({ machineType: 'z9-standard-8' }).allocatable).toBeUndefined();
    expect(known({}).allocatable).toBeUndefined();
  });
});

test('GPUs among the resources of a node are GPUs, and a GPU without known numbers is one', () => {
  const allocatable = (gpus: number) => ({
    cpuMillis: 900,
    memory: Size.gibibytes(1),
    extended: { 'nvidia.com/gpu': gpus },
  });
  expect(known({ allocatable: allocatable(1) })).toMatchObject({
    taints: [Taint.GPU],
    driverLibraryPath: '/usr/local/nvidia/lib64',
  });
  expect(known({ allocatable: allocatable(0) }).taints).toEqual([]);
});

test.each<[string, Partial<NodePoolAttributes>]>([
  ['gpu-machine-mismatch', { machineType: 'g2-standard-4', accelerator: Accelerator.of('nvidia-next') }],
  ['gpu-machine-mismatch', { machineType: 'g2-standard-4', accelerator: Accelerator.A100 }],
  ['gpu-machine-mismatch', { machineType: 'a2-megagpu-16g', accelerator: Accelerator.L4 }],
  ['gpu-machine-mismatch', { machineType: 'g2-standard-4', accelerator: Accelerator.L4.times(2) }],
  ['gpu-machine-family', { machineType: 'n2-standard-4', accelerator: Accelerator.T4.times(1) }],
  ['gpu-machine-too-large', { machineType: 'n1-standard-96', accelerator: Accelerator.T4.times(1) }],
  ['pool-zones', { zones: ['europe-west1-b'] }],
  ['pool-zones', { zones: [] }],
  ['tpu-unsupported', { machineType: 'ct6e-standard-4t' }],
])('fails: %s for facts that cannot be together: %j', (code, facts) => {
  expect(problemsOf(() => known(facts)).codes).toEqual([code]);
});
