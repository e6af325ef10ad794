import { Size } from 'cdk8s';
import { Testing } from 'cdktf';
import { describe, expect, test } from 'vitest';
import { allocatableOf, type NodeDaemonSets } from '../../../lib/core/hardware/allocatable';
import type { ClusterFeature } from '../../../lib/core/contracts/cluster';
import { Accelerator } from '../../../lib/core/hardware/accelerator';
import { ProvisioningModel } from '../../../lib/core/hardware/provisioning-model';
import { Operator } from '../../../lib/operators/operator';
import { Taint } from '../../../lib/core/contracts/taint';
import type { INodePool } from '../../../lib/core/contracts/node-pool';
import { GpuSharing } from '../../../lib/core/hardware/gpu-sharing';
import { MachineType } from '../../../lib/core/hardware/machine-type';
import { gpusPerNode } from '../../../lib/core/contracts/node-pool';
import { NodeCount } from '../../../lib/infrastructure/pool/node-count';
import { NodePool } from '../../../lib/infrastructure/node-pool';
import { InfrastructureStack } from '../../../lib/infrastructure/infrastructure-stack';
import { Stage } from '../../../lib/core/stage/stage';
import type { NodePoolOptions } from '../../../lib/infrastructure/pool/pool-options';
import { LocalSsd } from '../../../lib/infrastructure/pool/local-ssd';
import { TrainingCluster } from '../../../lib/infrastructure/training-cluster';
import { codesOfAdvice, cpuPool, gpuPool, regional, zonal } from './pools';

