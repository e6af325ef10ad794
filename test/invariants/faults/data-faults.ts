import { Duration } from 'cdk8s';
import { Bucket, BucketLifecycle, ImageRepository, WorkloadIdentity } from '../../../lib/index';
import { but, one, text, type Fault } from './fault';

export const DATA_FAULTS: readonly Fault[] = [
  ...text('identity namespace', 'namespace of an identity', (p, v) => (p.identity.namespace = v)),
  ...one('identity namespace', 'identity of another namespace', 'other', (p) => (p.identity.namespace = 'other')),
  ...text('service account', 'service account', (p, v) => (p.identity.serviceAccountName = v)),
  ...text('account id', 'account id', (p, v) => (p.identity.accountId = v)),
  ...text('account id', 'account id', (p, v) => (p.identity.accountId = v), ['short', 'a'.repeat(31)]),
  ...text('roles', 'role', (p, v) => (p.identity.roles = [v])),
  ...text('identity project', 'project of an identity', (p, v) => (p.identity.project = v)),
  ...text(
    'identity given',
    'e-mail of an identity',
    (p, v) => void WorkloadIdentity.fromAttributes({ email: v, namespace: 'train', serviceAccountName: 'a' }),
  ),
  ...text('bucket name', 'bucket name', (p, v) => (p.bucket.bucketName = v)),
  ...text('bucket name', 'bucket name', (p, v) => (p.bucket.bucketName = v), ['my-google-data', '10.0.0.1', 'Upper']),
  ...text('bucket location', 'bucket location', (p, v) => (p.bucket.location = v)),
  ...text('bucket location', 'bucket location', (p, v) => (p.bucket.location = v), ['us-central1-a']),
  ...text('bucket project', 'project of a bucket', (p, v) => (p.bucket.project = v)),
  ...text('bucket bill', 'key of a label of a bucket', (p, v) => (p.bucket.resourceLabels = { [v]: 'a' })),
  ...text('bucket bill', 'label of a bucket', (p, v) => (p.bucket.resourceLabels = { a: v }), but('', '-x-')),
  ...one('bucket versions', 'versions with folders', 'versioning', (p) => {
    p.bucket.versioning = true;
    p.bucket.hierarchicalNamespace = true;
  }),
  ...one('bucket lifecycle', 'objects deleted after no time', '0', (p) => {
    p.bucket.lifecycle = [BucketLifecycle.deleteOldVersionsAfter(Duration.days(0))];
  }),
  ...one('bucket lifecycle', 'objects deleted after half a day', '0.5', (p) => {
    p.bucket.lifecycle = [BucketLifecycle.deleteOldVersionsAfter(Duration.hours(12))];
  }),
  ...text('bucket given', 'name of a given bucket', (_, v) => void Bucket.fromAttributes({ bucketName: v })),
  ...one('access to the bucket', 'no grant', 'digits-dev-data', (p) => (p.access = 'none')),
  ...one('access to the bucket', 'only a grant to read', 'digits-dev-data', (p) => (p.access = 'read')),
  ...text('repository', 'repository id', (p, v) => (p.repository.repositoryId = v)),
  ...text('repository', 'repository location', (p, v) => (p.repository.location = v)),
  ...text('repository', 'repository project', (p, v) => (p.repository.project = v)),
  ...one('repository', 'images deleted after a broken second', '1.5', (p) => {
    p.repository.deleteUntaggedAfter = Duration.millis(1500);
  }),
  ...text('repository given', 'given repository', (_, v) => {
    ImageRepository.fromAttributes({ repositoryId: v, location: 'us', project: 'acme-ml-dev' });
  }),
  ...text('image name', 'image name', (p, v) => (p.image.name = v)),
  ...text('image name', 'image tag', (p, v) => (p.image.tag = v)),
];
