import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Accelerator } from '../../../lib/core/hardware/accelerator';
import { ValidationError } from '../../../lib/core/problems/errors';

function thrownBy(make: () => unknown): ValidationError {
  try {
    make();
  } catch (error) {
    if (ValidationError.isValidationError(error)) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}

describe('an accelerator', () => {
  test.each([
    [Accelerator.K80, 'nvidia-tesla-k80', [1, 2, 4, 8], '3.7', 12],
    [Accelerator.P4, 'nvidia-tesla-p4', [1, 2, 4], '6.1', 8],
    [Accelerator.P100, 'nvidia-tesla-p100', [1, 2, 4], '6.0', 16],
    [Accelerator.V100, 'nvidia-tesla-v100', [1, 2, 4, 8], '7.0', 16],
    [Accelerator.T4, 'nvidia-tesla-t4', [1, 2, 4], '7.5', 16],
    [Accelerator.L4, 'nvidia-l4', [1, 2, 4, 8], '8.9', 24],
    [Accelerator.A100, 'nvidia-tesla-a100', [1, 2, 4, 8, 16], '8.0', 40],
    [Accelerator.A100_80GB, 'nvidia-a100-80gb', [1, 2, 4, 8], '8.0', 80],
    [Accelerator.H100_80GB, 'nvidia-h100-80gb', [1, 2, 4, 8], '9.0', 80],
    [Accelerator.H100_MEGA_80GB, 'nvidia-h100-mega-80gb', [8], '9.0', 80],
    [Accelerator.H200_141GB, 'nvidia-h200-141gb', [8], '9.0', 141],
    [Accelerator.B200, 'nvidia-b200', [8], '10.0', 180],
    [Accelerator.GB200, 'nvidia-gb200', [4], '10.0', 186],
    [Accelerator.GB300, 'nvidia-gb300', [4], '10.3', undefined],
    [Accelerator.RTX_PRO_6000, 'nvidia-rtx-pro-6000', [1, 2, 4, 8], '12.0', 96],
  ])('%s is known by its label, counts, compute capability and memory', (accelerator, type, counts, capability, gb) => {
    expect(accelerator).toMatchObject({ type, counts, computeCapability: capability, memoryGb: gb, known: true });
    expect(Accelerator.of(type).counts).toEqual(counts);
  });

  test('has the name of its type, without nvidia and tesla; former names are the same accelerators', () => {
    const constants = Object.entries(Accelerator).filter(([name]) => /^[A-Z]/.test(name));
    const named = (type: string) =>
      type
        .replace(/^nvidia-(tesla-)?/, '')
        .replaceAll('-', '_')
        .toUpperCase();
    const byType = Accelerator.all().map((each): [string, string] => [named(each.type), each.type]);
    const former = {
      A100_40GB: 'nvidia-tesla-a100',
      H100: 'nvidia-h100-80gb',
      H100_MEGA: 'nvidia-h100-mega-80gb',
      H200: 'nvidia-h200-141gb',
    };
    expect(Object.fromEntries(constants.map(([name, each]) => [name, (each as Accelerator).type]))).toEqual({
      ...Object.fromEntries(byType),
      ...former,
    });
  });

  test('of every kind in the catalogue can be listed', () => {
    expect(Accelerator.all().map(({ type }) => type)).toEqual(
      expect.arrayContaining(['nvidia-tesla-k80', 'nvidia-gb300']),
    );
  });

  test('K80 is retired, with what is needed to move on', () => {
    expect(Accelerator.K80.lifecycle).toMatchObject({
      state: 'retired',
      withdrawn: '2024-05',
      lastDriverBranch: 'R470',
      replacements: ['nvidia-tesla-t4', 'nvidia-l4'],
    });
    expect(Accelerator.K80.zones).toEqual([]);
    expect(Accelerator.K80.formerZones).toContain('us-east1-c');
    expect(Accelerator.K80.formerZones).toHaveLength(10);
  });

  test.each([Accelerator.P4, Accelerator.P100, Accelerator.V100])('%s is still offered, but legacy', (accelerator) => {
    expect(accelerator.lifecycle).toMatchObject({ state: 'legacy', lastDriverBranch: 'R580' });
    expect(accelerator.zones?.length).toBeGreaterThan(0);
    expect(accelerator.formerZones).toEqual([]);
  });

  test.each([
    [Accelerator.K80, 'n1', 'amd64', ['pd-standard', 'pd-balanced', 'pd-ssd'], { supported: false }],
    [Accelerator.L4, 'machine', 'amd64', ['pd-balanced', 'pd-ssd'], { supported: true, maxNodes: 150 }],
    [Accelerator.H200_141GB, 'machine', 'amd64', ['hyperdisk-balanced'], { supported: true, maxNodes: 96 }],
    [Accelerator.GB200, 'machine', 'arm64', ['hyperdisk-balanced'], { supported: false }],
  ])(
    '%s has the processor, boot disks and placement of its hosts',
    (accelerator, attach, architecture, disks, compact) => {
      expect(accelerator).toMatchObject({ attach, architecture, bootDiskTypes: disks, compactPlacement: compact });
    },
  );

  test('has the limits of N1 for each number of it, and those of a zone where they differ', () => {
    expect(Accelerator.K80.n1Limit(1)).toEqual({ vcpu: 8, memoryMib: 52 * 1024 });
    expect(Accelerator.K80.n1Limit(8)).toEqual({ vcpu: 64, memoryMib: 208 * 1024 });
    expect(Accelerator.K80.n1Limit(8, 'us-east1-d')).toEqual({ vcpu: 64, memoryMib: 416 * 1024 });
    expect(Accelerator.K80.n1Limit(1, 'us-east1-d')).toEqual({ vcpu: 8, memoryMib: 52 * 1024 });
    expect(Accelerator.P100.n1Limit(4)).toEqual({ vcpu: 64, memoryMib: 208 * 1024 });
    expect(Accelerator.P100.n1Limit(4, 'us-west1-a')).toEqual({ vcpu: 96, memoryMib: 624 * 1024 });
    expect(Accelerator.L4.n1Limit(1)).toBeUndefined();
  });

  test('times a number that exists is that many on each node', () => {
    expect(Accelerator.K80.times(2)).toMatchObject({ accelerator: Accelerator.K80, count: 2 });
  });

  test('fails: a number of accelerators that no machine has', () => {
    expect(thrownBy(() => Accelerator.K80.times(3)).message).toBe(
      '[Accelerator.of("nvidia-tesla-k80").times(3)] a node cannot have 3 × nvidia-tesla-k80: use 1, 2, 4 or 8 (accelerator-count)',
    );
    expect(thrownBy(() => Accelerator.B200.times(1)).message).toContain('use 8 (');
  });

  test('fails: any number but those that exist (property)', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...Accelerator.all()),
        fc.oneof(fc.integer({ min: -5, max: 40 }), fc.double()),
        (gpu, n) => {
          if (gpu.counts?.includes(n)) expect(gpu.times(n).count).toBe(n);
          else expect(thrownBy(() => gpu.times(n)).problems[0]?.code).toBe('accelerator-count');
        },
      ),
    );
  });

  test.each(['tpu-v5p-slice', 'tpu7x', 'google.com/tpu', 'ct6e-standard-4t'])('fails: a TPU by name: %s', (type) => {
    const error = thrownBy(() => Accelerator.of(type));
    expect(error.problems).toMatchObject([{ code: 'tpu-unsupported' }]);
    expect(error.message).toContain(
      `"${type}" is a TPU, but this library models GPUs (nvidia.com/gpu), and TPUs have machine families, topology labels and a resource (google.com/tpu) of their own: use a GPU, for example nvidia-l4, or make the TPU pool with the provider's own ContainerNodePool (`,
    );
  });

  test('fails: what cannot be a type, with what the type is (accelerator-type)', () => {
    expect(thrownBy(() => Accelerator.of('NVIDIA L4')).message).toBe(
      '[Accelerator.of("NVIDIA L4")] "NVIDIA L4" cannot be the type of an accelerator: use the value of the node label cloud.google.com/gke-accelerator, such as nvidia-l4: up to 63 lower-case letters, digits and hyphens (accelerator-type)',
    );
  });

  test('says how it is bought, and what it needs', () => {
    expect(Accelerator.GB200).toMatchObject({
      reservationOnly: true,
      spot: false,
      minimumDriverBranch: 'R580',
      minimumGkeVersions: ['1.32.8-gke.1108000', '1.33.4-gke.1036000'],
    });
    expect(Accelerator.T4).toMatchObject({ reservationOnly: false, minimumGkeVersions: [], ownZones: [] });
    expect(String(Accelerator.T4)).toBe('nvidia-tesla-t4');
  });

  test.each(['', 'NVIDIA L4', 'nvidia_l4', '-l4', 'x'.repeat(64)])('fails: what cannot be a type: %j', (type) => {
    expect(thrownBy(() => Accelerator.of(type)).problems).toMatchObject([{ code: 'accelerator-type' }]);
  });
});

