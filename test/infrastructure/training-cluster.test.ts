import { ContainerCluster } from '@cdktf/provider-google/lib/container-cluster';
import { Duration } from 'cdk8s';
import { TerraformStack, Testing } from 'cdktf';
import { describe, expect, test } from 'vitest';
import { Accelerator } from '../../lib/core/hardware/accelerator';
import { Capacity } from '../../lib/core/hardware/capacity';
import { openAdvice } from '../../lib/core/problems/check';
import { Nodes } from '../../lib/infrastructure/pool/nodes';
import { Operator } from '../../lib/core/contracts/operator';
import { Taint } from '../../lib/core/contracts/taint';
import { addressesPerNode } from '../../lib/infrastructure/cluster/address-problems';
import { ControlPlaneAccess } from '../../lib/infrastructure/cluster/control-plane-access';
import { MaintenanceWindow } from '../../lib/infrastructure/cluster/maintenance-window';
import { NodeServiceAccount } from '../../lib/infrastructure/cluster/node-service-account';
import { SystemPool } from '../../lib/infrastructure/cluster/system-pool';
import { GpuNodePool } from '../../lib/infrastructure/gpu-node-pool';
import { Network } from '../../lib/infrastructure/network';
import { NodePool } from '../../lib/infrastructure/node-pool';
import { WorkloadIdentity } from '../../lib/infrastructure/workload-identity';
import type { TrainingClusterProps } from '../../lib/infrastructure/cluster/cluster-options';
import { TrainingCluster } from '../../lib/infrastructure/training-cluster';
import { all, messageOf, only, problemsOf, refusedFor, stackOf, synthesized, twoStacks } from './synthesized';

function clusterOf(props: Partial<TrainingClusterProps> = {}, stack = stackOf()): TrainingCluster {
  return new TrainingCluster(stack, 'cluster', { location: 'us-east1-c', ...props });
}

function blockOf(props: Partial<TrainingClusterProps> = {}, stack = stackOf()) {
  clusterOf(props, stack);
  return only(stack, 'google_container_cluster');
}

const poolNames = (stack: TerraformStack) => all(stack, 'google_container_node_pool').map((pool) => pool.name);