describe('what crosses to workloads', () => {
  test('is plain values that select exactly this pool', () => {
    const pool = cpuPool({ machineType: 'n1-standard-4', nodes: NodeCount.between(1, 3) });
    expect(pool.nodeLabels).toEqual({ 'cloud.google.com/gke-nodepool': 'pool' });
    expect(pool).toMatchObject({ poolName: 'pool', minNodes: 1, maxNodes: 3, zones: ['us-central1-a'] });
    expect(pool).toMatchObject({ machineType: 'n1-standard-4', architecture: 'amd64', taints: [] });
  });

  test('is not known of GPUs that are shared in a way of which the number is not known', () => {
    const next = Accelerator.of('nvidia-next').times(1);
    const options = { accelerators: next, machineType: 'n1-standard-8' };
    expect(gpuPool({ ...options, sharing: GpuSharing.mig('1g.5gb') }).allocatable).toBeUndefined();
    expect(gpuPool({ ...options, sharing: GpuSharing.mps(2) }).allocatable?.extended).toEqual({ 'nvidia.com/gpu': 2 });
    expect(cpuPool().allocatable?.extended).toEqual({});
  });

  test('has no GPU, and less CPU than the machine', () => {
    const pool = cpuPool({ machineType: 'n1-standard-4' });
    expect(gpusPerNode(pool)).toBe(0);
    expect(pool.allocatable?.cpuMillis).toBeLessThan(3920);
    expect(pool.allocatable?.cpuMillis).toBeGreaterThan(3000);
  });

  test('takes the pods of a node from the cluster where the pool says nothing', () => {
    const stage = new Stage({ name: 'dev', project: 'acme-ml', region: 'us-central1' });
    const stack = new InfrastructureStack(Testing.app(), 'stack', { stage });
    const cluster = new TrainingCluster(stack, 'cluster', { location: 'us-central1-a', maxPodsPerNode: 200 });
    const cpuOf = (id: string, options: NodePoolOptions = {}) =>
      cluster.addPool(id, { machineType: 'n1-standard-4', ...options }).allocatable?.cpuMillis ?? 0;
    expect(cpuOf('cpu')).toBe(cpuOf('few', { maxPodsPerNode: 64 }) - 400);
  });

  test('is without what the pool, or else its cluster, reserves', () => {
    const machineType = 'n1-standard-4';
    const roomOf = ({ allocatable, reserved }: INodePool) => {
      const { cpuMillis = 0, memory = Size.mebibytes(0) } = allocatable ?? {};
      return [cpuMillis, memory.toMebibytes(), reserved];
    };
    const [cpuMillis = 0, mebibytes = 0] = roomOf(cpuPool({ machineType })).map(Number);
    const [ofCluster, ofPool] = [{ cpus: 0.2 }, { cpus: 0.1, memory: Size.mebibytes(256) }];
    const reserving = { ...zonal, reserved: ofCluster };
    expect(roomOf(cpuPool({ machineType }, reserving))).toEqual([cpuMillis - 200, mebibytes, ofCluster]);
    const less = [cpuMillis - 100, mebibytes - 256, ofPool];
    expect(roomOf(cpuPool({ machineType, reserved: ofPool }, reserving))).toEqual(less);
    const existing = { cluster: reserving, poolName: 'cpu', machineType };
    const [whole = 0] = roomOf(NodePool.fromAttributes({ ...existing, cluster: zonal })).map(Number);
    expect(roomOf(NodePool.fromAttributes(existing))[0]).toBe(whole - 200);
    expect(roomOf(NodePool.fromAttributes({ ...existing, reserved: ofPool }))[0]).toBe(whole - 100);
    const all = cpuPool({ machineType, reserved: { cpus: 9 } });
    expect([roomOf(all)[0], codesOfAdvice(all)]).toEqual([0, ['machine-type-no-room']]);
  });

  test('is without what a TrainingCluster reserves', () => {
    const stage = new Stage({ name: 'dev', project: 'acme-ml', region: 'us-central1' });
    const stack = new InfrastructureStack(Testing.app(), 'stack', { stage });
    const reserved = { cpus: 0.2 };
    const cluster = new TrainingCluster(stack, 'cluster', { location: 'us-central1-a', reserved });
    expect(cluster.addPool('cpu').reserved).toBe(reserved);
  });

  test.each<[string, ClusterFeature[] | undefined, NodeDaemonSets]>([
    ['unknown features as on', undefined, { workloadIdentity: true, filestoreCsi: true, gcsFuseCsi: true }],
    ['missing features as off', ['gke'], {}],
    ['Workload Identity', ['gke', 'workloadIdentity'], { workloadIdentity: true }],
    ['Filestore', ['gke', 'filestore'], { filestoreCsi: true }],
    ['buckets', ['gke', 'gcsFuse'], { gcsFuseCsi: true }],
  ])("counts the DaemonSets of the cluster's features: %s", (_, features, counted) => {
    const cluster = { ...zonal, ...(features && { features: new Set(features) }) };
    const always = { dataplaneV2: true, persistentDiskCsi: true, managedPrometheus: true };
    expect(cpuPool({ machineType: 'n1-standard-4' }, cluster).allocatable?.cpuMillis).toBe(
      allocatableOf(MachineType.of('n1-standard-4'), {
        image: 'cos',
        bootDiskGiB: 100,
        daemonSets: { ...always, ...counted },
      })?.cpuMillis,
    );
  });

  test('counts local SSDs as the storage of pods', () => {
    const storage = (localSsd?: LocalSsd): number =>
      cpuPool({ machineType: 'n1-standard-4', localSsd }).allocatable?.ephemeralStorage?.toMebibytes() ?? 0;
    expect(storage(LocalSsd.ephemeral(2))).toBeGreaterThan(500 * 1024);
    expect(storage(LocalSsd.rawBlock(2))).toBe(storage());
    expect(storage()).toBeLessThan(100 * 1024);
  });

  test('says nothing of a machine type that the catalogue does not know, but advises', () => {
    const pool = cpuPool({ machineType: 'n9-standard-4' });
    expect(pool.allocatable).toBeUndefined();
    expect(codesOfAdvice(pool)).toEqual(['machine-type-unknown']);
  });

  test('has the number of nodes over all zones', () => {
    const pool = cpuPool({ nodes: NodeCount.perZone(2), zones: ['us-central1-a', 'us-central1-b'] }, regional);
    expect(pool).toMatchObject({ minNodes: 4, maxNodes: 4 });
  });

  test('counts three zones of a region where none are named, as GKE does', () => {
    expect(cpuPool({ nodes: NodeCount.perZone(2) }, regional)).toMatchObject({ minNodes: 6, maxNodes: 6 });
    expect(cpuPool({ nodes: NodeCount.between(1, 4) }, regional)).toMatchObject({ minNodes: 1, maxNodes: 4 });
  });

  test('has the pods that GKE runs once in a cluster where they find a node at any time', () => {
    const millis = ({ clusterPods = [] }: INodePool) =>
      clusterPods.reduce((sum, { count, cpuMillis }) => sum + count * cpuMillis, 0);
    expect(millis(cpuPool({ nodes: NodeCount.fixed(2) }))).toBeGreaterThan(660);
    expect(millis(cpuPool({ nodes: NodeCount.between(0, 2) }))).toBe(0);
    expect(millis(cpuPool({ nodes: NodeCount.fixed(2), provisioningModel: ProvisioningModel.SPOT }))).toBe(0);
    expect(millis(cpuPool({ nodes: NodeCount.fixed(2), taints: [Taint.of('team', 'a')] }))).toBe(0);
    expect(millis(gpuPool({ accelerators: Accelerator.T4.times(1), nodes: NodeCount.fixed(2) }))).toBe(0);
  });

  test('has the pods of the operators there too', () => {
    const last = ({ clusterPods = [] }: INodePool) => clusterPods[clusterPods.length - 1]?.cpuMillis;
    const steady = { nodes: NodeCount.fixed(2) };
    expect(last(cpuPool(steady, { ...zonal, operators: [Operator.KUEUE] }))).toBe(500);
    expect(last(cpuPool(steady, { ...zonal, operators: [Operator.CERT_MANAGER] }))).toBe(last(cpuPool(steady)));
  });

  test('has the pods of a node beside those of GKE', () => {
    expect(cpuPool({ maxPodsPerNode: 32 }).allocatable?.pods).toBe(32 - 10);
    expect(cpuPool().allocatable?.pods).toBe(110 - 10);
  });
});

test('the storage of pods on local SSDs of another size than 375 GiB is not known', () => {
  const storage = (machineType: string, disks: number) =>
    cpuPool({ machineType, localSsd: LocalSsd.ephemeral(disks) }).allocatable?.ephemeralStorage;
  expect(storage('c3-standard-8-lssd', 2)?.toMebibytes()).toBeGreaterThan(500_000);
  expect(storage('z3-highmem-88', 12)).toBeUndefined();
});
