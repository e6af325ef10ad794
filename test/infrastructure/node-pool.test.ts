import { Duration, Size } from 'cdk8s';
import { TerraformResource, Testing } from 'cdktf';
import { describe, expect, test } from 'vitest';
import { Accelerator } from '../../lib/core/hardware/accelerator';
import { allocatableOf, type NodeDaemonSets } from '../../lib/core/hardware/allocatable';
import { Capacity } from '../../lib/core/hardware/capacity';
import type { ClusterFeature } from '../../lib/core/contracts/cluster';
import { MachineType } from '../../lib/core/hardware/machine-type';
import { gpusPerNode } from '../../lib/core/contracts/node-pool';
import { NodeImage } from '../../lib/core/hardware/node-image';
import { Nodes } from '../../lib/infrastructure/pool/nodes';
import { Taint } from '../../lib/core/contracts/taint';
import { InfrastructureStack } from '../../lib/infrastructure/infrastructure-stack';
import { Stage } from '../../lib/core/stage/stage';
import { NodePool, type NodePoolAttributes } from '../../lib/infrastructure/node-pool';
import type { NodePoolOptions } from '../../lib/infrastructure/pool/pool-options';
import { LocalSsd } from '../../lib/infrastructure/pool/local-ssd';
import { UpgradeStrategy } from '../../lib/infrastructure/pool/upgrade-strategy';
import { TrainingCluster } from '../../lib/infrastructure/training-cluster';
import { codesOfAdvice, cpuPool, newStack, nodeConfigOf, problemsOf, regional, terraformOf, zonal } from './pool/pools';

describe('what crosses to workloads', () => {
  test('is plain values that select exactly this pool', () => {
    const pool = cpuPool({ machineType: 'n1-standard-4', nodes: Nodes.between(1, 3) });
    expect(pool.nodeLabels).toEqual({ 'cloud.google.com/gke-nodepool': 'pool' });
    expect(pool).toMatchObject({ poolName: 'pool', minNodes: 1, maxNodes: 3, zones: ['us-central1-a'] });
    expect(pool).toMatchObject({ machineType: 'n1-standard-4', architecture: 'amd64', taints: [] });
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

  test.each<[string, ClusterFeature[] | undefined, NodeDaemonSets]>([
    ['what is not known as there', undefined, { workloadIdentity: true, filestoreCsi: true, gcsFuseCsi: true }],
    ['what is left out as not there', ['gke'], {}],
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
    const pool = cpuPool({ nodes: Nodes.perZone(2), zones: ['us-central1-a', 'us-central1-b'] }, regional);
    expect(pool).toMatchObject({ minNodes: 4, maxNodes: 4 });
  });

  test('leaves out the number of nodes per zone where the zones are not known', () => {
    expect(cpuPool({ nodes: Nodes.perZone(2) }, regional).maxNodes).toBeUndefined();
  });
});

test('fails: a name that is too long with its generation, with one that would do (name)', () => {
  const tooLong = { poolName: 'p'.repeat(39), generation: 2 };
  const { codes, fixes } = problemsOf(() => cpuPool(tooLong));
  expect(codes).toEqual(['name']);
  const [, poolName = ''] = /to "([^"]*)"/.exec(fixes[0] ?? '') ?? [];
  expect(problemsOf(() => cpuPool({ ...tooLong, poolName })).codes).toEqual([]);
});

test.each([
  [Nodes.perZone(1001), undefined, 'use Nodes.perZone(1000), or several pools'],
  [Nodes.perZone(1001), ['us-central1-a', 'us-central1-b'], 'use Nodes.perZone(1000), or several pools'],
  [Nodes.between(7, 2001), ['us-central1-a', 'us-central1-b'], 'use Nodes.between(7, 2000), or several pools'],
])('fails: %s over %j has more nodes than a zone takes, with what would do (node-count-limit)', (nodes, zones, fix) => {
  expect(problemsOf(() => cpuPool({ nodes, zones }, regional))).toEqual({ codes: ['node-count-limit'], fixes: [fix] });
});