describe('TrainingCluster', () => {
  test('its facts are plain values', () => {
    const cluster = clusterOf({ operators: [Operator.TRAINING] });
    expect(cluster).toMatchObject({
      clusterName: 'mnist-dev-cluster',
      location: 'us-east1-c',
      nodeLocations: ['us-east1-c'],
      operators: [Operator.TRAINING],
      workloadPool: 'acme-ml.svc.id.goog',
      nodeServiceAccountEmail: 'mnist-dev-cluster-nodes@acme-ml.iam.gserviceaccount.com',
      getCredentialsCommand:
        'gcloud container clusters get-credentials mnist-dev-cluster --location us-east1-c --project acme-ml --dns-endpoint',
    });
    expect([...cluster.features]).toEqual(['gke', 'workloadIdentity', 'gcsFuse', 'filestore']);
  });

  test('it is what auditors want of it, whatever its props', () => {
    expect(blockOf()).toMatchObject({
      enable_legacy_abac: false,
      enable_shielded_nodes: true,
      enable_intranode_visibility: true,
      datapath_provider: 'ADVANCED_DATAPATH',
      network_policy: { enabled: false },
      networking_mode: 'VPC_NATIVE',
      ip_allocation_policy: { cluster_secondary_range_name: 'pods', services_secondary_range_name: 'services' },
      master_auth: { client_certificate_config: { issue_client_certificate: false } },
      workload_identity_config: { workload_pool: 'acme-ml.svc.id.goog' },
      security_posture_config: { mode: 'BASIC' },
      node_pool_defaults: { node_config_defaults: { insecure_kubelet_readonly_port_enabled: 'FALSE' } },
      release_channel: { channel: 'REGULAR' },
      maintenance_policy: { daily_maintenance_window: { start_time: '03:00' } },
      cluster_autoscaling: { enabled: false, autoscaling_profile: 'OPTIMIZE_UTILIZATION' },
      cost_management_config: { enabled: true },
    });
  });

  test('the pool that GKE insists on is removed, and was no worse than others', () => {
    expect(blockOf()).toMatchObject({
      remove_default_node_pool: true,
      initial_node_count: 1,
      node_config: {
        service_account: 'mnist-dev-cluster-nodes@acme-ml.iam.gserviceaccount.com',
        oauth_scopes: ['https://www.googleapis.com/auth/cloud-platform'],
        workload_metadata_config: { mode: 'GKE_METADATA' },
        shielded_instance_config: { enable_secure_boot: true, enable_integrity_monitoring: true },
      },
      lifecycle: { ignore_changes: ['node_config'] },
    });
  });

  test('metrics have GPUs and logs have workloads', () => {
    expect(blockOf()).toMatchObject({
      monitoring_config: {
        enable_components: expect.arrayContaining(['SYSTEM_COMPONENTS', 'DCGM']),
        managed_prometheus: { enabled: true },
      },
      logging_config: { enable_components: ['SYSTEM_COMPONENTS', 'WORKLOADS'] },
    });
  });

  test('storage drivers can be left out, and are then no features', () => {
    const stack = stackOf();
    const cluster = clusterOf({ gcsFuse: false, filestore: false }, stack);
    expect([...cluster.features]).toEqual(['gke', 'workloadIdentity']);
    expect(only(stack, 'google_container_cluster').addons_config).toMatchObject({
      gcs_fuse_csi_driver_config: { enabled: false },
      gcp_filestore_csi_driver_config: { enabled: false },
    });
    expect(all(stack, 'google_project_service').map(({ service }) => service)).not.toContain('file.googleapis.com');
  });

  test('labels of the stage are on it', () => {
    expect(blockOf({}, stackOf({ labels: { team: 'vision' } })).resource_labels).toEqual({
      'managed-by': 'trainyard',
      team: 'vision',
    });
    expect(blockOf({}, stackOf({ labels: { 'managed-by': 'us' } })).resource_labels).toEqual({ 'managed-by': 'us' });
  });

  test('a protected stage refuses to destroy it; an unprotected one does not', () => {
    expect(blockOf({}, stackOf({ protected: true }))).toMatchObject({
      deletion_protection: true,
      lifecycle: { prevent_destroy: true },
    });
    const block = blockOf();
    expect(block).toMatchObject({ deletion_protection: false });
    expect(block.lifecycle).not.toHaveProperty('prevent_destroy');
    expect(blockOf({ deletionProtection: true })).toMatchObject({ deletion_protection: true });
  });

  test('two clusters of a stack declare each service once', () => {
    const stack = stackOf();
    clusterOf({}, stack);
    new TrainingCluster(stack, 'second', { location: 'us-east1-b' });
    const services = all(stack, 'google_project_service').map(({ service }) => service);
    expect(services).toContain('container.googleapis.com');
    expect(new Set(services).size).toBe(services.length);
  });

  test('outputs have names without hashes', () => {
    const stack = stackOf();
    clusterOf({}, stack);
    const { output } = JSON.parse(Testing.synth(stack)) as { output: object };
    expect(Object.keys(output).sort()).toEqual([
      'cluster_credentials',
      'cluster_endpoint',
      'cluster_location',
      'cluster_name',
    ]);
  });

  test('in a plain TerraformStack the project is a prop', () => {
    const stack = new TerraformStack(Testing.app(), 'plain');
    const cluster = new TrainingCluster(stack, 'cluster', { location: 'us-east1-c', project: 'acme-ml' });
    expect(cluster.clusterName).toBe('plain-cluster');
    expect(only(stack, 'google_container_cluster')).toMatchObject({ project: 'acme-ml', deletion_protection: false });
  });

  test('fails: in a plain TerraformStack without a project', () => {
    const make = () =>
      new TrainingCluster(new TerraformStack(Testing.app(), 'plain'), 'cluster', { location: 'us-east1-c' });
    expect(messageOf(make)).toMatch(/no project is given.*set project.*\(place-unknown\)/);
  });

  test('any argument can be overridden', () => {
    const stack = stackOf();
    const resource = clusterOf({}, stack).node.defaultChild;
    if (resource instanceof ContainerCluster) resource.addOverride('enable_multi_networking', true);
    expect(only(stack, 'google_container_cluster')).toMatchObject({ enable_multi_networking: true });
  });

  test('fails: a name of 45 characters', () => {
    expect(messageOf(() => clusterOf({ clusterName: 'a'.repeat(45) }))).toContain(
      '45 characters, but at most 40 are allowed',
    );
  });

  test.each(['1.33', '1.33.4-gke.1036000'])('a least version of %s is passed on', (minimumKubernetesVersion) => {
    expect(blockOf({ minimumKubernetesVersion })).toMatchObject({ min_master_version: minimumKubernetesVersion });
  });

  test('fails: a version that is none', () => {
    expect(refusedFor(() => clusterOf({ minimumKubernetesVersion: 'latest' }))).toEqual(['kubernetes-version']);
  });
});

