import { describe, expect, test } from 'vitest';
import { TrainingCluster } from '../../../lib/infrastructure/training-cluster';
import { NodePool } from '../../../lib/infrastructure/node-pool';
import { all, refusedFor, stackOf } from '../synthesized';
import { blockOf, clusterOf } from '../clusters';

const KEY = 'projects/acme-keys/locations/us-east1/keyRings/ml/cryptoKeys/all';

describe('the security of a cluster', () => {
  test('is stricter by options, and turns on the services that they need', () => {
    const stack = stackOf();
    const security = {
      secretsKey: KEY,
      diskKey: KEY,
      binaryAuthorization: true,
      googleGroup: 'gke-security-groups@acme.com',
      secretManager: true,
      imageScanning: true,
      apiServerLogs: true,
    };
    expect(blockOf({ security }, stack)).toMatchObject({
      database_encryption: { state: 'ENCRYPTED', key_name: KEY },
      binary_authorization: { evaluation_mode: 'PROJECT_SINGLETON_POLICY_ENFORCE' },
      authenticator_groups_config: { security_group: 'gke-security-groups@acme.com' },
      secret_manager_config: { enabled: true },
      logging_config: { enable_components: ['SYSTEM_COMPONENTS', 'WORKLOADS', 'APISERVER'] },
      node_config: { boot_disk_kms_key: KEY },
    });
    expect(all(stack, 'google_container_node_pool')).toEqual([
      expect.objectContaining({ node_config: expect.objectContaining({ boot_disk_kms_key: KEY }) }),
    ]);
    const services = all(stack, 'google_project_service').map(({ service }) => service);
    for (const name of ['binaryauthorization', 'secretmanager', 'containerscanning']) {
      expect(services).toContain(`${name}.googleapis.com`);
    }
  });

  test('is written where it is off too, because the provider takes a missing block for no change', () => {
    const stack = stackOf();
    const block = blockOf({}, stack);
    expect(block).toMatchObject({
      database_encryption: { state: 'DECRYPTED' },
      secret_manager_config: { enabled: false },
      binary_authorization: { evaluation_mode: 'DISABLED' },
    });
    expect(block).not.toHaveProperty('authenticator_groups_config');
    expect(all(stack, 'google_project_service').map(({ service }) => service)).not.toContain(
      'secretmanager.googleapis.com',
    );
  });

  test.each(['ml@acme.com', 'gke-security-groups'])('fails: security-group for %s', (googleGroup) => {
    expect(refusedFor(() => clusterOf({ security: { googleGroup } }))).toEqual(['security-group']);
  });

  test('a pool of an existing cluster has disks with the key of that cluster, if it is known', () => {
    const cluster = TrainingCluster.fromAttributes({ clusterName: 'theirs', location: 'us-east1-c', diskKey: KEY });
    const stack = stackOf();
    new NodePool(stack, 'cpu', { cluster });
    expect(all(stack, 'google_container_node_pool')).toEqual([
      expect.objectContaining({ node_config: expect.objectContaining({ boot_disk_kms_key: KEY }) }),
    ]);
  });
});
