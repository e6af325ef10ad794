import { App, Testing } from 'cdktf';
import { expect, test, vi } from 'vitest';
import { InfrastructureStack, Stage } from '../../lib/index';
import type * as Library from '../../lib/index';

test('a stack keeps what another copy of the library makes in it as safe as its own', async () => {
  const stage = new Stage({
    name: 'prod',
    project: 'acme-ml',
    region: 'us-east1',
    labels: { team: 'a' },
    protected: true,
  });
  const stack = new InfrastructureStack(Testing.stubVersion(new App()), 'prod', { stage });
  vi.resetModules();
  const other = await vi.importActual<typeof Library>('../../lib/index');
  expect(other.InfrastructureStack).not.toBe(InfrastructureStack);
  new other.TrainingCluster(stack, 'cluster', { location: 'us-east1-c' });
  expect(JSON.parse(Testing.synth(stack))).toMatchObject({
    resource: {
      google_container_cluster: {
        cluster_611F8AFF: { deletion_protection: true, resource_labels: { team: 'a' } },
      },
    },
  });
});