describe('location', () => {
  test('a regional cluster has nodes in the zones that are named', () => {
    const stack = stackOf();
    const cluster = clusterOf({ location: 'us-east1', nodeLocations: ['us-east1-c', 'us-east1-d'] }, stack);
    expect(cluster.nodeLocations).toEqual(['us-east1-c', 'us-east1-d']);
    expect(only(stack, 'google_container_cluster').node_locations).toEqual(['us-east1-c', 'us-east1-d']);
  });

  test('the zones of a regional cluster are left to GKE, and not known, where none are named', () => {
    const stack = stackOf();
    expect(clusterOf({ location: 'us-east1' }, stack).nodeLocations).toBeUndefined();
    expect(only(stack, 'google_container_cluster')).not.toHaveProperty('node_locations');
  });

  test('another region than the stage’s has its own network there', () => {
    const stack = stackOf();
    clusterOf({ location: 'europe-west4-a' }, stack);
    expect(only(stack, 'google_compute_subnetwork').region).toBe('europe-west4');
  });

  test.each(['', 'us east', 'US-EAST1', 'us-east1-C', 'anywhere'])('fails: "%s" is no location', (location) => {
    expect(refusedFor(() => clusterOf({ location }))).toEqual(['location-form']);
  });

  test('a region that the catalogue does not know is advice', () => {
    const stack = stackOf();
    clusterOf({ location: 'us-east77-a' }, stack);
    expect(openAdvice(stack).map(({ advice }) => advice.code)).toContain('zone-name');
  });

  test('fails: zones of another region, and zones of a zonal cluster', () => {
    expect(messageOf(() => clusterOf({ location: 'us-east1', nodeLocations: ['us-west1-a'] }))).toContain(
      'us-west1-a of nodeLocations: no zone of us-east1: name zones of us-east1, such as "us-east1-b"',
    );
    expect(refusedFor(() => clusterOf({ nodeLocations: ['us-east1-b'] }))).toEqual(['node-locations']);
    expect(refusedFor(() => clusterOf({ location: 'us-east1', nodeLocations: [] }))).toEqual(['node-locations']);
    const twice = ['us-east1-b', 'us-east1-c', 'us-east1-b'];
    expect(refusedFor(() => clusterOf({ location: 'us-east1', nodeLocations: twice }))).toEqual(['node-locations']);
  });
});

describe('access to the control plane', () => {
  test('by default it has a guarded name and no public address', () => {
    expect(blockOf()).toMatchObject({
      private_cluster_config: { enable_private_nodes: true, enable_private_endpoint: true },
      control_plane_endpoints_config: { dns_endpoint_config: { allow_external_traffic: true } },
      master_authorized_networks_config: { gcp_public_cidrs_access_enabled: false },
    });
  });

  test('authorized networks have an address for them alone', () => {
    const stack = stackOf();
    const controlPlaneAccess = ControlPlaneAccess.authorizedNetworks([
      '203.0.113.0/24',
      { cidr: '198.51.100.7/32', name: 'ci' },
    ]);
    const cluster = clusterOf({ controlPlaneAccess }, stack);
    expect(cluster.getCredentialsCommand).not.toContain('--dns-endpoint');
    expect(only(stack, 'google_container_cluster')).toMatchObject({
      private_cluster_config: { enable_private_nodes: true, enable_private_endpoint: false },
      control_plane_endpoints_config: { dns_endpoint_config: { allow_external_traffic: false } },
      master_authorized_networks_config: {
        cidr_blocks: [{ cidr_block: '203.0.113.0/24' }, { cidr_block: '198.51.100.7/32', display_name: 'ci' }],
      },
    });
  });

  test('fails: everybody authorized', () => {
    expect(refusedFor(() => ControlPlaneAccess.authorizedNetworks(['0.0.0.0/0']))).toEqual(['control-plane-open']);
  });

  test('fails: nobody authorized', () => {
    expect(refusedFor(() => ControlPlaneAccess.authorizedNetworks([]))).toEqual(['control-plane-closed']);
  });

  test('fails: a network with host bits', () => {
    expect(refusedFor(() => ControlPlaneAccess.authorizedNetworks(['203.0.113.5/24']))).toEqual(['cidr']);
  });
});

describe('a cluster of others', () => {
  const given = { clusterName: 'theirs', location: 'us-east1' };

  test('may say where its nodes are and how many pods they have, which pools take from it', () => {
    const nodeLocations = ['us-east1-b', 'us-east1-c'];
    const cluster = TrainingCluster.fromAttributes({ ...given, nodeLocations, maxPodsPerNode: 200 });
    const pool = new NodePool(stackOf(), 'cpu', { cluster, machineType: 'n1-standard-4', nodes: Nodes.fixed(2) });
    const unknown = new NodePool(stackOf(), 'cpu', {
      cluster: TrainingCluster.fromAttributes(given),
      machineType: 'n1-standard-4',
      nodes: Nodes.perZone(1),
    });
    expect(pool).toMatchObject({ zones: nodeLocations, maxNodes: 2 });
    expect((unknown.allocatable?.cpuMillis ?? 0) - (pool.allocatable?.cpuMillis ?? 0)).toBe(400);
  });

  test('fails: zones of another region, and pods that no node can have', () => {
    const wrong = { ...given, nodeLocations: ['us-west1-b'], maxPodsPerNode: 7 };
    expect(refusedFor(() => TrainingCluster.fromAttributes(wrong))).toEqual(['node-locations', 'max-pods']);
  });
});

