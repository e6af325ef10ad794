import { Duration, Size } from 'cdk8s';
import { TerraformResource, Testing } from 'cdktf';
import { describe, expect, test } from 'vitest';
import { ProvisioningModel } from '../../../lib/core/hardware/provisioning-model';
import type { ClusterFeature } from '../../../lib/core/contracts/cluster';
import { NodeImage } from '../../../lib/core/hardware/node-image';
import { NodeCount } from '../../../lib/infrastructure/pool/node-count';
import { Taint } from '../../../lib/core/contracts/taint';
import { InfrastructureStack } from '../../../lib/infrastructure/infrastructure-stack';
import { Stage } from '../../../lib/core/stage/stage';
import { Accelerator } from '../../../lib/core/hardware/accelerator';
import { NodePool } from '../../../lib/infrastructure/node-pool';
import { LocalSsd } from '../../../lib/infrastructure/pool/local-ssd';
import { UpgradeStrategy } from '../../../lib/infrastructure/pool/upgrade-strategy';
import { TrainingCluster } from '../../../lib/infrastructure/training-cluster';
import { cpuPool, newStack, nodeConfigOf, regional, terraformOf, zonal } from './pools';

/** A machine type without GPUs that starts when there are some to spare. */
const WAITING = 'h4d-standard-192';

