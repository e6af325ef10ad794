import { ContainerCluster } from '@cdktf/provider-google/lib/container-cluster';
import { TerraformStack, Testing } from 'cdktf';
import { describe, expect, test } from 'vitest';
import { Accelerator } from '../../lib/core/hardware/accelerator';
import { NodeCount } from '../../lib/infrastructure/pool/node-count';
import { Operator } from '../../lib/operators/operator';
import { NodeServiceAccount } from '../../lib/infrastructure/cluster/node-service-account';
import { GpuNodePool } from '../../lib/infrastructure/gpu-node-pool';
import { Network } from '../../lib/infrastructure/network';
import { NodePool } from '../../lib/infrastructure/node-pool';
import { TrainingCluster } from '../../lib/infrastructure/training-cluster';
import { all, messageOf, only, refusedFor, stackOf } from './synthesized';
import { clusterOf, blockOf } from './clusters';

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
    expect([...cluster.features]).toEqual(['gke', 'workloadIdentity', 'managedPrometheus', 'gcsFuse', 'filestore']);
  });

  test('add-ons of GKE are on if the operators name them, and off if not, so that a program can turn them off again', () => {
    const ofOperators = (...operators: Operator[]) => {
      const { addons_config, gateway_api_config } = blockOf({ operators }) as Record<string, Record<string, unknown>>;
      return [addons_config?.ray_operator_config, gateway_api_config];
    };
    expect(ofOperators()).toEqual([[{ enabled: false }], { channel: 'CHANNEL_DISABLED' }]);
    expect(ofOperators(Operator.GKE_GATEWAY)).toEqual([[{ enabled: false }], { channel: 'CHANNEL_STANDARD' }]);
    expect(ofOperators(Operator.RAY)).toEqual([[{ enabled: true }], { channel: 'CHANNEL_DISABLED' }]);
  });

  test('it has the settings that auditors want, with any props', () => {
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
      lifecycle: { ignore_changes: ['node_config', 'initial_node_count'] },
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
    expect([...cluster.features]).toEqual(['gke', 'workloadIdentity', 'managedPrometheus']);
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
      'has 45 characters: set clusterName to 1 to 40 lower-case letters',
    );
  });

  test.each(['1.33', '1.33.4-gke.1036000', 'latest'])(
    'a least version of %s is passed on',
    (minimumKubernetesVersion) => {
      expect(blockOf({ minimumKubernetesVersion })).toMatchObject({ min_master_version: minimumKubernetesVersion });
    },
  );

  test('fails: a text that is not a version', () => {
    expect(refusedFor(() => clusterOf({ minimumKubernetesVersion: 'newest' }))).toEqual(['kubernetes-version']);
  });
});

describe('an existing cluster', () => {
  const given = { clusterName: 'theirs', location: 'us-east1' };

  test('may say where its nodes are and how many pods they have, which pools take from it', () => {
    const nodeLocations = ['us-east1-b', 'us-east1-c'];
    const cluster = TrainingCluster.fromAttributes({ ...given, nodeLocations, maxPodsPerNode: 200 });
    const pool = new NodePool(stackOf(), 'cpu', { cluster, machineType: 'n1-standard-4', nodes: NodeCount.fixed(2) });
    const unknown = new NodePool(stackOf(), 'cpu', {
      cluster: TrainingCluster.fromAttributes(given),
      machineType: 'n1-standard-4',
      nodes: NodeCount.perZone(1),
    });
    expect(pool).toMatchObject({ zones: nodeLocations, maxNodes: 2 });
    expect((unknown.allocatable?.cpuMillis ?? 0) - (pool.allocatable?.cpuMillis ?? 0)).toBe(400);
  });

  test('fails: zones of another region, and pods that no node can have', () => {
    const wrong = { ...given, nodeLocations: ['us-west1-b'], maxPodsPerNode: 7, reserved: { cpus: NaN } };
    const codes = ['node-locations', 'max-pods', 'resource-amount'];
    expect(refusedFor(() => TrainingCluster.fromAttributes(wrong))).toEqual(codes);
  });
});

describe('what a cluster is given', () => {
  test('fails: names of the cluster, of its account and of its network are told at once', () => {
    const stack = stackOf({}, 'a'.repeat(60));
    const message = messageOf(() => clusterOf({ nodeServiceAccount: NodeServiceAccount.named('x') }, stack));
    expect(message.split('\n')).toEqual([
      expect.stringMatching(/cluster name ".*" has 68 characters.*: set clusterName to .* \(name\)$/),
      expect.stringMatching(
        /network name ".*" has 76 characters.*: set network, for example to new Network\(.*\(name\)$/,
      ),
      expect.stringMatching(/service account name "x" has 1 .*: set nodeServiceAccount to .* \(name\)$/),
    ]);
  });
});

describe('network', () => {
  test('an existing network is used unchanged', () => {
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
