import { Size } from 'cdk8s';
import { describe, expect, test } from 'vitest';
import { Filestore, type FilestoreProps } from '../../lib/infrastructure/filestore';
import { Network } from '../../lib/infrastructure/network';
import { all, messageOf, only, problemsOf, refusedFor, stackOf } from './synthesized';

const NETWORK = Network.fromAttributes({
  network: 'main',
  subnetwork: 'main',
  podRangeName: 'pods',
  serviceRangeName: 'services',
});

function filestore(props: Partial<FilestoreProps> = {}, stack = stackOf()) {
  return new Filestore(stack, 'files', { location: 'us-east1-c', network: NETWORK, ...props });
}

describe('Filestore', () => {
  test('an instance has one share of the least capacity, in a network', () => {
    const stack = stackOf();
    const network = new Network(stack, 'network');
    const files = filestore({ network }, stack);
    expect(files).toMatchObject({
      instanceName: 'mnist-dev-files',
      location: 'us-east1-c',
      project: 'acme-ml',
      shareName: 'share',
    });
    const block = only(stack, 'google_filestore_instance');
    expect(block).toMatchObject({
      name: 'mnist-dev-files',
      project: 'acme-ml',
      location: 'us-east1-c',
      tier: 'BASIC_HDD',
      file_shares: { name: 'share', capacity_gb: 1024 },
      networks: [
        {
          network: expect.stringMatching(/^\$\{google_compute_network\..*\.id\}$/),
          modes: ['MODE_IPV4'],
          connect_mode: 'DIRECT_PEERING',
        },
      ],
      depends_on: [expect.stringMatching(/^google_project_service\./)],
    });
    expect(block).not.toHaveProperty('lifecycle');
    expect(all(stack, 'google_project_service')).toContainEqual(
      expect.objectContaining({ service: 'file.googleapis.com' }),
    );
  });

  test.each([
    ['BASIC_SSD', 'us-east1-c', 2560],
    ['ZONAL', 'us-east1-c', 1024],
    ['REGIONAL', 'us-east1', 1024],
    ['ENTERPRISE', 'us-east1', 1024],
  ] as const)('an instance of tier %s in %s has %d GiB by default', (tier, location, gib) => {
    expect(filestore({ tier, location }).capacity.toGibibytes()).toBe(gib);
  });

  test.each([
    ['BASIC_HDD', 'us-east1'],
    ['ENTERPRISE', 'us-east1-c'],
  ] as const)('fails: an instance of tier %s is not in %s (filestore-location)', (tier, location) => {
    expect(refusedFor(() => filestore({ tier, location }))).toEqual(['filestore-location']);
  });

  test('fails: an instance nowhere', () => {
    expect(refusedFor(() => filestore({ location: '' }))).toEqual(['place-unknown']);
  });

  test('in a protected stage it refuses to be destroyed; Google protects all but the basic tiers', () => {
    const written = (props: Partial<FilestoreProps>) => {
      const stack = stackOf({ protected: true });
      filestore(props, stack);
      return only(stack, 'google_filestore_instance');
    };
    expect(written({ tier: 'ZONAL' })).toMatchObject({
      deletion_protection_enabled: true,
      lifecycle: { prevent_destroy: true },
    });
    expect(written({})).toMatchObject({ lifecycle: { prevent_destroy: true } });
    expect(written({})).not.toHaveProperty('deletion_protection_enabled');
    expect(written({ tier: 'ZONAL', deletionProtection: false })).toMatchObject({ deletion_protection_enabled: false });
  });

  test('a key, addresses and a private connection are passed on', () => {
    const stack = stackOf();
    const encryptionKey = 'projects/acme-keys/locations/us-east1/keyRings/ml/cryptoKeys/files';
    filestore(
      { tier: 'ZONAL', encryptionKey, connectMode: 'PRIVATE_SERVICE_ACCESS', reservedIpRange: 'google-services' },
      stack,
    );
    expect(only(stack, 'google_filestore_instance')).toMatchObject({
      kms_key_name: encryptionKey,
      networks: [{ connect_mode: 'PRIVATE_SERVICE_ACCESS', reserved_ip_range: 'google-services' }],
    });
  });

  test('an existing instance is its facts', () => {
    const facts = {
      instanceName: 'files',
      location: 'us-east1-c',
      project: 'acme-ml',
      shareName: 'vol1',
      capacity: Size.tebibytes(1),
      ipAddress: '10.60.0.2',
    };
    expect(Filestore.fromAttributes(facts)).toEqual(facts);
    expect(refusedFor(() => Filestore.fromAttributes({ ...facts, instanceName: 'A', shareName: 'a-b' }))).toEqual([
      'name',
      'name',
    ]);
  });

  test('fails: the basic tiers take no keys, and others keys of their region (filestore-key, encryption-key-location)', () => {
    const encryptionKey = 'projects/acme-keys/locations/us-west1/keyRings/ml/cryptoKeys/files';
    expect(refusedFor(() => filestore({ encryptionKey }))).toEqual(['filestore-key']);
    expect(refusedFor(() => filestore({ tier: 'ZONAL', encryptionKey }))).toEqual(['encryption-key-location']);
  });

  test.each(['', 'Data', 'a-b', '1st', 'x'.repeat(17)])('fails: %j is the name of no share (name)', (shareName) => {
    expect(refusedFor(() => filestore({ shareName }))).toEqual(['name']);
  });

  test('fails: two instances of one name in one zone (cloud-name-taken)', () => {
    const stack = stackOf();
    filestore({}, stack);
    new Filestore(stack, 'other', { location: 'us-east1-c', network: NETWORK, instanceName: 'mnist-dev-files' });
    expect(problemsOf(stack)).toEqual([expect.stringContaining('(cloud-name-taken)')]);
  });

  test('fails: without a project it cannot be made (place-unknown)', () => {
    expect(messageOf(() => filestore({ project: '' }))).toContain('(place-unknown)');
  });
});