describe('MaintenanceWindow', () => {
  test('days of the week recur from a fixed date, in the order of the week', () => {
    expect(MaintenanceWindow.weekly(['SU', 'SA'], '22:00', Duration.hours(6)).toTerraform()).toEqual({
      recurringWindow: {
        startTime: '2024-01-06T22:00:00Z',
        endTime: '2024-01-07T04:00:00Z',
        recurrence: 'FREQ=WEEKLY;BYDAY=SA,SU',
      },
    });
  });

  test('a time without upgrades is an exclusion', () => {
    const window = MaintenanceWindow.daily('03:00').except('launch', '2026-12-20T00:00:00Z', '2027-01-05T00:00:00Z');
    expect(window.toTerraform().maintenanceExclusion).toEqual([
      {
        exclusionName: 'launch',
        startTime: '2026-12-20T00:00:00Z',
        endTime: '2027-01-05T00:00:00Z',
        exclusionOptions: { scope: 'NO_UPGRADES' },
      },
    ]);
  });

  test.each([
    ['a time that is none', () => MaintenanceWindow.daily('25:00')],
    ['three hours', () => MaintenanceWindow.weekly(['MO', 'TU', 'WE', 'TH', 'FR'], '03:00', Duration.hours(3))],
    ['more than a day', () => MaintenanceWindow.weekly(['SA'], '03:00', Duration.hours(30))],
    ['no day', () => MaintenanceWindow.weekly([], '03:00', Duration.hours(12))],
    ['broken seconds', () => MaintenanceWindow.weekly(['SA'], '03:00', Duration.millis(12 * 3_600_000 + 500))],
  ])('fails: a window of %s', (_, make) => {
    expect(refusedFor(make)).toEqual(['maintenance-window']);
  });

  test('a window and an exclusion may be as long as GKE takes them', () => {
    expect(refusedFor(() => MaintenanceWindow.weekly(['SA'], '00:00', Duration.hours(24)))).toEqual([]);
    expect(refusedFor(() => MaintenanceWindow.weekly(['SA', 'SU', 'MO'], '03:00', Duration.hours(4)))).toEqual([]);
    const window = MaintenanceWindow.daily('03:00');
    expect(refusedFor(() => window.except('x', '2026-12-01T00:00:00Z', '2026-12-31T00:00:00Z'))).toEqual([]);
    expect(messageOf(() => window.except('x', '2026-12-01T00:00:00Z', '2026-12-31T00:00:01Z'))).toContain(
      'end it between 2026-12-01T00:00:00Z and 2026-12-31T00:00:00Z (maintenance-exclusion)',
    );
  });

  test('fails: less than 48 hours in 32 days, and the message has what is enough', () => {
    expect(messageOf(() => MaintenanceWindow.weekly(['SA', 'SU'], '03:00', Duration.hours(4)))).toContain(
      '2 day(s) of 4 h leave GKE 32 h in 32 days, but it wants 48: use Duration.hours(6), or 3 days (maintenance-window)',
    );
  });

  test.each([
    ['that ends before it begins', '2026-12-20T00:00:00Z', '2026-12-19T00:00:00Z'],
    ['of more than 30 days', '2026-12-01T00:00:00Z', '2027-01-15T00:00:00Z'],
    ['without times', 'christmas', 'new year'],
    ['from a day that no calendar has', '2026-02-30T00:00:00Z', '2026-03-02T00:00:00Z'],
  ])('fails: an exclusion %s', (_, start, end) => {
    expect(refusedFor(() => MaintenanceWindow.daily('03:00').except('x', start, end))).toEqual([
      'maintenance-exclusion',
    ]);
  });

  test.each(['', ' ', '-x-', 'a\nb', 'x'.repeat(64)])('fails: an exclusion called %j', (name) => {
    const window = MaintenanceWindow.daily('03:00');
    expect(refusedFor(() => window.except(name, '2026-12-20T00:00:00Z', '2026-12-28T00:00:00Z'))).toEqual([
      'maintenance-exclusion',
    ]);
  });

  const excluding = (...spans: readonly (readonly [start: string, end: string])[]) =>
    spans.reduce(
      (window, [start, end], index) => window.except(`x${index}`, `${start}T00:00:00Z`, `${end}T00:00:00Z`),
      MaintenanceWindow.daily('03:00'),
    );
  const DAYS = ['2026-12-01', '2026-12-02'] as const;

  test('fails: a fourth exclusion of all upgrades', () => {
    expect(() => excluding(DAYS, DAYS, DAYS)).not.toThrow();
    expect(refusedFor(() => excluding(DAYS, DAYS, DAYS, DAYS))).toEqual(['maintenance-exclusion']);
  });

  test('fails: two exclusions of one name', () => {
    const window = MaintenanceWindow.daily('03:00').except('x', '2026-12-01T00:00:00Z', '2026-12-02T00:00:00Z');
    expect(messageOf(() => window.except('x', '2026-12-11T00:00:00Z', '2026-12-12T00:00:00Z'))).toContain(
      'two exclusions are named "x", and Terraform keeps only one: give each a name of its own (maintenance-exclusion)',
    );
  });

  test('fails: exclusions that leave less than two days of 32', () => {
    expect(() => excluding(['2026-11-01', '2026-12-01'], ['2026-12-03', '2027-01-02'])).not.toThrow();
    expect(messageOf(() => excluding(['2026-11-01', '2026-12-01'], ['2026-12-02', '2027-01-01']))).toContain(
      'the exclusions leave 24 h in some 32 days, but GKE wants 48 for maintenance',
    );
  });

  test('fails: a window that exclusions leave too little of is advised against with maintenance-availability', () => {
    const adviceOf = (maintenance: MaintenanceWindow) =>
      openAdvice(clusterOf({ maintenance })).map(({ advice }) => `${advice.code}: ${advice.message}`);
    expect(adviceOf(excluding(['2026-12-01', '2026-12-21']))).toEqual([]);
    expect(adviceOf(excluding(['2026-12-01', '2026-12-31']))).toEqual([
      'maintenance-availability: the window and its exclusions together leave 8 h in some 32 days, and GKE wants 48 for maintenance',
    ]);
  });
});

