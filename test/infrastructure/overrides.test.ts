import { Size } from 'cdk8s';
import { App, Fn, TerraformResource, Testing } from 'cdktf';
import type { IConstruct } from 'constructs';
import { describe, expect, test } from 'vitest';
import { Accelerator } from '../../lib/core/hardware/accelerator';
import { GpuDriver } from '../../lib/core/hardware/gpu-driver';
import { openAdvice } from '../../lib/core/problems/check';
import { Stage } from '../../lib/core/stage/stage';
import { TerraformState } from '../../lib/core/stage/terraform-state';
import { Bucket } from '../../lib/infrastructure/bucket';
import { InfrastructureStack } from '../../lib/infrastructure/infrastructure-stack';
import { MaintenanceWindow } from '../../lib/infrastructure/cluster/maintenance-window';
import { Filestore } from '../../lib/infrastructure/filestore';
import { Network } from '../../lib/infrastructure/network';
import { NodeCount } from '../../lib/infrastructure/pool/node-count';
import { UpgradeStrategy } from '../../lib/infrastructure/pool/upgrade-strategy';
import { TrainingCluster } from '../../lib/infrastructure/training-cluster';
import { problemsOf, stackOf } from './synthesized';

type Override = readonly [path: string, value: unknown];

function resourceOf({ node }: IConstruct): TerraformResource {
  if (TerraformResource.isTerraformResource(node.defaultChild)) return node.defaultChild;
  throw new Error(`${node.path} has no resource`);
}

/** The codes that a stack is told at synthesis. */
function codesIn(stack: InfrastructureStack): string[] {
  const problems = problemsOf(stack).map((text) => /\(([a-z-]+)\)$/.exec(text)?.[1] ?? text);
  return [...problems, ...openAdvice(stack).map(({ advice }) => advice.code)];
}

const clusterIn = (stack: InfrastructureStack, location = 'us-central1-a') =>
  new TrainingCluster(stack, 'cluster', { location });
const H100 = { accelerators: Accelerator.H100_80GB.times(8), nodes: NodeCount.between(0, 2) };
const networks = (count: number) => Array.from({ length: count }, (_, each) => ({ network: `gpu-${each}` }));
const EXTRA = 'network_config.additional_node_network_configs';

/** Programs that are told something, which an override sets right. */
const SET_RIGHT: Readonly<Record<string, readonly [(stack: InfrastructureStack) => IConstruct, string, Override]>> = {
  'the networks of GPUs': [
    (stack) => clusterIn(stack).addGpuPool('gpus', { ...H100 }),
    'gpu-direct-networks',
    [EXTRA, networks(4)],
  ],
  'the block of the networks of GPUs': [
    (stack) => clusterIn(stack).addGpuPool('gpus', { ...H100 }),
    'gpu-direct-networks',
    ['network_config', [{ additional_node_network_configs: networks(4) }]],
  ],
  'networks that only Terraform knows': [
    (stack) => clusterIn(stack).addGpuPool('gpus', { ...H100 }),
    'gpu-direct-networks',
    [EXTRA, Fn.concat([networks(4)])],
  ],
  'a reservation': [
    (stack) => clusterIn(stack).addGpuPool('gpus', { ...H100, accelerators: Accelerator.H100_80GB.times(1) }),
    'capacity-on-demand',
    ['node_config.reservation_affinity.consume_reservation_type', 'SPECIFIC_RESERVATION'],
  ],
  'spot machines': [
    (stack) => clusterIn(stack).addGpuPool('gpus', { ...H100, accelerators: Accelerator.H100_80GB.times(1) }),
    'capacity-on-demand',
    ['node_config.spot', true],
  ],
  'an account of the nodes': [
    (stack) => clusterIn(stack).addPool('cpu', { serviceAccount: 'default' }),
    'node-service-account',
    ['node_config.service_account', 'nodes@acme-ml.iam.gserviceaccount.com'],
  ],
  'no secure boot': [
    (stack) =>
      clusterIn(stack).addGpuPool('gpus', {
        accelerators: Accelerator.L4.times(1),
        driver: GpuDriver.NONE,
        secureBoot: true,
      }),
    'secure-boot-driver',
    ['node_config.shielded_instance_config.enable_secure_boot', false],
  ],
  'zones of a pool': [
    (stack) =>
      clusterIn(stack, 'us-central1').addGpuPool('gpus', {
        accelerators: Accelerator.L4.times(1),
        zones: ['us-central1-f'],
      }),
    'accelerator-zone',
    ['node_locations', ['us-central1-a']],
  ],
  'a range of the pods of one pool': [
    (stack) => {
      const network = new Network(stack, 'network', { podRange: '10.8.0.0/20', region: 'us-central1' });
      const cluster = new TrainingCluster(stack, 'cluster', { location: 'us-central1-a', network });
      return cluster.addPool('cpu', { nodes: NodeCount.between(0, 20), upgrade: UpgradeStrategy.surge(0, 1) });
    },
    'pod-addresses',
    ['network_config.create_pod_range', true],
  ],
  'further ranges of the pods of a cluster': [
    (stack) => {
      const network = new Network(stack, 'network', { podRange: '10.8.0.0/20', region: 'us-central1' });
      const cluster = new TrainingCluster(stack, 'cluster', { location: 'us-central1-a', network });
      cluster.addPool('cpu', { nodes: NodeCount.between(0, 20), upgrade: UpgradeStrategy.surge(0, 1) });
      return cluster;
    },
    'pod-addresses',
    ['ip_allocation_policy.additional_pod_ranges_config.pod_range_names', ['more']],
  ],
  'the number of pods of a node': [
    (stack) => {
      const network = new Network(stack, 'network', { podRange: '10.8.0.0/20', region: 'us-central1' });
      const cluster = new TrainingCluster(stack, 'cluster', { location: 'us-central1-a', network });
      return cluster.addPool('cpu', { nodes: NodeCount.between(0, 20), upgrade: UpgradeStrategy.surge(0, 1) });
    },
    'pod-addresses',
    ['max_pods_per_node', 8],
  ],
  'a policy of maintenance': [
    (stack) =>
      new TrainingCluster(stack, 'cluster', {
        location: 'us-central1-a',
        maintenance: MaintenanceWindow.daily('03:00').except('sale', '2026-12-01T00:00:00Z', '2027-03-01T00:00:00Z'),
      }),
    'maintenance-availability',
    ['maintenance_policy', { recurring_window: { start_time: 'a', end_time: 'b', recurrence: 'FREQ=DAILY' } }],
  ],
  'the capacity of a Filestore': [
    (stack) =>
      new Filestore(stack, 'files', {
        location: 'us-central1',
        tier: 'REGIONAL',
        capacity: Size.gibibytes(512),
        network: clusterIn(stack).network,
      }),
    'filestore-small',
    ['file_shares.capacity_gb', 2048],
  ],
};

