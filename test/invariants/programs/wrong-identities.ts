import { Duration, Size } from 'cdk8s';
import {
  Bucket,
  BucketLifecycle,
  Filestore,
  ImageRepository,
  SharedVolume,
  SharedVolumeSource,
  WorkloadIdentity,
  type BucketProps,
  type FilestoreProps,
} from '../../../lib/index';
import type { World, WrongProgram } from './program';

// Mistakes with identities, buckets, files and images.

const roleOf = ({ stack, cluster }: World, role: string) =>
  new WorkloadIdentity(stack, 'tester', { cluster, namespace: 'digits', roles: [role] });
const bucketIn = ({ stack }: World, props: BucketProps) => new Bucket(stack, 'second', props);
const filesIn = ({ stack, cluster }: World, props: Partial<FilestoreProps>) =>
  new Filestore(stack, 'files', { location: 'us-central1-a', network: cluster.network, ...props });
const KEY = 'projects/acme-keys/locations/us-central1/keyRings/ml/cryptoKeys/files';

const IDENTITIES: readonly WrongProgram[] = [
  {
    name: 'an account with its prefix',
    code: 'account-email',
    says: 'use the address alone in lower case',
    build: ({ stack }, either, fix) => {
      new ImageRepository(stack, 'images').grantPull(
        either('serviceAccount:nodes@acme-ml.iam.gserviceaccount.com', fix.quoted()),
      );
    },
  },
  {
    name: 'an editor of the whole project',
    code: 'basic-role',
    says: 'name the roles of the services that the pods use',
    build: (world, either) => roleOf(world, either('roles/editor', 'roles/bigquery.dataViewer')),
  },
  {
    name: 'a role by which pods take any other',
    code: 'takeover-role',
    says: 'the pods can take any right in it',
    build: (world, either) => roleOf(world, either('roles/iam.serviceAccountUser', 'roles/bigquery.dataViewer')),
  },
  {
    name: 'a role without its prefix',
    code: 'role-form',
    says: 'use "roles/bigquery.dataViewer"',
    build: (world, either, fix) => roleOf(world, either('bigquery.dataViewer', fix.quoted())),
  },
  {
    name: 'a role in the words of the console',
    code: 'role-form',
    says: 'or the full name of one of your own, such as "projects/acme-ml/roles/reader"',
    build: (world, either, fix) => roleOf(world, either('BigQuery Data Viewer', fix.quoted(1))),
  },
  {
    name: 'a role of another project',
    code: 'role-project',
    says: 'define it in acme-ml and use "projects/acme-ml/roles/reader"',
    build: (world, either, fix) => roleOf(world, either('projects/acme-data/roles/reader', fix.quoted())),
  },
  {
    name: 'an identity in a cluster without Workload Identity',
    code: 'no-workload-identity',
    says: "add 'workloadIdentity' to its features",
    build: ({ stack }, either) => {
      const features = new Set(either(['gke'] as const, ['gke', 'workloadIdentity'] as const));
      const cluster = { clusterName: 'theirs', location: 'us-central1-a', features };
      new WorkloadIdentity(stack, 'tester', { cluster, namespace: 'digits' });
    },
  },
];

const BUCKETS: readonly WrongProgram[] = [
  {
    name: 'a bucket with the name of a domain',
    code: 'bucket-domain',
    says: 'such as "data-acme-com"',
    build: (world, either, fix) => bucketIn(world, { bucketName: either('data.acme.com', fix.quoted()) }),
  },
  {
    name: 'a long name of parts that are short enough',
    code: 'bucket-domain',
    says: 'use a name without dots',
    build: (world, either, fix) => {
      const part = 'a'.repeat(62);
      bucketIn(world, { bucketName: either(`${part}.${part}`, fix.quoted()) });
    },
  },
  {
    name: 'a bucket in a zone',
    code: 'bucket-location',
    says: 'location "us-central1-a" is not a region',
    build: (world, either, fix) => bucketIn(world, { location: either('us-central1-a', fix.quoted(3)) }),
  },
  {
    name: 'a bucket by its address',
    code: 'bucket-name',
    says: 'without "gs://"',
    build: (world, either) => bucketIn(world, { bucketName: either('gs://acme-data', 'acme-data') }),
  },
  {
    name: 'versions in a bucket with folders',
    code: 'bucket-versioning',
    says: 'set one of them to false',
    build: (world, either) => bucketIn(world, { hierarchicalNamespace: true, versioning: either(true, false) }),
  },
  {
    name: 'objects that are deleted after half a day',
    code: 'lifecycle-age',
    says: 'age in days cannot be 0.5: use a whole number of 1 or more',
    build: (world, either, fix) => {
      const age = Duration.hours(24 * (either(0.5, fix.number()) || 1));
      bucketIn(world, { lifecycle: [BucketLifecycle.deleteAfter(age)] });
    },
  },
  {
    name: 'more rules than a bucket takes',
    code: 'lifecycle-count',
    says: 'keep 100 or fewer',
    build: (world, either, fix) => {
      const rules = Array.from({ length: either(101, fix.number()) || 1 }, (_, index) => `runs/${index}/`);
      bucketIn(world, { lifecycle: rules.map((prefix) => BucketLifecycle.deleteAfter(Duration.days(9), [prefix])) });
    },
  },
  {
    name: 'the bucket with the state of its stack',
    code: 'state-bucket',
    says: 'leave the bucket out and create it once by the command of DEPLOY.md',
    build: (world, either) => {
      if (either(true, false)) bucketIn(world, { bucketName: 'acme-ml-state' });
    },
  },
  {
    name: 'images in a zone',
    code: 'repository-location',
    says: 'use a region such as "us-east1"',
    build: ({ stack }, either, fix) =>
      new ImageRepository(stack, 'images', { location: either('us-central1-a', fix.quoted()) }),
  },
];