describe('an accelerator that the catalogue does not know', () => {
  test('has no facts, so any whole number of it is taken', () => {
    const unknown = Accelerator.of('nvidia-next');
    expect(unknown).toMatchObject({ known: false, type: 'nvidia-next', displayName: 'nvidia-next' });
    expect(unknown.counts).toBeUndefined();
    expect(unknown.zones).toBeUndefined();
    expect(unknown.bootDiskTypes).toBeUndefined();
    expect(unknown.architecture).toBeUndefined();
    expect(unknown.compactPlacement).toBeUndefined();
    expect(unknown.times(3).count).toBe(3);
    expect(unknown).toMatchObject({
      lifecycle: { state: 'active', replacements: [] },
      reservationOnly: false,
      minimumGkeVersions: [],
    });
    expect(unknown.lifecycle.replacements).toEqual([]);
  });

  test('fails: no accelerator, or part of one, even of an unknown type', () => {
    for (const count of [0, -1, 1.5, NaN]) {
      expect(thrownBy(() => Accelerator.of('nvidia-next').times(count)).problems).toEqual([
        {
          code: 'accelerator-count',
          property: 'accelerators',
          message: `a node cannot have ${count} × nvidia-next`,
          fix: 'use a whole number from 1',
        },
      ]);
    }
  });

  test('goes by the facts given', () => {
    const next = Accelerator.of('nvidia-next', {
      memoryGb: 300,
      counts: [4],
      zones: ['us-east1-c'],
      displayName: 'NVIDIA Next',
      computeCapability: '13.0',
      attach: 'machine',
      architecture: 'arm64',
      bootDiskTypes: ['hyperdisk-balanced'],
      mig: { '1g.40gb': 7 },
    });
    expect(next).toMatchObject({ memoryGb: 300, architecture: 'arm64', zones: ['us-east1-c'], mig: { '1g.40gb': 7 } });
    expect(next).toMatchObject({
      displayName: 'NVIDIA Next',
      computeCapability: '13.0',
      attach: 'machine',
      ownZones: ['us-east1-c'],
      bootDiskTypes: ['hyperdisk-balanced'],
    });
    expect(() => next.times(2)).toThrow('use 4 (accelerator-count)');
  });

  test('may be one of the catalogue with facts that the user knows better', () => {
    const l4 = Accelerator.of('nvidia-l4', { zones: ['me-west1-a'] });
    const own = Accelerator.of('nvidia-l4', { displayName: 'Ours', computeCapability: '9.9', bootDiskTypes: ['x'] });
    expect(own).toMatchObject({ displayName: 'Ours', computeCapability: '9.9', bootDiskTypes: ['x'] });
    expect(l4).toMatchObject({ displayName: 'NVIDIA L4', computeCapability: '8.9' });
    expect(l4).toMatchObject({ known: true, zones: ['me-west1-a'], memoryGb: 24, counts: [1, 2, 4, 8] });
  });
});
