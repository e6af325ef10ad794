import { App, TerraformStack } from 'cdktf';
import { Construct } from 'constructs';
import { describe, expect, test } from 'vitest';
import { Accelerator } from '../../lib/core/hardware/accelerator';
import { laterOf } from '../../lib/infrastructure/stack-dependencies';
import { GpuNodePool } from '../../lib/infrastructure/gpu-node-pool';
import { NodePool } from '../../lib/infrastructure/node-pool';
import { TrainingCluster } from '../../lib/infrastructure/training-cluster';
import { messageOf, only, twoStacks } from './synthesized';

describe('a pool in another stack than its cluster', () => {
  test('names the cluster in plain text, and its stack waits for the cluster’s', () => {
    const { infra, appl } = twoStacks();
    const cluster = new TrainingCluster(infra, 'cluster', { location: 'us-east1-c' });
    new GpuNodePool(appl, 'extra', { cluster, accelerators: Accelerator.T4.times(1), imageStreaming: true });
    const pool = only(appl, 'google_container_node_pool');
    expect(pool.cluster).toBe('infra-cluster');
    expect(pool.depends_on).toEqual([expect.stringMatching(/^google_project_service\.services_acme-ml_/)]);
    expect(appl.dependencies).toEqual([infra]);
  });

  test('fails: stack-cycle where two stacks need each other', () => {
    const { infra, appl } = twoStacks();
    const [first, second] = [infra, appl].map(
      (stack) => new TrainingCluster(stack, 'cluster', { location: 'us-east1-c' }),
    );
    if (!first || !second) throw new Error('two clusters were to be made');
    new NodePool(appl, 'p', { cluster: first });
    expect(messageOf(() => new NodePool(infra, 'q', { cluster: second }))).toMatch(
      /^\[infra\/q\] appl\/cluster\/Resource is needed, but its stack "appl" is deployed after "infra": .*\(stack-cycle\)$/,
    );
  });
});

describe('laterOf', () => {
  const app = new App();
  const [one, two] = ['one', 'two'].map((id) => new Construct(new TerraformStack(app, id), 'x'));
  if (!one || !two) throw new Error('two constructs were to be made');

  test('is the one of the stack that was made later, either way round', () => {
    expect(laterOf(one, two)).toBe(two);
    expect(laterOf(two, one)).toBe(two);
  });

  test('is the one whose stack depends on the other, whichever was made first', () => {
    TerraformStack.of(one).addDependency(TerraformStack.of(two));
    expect(laterOf(one, two)).toBe(one);
    expect(laterOf(two, one)).toBe(one);
  });
});