describe('the account of nodes', () => {
  test('it may do what nodes must, and the cluster waits for that', () => {
    const stack = stackOf();
    clusterOf({}, stack);
    expect(
      all(stack, 'google_project_iam_member')
        .map(({ role }) => role)
        .sort(),
    ).toEqual([
      'roles/artifactregistry.reader',
      'roles/container.defaultNodeServiceAccount',
      'roles/serviceusage.serviceUsageConsumer',
    ]);
    for (const { depends_on } of all(stack, 'google_project_iam_member')) {
      expect(depends_on).toContainEqual(expect.stringMatching(/^google_project_service\..*_cloudresourcemanager_/));
    }
    const members = Object.keys(synthesized(stack).google_project_iam_member ?? {});
    expect(only(stack, 'google_container_cluster').depends_on).toEqual(
      expect.arrayContaining(members.map((id) => `google_project_iam_member.${id}`)),
    );
  });

  test('one of others is used as it is', () => {
    const stack = stackOf();
    const nodeServiceAccount = NodeServiceAccount.existing('nodes@acme-ml.iam.gserviceaccount.com');
    expect(clusterOf({ nodeServiceAccount }, stack).nodeServiceAccountEmail).toBe(
      'nodes@acme-ml.iam.gserviceaccount.com',
    );
    expect(all(stack, 'google_service_account')).toEqual([]);
  });

  test('fails: an address with a prefix', () => {
    expect(
      refusedFor(() => NodeServiceAccount.existing('serviceAccount:nodes@acme-ml.iam.gserviceaccount.com')),
    ).toEqual(['account-email']);
  });

  test('fails: missing where JavaScript leaves out what is required', () => {
    const nothing = {} as never; // what the compiler would refuse
    expect(messageOf(() => clusterOf().addGpuPool('g', nothing))).toMatch(
      /accelerators is missing: use Accelerator\.L4\.times\(1\).*\(missing\)$/,
    );
    expect(messageOf(() => new TrainingCluster(stackOf(), 'c', nothing))).toContain('location is missing: use a zone');
    expect(refusedFor(() => new NodePool(stackOf(), 'p', nothing))).toEqual(['missing']);
    expect(refusedFor(() => new WorkloadIdentity(stackOf(), 'w', nothing))).toEqual(['missing', 'missing']);
    expect(messageOf(() => new TrainingCluster(stackOf(), 'z', undefined as never))).toContain('location is missing');
    expect(refusedFor(() => new NodePool(stackOf(), 'p', undefined as never))).toEqual(['missing']);
    expect(refusedFor(() => TrainingCluster.fromAttributes(nothing))).toEqual(['missing', 'missing']);
    expect(refusedFor(() => NodePool.fromAttributes(nothing))).toEqual(['missing', 'missing']);
  });

  test.each([
    ['mnist', 'mnist-nodes'],
    ['a-cluster-with-24-letters', 'a-cluster-with-24-letter-nodes'],
    ['a-cluster-with-quite-a-long-name', 'a-cluster-with-quite-a-l-nodes'],
    ['a-cluster-cut-at-hyphen--here', 'a-cluster-cut-at-hyphen-nodes'],
    ['c'.repeat(40), `${'c'.repeat(24)}-nodes`],
  ])('the nodes of cluster %s have an account that fits, %s', (clusterName, accountId) => {
    expect(clusterOf({ clusterName }).nodeServiceAccountEmail).toBe(`${accountId}@acme-ml.iam.gserviceaccount.com`);
  });

  test('fails: names of the cluster, of its account and of its network are told at once', () => {
    const stack = stackOf({}, 'a'.repeat(60));
    const message = messageOf(() => clusterOf({ nodeServiceAccount: NodeServiceAccount.named('x') }, stack));
    expect(message.split('\n')).toEqual([
      expect.stringMatching(/cluster name ".*" has 68 characters.*: set clusterName, .* \(name\)$/),
      expect.stringMatching(
        /network name ".*" has 76 characters.*: set network, for example to new Network\(.*\(name\)$/,
      ),
      expect.stringMatching(/service account name "x" has 1 .*: set nodeServiceAccount, .* \(name\)$/),
    ]);
    const [, networkName] = /networkName: "([^"]+)"/.exec(message) ?? [];
    const network = new Network(stack, 'network', { networkName });
    expect(() => clusterOf({ clusterName: 'c', network }, stackOf())).not.toThrow();
  });

  test.each<[string, object, string]>([
    ['missing', { location: undefined }, 'location is missing: use a zone'],
    ['wrong-type', { releaseChannel: 'regular' }, 'releaseChannel cannot be "regular": use "REGULAR"'],
    ['wrong-type', { network: 'default' }, 'network cannot be "default": give a Network'],
    ['wrong-type', { nodeServiceAccount: 'nodes@x' }, 'nodeServiceAccount cannot be "nodes@x": use NodeServiceAccount'],
    ['wrong-type', { systemPool: { kind: 'elsewhere' } }, 'systemPool cannot be [Object]: use SystemPool.of'],
    ['wrong-type', { maintenance: { advice: [] } }, 'maintenance cannot be [Object]: use MaintenanceWindow'],
    ['wrong-type', { controlPlaneAccess: { networks: [] } }, 'controlPlaneAccess cannot be [Object]: use'],
    ['wrong-type', { nodeServiceAccount: { problems: () => [] } }, 'nodeServiceAccount cannot be [Object]: use'],
    ['wrong-type', { controlPlaneAccess: '10.0.0.0/8' }, 'controlPlaneAccess cannot be "10.0.0.0/8": use'],
    ['missing', { operators: [undefined] }, 'operators[0] is missing: use Operator.TRAINING'],
    ['wrong-type', { nodeLocations: 'us-east1-b' }, 'nodeLocations cannot be "us-east1-b": give a list'],
    ['wrong-type', { gcsFuse: 'false' }, 'gcsFuse cannot be "false": use true or false'],
  ])('fails: %s for %j', (code, props, message) => {
    expect(messageOf(() => clusterOf(props))).toContain(message);
    expect(refusedFor(() => clusterOf(props))).toEqual([code]);
  });

  test.each(['', undefined])('fails: a pool without an id (%j) is refused with missing', (id) => {
    expect(refusedFor(() => clusterOf().addPool(id as never))).toEqual(['missing']);
    expect(messageOf(() => clusterOf().addGpuPool(id as never, { accelerators: Accelerator.L4.times(1) }))).toMatch(
      /give the pool an id, such as "workers", which names it too \(missing\)$/,
    );
  });

  test('fails: a machine type of the system pool that is missing', () => {
    expect(messageOf(() => SystemPool.of(undefined as never))).toContain('machineType is missing: name a machine type');
  });
});

