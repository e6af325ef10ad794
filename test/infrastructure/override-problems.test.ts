import { Fn, TerraformElement, TerraformProvider, TerraformResource, type TerraformStack } from 'cdktf';
import type { IConstruct } from 'constructs';
import { expect, test } from 'vitest';
import { Bucket } from '../../lib/infrastructure/bucket';
import { TrainingCluster } from '../../lib/infrastructure/training-cluster';
import { openAdvice } from '../../lib/core/problems/check';
import { problemsOf, stackOf } from './synthesized';

class Beta extends TerraformProvider {
  constructor(stack: TerraformStack) {
    super(stack, 'google-beta', { terraformResourceType: 'google-beta' });
  }
}

function resourceOf({ node }: IConstruct): TerraformElement {
  if (TerraformElement.isTerraformElement(node.defaultChild)) return node.defaultChild;
  throw new Error(`${node.path} has no resource`);
}

/** Overrides of a pool that Terraform takes. */
const RIGHT: Readonly<Record<string, readonly [path: string, value: unknown]>> = {
  'an argument of a block': ['node_config.local_ssd_count', 0],
  'a block in a list': ['network_config.0.additional_node_network_configs', [{ network: 'a', subnetwork: 'b' }]],
  'keys of a map': ['node_config.labels', { 'acme.com/any': 'thing' }],
  'changes to ignore': ['lifecycle.ignore_changes', ['node_config[0].oauth_scopes']],
  'a block of Terraform': ['provisioner', [{ 'local-exec': { command: 'true' } }]],
  'time limits': ['timeouts.create', '3h'],
  'an argument without its value': ['nothing', undefined],
  'a value that Terraform alone knows': ['node_config', Fn.merge([{ any: 1 }])],
  'blocks that Terraform repeats': [
    'dynamic.placement_policy',
    { for_each: ['a'], iterator: 'each', content: { type: 'COMPACT' } },
  ],
  'the provider that has more arguments': ['provider', 'google-beta'],
};

test.each(Object.entries(RIGHT))('an override may set %s', (_, [path, value]) => {
  const stack = stackOf();
  const pool = resourceOf(new TrainingCluster(stack, 'cluster', { location: 'us-east1-b' }).addPool('cpu', {}));
  pool.addOverride(path, value);
  if (path === 'provider') pool.addOverride('host_maintenance_policy', {});
  expect(problemsOf(stack)).toEqual([]);
});

test('resources of other types and of other providers may have any arguments', () => {
  const stack = stackOf();
  const of = (id: string, terraformResourceType: string, provider?: TerraformProvider) =>
    new TerraformResource(stack, id, provider ? { terraformResourceType, provider } : { terraformResourceType });
  of('alarm', 'acme_alarm').addOverride('any', 1);
  of('batch', 'google_batch_job').addOverride('any', 1);
  of('beta', 'google_storage_bucket', new Beta(stack)).addOverride('any', 1);
  expect(problemsOf(stack)).toEqual([]);
});

test('fails: a resource that the program adds beside ours is held against the schema (override-argument)', () => {
  const stack = stackOf();
  const raw = new TerraformResource(stack, 'raw', { terraformResourceType: 'google_compute_firewall' });
  raw.addOverride('target_tag', ['a']);
  expect(problemsOf(stack).join()).toMatch(/mnist-dev\/raw sets target_tag.*write target_tags \(override-argument\)/);
});

test('a stack may take its provider from elsewhere', () => {
  const stack = stackOf();
  stack.addOverride('terraform.required_providers.google.source', 'acme/google');
  resourceOf(new Bucket(stack, 'data')).addOverride('any', 1);
  expect(problemsOf(stack)).toEqual([]);
});

test.each([
  ['6.49.3', 'problem'],
  ['= 7.45.0', 'problem'],
  ['~> 6.50.0', 'problem'],
  ['7.46.0', 'advice'],
  ['8.0.0', 'advice'],
  ['>= 6.50.0', 'advice'],
])('an unknown argument with version %s is a matter of %s', (version, kind) => {
  const stack = stackOf();
  stack.addOverride('terraform.required_providers.google.version', version);
  resourceOf(new Bucket(stack, 'data')).addOverride('any', 1);
  const advice = openAdvice(stack).map(({ advice: { code } }) => code);
  expect(problemsOf(stack)).toHaveLength(kind === 'problem' ? 1 : 0);
  expect(advice.filter((code) => code === 'override-argument-unknown')).toHaveLength(kind === 'advice' ? 1 : 0);
});

test('with version 7, its own arguments may be set', () => {
  const stack = stackOf();
  stack.addOverride('terraform.required_providers.google.version', '7.45.0');
  const pool = resourceOf(new TrainingCluster(stack, 'cluster', { location: 'us-east1-b' }).addPool('cpu', {}));
  pool.addOverride('network_config.accelerator_network_profile', 'auto');
  expect(problemsOf(stack)).toEqual([]);
});
