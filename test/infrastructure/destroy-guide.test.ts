import { expect, test } from 'vitest';
import {
  Bucket,
  ImageRepository,
  Operator,
  OperatorReleases,
  TrainingCluster,
  WorkloadIdentity,
  type Deployment,
} from '../../lib/index';
import { guide } from '../platform/guides';
import { DEV, PROD } from '../platform/programs';

function all({ stack }: Deployment): void {
  const cluster = new TrainingCluster(stack, 'cluster', { location: 'us-east1-c', operators: [Operator.JOBSET] });
  new WorkloadIdentity(stack, 'trainer', { cluster, namespace: 'digits' });
  new ImageRepository(stack, 'images');
  new Bucket(stack, 'data');
  new Bucket(stack, 'scratch', { forceDestroy: true });
}

test('before the destruction of a stack DEPLOY.md lists what is deleted and what stays', () => {
  const [, text = ''] = guide(DEV, all, 'digits').split('## Take it down\n\n');
  expect(text).toBe(
    [
      'This deletes all resources of its plan, among them:',
      [
        '- the cluster `digits-dev-cluster` with its pools and all objects in it',
        '- the network `digits-dev-cluster-network`',
        '- the service account `digits-dev-cluster-nodes`',
        '- the service account `digits-dev-trainer`',
        '- the repository `digits-dev-images` with all its images',
        '- the bucket `acme-ml-dev-digits-dev-scratch` with all its objects',
      ].join('\n'),
      'It stops at a bucket that has objects, and leaves it: `acme-ml-dev-digits-dev-data`. To delete the objects too, set `forceDestroy: true` on the bucket and deploy first.',
      "It leaves the services that it turned on, the disks and shares that storage classes made, and Terraform's state.",
      '```sh\nnpx cdktf destroy digits-dev\n```',
      '',
    ].join('\n\n'),
  );
});

test('a stack of releases alone turns on no services and makes no disks', () => {
  const releases = (deployment: Deployment) => {
    const { stack } = deployment;
    const operators = [Operator.JOBSET.byHelm()];
    const cluster = new TrainingCluster(stack, 'cluster', { location: 'us-east1-c', operators });
    new OperatorReleases(deployment.addStack('operators'), 'operators', { cluster });
  };
  const [, text = ''] = guide(DEV, releases, 'digits').split('## Take it down\n\n');
  expect(text).toContain(
    'This deletes all resources of its plan.\n\n```sh\nnpx cdktf destroy digits-dev-operators\n```',
  );
  expect(text.match(/It leaves the services/g)).toHaveLength(1);
});

test('a protected bucket keeps its objects, although the program says that they may go', () => {
  const text = guide(PROD, all, 'digits');
  expect(text).toContain('leaves it: `acme-ml-prod-digits-prod-data`, `acme-ml-prod-digits-prod-scratch`.');
});

test('it does not list what the program has removed again', () => {
  const removed = (deployment: Deployment) => {
    all(deployment);
    deployment.stack.node.tryRemoveChild('images');
  };
  expect(guide(DEV, all, 'digits')).toContain('the repository');
  expect(guide(DEV, removed, 'digits')).not.toContain('the repository');
});