describe('the Terraform resource', () => {
  test('is autoscaled in totals, and its initial count never replaces it', () => {
    const pool = cpuPool({ nodes: NodeCount.between(3, 9), zones: ['us-central1-a', 'us-central1-b'] }, regional);
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
    expect(terraformOf(cpuPool({ nodes: NodeCount.between(1, 2), zones }, regional))).toMatchObject({
      initial_node_count: 0,
    });
  });

  test('starts with as many as it may have', () => {
    const zones = ['us-central1-a', 'us-central1-b'];
    expect(terraformOf(cpuPool({ nodes: NodeCount.between(3, 4), zones }, regional))).toMatchObject({
      initial_node_count: 2,
    });
  });

  test('has the faster network card where the image has a driver for it', () => {
    expect(nodeConfigOf(cpuPool())).toMatchObject({ gvnic: { enabled: true } });
    expect(nodeConfigOf(cpuPool({ image: NodeImage.UBUNTU }))).not.toHaveProperty('gvnic');
  });

  test.each([
    [NodeCount.between(1, 2), 0],
    [NodeCount.between(2, 4), 1],
    [NodeCount.between(2, 2), 0],
  ])('of a region whose zones are not known, %s starts with %i a zone: GKE chooses three', (nodes, initial) => {
    expect(terraformOf(cpuPool({ nodes }, regional))).toMatchObject({ initial_node_count: initial });
  });

  test('counts fixed nodes by zone, without autoscaling', () => {
    const terraform = terraformOf(
      cpuPool({ nodes: NodeCount.fixed(4), zones: ['us-central1-a', 'us-central1-b'] }, regional),
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

  test('names an existing cluster by its name', () => {
    expect(terraformOf(cpuPool())).toMatchObject({ cluster: 'theirs', location: 'us-central1-a', name: 'pool' });
  });

  test('refers to a cluster of this program by its name, as import writes it, and is replaced with it', () => {
    const stack = newStack();
    const cluster = new TrainingCluster(stack, 'cluster', { location: 'us-central1-a', project: 'acme-ml' });
    const terraform = terraformOf(new NodePool(stack, 'cpu', { cluster }));
    const [, address = ''] = /^\$\{(google_container_cluster\.\w+)\.name\}$/.exec(String(terraform['cluster'])) ?? [];
    expect(terraform['lifecycle']).toMatchObject({ replace_triggered_by: [`${address}.id`] });
    expect(terraformOf(cpuPool())['lifecycle']).not.toHaveProperty('replace_triggered_by');
  });

  test('says that a plain pool has no GPUs, because the provider takes nothing for no change', () => {
    expect(nodeConfigOf(cpuPool())['guest_accelerator']).toEqual([{ count: 0, type: '' }]);
  });

  test('has a label of ours always, because the provider never removes the last one', () => {
    expect(nodeConfigOf(cpuPool())['labels']).toEqual({ 'managed-by': 'trainyard' });
    const labels = { 'example.com/team': 'vision', 'managed-by': 'vision' };
    expect(nodeConfigOf(cpuPool({ labels }))['labels']).toEqual(labels);
  });

  test('writes what it takes from its cluster, so that an option which is left out is taken back', () => {
    const cluster = { ...zonal, maxPodsPerNode: 64 };
    expect(terraformOf(cpuPool({}, cluster))).toMatchObject({
      max_pods_per_node: 64,
      node_locations: ['us-central1-a'],
    });
    expect(terraformOf(cpuPool({}, regional))).not.toHaveProperty('node_locations');
  });

  test('acts as the default account by name where no account is known', () => {
    const { clusterName, location } = zonal;
    expect(nodeConfigOf(cpuPool({}, { clusterName, location }))).toMatchObject({ service_account: 'default' });
  });

  test('takes the labels of the stage for its machines', () => {
    const stage = new Stage({ name: 'dev', project: 'acme-ml', region: 'us-central1', labels: { team: 'vision' } });
    const stack = new InfrastructureStack(Testing.app(), 'stack', { stage });
    expect(nodeConfigOf(new NodePool(stack, 'pool', { cluster: zonal }))).toMatchObject({
      resource_labels: { team: 'vision' },
    });
  });

  test.each([
    [
      'spot',
      ProvisioningModel.SPOT,
      { spot: true, reservation_affinity: { consume_reservation_type: 'NO_RESERVATION' } },
    ],
    [
      'a reservation',
      ProvisioningModel.reservation('ours'),
      {
        reservation_affinity: {
          consume_reservation_type: 'SPECIFIC_RESERVATION',
          key: 'compute.googleapis.com/reservation-name',
          values: ['ours'],
        },
      },
    ],
    [
      'a part of a reservation that another project shares',
      ProvisioningModel.reservation(
        'projects/acme-gpus/reservations/ours/reservationBlocks/b1/reservationSubBlocks/s1',
      ),
      {
        reservation_affinity: {
          consume_reservation_type: 'SPECIFIC_RESERVATION',
          key: 'compute.googleapis.com/reservation-name',
          values: ['projects/acme-gpus/reservations/ours/reservationBlocks/b1/reservationSubBlocks/s1'],
        },
      },
    ],
    [
      'flex-start',
      ProvisioningModel.flexStart(Duration.hours(2)),
      {
        flex_start: true,
        max_run_duration: '7200s',
        reservation_affinity: { consume_reservation_type: 'NO_RESERVATION' },
      },
    ],
    [
      'queued',
      ProvisioningModel.queued(),
      { flex_start: true, reservation_affinity: { consume_reservation_type: 'NO_RESERVATION' } },
    ],
  ])('buys machines by %s', (_, provisioningModel, nodeConfig) => {
    expect(nodeConfigOf(cpuPool({ machineType: WAITING, provisioningModel }))).toMatchObject(nodeConfig);
  });

  test('buys machines on demand without a word', () => {
    for (const field of ['spot', 'flex_start', 'max_run_duration', 'reservation_affinity', 'resource_labels'])
      expect(nodeConfigOf(cpuPool())).not.toHaveProperty(field);
    for (const field of ['queued_provisioning', 'placement_policy'])
      expect(terraformOf(cpuPool())).not.toHaveProperty(field);
    expect(terraformOf(cpuPool())['lifecycle']).not.toHaveProperty('create_before_destroy');
  });

  test('gives local disks to what pods write, or to pods that bring a file system', () => {
    const disks = (localSsd: LocalSsd) => nodeConfigOf(cpuPool({ machineType: 'n1-standard-4', localSsd }));
    expect(disks(LocalSsd.ephemeral(2))).toMatchObject({ ephemeral_storage_local_ssd_config: { local_ssd_count: 2 } });
    expect(disks(LocalSsd.ephemeral(2))).not.toHaveProperty('local_nvme_ssd_block_config');
    expect(disks(LocalSsd.rawBlock(2))).not.toHaveProperty('ephemeral_storage_local_ssd_config');
  });

  test('with GPUs is made after the steady pool of its cluster, where there is one', () => {
    const waitsFor = (steady: boolean) => {
      const stack = newStack();
      const cluster = new TrainingCluster(stack, 'cluster', { location: 'us-central1-a', project: 'acme-ml' });
      const cpu = cluster.addPool('cpu', { nodes: steady ? NodeCount.fixed(1) : NodeCount.between(0, 1) });
      const gpu = cluster.addGpuPool('gpu', { accelerators: Accelerator.T4.times(1) });
      const json = (
        JSON.parse(Testing.synth(stack)) as {
          resource: { google_container_node_pool: Record<string, { name: string; depends_on?: string[] }> };
        }
      ).resource.google_container_node_pool;
      const of = (name: string) =>
        (Object.values(json).find((each) => each.name === name)?.depends_on ?? []).map((id) =>
          id.replace(/_[0-9A-F]{8}$/, ''),
        );
      return [of(cpu.poolName), of(gpu.poolName)];
    };
    const [cpu = [], gpu = []] = waitsFor(true);
    expect(cpu.filter((id) => /google_container_(cluster|node_pool)/.test(id))).toEqual([]);
    expect(gpu.filter((id) => !cpu.includes(id))).toEqual([
      expect.stringMatching(/^google_container_node_pool\..*cpu/),
    ]);
    const [alone = [], beside = []] = waitsFor(false);
    expect(beside.filter((id) => !alone.includes(id) && /_cpu/.test(id))).toEqual([]);
  });

  test.each([ProvisioningModel.flexStart(), ProvisioningModel.queued()])(
    'is not repaired and not told how to upgrade where GKE decides: $kind',
    (provisioningModel) => {
      const terraform = terraformOf(cpuPool({ machineType: WAITING, provisioningModel }));
      expect(terraform).toMatchObject({
        management: { auto_repair: false, auto_upgrade: true },
        autoscaling: { location_policy: 'ANY' },
      });
      expect(terraform).not.toHaveProperty('upgrade_settings');
    },
  );

  test('leaves the longest run of queued machines to those who ask for them', () => {
    expect(
      nodeConfigOf(cpuPool({ machineType: WAITING, provisioningModel: ProvisioningModel.queued() })),
    ).not.toHaveProperty('max_run_duration');
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
    const lifecycle = (nodes: NodeCount) => terraformOf(cpuPool({ machineType, localSsd, nodes }))['lifecycle'];
    expect(lifecycle(NodeCount.between(0, 3))).toEqual({
      ignore_changes: ['initial_node_count', ...(ignored ? disks : [])],
    });
    expect(lifecycle(NodeCount.fixed(1))).toEqual(ignored ? { ignore_changes: disks } : undefined);
  });

  test('has neither secure boot nor a persistent disk on bare metal', () => {
    expect(nodeConfigOf(cpuPool({ machineType: 'c3-standard-192-metal' }))).toMatchObject({
      disk_type: 'hyperdisk-balanced',
      shielded_instance_config: { enable_secure_boot: false },
    });
  });

  test.each([
    [undefined, false],
    [false, false],
    [true, true],
  ])(
    'writes image streaming where it is %s too, because a missing block means no change',
    (imageStreaming, enabled) => {
      expect(nodeConfigOf(cpuPool({ imageStreaming }))).toHaveProperty('gcfs_config', { enabled });
    },
  );

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
    const pool = cpuPool({ machineType: WAITING, provisioningModel: ProvisioningModel.queued() });
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

  test('has a name and an address of its own in each generation, and keeps an earlier one as it is', () => {
    const stack = newStack();
    new NodePool(stack, 'pool', { cluster: zonal, generation: 3, keepGeneration: 2 });
    const { resource, moved } = JSON.parse(Testing.synth(stack));
    const pools = Object.entries<Record<string, unknown>>(resource.google_container_node_pool);
    expect(pools.map(([id, { name, lifecycle }]) => [id.slice(0, 7), name, lifecycle])).toEqual([
      ['pool_g2', 'pool-g2', { ignore_changes: 'all' }],
      ['pool_g3', 'pool-g3', { ignore_changes: ['initial_node_count'] }],
    ]);
    // Earlier versions had every generation at the address of the first.
    expect(moved).toEqual([
      { from: expect.stringMatching(/\.pool_[^g]/), to: `google_container_node_pool.${String(pools[0]?.[0])}` },
    ]);
  });

  test('can be overridden through its default child', () => {
    const pool = cpuPool();
    const resource = pool.node.defaultChild;
    if (!TerraformResource.isTerraformResource(resource)) throw new Error('none');
    resource.addOverride('node_config.tags', ['gpu']);
    expect(nodeConfigOf(pool)).toMatchObject({ tags: ['gpu'] });
  });
});

test('Workload Identity is asked for but where the cluster is known to be without', () => {
  const on = (features: ClusterFeature[]) => nodeConfigOf(cpuPool({}, { ...zonal, features: new Set(features) }));
  expect(on(['gke'])).toMatchObject({ workload_metadata_config: { mode: 'GCE_METADATA' } });
  expect(on(['gke', 'workloadIdentity'])).toMatchObject({ workload_metadata_config: { mode: 'GKE_METADATA' } });
});
