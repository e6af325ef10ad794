import { describe, expect, test } from 'vitest';
import { Accelerator } from '../../lib/core/hardware/accelerator';
import { ProvisioningModel } from '../../lib/core/hardware/provisioning-model';
import { openAdvice } from '../../lib/core/problems/check';
import type { ICluster } from '../../lib/core/contracts/cluster';
import { GpuDriver } from '../../lib/core/hardware/gpu-driver';
import { GpuSharing } from '../../lib/core/hardware/gpu-sharing';
import { MachineType } from '../../lib/core/hardware/machine-type';
import { NodeImage } from '../../lib/core/hardware/node-image';
import { gpusPerNode } from '../../lib/core/contracts/node-pool';
import { NodeCount } from '../../lib/infrastructure/pool/node-count';
import { Taint } from '../../lib/core/contracts/taint';
import { UpgradeStrategy } from '../../lib/infrastructure/pool/upgrade-strategy';
import { LocalSsd } from '../../lib/infrastructure/pool/local-ssd';
import {
  codesOfAdvice,
  gpuPool,
  nodeConfigOf,
  problemsOf,
  regional,
  saidOf,
  terraformOf,
  textsOf,
  zonal,
  type GpuOptions,
} from './pool/pools';

const eastC = { ...zonal, location: 'us-east1-c' };

const reserved = { provisioningModel: ProvisioningModel.reservation('ours') };

describe('a pool of one K80', () => {
  const k80 = () =>
    gpuPool({ accelerators: Accelerator.K80.times(1), nodes: NodeCount.fixed(1), image: NodeImage.UBUNTU }, eastC);

  test('is the pool of the article', () => {
    const pool = k80();
    expect(terraformOf(pool)).toMatchObject({ location: 'us-east1-c', node_count: 1 });
    expect(nodeConfigOf(pool)).toMatchObject({
      machine_type: 'n1-standard-4',
      image_type: 'UBUNTU_CONTAINERD',
      guest_accelerator: [
        { type: 'nvidia-tesla-k80', count: 1, gpu_driver_installation_config: { gpu_driver_version: 'DEFAULT' } },
      ],
    });
  });

  test('is one advice that names what happened and what to use', () => {
    const [found, ...others] = openAdvice(k80().node.root);
    expect(others).toEqual([]);
    expect(found?.advice.code).toBe('accelerator-retired');
    expect(found?.advice.message).toMatch(/2024-05.*R470/);
    expect(found?.advice.fix).toMatch(/nvidia-tesla-t4/);
  });
});

