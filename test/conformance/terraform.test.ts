import { describe, expect, test } from 'vitest';
import { terraformProblems } from './terraform';

const NETWORK = '${google_compute_network.main.self_link}';

const cluster = {
  '//': { metadata: { path: 'dev/cluster' } },
  name: 'mnist',
  location: 'us-east1-c',
  network: NETWORK,
  initial_node_count: 1,
  remove_default_node_pool: true,
  ip_allocation_policy: {},
  release_channel: { channel: 'REGULAR' },
  master_authorized_networks_config: { cidr_blocks: [{ cidr_block: '10.0.0.0/8' }] },
  timeouts: { create: '60m' },
};
const pool = {
  name: 'k80',
  cluster: '${google_container_cluster.main.id}',
  node_count: 1,
  node_config: {
    machine_type: 'n1-standard-8',
    labels: { team: 'ml' },
    oauth_scopes: ['https://www.googleapis.com/auth/cloud-platform'],
    guest_accelerator: [
      { type: 'nvidia-tesla-k80', count: 1, gpu_driver_installation_config: { gpu_driver_version: 'DEFAULT' } },
    ],
    taint: [{ key: 'nvidia.com/gpu', value: 'present', effect: 'NO_SCHEDULE' }],
  },
  lifecycle: { ignore_changes: ['node_config[0].labels'] },
  depends_on: ['google_compute_network.main'],
};
const stack = {
  '//': { metadata: { stackName: 'dev' } },
  terraform: {
    backend: { gcs: { bucket: 'acme-tfstate', prefix: 'dev' } },
    required_providers: { google: { source: 'google', version: '6.50.0' } },
  },
  provider: { google: [{ project: 'acme-ml', region: 'us-east1', default_labels: { stage: 'dev' } }] },
  data: { google_client_config: { me: {} } },
  resource: {
    google_compute_network: { main: { name: 'mnist', auto_create_subnetworks: false } },
    google_container_cluster: { main: cluster },
    google_container_node_pool: { k80: pool },
  },
  output: {
    authority: { value: '${base64decode(google_container_cluster.main.master_auth[0].cluster_ca_certificate)}' },
    token: { value: '${data.google_client_config.me.access_token}', sensitive: true },
  },
};

function withResource(type: string, body: unknown): object {
  return { ...stack, resource: { ...stack.resource, [type]: { main: body } } };
}
const withCluster = (change: object): object => withResource('google_container_cluster', { ...cluster, ...change });
const withNetwork = (change: object): object => withResource('google_compute_network', { name: 'mnist', ...change });
const withPool = (change: object): object => withResource('google_container_node_pool', { ...pool, ...change });
const withNodes = (change: object): object => withPool({ node_config: { ...pool.node_config, ...change } });
const withFirewall = (change: object): object =>
  withResource('google_compute_firewall', { name: 'ssh', network: NETWORK, ...change });
const withOutput = (body: unknown): object => ({ ...stack, output: { it: body } });
const withTerraform = (change: object): object => ({ ...stack, terraform: { ...stack.terraform, ...change } });

describe('a stack that conforms has no problems', () => {
  test.each<[string, unknown]>([
    ['a cluster with a pool', stack],
    ['an argument that is null', withNodes({ disk_type: null })],
    [
      'a number that a reference gives to a string',
      withNodes({ labels: { n: '${google_container_cluster.main.initial_node_count}' } }),
    ],
    ['a reference inside text', withNodes({ labels: { of: 'x-${google_container_cluster.main.name}' } })],
    ['text that only looks like a reference', withNetwork({ description: '$${google_nothing.at.all}' })],
    [
      'a second provider that a resource uses',
      {
        ...withNetwork({ provider: 'google.west' }),
        provider: { google: [...stack.provider.google, { alias: 'west', region: 'us-west1' }] },
      },
    ],
    ['a local state', withTerraform({ backend: { local: { path: '../state/dev.tfstate' } } })],
    ['a firewall with one of two exclusive blocks', withFirewall({ allow: [{ protocol: 'tcp', ports: ['22'] }] })],
  ])('%s', (_name, stackJson) => {
    expect(terraformProblems(stackJson)).toEqual([]);
  });
});

const main = 'google_container_cluster.main';

