import { ContainerCluster } from '@cdktf/provider-google/lib/container-cluster';
import { App, TerraformStack } from 'cdktf';
import { describe, expect, test } from 'vitest';
import { InfrastructureStack, NodeCount, Stage, TrainingCluster } from '../../lib/index';
import { checkAtSynth } from '../../lib/extend';
import { terraformOf } from '../../lib/testing/index';

const STAGE = new Stage({ name: 'dev', project: 'acme-ml-dev', region: 'us-east1' });

describe('terraformOf', () => {
  test('renders the resources of a stack by type and id', () => {
    const stack = new TerraformStack(new App(), 'plain');
    new ContainerCluster(stack, 'cluster', { name: 'a' });
    expect(terraformOf(stack).resource?.['google_container_cluster']?.['cluster']).toMatchObject({ name: 'a' });
  });

  test('renders what an InfrastructureStack has of its stage', () => {
    const stack = new InfrastructureStack(new App(), 'dev', { stage: STAGE });
    expect(terraformOf(stack)).toMatchObject({
      provider: { google: [{ project: 'acme-ml-dev', region: 'us-east1' }] },
      terraform: { backend: { local: { path: '../../../state/dev.tfstate' } } },
    });
    expect(terraformOf(stack).resource).toBeUndefined();
  });

  test('renders what synthesis refuses', () => {
    const app = new App();
    const stack = new InfrastructureStack(app, 'dev', { stage: STAGE });
    const cluster = new TrainingCluster(stack, 'cluster', { location: 'us-east1-c' });
    for (const id of ['a', 'b']) cluster.addPool(id, { poolName: 'one', nodes: NodeCount.fixed(1) });
    const pools = Object.values(terraformOf(stack).resource?.['google_container_node_pool'] ?? {});
    expect(pools.map(({ name }) => name)).toEqual(['one', 'system', 'one']);
    expect(() => {
      app.synth();
    }).toThrow(/pool-name-taken/);
  });

  test('runs no check of its own', () => {
    const stack = new TerraformStack(new App(), 'plain');
    checkAtSynth(stack, () => {
      throw new Error('checked');
    });
    expect(() => terraformOf(stack)).not.toThrow();
  });
});
