import { expect, test } from 'vitest';
import { ImageRepository } from '../../../lib/infrastructure/image-repository';
import { TrainingCluster } from '../../../lib/infrastructure/training-cluster';
import { imagePullAdvice } from '../../../lib/pods/containers/image-pull-advice';
import type { PodOptions } from '../../../lib/pods/pod-options';
import { stackOf } from '../../infrastructure/synthesized';
import { texts } from '../../serving/servings';

function program(project: string) {
  const stack = stackOf();
  const cluster = new TrainingCluster(stack, 'cluster', { location: 'us-east1-c' });
  const images = new ImageRepository(stack, 'images', { project });
  const problems = (pod: Partial<PodOptions> = {}) =>
    texts(imagePullAdvice({ image: images.imageUri('mnist', '1'), ...pod }, cluster));
  return { cluster, images, problems };
}

test('nodes pull from the repositories of their project, and from those that let them', () => {
  const { cluster, images, problems } = program('acme-images');
  images.grantPull(cluster.nodeServiceAccountEmail);
  expect(problems()).toEqual([]);
  expect(program(cluster.project).problems()).toEqual([]);
});

test('fails: an image of the program in a project where the nodes have no grant is advice (image-pull)', () => {
  const { cluster, images, problems } = program('acme-images');
  const image = images.imageUri('mnist', '1');
  const message = `image "${image}" is in project acme-images, where the nodes of cluster "${cluster.clusterName}" (${cluster.nodeServiceAccountEmail}) have no grant to pull: call grantPull(cluster.nodeServiceAccountEmail) of the ImageRepository, or acknowledge this if the nodes may read the project (image-pull)`;
  expect(problems()).toEqual([message]);
  const sidecars = [{ name: 'metrics', image }];
  expect(problems({ image: 'mnist:1', sidecars })).toEqual([message]);
  expect(problems({ image: 'mnist:1' })).toEqual([]);
  expect(problems({ imagePullSecrets: ['registry'] })).toEqual([]);
  expect(problems({ image: 'mnist:1', initContainers: [{ name: 'a', command: ['b'], image }] })).toEqual([message]);
  expect(
    problems({ image: 'mnist:1', initContainers: [{ name: 'a', command: ['b'] }], sidecars: [{ name: 'c' }] }),
  ).toEqual([]);
  expect([...imagePullAdvice({ image }, cluster)].map(({ property }) => property)).toEqual(['image']);
});

test('a repository that the program removes again is not known', () => {
  const { images, problems } = program('acme-images');
  expect(problems()).toHaveLength(1);
  images.node.scope?.node.tryRemoveChild('images');
  expect(problems()).toEqual([]);
});

test('the repositories of clusters of which less is known are not known', () => {
  const { images } = program('acme-images');
  const image = images.imageUri('mnist', '1');
  for (const cluster of [
    { clusterName: 'theirs' },
    { clusterName: 'theirs', project: 'acme', nodeServiceAccountEmail: 'a' },
  ])
    expect([...imagePullAdvice({ image }, cluster)]).toEqual([]);
});
