import { Size } from 'cdk8s';
import { describe, expect, test } from 'vitest';
import { Accelerator } from '../../lib/core/hardware/accelerator';
import { Taint } from '../../lib/core/contracts/taint';
import { NodePool } from '../../lib/infrastructure/node-pool';
import type { NodePoolAttributes } from '../../lib/infrastructure/pool/existing-pool';
import { codesOfAdvice, cpuPool, problemsOf, zonal } from './pool/pools';

describe('an existing pool', () => {
  test('is known by its name alone', () => {
    expect(NodePool.fromAttributes({ cluster: zonal, poolName: 'old' })).toEqual({
      cluster: zonal,
      poolName: 'old',
      nodeLabels: { 'cloud.google.com/gke-nodepool': 'old' },
      taints: [],
    });
  });

  test('has the taint of Arm nodes if it is of Arm', () => {
    expect(NodePool.fromAttributes({ cluster: zonal, poolName: 'old', architecture: 'arm64' }).taints).toEqual([
      Taint.ARM,
    ]);
  });

  test('has the GPU taint if it has GPUs, unless its taints are known', () => {
    const accelerator = Accelerator.L4;
    expect(NodePool.fromAttributes({ cluster: zonal, poolName: 'old', accelerator }).taints).toEqual([Taint.GPU]);
    expect(NodePool.fromAttributes({ cluster: zonal, poolName: 'old', accelerator, taints: [] }).taints).toEqual([]);
  });

  test("has the driver's libraries where GKE mounts them, if it has GPUs and driverLibraryPath is left out", () => {
    const libraries = (facts: Partial<NodePoolAttributes>) =>
      NodePool.fromAttributes({ cluster: zonal, poolName: 'old', ...facts }).driverLibraryPath;
    const accelerator = Accelerator.L4;
    expect(libraries({ accelerator })).toBe('/usr/local/nvidia/lib64');
    expect(libraries({ accelerator, driverLibraryPath: '/opt/nvidia' })).toBe('/opt/nvidia');
    expect(libraries({ accelerator, driverLibraryPath: false })).toBeUndefined();
    expect(libraries({})).toBeUndefined();
  });
});

describe('impossible facts of an existing pool', () => {
  test('fails: an existing pool with an impossible name (name)', () => {
    expect(problemsOf(() => NodePool.fromAttributes({ cluster: zonal, poolName: 'A b' })).codes).toEqual(['name']);
  });

  test.each([
    [{ minNodes: 3, maxNodes: 2 }, 'minNodes 3 is above maxNodes 2: use minNodes: 2 and maxNodes: 3 (node-count)'],
    [{ maxNodes: -1 }, 'maxNodes cannot be -1: use a whole number of 0 or more (node-count)'],
    [{ minNodes: 0.5 }, 'minNodes cannot be 0.5: use a whole number of 0 or more (node-count)'],
  ])('fails: an existing pool cannot have %j nodes', (numbers, message) => {
    expect(() => NodePool.fromAttributes({ cluster: zonal, poolName: 'old', ...numbers })).toThrow(
      `[NodePool.fromAttributes] ${message}`,
    );
  });

  test.each([
    [{ cpuMillis: -5 }, 'allocatable.cpuMillis cannot be -5: use a number of 1'],
    [{ memory: Size.mebibytes(0) }, 'allocatable.memory in MiB cannot be 0: use a number of 1'],
    [{ ephemeralStorage: Size.gibibytes(NaN) }, 'allocatable.ephemeralStorage in MiB cannot be NaN: use a number of 1'],
    [{ extended: { 'nvidia.com/gpu': 0.5 } }, 'nvidia.com/gpu cannot be 0.5: use a whole number'],
  ])('fails: a node of an existing pool cannot have %j (resource-amount)', (wrong, message) => {
    const allocatable = { cpuMillis: 1000, memory: Size.gibibytes(1), extended: {}, ...wrong };
    expect(() => NodePool.fromAttributes({ cluster: zonal, poolName: 'old', allocatable })).toThrow(
      `[NodePool.fromAttributes] ${message}`,
    );
  });
});

test('fails: nodes whose account is not known, as advice', () => {
  expect(codesOfAdvice(cpuPool({}, { clusterName: 'theirs', location: 'us-central1-a' }))).toEqual([
    'node-service-account',
  ]);
});