describe('a GPU pool', () => {
  test('declares the GPU taint beside its own', () => {
    const own = Taint.of('dedicated', 'training');
    const pool = gpuPool({ taints: [own] });
    expect(pool.taints).toEqual([Taint.GPU, own]);
    expect(nodeConfigOf(pool)['taint']).toEqual([
      { key: 'nvidia.com/gpu', value: 'present', effect: 'NO_SCHEDULE' },
      { key: 'dedicated', value: 'training', effect: 'NO_SCHEDULE' },
    ]);
  });

  test('upgrades without spare quota, waits two hours, and takes nodes where they are', () => {
    expect(terraformOf(gpuPool())).toMatchObject({
      upgrade_settings: { strategy: 'SURGE', max_surge: 0, max_unavailable: 1 },
      timeouts: { create: '120m', update: '120m', delete: '120m' },
      autoscaling: { location_policy: 'ANY' },
    });
  });

  test('takes a machine type as a text, and as what was asked of the catalogue', () => {
    const accelerators = Accelerator.T4.times(1);
    const larger = MachineType.smallestFor(accelerators, { minVcpu: 8 });
    expect(gpuPool({ accelerators, machineType: larger }).machineType).toBe('n1-standard-8');
    expect(gpuPool({ accelerators, machineType: 'n1-standard-8' }).machineType).toBe('n1-standard-8');
  });

  test('chooses the smallest machine, and one that boots from what it takes', () => {
    expect(gpuPool({ accelerators: Accelerator.L4.times(2) }).machineType).toBe('g2-standard-24');
    const b200 = gpuPool({ accelerators: Accelerator.B200.times(8) }, { ...zonal, location: 'us-central1-b' });
    expect(nodeConfigOf(b200)).toMatchObject({ machine_type: 'a4-highgpu-8g', disk_type: 'hyperdisk-balanced' });
  });

  test('tells workloads of its GPUs and where the driver is', () => {
    const pool = gpuPool({ accelerators: Accelerator.T4.times(2) });
    expect(pool).toMatchObject({ driver: GpuDriver.DEFAULT, driverLibraryPath: '/usr/local/nvidia/lib64' });
    expect(pool.accelerator.type).toBe('nvidia-tesla-t4');
    expect(gpusPerNode(pool)).toBe(2);
  });

  test('sets no path of the driver if asked not to', () => {
    expect(gpuPool({ driverLibraryPath: false }).driverLibraryPath).toBeUndefined();
    expect(gpuPool({ driverLibraryPath: '/opt/nvidia/lib' }).driverLibraryPath).toBe('/opt/nvidia/lib');
  });

  test.each([
    [
      'time-sharing',
      GpuSharing.timeSharing(4),
      4,
      { gpu_sharing_config: { gpu_sharing_strategy: 'TIME_SHARING', max_shared_clients_per_gpu: 4 } },
    ],
    [
      'MPS',
      GpuSharing.mps(3),
      3,
      { gpu_sharing_config: { gpu_sharing_strategy: 'MPS', max_shared_clients_per_gpu: 3 } },
    ],
    ['partitions', GpuSharing.mig('1g.5gb'), 7, { gpu_partition_size: '1g.5gb' }],
    [
      'shared partitions',
      GpuSharing.mig('1g.5gb', { clients: 2 }),
      14,
      {
        gpu_partition_size: '1g.5gb',
        gpu_sharing_config: { gpu_sharing_strategy: 'TIME_SHARING', max_shared_clients_per_gpu: 2 },
      },
    ],
  ])('offers more GPUs than it has by %s', (_, sharing, gpus, expected) => {
    const pool = gpuPool({ accelerators: Accelerator.A100.times(1), sharing });
    expect(gpusPerNode(pool)).toBe(gpus);
    expect(nodeConfigOf(pool)['guest_accelerator']).toEqual([expect.objectContaining(expected)]);
  });

  test.each([
    ['by GKE on Container-Optimized OS', GpuDriver.DEFAULT, NodeImage.COS, 'DEFAULT', true],
    ['by GKE, the newest', GpuDriver.LATEST, NodeImage.COS, 'LATEST', true],
    ['by GKE on Ubuntu', GpuDriver.DEFAULT, NodeImage.UBUNTU, 'DEFAULT', false],
    ['by a DaemonSet', GpuDriver.DAEMON_SET, NodeImage.COS, 'INSTALLATION_DISABLED', false],
    ['by nobody', GpuDriver.NONE, NodeImage.COS, 'INSTALLATION_DISABLED', false],
  ])('has secure boot where modules are signed: driver installed %s', (_, driver, image, version, secureBoot) => {
    expect(nodeConfigOf(gpuPool({ driver, image }))).toMatchObject({
      guest_accelerator: [{ gpu_driver_installation_config: { gpu_driver_version: version } }],
      shielded_instance_config: { enable_secure_boot: secureBoot, enable_integrity_monitoring: true },
    });
  });

  test('names the GPUs that come with a machine, as those attached to one', () => {
    const pool = gpuPool({ accelerators: Accelerator.RTX_PRO_6000.times(1), machineType: 'g4-standard-12' });
    expect(nodeConfigOf(pool)).toMatchObject({ guest_accelerator: [{ type: 'nvidia-rtx-pro-6000', count: 1 }] });
    expect(gpusPerNode(pool)).toBe(1);
  });

  test('leaves room for the DaemonSet that installs its driver', () => {
    const cpuOf = (driver: GpuDriver) => gpuPool({ driver }).allocatable?.cpuMillis ?? 0;
    expect(cpuOf(GpuDriver.DEFAULT) - cpuOf(GpuDriver.DAEMON_SET)).toBe(150);
    expect(cpuOf(GpuDriver.NONE)).toBe(cpuOf(GpuDriver.DEFAULT));
  });

  test('takes an Arm machine from a reservation', () => {
    const pool = gpuPool({ accelerators: Accelerator.GB200.times(4), nodes: NodeCount.fixed(18), ...reserved });
    expect(pool.architecture).toBe('arm64');
    expect(pool.taints).toEqual([Taint.GPU, Taint.ARM]);
  });

  test('does not claim to know the storage of disks that come with a machine', () => {
    const allocatable = gpuPool({ accelerators: Accelerator.A100_80GB.times(1) }).allocatable;
    expect(allocatable?.cpuMillis).toBeGreaterThan(0);
    expect(allocatable?.ephemeralStorage).toBeUndefined();
  });

  test('is not replaced by what GKE says of disks that come with a machine', () => {
    const ignored = (options: GpuOptions) => terraformOf(gpuPool(options))['lifecycle'];
    const accelerators = Accelerator.A100_80GB.times(1);
    expect(ignored({ accelerators })).toEqual({
      ignore_changes: [
        'initial_node_count',
        'node_config[0].ephemeral_storage_local_ssd_config',
        'node_config[0].local_nvme_ssd_block_config',
      ],
    });
    expect(ignored({ accelerators, machineType: 'a2-ultragpu-1g-nolssd' })).toEqual({
      ignore_changes: ['initial_node_count'],
    });
  });

  test('has no secure boot on bare metal', () => {
    const pool = gpuPool({ accelerators: Accelerator.GB300.times(4), nodes: NodeCount.fixed(1), ...reserved });
    expect(nodeConfigOf(pool)).toMatchObject({
      machine_type: 'a4x-maxgpu-4g-metal',
      shielded_instance_config: { enable_secure_boot: false },
    });
  });

  test('checks of an unknown accelerator only what it is told', () => {
    const pool = gpuPool({ accelerators: Accelerator.of('nvidia-x1').times(3), machineType: 'x1-standard-8' });
    expect(codesOfAdvice(pool)).toEqual(['accelerator-unknown', 'machine-type-unknown']);
    expect(pool.allocatable).toBeUndefined();
  });
});

