import { Token } from 'cdktf';
import { Duration } from 'cdk8s';
import { describe, expect, test } from 'vitest';
import { openAdvice } from '../../lib/core/problems/check';
import { formatProblem } from '../../lib/core/problems/problem';
import { ImageRepository } from '../../lib/infrastructure/image-repository';
import { Bucket } from '../../lib/infrastructure/bucket';
import { BucketLifecycle } from '../../lib/infrastructure/bucket-lifecycle';
import { TrainingCluster } from '../../lib/infrastructure/training-cluster';
import { WorkloadIdentity } from '../../lib/infrastructure/workload-identity';
import { all, messageOf, only, refusedFor, stackOf, synthesized } from './synthesized';

const identity = {
  email: 'trainer@acme-ml.iam.gserviceaccount.com',
  namespace: 'mnist',
  serviceAccountName: 'trainer',
};

describe('Bucket', () => {
  test.each(['us-east1-c', 'XX', 'NAM7', 'US1', 'mars'])('fails: a bucket in %s (bucket-location)', (location) => {
    expect(refusedFor(() => new Bucket(stackOf(), 'b', { location }))).toEqual(['bucket-location']);
  });

  test.each(['us', 'EU', 'nam4', 'EUR4', 'us-east1', 'US-EAST1'])('a bucket can be in %s', (location) => {
    expect(openAdvice(new Bucket(stackOf(), 'b', { location }))).toEqual([]);
  });

  test('fails: more rules than a bucket takes (lifecycle-count)', () => {
    const rules = (count: number) =>
      Array.from({ length: count }, (_, day) => BucketLifecycle.deleteAfter(Duration.days(day + 1)));
    const refused = (count: number) => refusedFor(() => new Bucket(stackOf(), 'b', { lifecycle: rules(count) }));
    expect([refused(100), refused(101)]).toEqual([[], ['lifecycle-count']]);
  });

  test('its labels are those of its bill (resource-label)', () => {
    const stack = stackOf();
    new Bucket(stack, 'data', { resourceLabels: { team: 'vision' } });
    expect(only(stack, 'google_storage_bucket')).toMatchObject({ labels: { team: 'vision' } });
    expect(refusedFor(() => new Bucket(stackOf(), 'b', { resourceLabels: { Team: 'vision' } }))).toEqual([
      'resource-label',
    ]);
  });

  test('another bucket can take logs of its requests, which Google then may write', () => {
    const stack = stackOf();
    const accessLogs = new Bucket(stack, 'logs');
    for (const id of ['data', 'models']) new Bucket(stack, id, { accessLogs });
    const member = Object.keys(synthesized(stack)['google_storage_bucket_iam_member'] ?? {});
    expect(member).toHaveLength(1);
    expect(only(stack, 'google_storage_bucket_iam_member')).toMatchObject({
      role: 'roles/storage.objectCreator',
      member: 'group:cloud-storage-analytics@google.com',
    });
    expect(all(stack, 'google_storage_bucket').filter(({ logging }) => logging !== undefined)).toMatchObject(
      ['data', 'models'].map((id) => ({
        logging: { log_bucket: 'acme-ml-mnist-dev-logs', log_object_prefix: `acme-ml-mnist-dev-${id}` },
        depends_on: expect.arrayContaining([`google_storage_bucket_iam_member.${String(member[0])}`]),
      })),
    );
  });

  test('a bucket is never public, and goes with its stack only while it is empty', () => {
    const stack = stackOf();
    const bucket = new Bucket(stack, 'checkpoints');
    expect(bucket.bucketName).toBe('acme-ml-mnist-dev-checkpoints');
    expect(bucket.url).toBe('gs://acme-ml-mnist-dev-checkpoints');
    const block = only(stack, 'google_storage_bucket');
    expect(block).toMatchObject({
      name: 'acme-ml-mnist-dev-checkpoints',
      location: 'us-east1',
      storage_class: 'STANDARD',
      uniform_bucket_level_access: true,
      public_access_prevention: 'enforced',
      force_destroy: false,
    });
    expect(block).not.toHaveProperty('lifecycle');
  });

  test('in a protected stage it keeps old versions for 30 days and refuses to be destroyed', () => {
    const stack = stackOf({ protected: true });
    new Bucket(stack, 'checkpoints');
    expect(only(stack, 'google_storage_bucket')).toMatchObject({
      versioning: { enabled: true },
      lifecycle_rule: [
        { action: { type: 'Delete' }, condition: { days_since_noncurrent_time: 30, with_state: 'ARCHIVED' } },
      ],
      force_destroy: false,
      lifecycle: { prevent_destroy: true },
    });
  });

  test.each([
    ['in a stage that is not protected', false, true],
    ['in a protected stage', true, false],
  ])('its objects go with it only on request, %s', (_, isProtected, force) => {
    const stack = stackOf({ protected: isProtected });
    new Bucket(stack, 'checkpoints', { forceDestroy: true });
    expect(only(stack, 'google_storage_bucket').force_destroy).toBe(force);
  });

  test('a stage that loses its protection does not turn old versions off, and goes on deleting them', () => {
    const written = (isProtected: boolean, versioning?: boolean) => {
      const stack = stackOf({ protected: isProtected });
      new Bucket(stack, 'checkpoints', { versioning });
      return only(stack, 'google_storage_bucket');
    };
    expect(written(false)).not.toHaveProperty('versioning');
    expect(written(false).lifecycle_rule).toEqual(written(true).lifecycle_rule);
    expect(written(false, false)).toMatchObject({ versioning: { enabled: false } });
    expect(written(false, false)).not.toHaveProperty('lifecycle_rule');
  });

  test('real folders in a protected stage go without versions', () => {
    const stack = stackOf({ protected: true });
    new Bucket(stack, 'checkpoints', { hierarchicalNamespace: true });
    const block = only(stack, 'google_storage_bucket');
    expect(block).toMatchObject({ hierarchical_namespace: { enabled: true } });
    expect(block).not.toHaveProperty('versioning');
  });

  test('objects can be deleted or moved when they get old', () => {
    const stack = stackOf();
    const lifecycle = [
      BucketLifecycle.deleteAfter(Duration.days(7), ['tmp/']),
      BucketLifecycle.moveTo('COLDLINE', Duration.days(90)),
    ];
    new Bucket(stack, 'checkpoints', { lifecycle });
    expect(only(stack, 'google_storage_bucket').lifecycle_rule).toEqual([
      { action: { type: 'Delete' }, condition: { age: 7, with_state: 'LIVE', matches_prefix: ['tmp/'] } },
      { action: { type: 'SetStorageClass', storage_class: 'COLDLINE' }, condition: { age: 90, with_state: 'LIVE' } },
    ]);
  });

  test('grants are recorded, given once each, and wait for the account', () => {
    const stack = stackOf();
    const cluster = TrainingCluster.fromAttributes({ clusterName: 'shared', location: 'us-east1' });
    const own = new WorkloadIdentity(stack, 'trainer', { cluster, namespace: 'mnist' });
    const bucket = new Bucket(stack, 'checkpoints');
    bucket.grantReadWrite(own);
    bucket.grantReadWrite(own);
    bucket.grantRead(identity);
    expect(bucket.grants).toEqual([
      { identity: own, access: 'readWrite' },
      { identity, access: 'read' },
    ]);
    const members = all(stack, 'google_storage_bucket_iam_member');
    expect(members).toHaveLength(2);
    expect(members).toContainEqual(
      expect.objectContaining({
        role: 'roles/storage.objectUser',
        member: 'serviceAccount:mnist-dev-trainer@acme-ml.iam.gserviceaccount.com',
        depends_on: [expect.stringMatching(/^google_service_account\.trainer_account_/)],
      }),
    );
    expect(members).toContainEqual(
      expect.objectContaining({ role: 'roles/storage.objectViewer', member: `serviceAccount:${identity.email}` }),
    );
  });

  test('an identity may be let in for reading and for writing, one right each', () => {
    const stack = stackOf();
    const bucket = new Bucket(stack, 'checkpoints');
    bucket.grantRead(identity);
    bucket.grantReadWrite(identity);
    expect(bucket.grants.map(({ access }) => access)).toEqual(['read', 'readWrite']);
    expect(all(stack, 'google_storage_bucket_iam_member').map(({ role }) => role)).toEqual([
      'roles/storage.objectViewer',
      'roles/storage.objectUser',
    ]);
  });

  test.each([
    '_Bad',
    'my-google-data',
    'my-g00gle-data',
    'goog-data',
    '192.168.5.4',
    'ab',
    'a'.repeat(64),
    `${'a'.repeat(64)}.example.com`,
    dotted(223),
    'has space',
    'a..b',
    '',
  ])('fails: a bucket cannot be named "%s"', (bucketName) => {
    expect(refusedFor(() => new Bucket(stackOf(), 'b', { bucketName }))).toEqual(['bucket-name']);
  });

  test.each(['data', 'abc', 'a1_b-c', 'data.example.com', 'a'.repeat(63), dotted(222)])(
    'a bucket can be named "%s"',
    (bucketName) => {
      expect(Bucket.fromAttributes({ bucketName }).url).toBe(`gs://${bucketName}`);
    },
  );

  test('the grants of an existing bucket are not known', () => {
    expect(Bucket.fromAttributes({ bucketName: 'data' }).grants).toBeUndefined();
  });

  test('fails: versions and real folders together', () => {
    const make = () => new Bucket(stackOf(), 'b', { versioning: true, hierarchicalNamespace: true });
    expect(refusedFor(make)).toEqual(['bucket-versioning']);
  });

  test.each(['us', 'EU', 'ASIA', 'nam4', 'EUR4', 'us-east1', 'US-EAST1'])('a bucket can be in %s', (location) => {
    const bucket = new Bucket(stackOf(), 'b', { location });
    expect(openAdvice(bucket)).toEqual([]);
  });

  test('fails: a bucket in a region that the catalogue does not know is advised against with zone-name', () => {
    const bucket = new Bucket(stackOf(), 'b', { location: 'us-east99' });
    expect(openAdvice(bucket).map(({ advice }) => advice.code)).toEqual(['zone-name']);
  });

  test('the region of a stage that the catalogue does not know is said at its stack alone', () => {
    const stack = stackOf({ region: 'us-east99' });
    new Bucket(stack, 'data');
    new ImageRepository(stack, 'images');
    expect(openAdvice(stack).map(({ construct }) => construct.node.path)).toEqual(['mnist-dev']);
  });

  test('fails: a bucket that is named like a domain is advised against with bucket-domain', () => {
    const bucket = new Bucket(stackOf(), 'b', { bucketName: 'data.example.com' });
    expect(openAdvice(bucket).map(({ advice }) => formatProblem(advice))).toEqual([
      'bucket name "data.example.com" has a dot, so Google takes it for a domain and wants a proof that whoever deploys owns it: use a name without dots, such as "data-example-com", or acknowledge this if the domain is verified (bucket-domain)',
    ]);
  });

  test('fails: a value that only Terraform knows cannot name a bucket (bucket-name)', () => {
    const bucketName = Token.asString({ resolve: () => 'x' });
    expect(messageOf(() => Bucket.fromAttributes({ bucketName }))).toContain(
      'holds a value that only Terraform knows: write it as plain text',
    );
  });

  test('fails: a grant to somebody who is no service account (account-email)', () => {
    const alice = { email: 'alice@acme.com', namespace: 'n', serviceAccountName: 's' };
    expect(
      refusedFor(() => {
        new Bucket(stackOf(), 'b').grantRead(alice);
      }),
    ).toEqual(['account-email']);
  });

  test.each<[string, () => unknown, string]>([
    ['lifecycle-age', () => BucketLifecycle.deleteAfter(Duration.hours(36)), 'use a whole number of 1 or more'],
  ])('fails: %s for a lifecycle, %s', (code, make, message) => {
    expect(refusedFor(make)).toEqual([code]);
    expect(messageOf(make)).toContain(message);
  });
});

/** A name with this number of characters, in parts that are short enough. */
function dotted(length: number): string {
  return `${'a'.repeat(55)}.`
    .repeat(4)
    .slice(0, length - 1)
    .padEnd(length, 'a');
}