describe('each fault of a stack is one problem', () => {
  test.each<[string, unknown, string]>([
    ['a stack that is not an object', [], 'a stack must be an object'],
    ['an unknown section', { ...stack, resources: {} }, 'resources is not a section'],
    [
      'an unknown type',
      withResource('google_container_clusters', {}),
      'no schema for google_container_clusters in google 6.50.0',
    ],
    [
      'an unknown data source',
      { ...stack, data: { ...stack.data, google_nothing: { it: {} } } },
      'data.google_nothing.it: there is no schema',
    ],
    ['an unknown attribute', withCluster({ nodecount: 1 }), `${main}.nodecount is neither an attribute nor a block`],
    [
      'an unknown block in a block',
      withNodes({ gpu: {} }),
      'node_config.gpu is neither an attribute nor a block of google_container_node_pool.node_config',
    ],
    ['a meta-argument in a block', withNodes({ depends_on: [] }), 'node_config.depends_on is neither'],
    ['a missing attribute', withCluster({ name: undefined }), `${main}.name is required`],
    ['a required attribute that is null', withCluster({ name: null }), `${main}.name is required`],
    [
      'a missing attribute of a block',
      withNodes({ guest_accelerator: [{ count: 1 }] }),
      'guest_accelerator[0].type is required',
    ],
    ['a number as text', withPool({ node_count: '1' }), 'node_count is "1", must be number'],
    [
      'a truth value as text',
      withCluster({ remove_default_node_pool: 'true' }),
      'remove_default_node_pool is "true", must be bool',
    ],
    ['text where a list is due', withNodes({ oauth_scopes: 'all' }), 'oauth_scopes is "all", must be'],
    ['a wrong entry of a list', withNodes({ oauth_scopes: [1] }), 'oauth_scopes[0] is 1, must be string'],
    ['a wrong entry of a map', withNodes({ labels: { n: 1 } }), 'labels["n"] is 1, must be string'],
    [
      'text where a block is due',
      withCluster({ release_channel: 'REGULAR' }),
      'release_channel is "REGULAR", must be a block',
    ],
    [
      'too many blocks',
      withCluster({ release_channel: [{ channel: 'RAPID' }, { channel: 'RAPID' }] }),
      'release_channel has 2 blocks, at most 1',
    ],
    [
      'too few blocks',
      withResource('google_filestore_instance', {
        name: 'data',
        tier: 'ZONAL',
        networks: { network: 'default', modes: ['MODE_IPV4'] },
      }),
      'file_shares has 0 blocks, at least 1',
    ],
    [
      'an attribute that only the provider sets',
      withNetwork({ self_link: 'x' }),
      'google_compute_network.main.self_link is set, but only the provider sets it',
    ],
    ['an id', withNetwork({ id: 'x' }), 'google_compute_network.main.id is set'],
    [
      'a value that is not of its set',
      withNetwork({ routing_mode: 'LOCAL' }),
      'routing_mode is "LOCAL", must be one of REGIONAL, GLOBAL',
    ],
    [
      'an unknown argument of lifecycle',
      withPool({ lifecycle: { ignore: [] } }),
      'lifecycle.ignore is not an argument',
    ],
    [
      'a change ignored of an unknown attribute',
      withPool({ lifecycle: { ignore_changes: ['nodes'] } }),
      'ignore_changes names nodes',
    ],
    [
      'a provider that the stack does not have',
      withNetwork({ provider: 'google.west' }),
      'provider is "google.west", the stack has google',
    ],
  ])('fails: %s', (_name, stackJson, problem) => {
    expect(terraformProblems(stackJson)).toEqual([expect.stringContaining(problem)]);
  });
});

describe('each reference that leads nowhere is a problem', () => {
  test.each<[string, unknown, string]>([
    [
      'to a resource that is not there',
      withPool({ cluster: '${google_container_cluster.other.id}' }),
      'google_container_cluster.other, which the stack does not declare',
    ],
    [
      'to an attribute that is not there',
      withPool({ cluster: '${google_container_cluster.main.uid}' }),
      'refers to uid, which google_container_cluster.main does not have',
    ],
    [
      'to an attribute of a block that is not there',
      withOutput({ value: '${google_container_cluster.main.master_auth[0].ca}' }),
      'refers to ca',
    ],
    [
      'into a list of blocks without an index',
      withOutput({ value: '${google_container_cluster.main.master_auth.client_certificate}' }),
      'needs an index after master_auth',
    ],
    [
      'into a string',
      withOutput({ value: '${google_container_cluster.main.name.first}' }),
      'goes deeper than name, a string',
    ],
    [
      'inside a call',
      withOutput({ value: '${join(",", [google_compute_network.other.name])}' }),
      'google_compute_network.other, which',
    ],
    [
      'from depends_on',
      withPool({ depends_on: ['google_compute_network.other'] }),
      'depends_on: ${google_compute_network.other} refers to',
    ],
    [
      'from depends_on, not an address',
      withPool({ depends_on: ['network'] }),
      'depends_on has "network", which is not an address',
    ],
    [
      'of a list to a string',
      withPool({ cluster: '${google_container_cluster.main.node_locations}' }),
      'must be string',
    ],
    [
      'from an output',
      withOutput({ value: '${data.google_client_config.you.region}' }),
      'output.it.value: ${data.google_client_config.you.region}',
    ],
  ])('fails: a reference %s', (_name, stackJson, problem) => {
    expect(terraformProblems(stackJson)).toEqual([expect.stringContaining(problem)]);
  });
});

