import { Duration, Size } from 'cdk8s';
import {
  Accelerator,
  ProvisioningModel,
  GpuDriver,
  GpuSharing,
  LocalSsd,
  NodeCount,
  Taint,
  UpgradeStrategy,
} from '../../../lib/index';
import { text, one, count, but, COUNTS, type Fault } from './fault';

export const POOL_FAULTS: readonly Fault[] = [
  ...text('cpu machine', 'machine type', (p, v) => (p.cpu.machineType = v)),
  ...text('cpu machine', 'machine type', (p, v) => (p.cpu.machineType = v), [
    'g2-standard-4',
    'a2-highgpu-1g',
    'ct5lp-hightpu-1t',
  ]),
  ...count('cpu nodes', 'fixed nodes', (p, v) => (p.cpu.nodes = NodeCount.fixed(v))),
  ...one('cpu nodes', 'no nodes', '0', (p) => (p.cpu.nodes = NodeCount.fixed(0))),
  ...count('gpu nodes', 'most nodes', (p, v) => (p.gpu.nodes = NodeCount.between(0, v))),
  ...one('gpu nodes', 'nodes the wrong way round', '5', (p) => (p.gpu.nodes = NodeCount.between(5, 2))),
  ...count('gpu nodes', 'nodes of a zone', (p, v) => (p.gpu.nodes = NodeCount.perZone(v))),
  ...one('location', 'nodes that zones do not divide', 'NodeCount.fixed(4)', (p) => {
    p.cluster.location = 'us-central1';
    p.cpu.nodes = NodeCount.fixed(4);
  }),
  ...text('cpu zones', 'zone', (p, v) => (p.cpu.zones = [v])),
  ...text('cpu zones', 'zone', (p, v) => (p.cpu.zones = [v]), ['us-central1', 'europe-west1-b', 'us-central1-a-b']),
  ...one('cpu zones', 'a zone twice', 'us-central1-a', (p) => (p.cpu.zones = ['us-central1-a', 'us-central1-a'])),
  ...one('cpu zones', 'no zones', 'zones', (p) => (p.cpu.zones = [])),
  ...text('cpu name', 'pool name', (p, v) => (p.cpu.poolName = v)),
  ...one('cpu name', 'pool name that is taken', 'gpu', (p) => (p.cpu.poolName = 'gpu')),
  ...text('cpu disk', 'disk type', (p, v) => (p.cpu.bootDisk = { type: v })),
  ...one('gpu hardware', 'disk that the machine does not take', 'pd-standard', (p) => {
    p.gpu.accelerators = Accelerator.H100_80GB.times(8);
    p.gpu.bootDisk = { type: 'pd-standard' };
  }),
  ...one('cpu disk', 'small disk', '5', (p) => (p.cpu.bootDisk = { size: Size.gibibytes(5) })),
  ...one('cpu disk', 'disk of a broken size', '20.5', (p) => (p.cpu.bootDisk = { size: Size.mebibytes(20.5 * 1024) })),
  ...one('cpu disk', 'disk of no size', 'NaN', (p) => (p.cpu.bootDisk = { size: Size.gibibytes(NaN) })),
  ...count('cpu ssd', 'local disks', (p, v) => (p.cpu.localSsd = LocalSsd.ephemeral(v))),
  ...one('cpu ssd', 'local disks that N1 does not take', '9', (p) => (p.cpu.localSsd = LocalSsd.rawBlock(9))),
  ...text('cpu labels', 'key of a node label', (p, v) => (p.cpu.labels = { [v]: 'a' })),
  ...text('cpu labels', 'node label', (p, v) => (p.cpu.labels = { a: v }), but('')),
  ...one('cpu labels', 'reserved label', 'cloud.google.com/x', (p) => (p.cpu.labels = { 'cloud.google.com/x': 'y' })),
  ...text('cpu taints', 'key of a taint', (p, v) => (p.cpu.taints = [Taint.of(v, 'a')])),
  ...text('cpu taints', 'value of a taint', (p, v) => (p.cpu.taints = [Taint.of('a', v)]), but('')),
  ...one('gpu taints', 'a second GPU taint', 'nvidia.com/gpu', (p) => (p.gpu.taints = [Taint.GPU])),
  ...one('gpu taints', 'another GPU taint', 'absent', (p) => (p.gpu.taints = [Taint.of('nvidia.com/gpu', 'absent')])),
  ...one('cpu taints', 'a taint twice', 'a=', (p) => (p.cpu.taints = [Taint.of('a', 'b'), Taint.of('a', 'c')])),
  ...text('cpu bill', 'key of a resource label', (p, v) => (p.cpu.resourceLabels = { [v]: 'a' })),
  ...text('cpu bill', 'resource label', (p, v) => (p.cpu.resourceLabels = { a: v }), but('', '-x-')),
  ...count('cpu pods', 'pods of a node', (p, v) => (p.cpu.maxPodsPerNode = v)),
  ...one('gpu image', 'image streaming on Ubuntu', 'ubuntu', (p) => (p.gpu.imageStreaming = true)),
  ...one('gpu image', 'newest driver on Ubuntu', 'ubuntu', (p) => (p.gpu.driver = GpuDriver.LATEST)),
  ...one('cpu compact', 'compact placement on N1', 'n1', (p) => (p.cpu.compactPlacement = true)),
  ...count('cpu upgrade', 'surge', (p, v) => (p.cpu.upgrade = UpgradeStrategy.surge(v, 0))),
  ...one('cpu upgrade', 'no surge', '0', (p) => (p.cpu.upgrade = UpgradeStrategy.surge(0, 0))),
  ...count(
    'cpu upgrade',
    'blue-green batch',
    (p, v) => (p.cpu.upgrade = UpgradeStrategy.blueGreen({ batchNodes: v })),
    [NaN, -1, 0, 0.5, Infinity],
  ),
  ...one('cpu upgrade', 'long soak', String(8 * 86400), (p) => {
    p.cpu.upgrade = UpgradeStrategy.blueGreen({ poolSoak: Duration.days(8) });
  }),
  ...one('cpu upgrade', 'broken soak', '1.5', (p) => {
    p.cpu.upgrade = UpgradeStrategy.blueGreen({ batchSoak: Duration.millis(1500) });
  }),
  ...count('cpu generation', 'generation', (p, v) => (p.cpu.generation = v), [NaN, -1, 0, 0.5, Infinity]),
  ...text('cpu account', 'account of a pool', (p, v) => (p.cpu.serviceAccount = v)),
  ...count('gpu hardware', 'GPUs of a node', (p, v) => (p.gpu.accelerators = Accelerator.T4.times(v))),
  ...one('gpu hardware', 'three K80', '3', (p) => (p.gpu.accelerators = Accelerator.K80.times(3))),
  ...text('gpu hardware', 'accelerator', (p, v) => (p.gpu.accelerators = Accelerator.of(v).times(1))),
  ...one('gpu hardware', 'a TPU', 'tpu-v5-lite-podslice', (p) => {
    p.gpu.accelerators = Accelerator.of('tpu-v5-lite-podslice').times(1);
  }),
  ...(
    [
      ['T4 on N2', () => Accelerator.T4.times(1), 'n2-standard-8'],
      ['L4 on N1', () => Accelerator.L4.times(1), 'n1-standard-8'],
      ['two A100 on a machine of one', () => Accelerator.A100.times(2), 'a2-highgpu-1g'],
      ['T4 on a machine of L4', () => Accelerator.T4.times(1), 'g2-standard-4'],
      ['T4 on too large a machine', () => Accelerator.T4.times(1), 'n1-standard-96'],
      ['T4 on a small shared core', () => Accelerator.T4.times(1), 'e2-small'],
    ] as const
  ).flatMap(([name, accelerators, machine]) =>
    one('gpu hardware', name, machine, (p) => {
      p.gpu.accelerators = accelerators();
      p.gpu.machineType = machine;
    }),
  ),
  ...text('gpu hardware', 'GPU machine type', (p, v) => (p.gpu.machineType = v)),
  ...count('gpu sharing', 'time-sharing', (p, v) => (p.gpu.sharing = GpuSharing.timeSharing(v))),
  ...count('gpu sharing', 'MPS', (p, v) => (p.gpu.sharing = GpuSharing.mps(v)), [...COUNTS, 1, 49]),
  ...count(
    'gpu sharing',
    'clients of a partition',
    (p, v) => (p.gpu.sharing = GpuSharing.mig('1g.5gb', { clients: v })),
  ),
  ...text('gpu sharing', 'partition size', (p, v) => (p.gpu.sharing = GpuSharing.mig(v))),
  ...one('gpu sharing', 'partitions of a T4', '1g.5gb', (p) => (p.gpu.sharing = GpuSharing.mig('1g.5gb'))),
  ...text('gpu capacity', 'reservation', (p, v) => (p.gpu.provisioningModel = ProvisioningModel.reservation(v))),
  ...one('gpu capacity', 'fixed nodes of flex-start', 'NodeCount.fixed', (p) => {
    p.gpu.provisioningModel = ProvisioningModel.flexStart();
    p.gpu.nodes = NodeCount.fixed(2);
  }),
  ...one(
    'gpu capacity',
    'a run of 8 days',
    String(8 * 86400),
    (p) => (p.gpu.provisioningModel = ProvisioningModel.flexStart(Duration.days(8))),
  ),
  ...one(
    'gpu capacity',
    'a run of no time',
    '0 s',
    (p) => (p.gpu.provisioningModel = ProvisioningModel.flexStart(Duration.seconds(0))),
  ),
  ...one('gpu capacity', 'a run of a broken second', '1.5', (p) => {
    p.gpu.provisioningModel = ProvisioningModel.flexStart(Duration.millis(1500));
  }),
  ...text('gpu library path', 'library path', (p, v) => (p.gpu.driverLibraryPath = v), ['', 'lib', '../x', 'a\nb']),
];
