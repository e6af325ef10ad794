import { describe, expect, test } from 'vitest';
import { guideSteps } from '../../lib/core/contracts/guide';
import { NodeCount } from '../../lib/infrastructure/pool/node-count';
import { Bucket } from '../../lib/infrastructure/bucket';
import { Filestore } from '../../lib/infrastructure/filestore';
import { ImageRepository } from '../../lib/infrastructure/image-repository';
import { clusterOf } from './clusters';
import { messageOf, only, refusedFor, stackOf } from './synthesized';

const keyIn = (location: string) => `projects/acme-keys/locations/${location}/keyRings/ml/cryptoKeys/all`;
const KEY = keyIn('us-east1');

describe('a key of one’s own', () => {
  test('encrypts objects, images, and the disks of one pool', () => {
    const stack = stackOf();
    new Bucket(stack, 'data', { encryptionKey: KEY });
    new ImageRepository(stack, 'images', { encryptionKey: KEY });
    const pool = clusterOf({}, stack).addPool('cpu', { nodes: NodeCount.fixed(1), bootDisk: { encryptionKey: KEY } });
    expect(only(stack, 'google_storage_bucket')).toMatchObject({ encryption: { default_kms_key_name: KEY } });
    expect(only(stack, 'google_artifact_registry_repository')).toMatchObject({ kms_key_name: KEY });
    expect(pool.node.defaultChild).toMatchObject({ nodeConfigInput: { bootDiskKmsKey: KEY } });
  });

  test('is told in DEPLOY.md, with the account of the service that uses it', () => {
    const stack = stackOf();
    new Bucket(stack, 'data', { encryptionKey: KEY });
    clusterOf({ security: { secretsKey: KEY } }, stack);
    const steps = guideSteps(stack).filter(({ step }) => step.phase === 'before');
    expect(steps.map(({ step }) => step.commands?.join())).toEqual([
      expect.stringMatching(/service-\$\(gcloud projects describe 'acme-ml' .*@gs-project-accounts\.iam/),
      expect.stringMatching(/@container-engine-robot\.iam/),
    ]);
  });

  test('is granted to accounts of services that a new project does not have yet, so DEPLOY.md makes each before', () => {
    const stack = stackOf();
    new Bucket(stack, 'data', { encryptionKey: KEY });
    new ImageRepository(stack, 'images', { encryptionKey: KEY });
    const cluster = clusterOf({ security: { secretsKey: KEY, diskKey: KEY } }, stack);
    const { network } = cluster;
    new Filestore(stack, 'files', { location: 'us-east1-c', tier: 'ZONAL', network, encryptionKey: KEY });
    const commands = guideSteps(stack).flatMap(({ step }) => (step.phase === 'before' ? [step.commands] : []));
    const made = commands.map(([make, grant] = []) => [make, /\)@(.+)\.iam\./.exec(grant ?? '')?.[1]]);
    expect(Object.fromEntries(made.map(([make, account]) => [account, make]))).toEqual({
      'gs-project-accounts': "gcloud storage service-agent --project 'acme-ml'",
      'gcp-sa-artifactregistry':
        "gcloud beta services identity create --service artifactregistry.googleapis.com --project 'acme-ml'",
      'container-engine-robot': "gcloud services enable container.googleapis.com --project 'acme-ml'",
      'compute-system': "gcloud services enable compute.googleapis.com --project 'acme-ml'",
      'cloud-filer': "gcloud beta services identity create --service file.googleapis.com --project 'acme-ml'",
    });
  });

  test('is left to Google by default', () => {
    const stack = stackOf();
    new Bucket(stack, 'data');
    new ImageRepository(stack, 'images');
    expect(only(stack, 'google_storage_bucket')).not.toHaveProperty('encryption');
    expect(only(stack, 'google_artifact_registry_repository')).not.toHaveProperty('kms_key_name');
    expect(guideSteps(stack).filter(({ step }) => step.phase === 'before')).toEqual([]);
  });

  test.each(['mine', `${KEY}/cryptoKeyVersions/1`, 'projects/p/locations/us-east1/keyRings/r'])(
    'fails: encryption-key for %s',
    (encryptionKey) => {
      expect(refusedFor(() => new Bucket(stackOf(), 'data', { encryptionKey }))).toEqual(['encryption-key']);
    },
  );

  test('fails: encryption-key-location where a key is elsewhere', () => {
    expect(messageOf(() => new Bucket(stackOf(), 'data', { encryptionKey: keyIn('us-west1') }))).toContain(
      'encryptionKey is in us-west1, but what it encrypts is in us-east1: use a key whose name has "locations/us-east1" (encryption-key-location)',
    );
    for (const location of ['us-west1', 'us', 'global']) {
      const secretsKey = keyIn(location);
      expect(refusedFor(() => clusterOf({ security: { secretsKey } }))).toEqual(['encryption-key-location']);
    }
  });

  test('fails: encryption-key-location where a key is of a larger area than a bucket or a repository', () => {
    const encryptionKey = keyIn('us');
    expect(refusedFor(() => new Bucket(stackOf(), 'data', { encryptionKey }))).toEqual(['encryption-key-location']);
    expect(refusedFor(() => new ImageRepository(stackOf(), 'r', { encryptionKey }))).toEqual([
      'encryption-key-location',
    ]);
  });

  test('of boot disks may be of a larger area', () => {
    expect(refusedFor(() => clusterOf({ security: { diskKey: keyIn('us') } }))).toEqual([]);
    expect(refusedFor(() => clusterOf({ security: { diskKey: keyIn('global') } }))).toEqual([
      'encryption-key-location',
    ]);
  });

  test.each([
    ['US', 'us'],
    ['EU', 'europe'],
    ['EUR4', 'eur4'],
    ['us-east1', 'us-east1'],
  ])('of a bucket in %s is in %s', (location, ofKey) => {
    expect(refusedFor(() => new Bucket(stackOf(), 'data', { location, encryptionKey: keyIn(ofKey) }))).toEqual([]);
  });
});