const FILES: readonly WrongProgram[] = [
  {
    name: 'files of less than a tier has',
    code: 'filestore-capacity',
    says: 'an instance of tier ZONAL cannot have 500 GiB: use 1024 to 9984 GiB in steps of 256 GiB',
    build: (world, either, fix) =>
      filesIn(world, { tier: 'ZONAL', capacity: Size.gibibytes(either(500, fix.number())) }),
  },
  {
    name: 'files between two steps of a tier',
    code: 'filestore-capacity',
    says: 'or 10240 to 102400 GiB in steps of 2560 GiB',
    build: (world, either, fix) => {
      const least = fix.number(3);
      filesIn(world, { tier: 'ZONAL', capacity: Size.gibibytes(either(11_000, least + fix.number(5)) || least) });
    },
  },
  {
    name: 'a key of ours for files of a basic tier',
    code: 'filestore-key',
    says: "or use tier 'ZONAL'",
    build: (world, either) => filesIn(world, { encryptionKey: KEY, tier: either('BASIC_HDD', 'ZONAL') }),
  },
  {
    name: 'files of one zone in a region',
    code: 'filestore-location',
    says: 'location "us-central1" is not a zone',
    build: (world, either, fix) => filesIn(world, { location: either('us-central1', fix.quoted()) }),
  },
  {
    name: 'fewer addresses than the tier takes',
    code: 'filestore-range',
    says: 'an instance of tier ZONAL takes a /26: use a /26',
    build: (world, either, fix) =>
      filesIn(world, { tier: 'ZONAL', reservedIpRange: `10.200.0.0/${either('29', fix.part(/\/(\d+)/))}` }),
  },
  {
    name: 'addresses that nodes have',
    code: 'filestore-range',
    says: 'use a range that is free',
    build: (world, either) => filesIn(world, { reservedIpRange: either('10.0.0.0/29', '10.200.0.0/29') }),
  },
  {
    name: 'a range where a name belongs',
    code: 'filestore-range',
    says: 'give the name of a range of the private connection',
    build: (world, either) => {
      const reservedIpRange = either('10.200.0.0/29', 'google-managed-services');
      filesIn(world, { connectMode: 'PRIVATE_SERVICE_ACCESS', reservedIpRange });
    },
  },
  {
    name: 'files in another region than the pods',
    code: 'filestore-region',
    says: 'make the instance in us-central1, under a new id',
    build: (world, either, fix) => {
      const files = filesIn(world, { location: `${either('us-east1', fix.part(/instance in (\S+),/))}-b` });
      new SharedVolume(world.chart, 'files', { source: SharedVolumeSource.filestore(files) });
    },
  },
  {
    name: 'files that few regions have so small',
    code: 'filestore-small',
    says: 'use Size.tebibytes(1) or more',
    build: (world, either, fix) => {
      const capacity = either(Size.gibibytes(500), Size.tebibytes(Number(fix.part(/tebibytes\((\d+)\)/) || 1)));
      filesIn(world, { location: 'us-central1', tier: 'REGIONAL', capacity });
    },
  },
];

export const WRONG_IDENTITIES = [...IDENTITIES, ...BUCKETS, ...FILES];