test.each(Object.entries(SET_RIGHT))(
  'nothing is said once an override has set %s right',
  (_, [make, code, override]) => {
    const before = stackOf();
    make(before);
    expect(codesIn(before)).toContain(code);
    for (const place of ['resource', 'stack']) {
      const after = stackOf();
      const resource = resourceOf(make(after));
      const [path, value] = override;
      if (place === 'resource') resource.addOverride(path, value);
      else after.addOverride(`resource.${resource.terraformResourceType}.${resource.friendlyUniqueId}.${path}`, value);
      expect(codesIn(after)).not.toContain(code);
    }
  },
);

describe('an override that sets nothing right is told as before', () => {
  test('fails: fewer networks than the GPUs have (gpu-direct-networks)', () => {
    const stack = stackOf();
    resourceOf(clusterIn(stack).addGpuPool('gpus', { ...H100 })).addOverride(EXTRA, networks(2));
    const [advice] = openAdvice(stack).flatMap(({ advice }) => (advice.code === 'gpu-direct-networks' ? [advice] : []));
    expect(advice?.message).toMatch(/over 4 extra networks, and this pool has 2$/);
  });

  test('fails: the default account (node-service-account)', () => {
    const stack = stackOf();
    resourceOf(clusterIn(stack).addPool('cpu')).addOverride('node_config.service_account', 'default');
    expect(codesIn(stack)).toContain('node-service-account');
  });

  test('fails: a bucket for the state of others that an override lets Terraform empty (state-bucket)', () => {
    const [base, other] = [Testing.stubVersion(new App({ stackTraces: false }))].flatMap((app) =>
      [TerraformState.file(), TerraformState.bucket('acme-state')].map((state, index) => {
        const stage = new Stage({ name: `s${index}`, project: 'acme-ml', region: 'us-east1', state });
        return new InfrastructureStack(app, stage.name, { stage });
      }),
    );
    if (!base || !other) throw new Error('two stacks were to be made');
    const resource = resourceOf(new Bucket(base, 'state', { bucketName: 'acme-state' }));
    expect(codesIn(base)).toEqual([]);
    resource.addOverride('force_destroy', true);
    expect(codesIn(base)).toEqual(['state-bucket']);
  });
});

test('features of a cluster follow overrides', () => {
  const stack = stackOf();
  const cluster = clusterIn(stack);
  expect(cluster.features.has('googleGroups')).toBe(false);
  expect(cluster.features.has('gcsFuse')).toBe(true);
  const resource = resourceOf(cluster);
  resource.addOverride('authenticator_groups_config.security_group', 'gke-security-groups@acme.com');
  resource.addOverride('addons_config.gcs_fuse_csi_driver_config.enabled', false);
  expect(cluster.features.has('googleGroups')).toBe(true);
  expect(cluster.features.has('gcsFuse')).toBe(false);
});

test('a protected stage whose state an override moves away is fine', () => {
  const codes = (stack: InfrastructureStack) => openAdvice(stack).map(({ advice }) => advice.code);
  const local = stackOf({ protected: true });
  expect(codes(local)).toContain('state-local');
  local.addOverride('terraform.backend.s3.bucket', 'acme-state');
  expect(codes(local)).not.toContain('state-local');
});