describe('network', () => {
  test('a network of others is taken as it is', () => {
    const stack = stackOf();
    const network = Network.fromAttributes({
      network: 'vpc',
      subnetwork: 'nodes',
      podRangeName: 'p',
      serviceRangeName: 's',
    });
    clusterOf({ network }, stack);
    expect(all(stack, 'google_compute_network')).toEqual([]);
    expect(only(stack, 'google_container_cluster')).toMatchObject({
      network: 'vpc',
      subnetwork: 'nodes',
      ip_allocation_policy: { cluster_secondary_range_name: 'p', services_secondary_range_name: 's' },
    });
  });

  test('fails: a network of another region', () => {
    const stack = stackOf();
    const network = new Network(stack, 'network', { region: 'us-west1' });
    expect(refusedFor(() => clusterOf({ network }, stack))).toEqual(['network-region']);
  });

  test.each([
    [8, 16],
    [32, 64],
    [110, 256],
    [256, 512],
  ])('a node with %i pods takes %i addresses', (pods, addresses) => {
    expect(addressesPerNode(pods)).toBe(addresses);
  });

  test('fails: more nodes than the pod range holds, at 110 pods; at 32 they fit', () => {
    const grow = (maxPodsPerNode: number) => {
      const stack = stackOf();
      const network = new Network(stack, 'network', { podRange: '10.4.0.0/21' });
      clusterOf({ network, maxPodsPerNode }, stack).addPool('cpu', { nodes: Nodes.between(1, 9) });
      return problemsOf(stack);
    };
    expect(grow(110)).toEqual([
      'the pools grow to 9 nodes, which take 2304 addresses (256 a node), but podRange "10.4.0.0/21" has 2048: use a podRange of /20, at most 8 nodes, or a lower maxPodsPerNode (pod-addresses)',
    ]);
    expect(grow(32)).toEqual([]);
  });

  test('fails: two clusters on one network together have more nodes than it has addresses', () => {
    const stack = stackOf();
    const network = new Network(stack, 'network', { primaryRange: '10.0.0.0/28' });
    clusterOf({ network }, stack).addPool('cpu', { nodes: Nodes.between(1, 8) });
    expect(problemsOf(stack)).toEqual([]);
    new TrainingCluster(stack, 'second', { network, location: 'us-east1-b' }).addPool('cpu', {
      nodes: Nodes.between(1, 8),
    });
    expect(problemsOf(stack)[0]).toContain(
      'the pools grow to 16 nodes, but primaryRange "10.0.0.0/28" has addresses for 12: use a primaryRange of /27, or at most 12 nodes (node-addresses)',
    );
  });

  test('ranges that are just large enough are', () => {
    const stack = stackOf();
    const network = new Network(stack, 'network', { primaryRange: '10.0.0.0/28', podRange: '10.4.0.0/20' });
    clusterOf({ network, maxPodsPerNode: 110 }, stack).addPool('cpu', { nodes: Nodes.between(1, 12) });
    expect(problemsOf(stack)).toEqual([]);
    const full = stackOf();
    const pods = new Network(full, 'network', { podRange: '10.4.0.0/21' });
    clusterOf({ network: pods }, full).addPool('cpu', { nodes: Nodes.between(1, 8) });
    expect(problemsOf(full)).toEqual([]);
  });

  test.each([7, 257, 8.5])('fails: %d pods on a node, which GKE does not take', (maxPodsPerNode) => {
    expect(refusedFor(() => clusterOf({ maxPodsPerNode }))).toEqual(['max-pods']);
  });

  test.each([8, 256])('%i pods on a node are taken', (maxPodsPerNode) => {
    expect(blockOf({ maxPodsPerNode })).toMatchObject({ default_max_pods_per_node: maxPodsPerNode });
  });
});