describe('a region where some zones have the GPU', () => {
  test('fails: accelerator-zones, with the zones that do', () => {
    const found = problemsOf(() => gpuPool({ accelerators: Accelerator.A100_80GB.times(1) }, regional));
    expect(found.codes).toEqual(['accelerator-zones']);
    expect(found.fixes[0]).toBe("set zones to ['us-central1-a'] or ['us-central1-c'], or several of them");
  });

  test('fails: accelerator-zones where the cluster has nodes in a zone without', () => {
    const cluster = { ...regional, nodeLocations: ['us-central1-a', 'us-central1-b'] };
    expect(problemsOf(() => gpuPool({ accelerators: Accelerator.A100_80GB.times(1) }, cluster)).codes).toEqual([
      'accelerator-zones',
    ]);
  });

  test('is right when the pool names its zones', () => {
    const pool = gpuPool({ accelerators: Accelerator.A100_80GB.times(1), zones: ['us-central1-a'] }, regional);
    expect(terraformOf(pool)['node_locations']).toEqual(['us-central1-a']);
    expect(codesOfAdvice(pool)).toEqual([]);
  });

  test('is right when all zones of the cluster have it', () => {
    const cluster = { ...regional, nodeLocations: ['us-central1-a', 'us-central1-c'] };
    expect(gpuPool({ accelerators: Accelerator.A100_80GB.times(1) }, cluster).zones).toEqual(cluster.nodeLocations);
  });
});

test.each([
  ['1.33', ['accelerator-version']],
  ['1.34', []],
  ['1.34.1-gke.1', []],
  ['1.35', []],
])('the RTX PRO 6000 needs 1.34 or later, and the advice of a cluster that may run %s is %j', (version, codes) => {
  const cluster = { ...zonal, location: 'us-central1-b', minimumKubernetesVersion: version };
  expect(codesOfAdvice(gpuPool({ accelerators: Accelerator.RTX_PRO_6000.times(1) }, cluster))).toEqual(codes);
});

test('fails: gpu-direct-networks has the number of networks that the machine takes', () => {
  const pool = gpuPool({ accelerators: Accelerator.H100_MEGA_80GB.times(8) });
  expect(openAdvice(pool.node.root).map(({ advice }) => advice.message)).toEqual([
    'GPUs of several a3-megagpu-8g reach each other at full speed only over 8 extra networks, and this pool has none',
  ]);
});

test.each<[string, GpuOptions]>([
  ['H200', { accelerators: Accelerator.H200_141GB.times(8) }],
  ['B200', { accelerators: Accelerator.B200.times(8) }],
  ['one H100', { accelerators: Accelerator.H100_80GB.times(1) }],
  ['four H100', { accelerators: Accelerator.H100_80GB.times(4), machineType: 'a3-highgpu-4g-nolssd' }],
])('fails: capacity-on-demand for %s, as advice, and not where it is reserved or waited for', (_, options) => {
  expect(codesOfAdvice(gpuPool(options))).toContain('capacity-on-demand');
  for (const provisioningModel of [
    ProvisioningModel.reservation('ours'),
    ProvisioningModel.SPOT,
    ProvisioningModel.flexStart(),
    ProvisioningModel.queued(),
  ]) {
    expect(codesOfAdvice(gpuPool({ ...options, provisioningModel }))).not.toContain('capacity-on-demand');
  }
});