test('Workload Identity is asked for but where the cluster is known to be without', () => {
  const on = (features: ClusterFeature[]) => nodeConfigOf(cpuPool({}, { ...zonal, features: new Set(features) }));
  expect(on(['gke'])).not.toHaveProperty('workload_metadata_config');
  expect(on(['gke', 'workloadIdentity'])).toMatchObject({ workload_metadata_config: { mode: 'GKE_METADATA' } });
});

describe('the Terraform resource', () => {
  test('is autoscaled in totals, and its initial count never replaces it', () => {
    const pool = cpuPool({ nodes: Nodes.between(3, 9), zones: ['us-central1-a', 'us-central1-b'] }, regional);
    expect(terraformOf(pool)).toMatchObject({
      autoscaling: { total_min_node_count: 3, total_max_node_count: 9, location_policy: 'BALANCED' },
      initial_node_count: 2,
      lifecycle: { ignore_changes: ['initial_node_count'] },
      node_locations: ['us-central1-a', 'us-central1-b'],
    });
    expect(terraformOf(pool)).not.toHaveProperty('node_count');
  });

  test('starts with no more nodes than it may have', () => {
    const zones = ['us-central1-a', 'us-central1-b', 'us-central1-c'];
    expect(terraformOf(cpuPool({ nodes: Nodes.between(1, 2), zones }, regional))).toMatchObject({
      initial_node_count: 0,
    });
  });

  test('starts with as many as it may have', () => {
    const zones = ['us-central1-a', 'us-central1-b'];
    expect(terraformOf(cpuPool({ nodes: Nodes.between(3, 4), zones }, regional))).toMatchObject({
      initial_node_count: 2,
    });
  });

  test('has the faster network card where the image has a driver for it', () => {
    expect(nodeConfigOf(cpuPool())).toMatchObject({ gvnic: { enabled: true } });
    expect(nodeConfigOf(cpuPool({ image: NodeImage.UBUNTU }))).not.toHaveProperty('gvnic');
  });

  test.each([
    [Nodes.between(1, 2), 0],
    [Nodes.between(2, 4), 1],
    [Nodes.between(2, 2), 0],
  ])('of a region whose zones are not known, %s starts with %i a zone: GKE chooses three', (nodes, initial) => {
    expect(terraformOf(cpuPool({ nodes }, regional))).toMatchObject({ initial_node_count: initial });
  });

  test('counts fixed nodes by zone, without autoscaling', () => {
    const terraform = terraformOf(
      cpuPool({ nodes: Nodes.fixed(4), zones: ['us-central1-a', 'us-central1-b'] }, regional),
    );
    expect(terraform).toMatchObject({ node_count: 2 });
    expect(terraform).not.toHaveProperty('autoscaling');
    expect(terraform).not.toHaveProperty('initial_node_count');
  });

  test('is repaired and upgraded, with no version to fight over', () => {
    const terraform = terraformOf(cpuPool());
    expect(terraform).toMatchObject({ management: { auto_repair: true, auto_upgrade: true } });
    expect(terraform).toMatchObject({ upgrade_settings: { strategy: 'SURGE', max_surge: 1, max_unavailable: 0 } });
    expect(terraform).not.toHaveProperty('version');
  });

  test('has hardened nodes', () => {
    expect(nodeConfigOf(cpuPool())).toMatchObject({
      machine_type: 'e2-standard-4',
      disk_type: 'pd-balanced',
      disk_size_gb: 100,
      oauth_scopes: ['https://www.googleapis.com/auth/cloud-platform'],
      workload_metadata_config: { mode: 'GKE_METADATA' },
      shielded_instance_config: { enable_secure_boot: true, enable_integrity_monitoring: true },
      kubelet_config: { insecure_kubelet_readonly_port_enabled: 'FALSE', cpu_cfs_quota: true },
      metadata: { 'disable-legacy-endpoints': 'true' },
      service_account: zonal.nodeServiceAccountEmail,
    });
  });

  test('names a cluster of others by its name', () => {
    expect(terraformOf(cpuPool())).toMatchObject({ cluster: 'theirs', location: 'us-central1-a', name: 'pool' });
  });

  test('refers to a cluster of this program by its id, so that both are replaced together', () => {
    const stack = newStack();
    const cluster = new TrainingCluster(stack, 'cluster', { location: 'us-central1-a', project: 'acme-ml' });
    const pool = cluster.addPool('cpu');
    expect(terraformOf(pool)['cluster']).toMatch(/^\$\{google_container_cluster\.\w+\.id\}$/);
    expect(pool.poolName).toBe('cpu');
  });

  test('takes the labels of the stage for its machines', () => {
    const stage = new Stage({ name: 'dev', project: 'acme-ml', region: 'us-central1', labels: { team: 'vision' } });
    const stack = new InfrastructureStack(Testing.app(), 'stack', { stage });
    expect(nodeConfigOf(new NodePool(stack, 'pool', { cluster: zonal }))).toMatchObject({
      resource_labels: { team: 'vision' },
    });
  });

  test.each([
    ['spot', Capacity.SPOT, { spot: true, reservation_affinity: { consume_reservation_type: 'NO_RESERVATION' } }],
    [
      'a reservation',
      Capacity.reservation('ours'),
      {
        reservation_affinity: {
          consume_reservation_type: 'SPECIFIC_RESERVATION',
          key: 'compute.googleapis.com/reservation-name',
          values: ['ours'],
        },
      },
    ],
    [
      'flex-start',
      Capacity.flexStart(Duration.hours(2)),
      {
        flex_start: true,
        max_run_duration: '7200s',
        reservation_affinity: { consume_reservation_type: 'NO_RESERVATION' },
      },
    ],
    [
      'queued',
      Capacity.queued(),
      { flex_start: true, reservation_affinity: { consume_reservation_type: 'NO_RESERVATION' } },
    ],
  ])('buys machines by %s', (_, capacity, nodeConfig) => {
    expect(nodeConfigOf(cpuPool({ capacity }))).toMatchObject(nodeConfig);
  });

  test.each([Capacity.flexStart(), Capacity.queued()])(
    'is not repaired and not told how to upgrade where GKE decides: $kind',
    (capacity) => {
      const terraform = terraformOf(cpuPool({ capacity }));
      expect(terraform).toMatchObject({
        management: { auto_repair: false, auto_upgrade: true },
        autoscaling: { location_policy: 'ANY' },
      });
      expect(terraform).not.toHaveProperty('upgrade_settings');
    },
  );

  test('leaves the longest run of queued machines to those who ask for them', () => {
    expect(nodeConfigOf(cpuPool({ capacity: Capacity.queued() }))).not.toHaveProperty('max_run_duration');
  });

  test('leaves the taint of Arm nodes to GKE, and tells workloads of it', () => {
    const own = Taint.of('dedicated', 'training');
    const pool = cpuPool({ machineType: 't2a-standard-4', taints: [own] });
    expect(pool).toMatchObject({ architecture: 'arm64', taints: [own, Taint.ARM] });
    expect(nodeConfigOf(pool)['taint']).toEqual([{ key: 'dedicated', value: 'training', effect: 'NO_SCHEDULE' }]);
  });

  test.each([
    ['come with a machine', 'c3-standard-8-lssd', undefined, true],
    ['may come with an unknown machine', 'x1-standard-8', undefined, true],
    ['are asked for', 'c3-standard-8-lssd', LocalSsd.ephemeral(2), false],
    ['could be chosen', 'n1-standard-4', undefined, false],
    ['cannot be had', 'e2-standard-4', undefined, false],
  ])('is not replaced by what GKE says of local disks that %s', (_, machineType, localSsd, ignored) => {
    const disks = ['node_config[0].ephemeral_storage_local_ssd_config', 'node_config[0].local_nvme_ssd_block_config'];
    const lifecycle = (nodes: Nodes) => terraformOf(cpuPool({ machineType, localSsd, nodes }))['lifecycle'];
    expect(lifecycle(Nodes.between(0, 3))).toEqual({
      ignore_changes: ['initial_node_count', ...(ignored ? disks : [])],
    });
    expect(lifecycle(Nodes.fixed(1))).toEqual(ignored ? { ignore_changes: disks } : undefined);
  });

  test('has no secure boot on bare metal, unless it is asked for', () => {
    const secureBoot = (options: NodePoolOptions) => nodeConfigOf(cpuPool(options))['shielded_instance_config'];
    const machineType = 'c3-standard-192-metal';
    expect(secureBoot({ machineType })).toMatchObject({ enable_secure_boot: false });
    expect(secureBoot({ machineType, secureBoot: true })).toMatchObject({ enable_secure_boot: true });
  });

  test('streams no images where nobody said so, and says it where somebody did, because left out means unchanged', () => {
    expect(nodeConfigOf(cpuPool())).not.toHaveProperty('gcfs_config');
    expect(nodeConfigOf(cpuPool({ imageStreaming: false }))).toHaveProperty('gcfs_config', { enabled: false });
  });

  test('on Ubuntu does not look at what a change of the image left of gVNIC', () => {
    const { lifecycle } = terraformOf(cpuPool({ image: NodeImage.UBUNTU }));
    expect(lifecycle).toEqual({ ignore_changes: ['initial_node_count', 'node_config[0].gvnic'] });
  });

  test('waits for the service that streams images, where it streams them', () => {
    const service = /^google_project_service\..*_containerfilesystem_/;
    const project = { ...zonal, project: 'acme-ml' };
    const streaming = cpuPool({ imageStreaming: true }, project);
    expect(terraformOf(streaming)['depends_on']).toEqual([expect.stringMatching(service)]);
    expect(terraformOf(cpuPool({}, project))).not.toHaveProperty('depends_on');
    expect(terraformOf(cpuPool({ imageStreaming: true }))).not.toHaveProperty('depends_on');
  });

  test('leaves the taint of a queued pool to GKE, and tells workloads of it', () => {
    const pool = cpuPool({ capacity: Capacity.queued() });
    expect(pool.taints).toEqual([Taint.QUEUED]);
    expect(terraformOf(pool)).toMatchObject({ queued_provisioning: { enabled: true } });
    expect(nodeConfigOf(pool)).not.toHaveProperty('taint');
  });

  test('carries every other option', () => {
    const pool = cpuPool({
      machineType: 'c2-standard-8',
      labels: { 'example.com/team': 'vision' },
      taints: [Taint.of('dedicated', 'training', 'NoExecute')],
      maxPodsPerNode: 32,
      imageStreaming: true,
      compactPlacement: true,
      localSsd: LocalSsd.rawBlock(2),
      bootDisk: { type: 'pd-ssd', size: Size.gibibytes(50) },
      resourceLabels: { team: 'vision' },
      secureBoot: false,
    });
    expect(terraformOf(pool)).toMatchObject({ max_pods_per_node: 32, placement_policy: { type: 'COMPACT' } });
    expect(nodeConfigOf(pool)).toMatchObject({
      labels: { 'example.com/team': 'vision' },
      taint: [{ key: 'dedicated', value: 'training', effect: 'NO_EXECUTE' }],
      gcfs_config: { enabled: true },
      gvnic: { enabled: true },
      local_nvme_ssd_block_config: { local_ssd_count: 2 },
      disk_type: 'pd-ssd',
      disk_size_gb: 50,
      resource_labels: { team: 'vision' },
      shielded_instance_config: { enable_secure_boot: false },
    });
  });

  test('boots from what the machine takes', () => {
    expect(nodeConfigOf(cpuPool({ machineType: 'c4-standard-8' }))).toMatchObject({ disk_type: 'hyperdisk-balanced' });
  });

  test('can be upgraded by a second set of nodes', () => {
    const upgrade = UpgradeStrategy.blueGreen({ batchNodes: 2, poolSoak: Duration.minutes(30) });
    expect(terraformOf(cpuPool({ upgrade }))['upgrade_settings']).toEqual({
      strategy: 'BLUE_GREEN',
      blue_green_settings: {
        node_pool_soak_duration: '1800s',
        standard_rollout_policy: { batch_node_count: 2, batch_soak_duration: '0s' },
      },
    });
  });

  test('is replaced without downtime by another generation', () => {
    expect(terraformOf(cpuPool({ generation: 2 }))).toMatchObject({
      name: 'pool-g2',
      lifecycle: { create_before_destroy: true },
    });
  });

  test('can be overridden through its default child', () => {
    const pool = cpuPool();
    const resource = pool.node.defaultChild;
    if (!TerraformResource.isTerraformResource(resource)) throw new Error('none');
    resource.addOverride('node_config.tags', ['gpu']);
    expect(nodeConfigOf(pool)).toMatchObject({ tags: ['gpu'] });
  });
});