describe('the system pool', () => {
  const GPU = { accelerators: Accelerator.T4.times(1), nodes: Nodes.between(0, 2) };

  test('a cluster whose other pools are tainted has a small one', () => {
    const stack = stackOf();
    clusterOf({}, stack).addGpuPool('t4', GPU);
    expect(poolNames(stack)).toEqual(expect.arrayContaining(['system', 't4']));
    expect(all(stack, 'google_container_node_pool').find(({ name }) => name === 'system')).toMatchObject({
      autoscaling: { total_min_node_count: 1, total_max_node_count: 3 },
      node_config: { machine_type: 'e2-standard-2' },
    });
  });

  test.each<[string, (cluster: TrainingCluster, stack: TerraformStack) => void]>([
    [
      'added',
      (cluster) => {
        cluster.addGpuPool('t4', GPU);
        cluster.addPool('cpu', { nodes: Nodes.between(1, 3) });
      },
    ],
    [
      'made beside the cluster',
      (cluster, stack) => {
        new GpuNodePool(stack, 't4', { cluster, ...GPU });
        new NodePool(stack, 'cpu', { cluster, nodes: Nodes.between(1, 3) });
      },
    ],
  ])('a steady pool, %s, makes it unneeded, and GPU pools then wait for that one', (_, makePools) => {
    const stack = stackOf();
    const cluster = clusterOf({}, stack);
    makePools(cluster, stack);
    const pools = synthesized(stack).google_container_node_pool ?? {};
    const idOf = (name: string) => Object.keys(pools).find((id) => pools[id]?.name === name) ?? '';
    expect(
      Object.values(pools)
        .map(({ name }) => name)
        .sort(),
    ).toEqual(['cpu', 't4']);
    expect(pools[idOf('t4')]?.depends_on).toContain(`google_container_node_pool.${idOf('cpu')}`);
    expect(cluster.pools.map((pool) => pool.poolName).sort()).toEqual(['cpu', 't4']);
  });

  test('a steady pool of a later stack does not make it unneeded', () => {
    const { infra, appl } = twoStacks();
    const cluster = clusterOf({}, infra);
    new NodePool(appl, 'cpu', { cluster, nodes: Nodes.fixed(1) });
    new GpuNodePool(appl, 't4', { cluster, ...GPU });
    expect(poolNames(infra)).toEqual(['system']);
    expect(appl.dependencies).toEqual([infra]);
    expect(problemsOf(appl)).toEqual([]);
  });

  test.each([
    ['can be empty', { nodes: Nodes.between(0, 3) }],
    ['is tainted', { nodes: Nodes.fixed(1), taints: [Taint.of('team', 'vision')] }],
    ['has Arm processors', { nodes: Nodes.fixed(1), machineType: 't2a-standard-4' }],
    ['can be taken away', { nodes: Nodes.fixed(1), capacity: Capacity.SPOT }],
  ])('a pool that %s does not make it unneeded', (_, options) => {
    const stack = stackOf();
    clusterOf({}, stack).addPool('cpu', options);
    expect(poolNames(stack)).toContain('system');
  });

  test('it can be sized, and then stays', () => {
    const stack = stackOf();
    clusterOf({ systemPool: SystemPool.of('e2-standard-8', Nodes.fixed(2)) }, stack).addPool('cpu', {
      nodes: Nodes.fixed(1),
    });
    expect(all(stack, 'google_container_node_pool')).toContainEqual(
      expect.objectContaining({
        name: 'system',
        node_count: 2,
        node_config: expect.objectContaining({ machine_type: 'e2-standard-8' }),
      }),
    );
  });

  test('it can be elsewhere, and GPU pools then wait for the cluster alone', () => {
    const stack = stackOf();
    clusterOf({ systemPool: SystemPool.ELSEWHERE }, stack).addGpuPool('t4', GPU);
    const [clusterId = ''] = Object.keys(synthesized(stack).google_container_cluster ?? {});
    expect(only(stack, 'google_container_node_pool').depends_on).toContain(`google_container_cluster.${clusterId}`);
  });

  test('fails: another pool with its id', () => {
    expect(refusedFor(() => clusterOf().addPool('system'))).toEqual(['system-pool-id']);
  });

  test.each(['addPool', 'addGpuPool'] as const)('fails: id-taken for %s with the id of another pool', (add) => {
    const cluster = clusterOf({ clusterName: 'ours' });
    cluster.addPool('p');
    expect(messageOf(() => cluster[add]('p', GPU))).toBe(
      '[mnist-dev/cluster] cluster "ours" has something with the id "p" already: give this pool another id, such as "p-2" (id-taken)',
    );
  });

  test('pools made apart from the cluster are among its pools', () => {
    const stack = stackOf();
    const cluster = clusterOf({}, stack);
    const pool = new GpuNodePool(stack, 'apart', { cluster, ...GPU });
    expect(cluster.pools).toContain(pool);
  });
});

describe('TrainingCluster.fromAttributes', () => {
  test('facts that are left out are not known', () => {
    const cluster = TrainingCluster.fromAttributes({ clusterName: 'shared', location: 'us-east1' });
    expect(cluster).toMatchObject({ clusterName: 'shared', location: 'us-east1' });
    expect([cluster.operators, cluster.features, cluster.workloadPool]).toEqual([undefined, undefined, undefined]);
  });

  test('pools can be added to it', () => {
    const stack = stackOf();
    const cluster = TrainingCluster.fromAttributes({
      clusterName: 'shared',
      location: 'us-east1-c',
      project: 'acme-ml',
    });
    new GpuNodePool(stack, 't4', { cluster, accelerators: Accelerator.T4.times(1) });
    expect(only(stack, 'google_container_node_pool')).toMatchObject({ cluster: 'shared', location: 'us-east1-c' });
  });

  test('fails: name, location and address that cannot be', () => {
    const make = () =>
      TrainingCluster.fromAttributes({ clusterName: 'Shared', location: 'moon', nodeServiceAccountEmail: 'nodes' });
    expect(refusedFor(make)).toEqual(['name', 'location-form', 'account-email']);
  });
});