test.each([
  [NodeCount.between(0, 1), []],
  [NodeCount.between(0, 2), ['gpu-direct-networks']],
  [NodeCount.perZone(1), ['gpu-direct-networks']],
])('several machines need extra networks, and one does not: %s, with the advice %j', (nodes, codes) => {
  expect(codesOfAdvice(gpuPool({ accelerators: Accelerator.H100_MEGA_80GB.times(8), nodes }))).toEqual(codes);
});

test('fails: P100 on a large machine in a region, by the limits of its zones that have it (gpu-machine-too-large)', () => {
  const codesIn = (location: string) =>
    problemsOf(() =>
      gpuPool(
        { accelerators: Accelerator.P100.times(4), machineType: 'n1-standard-96', nodes: NodeCount.between(0, 1) },
        { ...regional, location },
      ),
    ).codes.filter((code) => code.startsWith('gpu-machine'));
  expect(codesIn('us-west1')).toEqual([]);
  expect(codesIn('europe-west1')).toEqual(['gpu-machine-too-large']);
  expect(codesIn('asia-south1')).toEqual(['gpu-machine-too-large']);
});

test('H100 machines of 8 GPUs are sold on demand', () => {
  expect(codesOfAdvice(gpuPool({ accelerators: Accelerator.H100_80GB.times(8) }))).not.toContain('capacity-on-demand');
});

describe('fails: what is refused or advised', () => {
  const FRACTION = { accelerators: Accelerator.RTX_PRO_6000.times(1), machineType: 'g4-standard-6' };
  const GB200 = { accelerators: Accelerator.GB200.times(4), nodes: NodeCount.between(0, 1) };
  const inB = { ...zonal, location: 'us-central1-b' };

  const ADVISED: readonly (readonly [code: string, options: GpuOptions, cluster: ICluster])[] = [
    ['accelerator-zone', { accelerators: Accelerator.A100_80GB.times(1) }, eastC],
    [
      'accelerator-version',
      { accelerators: Accelerator.RTX_PRO_6000.times(1) },
      { ...zonal, location: 'us-central1-b', minimumKubernetesVersion: '1.30' },
    ],
    ['gpu-direct-networks', { accelerators: Accelerator.H100_MEGA_80GB.times(8) }, zonal],
    ['capacity-on-demand', { accelerators: Accelerator.H100_80GB.times(1), nodes: NodeCount.between(0, 1) }, zonal],
    ['secure-boot-driver', { driver: GpuDriver.DAEMON_SET, secureBoot: true }, zonal],
    ['fractional-gpu-sharing', { ...FRACTION, sharing: GpuSharing.timeSharing(2) }, inB],
    ['fractional-gpu-image', { ...FRACTION, image: NodeImage.UBUNTU }, inB],
    [
      'compact-placement',
      { accelerators: Accelerator.L4.times(1), compactPlacement: true, nodes: NodeCount.between(0, 151) },
      zonal,
    ],
    ['capacity-reservation-only', GB200, inB],
    ['capacity-reservation-only', { ...GB200, provisioningModel: ProvisioningModel.flexStart() }, inB],
  ];

  test.each(ADVISED)('fails: %s, as advice', (code, options, cluster) => {
    expect(codesOfAdvice(gpuPool(options, cluster))).toEqual([code]);
  });

  const REFUSALS: readonly (readonly [code: string, options: GpuOptions])[] = [
    ['gpu-machine-family', { machineType: 'n2-standard-8' }],
    ['gpu-shared-core', { machineType: 'g1-small' }],
    ['gpu-machine-too-large', { machineType: 'n1-standard-96' }],
    ['gpu-machine-mismatch', { accelerators: Accelerator.L4.times(2), machineType: 'g2-standard-4' }],
    ['gpu-machine-mismatch', { accelerators: Accelerator.L4.times(1), machineType: 'a2-highgpu-1g' }],
    ['gpu-machine-mismatch', { accelerators: Accelerator.of('nvidia-l40').times(8), machineType: 'g2-standard-4' }],
    ['machine-type-none', { accelerators: Accelerator.of('nvidia-x1').times(1) }],
    ['tpu-unsupported', { machineType: 'ct6e-standard-4t' }],
    ['mig-unsupported', { sharing: GpuSharing.mig('1g.5gb') }],
    ['mig-partition-size', { accelerators: Accelerator.H100_80GB.times(8), sharing: GpuSharing.mig('1g.5gb') }],
    ['gpu-machine-mismatch', { accelerators: Accelerator.RTX_PRO_6000.times(2), machineType: 'g4-standard-6' }],
    ['gpu-driver-image', { driver: GpuDriver.LATEST, image: NodeImage.UBUNTU }],
    ['driver-library-path', { driverLibraryPath: 'lib64' }],
    ['boot-disk-type', { accelerators: Accelerator.L4.times(1), bootDisk: { type: 'pd-standard' } }],
    ['boot-disk-type', { accelerators: Accelerator.H200_141GB.times(8), bootDisk: { type: 'pd-ssd' } }],
    ['local-ssd-count', { localSsd: LocalSsd.ephemeral(9) }],
    ['local-ssd-count', { accelerators: Accelerator.A100_80GB.times(1), localSsd: LocalSsd.ephemeral(2) }],
    ['compact-placement', { compactPlacement: true }],
    [
      'compact-placement',
      { accelerators: Accelerator.L4.times(1), compactPlacement: true, upgrade: UpgradeStrategy.blueGreen() },
    ],
    ['pool-size', { accelerators: Accelerator.GB200.times(4), nodes: NodeCount.fixed(19), ...reserved }],
    [
      'capacity-machine',
      {
        accelerators: Accelerator.H100_80GB.times(8),
        machineType: 'a3-edgegpu-8g',
        provisioningModel: ProvisioningModel.flexStart(),
      },
    ],
  ];

  test.each(REFUSALS)('fails: %s for %j', (code, options) => {
    expect(new Set(problemsOf(() => gpuPool(options)).codes)).toEqual(new Set([code]));
  });

  // To be read in one go: `npx vitest run test/infrastructure -u` writes it anew.
  test('fails: what is said of each is what was agreed on', async () => {
    const advised = ADVISED.flatMap(([, options, cluster]) => saidOf(gpuPool(options, cluster)));
    const refused = REFUSALS.flatMap(([, options]) => textsOf(() => gpuPool(options)));
    await expect(`${[...advised, ...refused].join('\n')}\n`).toMatchFileSnapshot('pool/said-of-gpus.txt');
  });
});

