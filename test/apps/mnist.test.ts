import { expect, test } from 'vitest';
import { mnist } from '../../apps/mnist/index';
import { Platform, Stage } from '../../lib/index';

test('fails: a cloud stage that the table of sizes does not have is refused by name', () => {
  const stage = new Stage({ name: 'staging', project: 'acme-ml', region: 'us-east1' });
  expect(() => {
    mnist(new Platform().stage(stage, 'mnist'));
  }).toThrow(
    '[mnist] stage "staging" is in the cloud, but has no size: give it one in apps/mnist/sizes.ts, where dev and prod have theirs (mnist-stage)',
  );
});

test('a stage without a project is a laptop, whatever its name', () => {
  const { kubernetes, existingStack } = laptop('home');
  expect(existingStack).toBeUndefined();
  expect(kubernetes.charts).toHaveLength(1);
});

function laptop(name: string) {
  const deployment = new Platform().stage(new Stage({ name }), 'mnist');
  mnist(deployment);
  return deployment;
}