describe('a pool of others', () => {
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

  test("has the driver's libraries where GKE mounts them, if it has GPUs and nobody says otherwise", () => {
    const libraries = (facts: Partial<NodePoolAttributes>) =>
      NodePool.fromAttributes({ cluster: zonal, poolName: 'old', ...facts }).driverLibraryPath;
    const accelerator = Accelerator.L4;
    expect(libraries({ accelerator })).toBe('/usr/local/nvidia/lib64');
    expect(libraries({ accelerator, driverLibraryPath: '/opt/nvidia' })).toBe('/opt/nvidia');
    expect(libraries({ accelerator, driverLibraryPath: false })).toBeUndefined();
    expect(libraries({})).toBeUndefined();
  });
});

describe('refusals', () => {
  test.each([
    ['name', { poolName: 'Pool_1' }],
    ['name', { poolName: 'p'.repeat(41) }],
    ['pool-zones', { zones: [] }],
    ['pool-zones', { zones: ['us-east1-b'] }],
    ['pool-zones', { zones: ['us-central1'] }],
    ['pool-zones', { zones: ['us-central1-a', 'us-central1-a'] }],
    ['node-count-zones', { nodes: Nodes.fixed(3), zones: ['us-central1-a', 'us-central1-b'] }],
    ['node-count-limit', { nodes: Nodes.between(0, 1001) }],
    ['node-count-limit', { nodes: Nodes.perZone(1001) }],
    ['taint-duplicate', { capacity: Capacity.queued(), taints: [Taint.QUEUED] }],
    ['taint-duplicate', { machineType: 't2a-standard-4', taints: [Taint.ARM] }],
    [
      'taint-duplicate',
      { machineType: 't2a-standard-4', taints: [Taint.of('kubernetes.io/arch', 'arm64', 'NoExecute')] },
    ],
    ['gpu-machine-without-accelerators', { machineType: 'g2-standard-8' }],
    ['machine-type-name', { machineType: 'N1 standard' }],
    ['tpu-unsupported', { machineType: 'ct5lp-hightpu-4t' }],
    ['boot-disk-type', { machineType: 'c4-standard-8', bootDisk: { type: 'pd-standard' } }],
    ['boot-disk-type', { bootDisk: { type: 'pd-fast' } }],
    ['boot-disk-size', { bootDisk: { size: Size.gibibytes(9) } }],
    ['boot-disk-size', { bootDisk: { size: Size.gibibytes(NaN) } }],
    ['boot-disk-size', { bootDisk: { size: Size.mebibytes(20_000) } }],
    ['boot-disk-size', { bootDisk: { size: Size.kibibytes(1) } }],
    ['local-ssd-count', { machineType: 'n1-standard-4', localSsd: LocalSsd.ephemeral(9) }],
    ['image-streaming-image', { image: NodeImage.UBUNTU, imageStreaming: true }],
    ['capacity-nodes', { capacity: Capacity.flexStart(), nodes: Nodes.fixed(1) }],
    ['capacity-nodes', { capacity: Capacity.queued(), nodes: Nodes.fixed(1) }],
    ['capacity-nodes', { capacity: Capacity.queued(), nodes: Nodes.between(1, 2) }],
    ['capacity-placement', { capacity: Capacity.queued(), machineType: 'c2-standard-8', compactPlacement: true }],
    ['capacity-placement', { capacity: Capacity.flexStart(), machineType: 'c2-standard-8', compactPlacement: true }],
    ['capacity-upgrade', { capacity: Capacity.flexStart(), upgrade: UpgradeStrategy.surge(1, 0) }],
    ['capacity-upgrade', { capacity: Capacity.queued(), upgrade: UpgradeStrategy.blueGreen() }],
    ['compact-placement', { machineType: 'n1-standard-4', compactPlacement: true }],
    [
      'compact-placement',
      {
        machineType: 'c2-standard-8',
        compactPlacement: true,
        nodes: Nodes.fixed(2),
        zones: ['us-central1-a', 'us-central1-b'],
      },
    ],
    ['compact-placement', { machineType: 'c2-standard-8', compactPlacement: true, nodes: Nodes.between(0, 999) }],
    [
      'compact-placement',
      { machineType: 'c2-standard-8', compactPlacement: true, upgrade: UpgradeStrategy.blueGreen() },
    ],
    ['node-label', { labels: { 'cloud.google.com/gke-nodepool': 'mine' } }],
    ['node-label', { labels: { 'node.kubernetes.io/role': 'mine' } }],
    ['node-label', { labels: { team: 'computer vision' } }],
    ['node-label', { labels: { '-team': 'vision' } }],
    ['resource-label', { resourceLabels: { Team: 'vision' } }],
    ['taint-duplicate', { taints: [Taint.of('a', 'b'), Taint.of('a', 'c')] }],
    ['max-pods', { maxPodsPerNode: 500 }],
    ['pool-generation', { generation: 0 }],
    ['account-email', { serviceAccount: 'serviceAccount:Bob@acme-ml.iam.gserviceaccount.com' }],
  ])('fails: %s for %j', (code, options) => {
    const { codes } = problemsOf(() => cpuPool(options));
    expect(new Set(codes)).toEqual(new Set([code]));
  });

  test.each([
    [Size.gibibytes(9), '10'],
    [Size.mebibytes(20_000), '20'],
    [Size.gibibytes(65_537), '65536'],
    [Size.gibibytes(NaN), '10'],
  ])('fails: a boot disk of %s, with the nearest that can be (boot-disk-size)', (size, nearest) => {
    expect(problemsOf(() => cpuPool({ bootDisk: { size } }))).toEqual({
      codes: ['boot-disk-size'],
      fixes: [`use Size.gibibytes(${nearest})`],
    });
  });

  test.each<NodePoolOptions>([
    { bootDisk: { size: Size.gibibytes(10) } },
    { bootDisk: { size: Size.gibibytes(65_536) } },
    { maxPodsPerNode: 8 },
    { maxPodsPerNode: 256 },
    { labels: { 'cloud.google.com/compute-class': 'training' } },
    { labels: { [`example.com/${'a'.repeat(63)}`]: 'b'.repeat(63), empty: '' } },
    { machineType: 'c2-standard-8', compactPlacement: true, nodes: Nodes.between(0, 150) },
  ])('%j is just right', (options) => {
    expect(problemsOf(() => cpuPool(options)).codes).toEqual([]);
  });

  test.each([
    ['max-pods', { maxPodsPerNode: 7 }, 'use a whole number from 8 to 256; 110 is what GKE takes by itself'],
    ['max-pods', { maxPodsPerNode: 257 }, 'use a whole number from 8 to 256; 110 is what GKE takes by itself'],
    [
      'compact-placement',
      { machineType: 'c2-standard-8', compactPlacement: true, nodes: Nodes.between(0, 151) },
      'use Nodes.between(0, 150)',
    ],
  ])('fails: %s for %j, which is just too much or too little', (code, options, fix) => {
    expect(problemsOf(() => cpuPool(options))).toEqual({ codes: [code], fixes: [fix] });
  });

  test.each<[object, string]>([
    [{ nodes: 3 }, 'nodes cannot be 3: use Nodes.fixed(3)'],
    [{ nodes: { min: 1, max: 3 } }, 'nodes cannot be [Object]: use Nodes.fixed(3)'],
    [{ capacity: 'spot' }, 'capacity cannot be "spot": use Capacity.SPOT'],
    [{ image: 'COS' }, 'image cannot be "COS": use NodeImage.COS'],
    [{ bootDisk: 100 }, 'bootDisk cannot be 100: give { type: …, size: … }'],
    [{ bootDisk: { size: 100 } }, "bootDisk.size cannot be 100: use cdk8s' Size"],
    [{ localSsd: { use: 'ephemeral', count: 1 } }, 'localSsd cannot be [Object]: use LocalSsd.ephemeral(1)'],
    [{ upgrade: { kind: 'surge' } }, 'upgrade cannot be [Object]: use UpgradeStrategy.surge(1, 0)'],
    [{ zones: 'us-east1-c' }, 'zones cannot be "us-east1-c": give a list'],
    [{ taints: ['a=b:NoSchedule'] }, 'taints[0] cannot be "a=b:NoSchedule": use Taint.of(…)'],
    [{ labels: { a: 1 } }, 'labels.a cannot be 1: give texts'],
    [{ secureBoot: 'no' }, 'secureBoot cannot be "no": use true or false'],
    [{ poolName: 5 }, 'poolName cannot be 5: give a name'],
    [{ machineType: 8 }, 'machineType cannot be 8: use a name'],
    [{ maxPodsPerNode: '64' }, 'maxPodsPerNode cannot be "64": use a whole number from 8 to 256'],
  ])('fails: wrong-type for %j', (options, message) => {
    const make = () => cpuPool(options);
    expect(problemsOf(make).codes).toEqual(['wrong-type']);
    expect(make).toThrow(message);
  });

  test('fails: labels that Google Cloud keeps for itself, and more than it takes (resource-label)', () => {
    const many = Object.fromEntries(Array.from({ length: 65 }, (_, n) => [`l${n}`, '']));
    expect(() => cpuPool({ resourceLabels: { 'goog-a': 'b' } })).toThrow(
      'key "goog-a" of resourceLabels begins with "goog"',
    );
    expect(() => cpuPool({ resourceLabels: many })).toThrow(
      'resourceLabels has 65 labels, but a resource takes 64: keep 64 or fewer (resource-label)',
    );
  });

  test('fails: facts of a pool of others that are of another type', () => {
    const pool = { cluster: { clusterName: 'c' }, poolName: 'p' };
    const of = (facts: object) => () => NodePool.fromAttributes({ ...pool, ...facts });
    expect(of({ allocatable: {} })).toThrow(
      /allocatable.cpuMillis is missing.*\n.*memory is missing.*\n.*extended is missing/,
    );
    expect(of({ accelerator: Accelerator.L4.times(1) })).toThrow(
      'accelerator cannot be [AcceleratorCount]: use Accelerator.L4 or another, without times (wrong-type)',
    );
    expect(() => NodePool.fromAttributes({} as never)).toThrow(/cluster is missing.*\n.*poolName is missing/);
  });

  test('fails: a pool of others whose name cannot be one (name)', () => {
    expect(problemsOf(() => NodePool.fromAttributes({ cluster: zonal, poolName: 'A b' })).codes).toEqual(['name']);
  });

  test.each([
    [{ minNodes: 3, maxNodes: 2 }, 'minNodes 3 is above maxNodes 2: use minNodes: 2 and maxNodes: 3 (node-count)'],
    [{ maxNodes: -1 }, 'maxNodes -1 is not a number of nodes: use a whole number of 0 or more (node-count)'],
    [{ minNodes: 0.5 }, 'minNodes 0.5 is not a number of nodes: use a whole number of 0 or more (node-count)'],
  ])('fails: a pool of others cannot have %j nodes', (numbers, message) => {
    expect(() => NodePool.fromAttributes({ cluster: zonal, poolName: 'old', ...numbers })).toThrow(
      `[NodePool.fromAttributes] ${message}`,
    );
  });

  test.each([
    [{ cpuMillis: -5 }, 'cpuMillis of -5 for its pods: use a number above 0'],
    [{ memory: Size.mebibytes(0) }, 'memory of 0 for its pods: use a number above 0'],
    [{ ephemeralStorage: Size.gibibytes(NaN) }, 'ephemeralStorage of NaN for its pods: use a number above 0'],
    [{ extended: { 'nvidia.com/gpu': 0.5 } }, 'extended["nvidia.com/gpu"] of 0.5 for its pods: use a whole number'],
  ])('fails: a node of others cannot have %j (resource-amount)', (wrong, message) => {
    const allocatable = { cpuMillis: 1000, memory: Size.gibibytes(1), extended: {}, ...wrong };
    expect(() => NodePool.fromAttributes({ cluster: zonal, poolName: 'old', allocatable })).toThrow(
      `[NodePool.fromAttributes] no node has ${message}`,
    );
  });

  test('fails: all problems of one pool at once', () => {
    const wrong = { poolName: 'P', maxPodsPerNode: 1, generation: 0.5, labels: { 'k8s.io/x': '' } };
    expect(problemsOf(() => cpuPool(wrong)).codes).toEqual(['name', 'node-label', 'max-pods', 'pool-generation']);
  });

  test('fails: pool-zones-unknown for a fixed total in a region without zones, and not for what needs none', () => {
    expect(problemsOf(() => cpuPool({ nodes: Nodes.fixed(3) }, regional)).codes).toEqual(['pool-zones-unknown']);
    expect(problemsOf(() => cpuPool({ nodes: Nodes.perZone(1) }, regional)).codes).toEqual([]);
    expect(problemsOf(() => cpuPool({ nodes: Nodes.between(0, 3) }, regional)).codes).toEqual([]);
  });

  test('fails: capacity-reservation-zones in a region without zones', () => {
    const { codes } = problemsOf(() => cpuPool({ capacity: Capacity.reservation('ours') }, regional));
    expect(codes).toEqual(['capacity-reservation-zones']);
  });

  test('fails: pool-cluster-location for a cluster that is nowhere', () => {
    const { codes } = problemsOf(() => cpuPool({}, { clusterName: 'nowhere' }));
    expect(codes).toEqual(['pool-cluster-location']);
  });

  test('fails: pool-name-taken for the second pool of one name, at synthesis', () => {
    const stack = newStack();
    new NodePool(stack, 'a', { cluster: zonal, poolName: 'same' });
    const second = new NodePool(stack, 'b', { cluster: zonal, poolName: 'same' });
    const elsewhere = new NodePool(stack, 'c', { cluster: regional, poolName: 'same' });
    expect(second.node.validate()).toEqual([
      expect.stringMatching(/"same" is the name of stack\/a .*\(pool-name-taken\)$/),
    ]);
    expect(elsewhere.node.validate()).toEqual([]);
  });

  test('a name is free again when its pool is gone', () => {
    const stack = newStack();
    new NodePool(stack, 'a', { cluster: zonal, poolName: 'same' });
    const second = new NodePool(stack, 'b', { cluster: zonal, poolName: 'same' });
    stack.node.tryRemoveChild('a');
    expect(second.node.validate()).toEqual([]);
  });
});

test('fails: nodes whose account is not known, as advice', () => {
  expect(codesOfAdvice(cpuPool({}, { clusterName: 'theirs', location: 'us-central1-a' }))).toEqual([
    'node-service-account',
  ]);
});

test('advises that a machine type is not listed in a zone', () => {
  const pool = cpuPool({ machineType: 'c4-standard-8' }, { ...zonal, location: 'us-west8-a' });
  expect(codesOfAdvice(pool)).toEqual(['machine-type-zone']);
});