describe('each rule that the provider validates is checked', () => {
  test.each<[string, unknown, string]>([
    ['a pattern', withCluster({ name: 'Mnist' }), `${main}.name is "Mnist", must match`],
    [
      'a pattern that must not match',
      withResource('google_project_iam_member', { project: 'p', role: 'r', member: 'deleted:user:a' }),
      'must not match ^deleted:',
    ],
    [
      'a set of values',
      withCluster({ release_channel: { channel: 'FAST' } }),
      'release_channel.channel is "FAST", must be one of',
    ],
    [
      'a set of values for a path in any type',
      withNodes({ workload_metadata_config: { mode: 'NONE' } }),
      'workload_metadata_config.mode is "NONE"',
    ],
    ['a lower bound', withNodes({ disk_size_gb: 5 }), 'disk_size_gb is 5, must be 10 or more'],
    [
      'an upper bound',
      withFirewall({ priority: 70000, allow: { protocol: 'tcp' } }),
      'priority is 70000, must be 0 or more and 65535 or less',
    ],
    [
      'a length',
      withResource('google_service_account', { account_id: 'trainer', description: 'a'.repeat(257) }),
      'must have at most 256 characters',
    ],
    [
      'a range without host bits',
      withCluster({ master_authorized_networks_config: { cidr_blocks: [{ cidr_block: '10.0.0.1/8' }] } }),
      'cidr_block is "10.0.0.1/8"',
    ],
    [
      'a range of one size',
      withCluster({ private_cluster_config: { master_ipv4_cidr_block: '172.16.0.0/24' } }),
      'must be a CIDR range of 28 to 28 bits',
    ],
    [
      'a time',
      withCluster({
        maintenance_policy: {
          recurring_window: { start_time: 'noon', end_time: '2026-01-01T09:00:00Z', recurrence: 'FREQ=DAILY' },
        },
      }),
      'start_time is "noon", must be a time',
    ],
    [
      'arguments that exclude each other',
      withCluster({ cluster_ipv4_cidr: '10.4.0.0/14' }),
      'cluster_ipv4_cidr cannot be set together with ip_allocation_policy',
    ],
    ['exactly one of several', withFirewall({}), 'exactly one of allow, deny must be set, not 0'],
  ])('fails: %s', (_name, stackJson, problem) => {
    expect(terraformProblems(stackJson)).toEqual([expect.stringContaining(problem)]);
  });
});

describe('settings, providers and outputs are checked', () => {
  test.each<[string, unknown, string]>([
    ['an output without a value', withOutput({ description: 'x' }), 'output.it.value is required'],
    ['an unknown argument of an output', withOutput({ value: 1, secret: true }), 'output.it.secret is neither'],
    [
      'an output that shows a secret',
      withOutput({ value: '${data.google_client_config.me.access_token}' }),
      'output.it shows a sensitive value',
    ],
    [
      'an unknown argument of the provider',
      { ...stack, provider: { google: [{ projekt: 'p' }] } },
      'provider.google.projekt is neither',
    ],
    ['another provider', { ...stack, provider: { ...stack.provider, aws: {} } }, 'provider.aws: there is no schema'],
    [
      'another version of the provider',
      withTerraform({ required_providers: { google: { source: 'google', version: '7.0.0' } } }),
      'version is "7.0.0", must be 6.50.0',
    ],
    ['an unknown setting', withTerraform({ backends: {} }), 'terraform.backends is not a known setting'],
    ['an unknown backend', withTerraform({ backend: { s3: {} } }), 'terraform.backend.s3: there is no schema'],
    [
      'a backend without its bucket',
      withTerraform({ backend: { gcs: {} } }),
      'terraform.backend.gcs.bucket is required',
    ],
    [
      'a backend that refers to something',
      withTerraform({ backend: { gcs: { bucket: '${google_compute_network.main.name}' } } }),
      'a backend cannot refer to anything',
    ],
  ])('fails: %s', (_name, stackJson, problem) => {
    expect(terraformProblems(stackJson)).toContainEqual(expect.stringContaining(problem));
  });
});