test('fails: gpu-machine-family alone, where disks and placement would be of a machine that cannot be used', () => {
  const { codes } = problemsOf(() =>
    gpuPool({
      accelerators: Accelerator.A100.times(2),
      machineType: 'n1-standard-8',
      localSsd: LocalSsd.ephemeral(99),
      bootDisk: { type: 'hyperdisk-balanced' },
      compactPlacement: true,
    }),
  );
  expect(codes).toEqual(['gpu-machine-family']);
});

test('the libraries of the driver may be in several folders', () => {
  expect(problemsOf(() => gpuPool({ driverLibraryPath: '/usr/local/nvidia/lib64:/opt/lib' })).codes).toEqual([]);
});

test.each<[NodeCount, readonly string[] | undefined, string]>([
  [NodeCount.fixed(19), undefined, 'use NodeCount.fixed(18), or 2 pools'],
  [NodeCount.between(0, 37), undefined, 'use NodeCount.between(0, 18), or 3 pools'],
  [NodeCount.perZone(10), ['us-central1-a', 'us-central1-b'], 'use NodeCount.perZone(9), or 2 pools'],
])(
  'fails: %s of GB200 machines in %j are more than a pool has, with what would do (pool-size)',
  (nodes, zones, fix) => {
    const options = { accelerators: Accelerator.GB200.times(4), nodes, zones, ...reserved };
    expect(problemsOf(() => gpuPool(options, zones ? regional : zonal))).toEqual({
      codes: ['pool-size'],
      fixes: [fix],
    });
  },
);

test.each([
  [Accelerator.H200_141GB.times(8), []],
  [Accelerator.B200.times(8), []],
  [Accelerator.H100_80GB.times(8), ['capacity-placement']],
])('fails: flex-start machines of %s can be placed compactly, or cannot: %j', (accelerators, codes) => {
  const options = { accelerators, provisioningModel: ProvisioningModel.flexStart(), compactPlacement: true };
  expect(problemsOf(() => gpuPool(options)).codes).toEqual(codes);
});
