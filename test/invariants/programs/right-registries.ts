import { SqlDatabase } from '../../../lib/infrastructure/index';
import { SharedVolumeSource } from '../../../lib/index';
import { RegistryArtifacts, RegistryDatabase } from '../../../lib/registry/index';
import type { World } from './program';
import { recorded, registryIn } from './registries';

/** Programs with registries, which synthesize without a problem and without advice. */
export const RIGHT_REGISTRIES: Readonly<Record<string, (world: World) => void>> = {
  'a registry with a database of others and files in a bucket': (world) => {
    registryIn(world);
  },
  'a registry with a database of Cloud SQL, to which its identity signs in': (world) => {
    registryIn(world, { database: RegistryDatabase.cloudSql(world.database([world.identity])), replicas: 2 });
  },
  'a registry with an existing database of Cloud SQL': (world) => {
    const facts = { connectionName: 'acme-data:us-central1:runs', databaseName: 'mlflow' };
    registryIn(world, { database: RegistryDatabase.cloudSql(SqlDatabase.fromAttributes(facts)) });
  },
  'a registry of three servers': (world) => {
    registryIn(world, { replicas: 3 });
  },
  'a registry with all it has on one volume': (world) => {
    const volume = world.volume();
    registryIn(world, {
      database: RegistryDatabase.sqlite(volume),
      artifacts: RegistryArtifacts.volume(volume),
      identity: undefined,
    });
  },
  'a registry with files on a disk, and one server': (world) => {
    const source = SharedVolumeSource.storageClass('standard-rwo');
    const disk = world.volume({ source, accessMode: 'ReadWriteOnce' });
    registryIn(world, { artifacts: RegistryArtifacts.volume(disk), identity: undefined });
  },
  'a registry with a name outside the cluster, and clients of other programs': (world) => {
    const reachableFrom = [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'gateways' } } }];
    registryIn(world, { hosts: ['runs.acme.com'], reachableFrom });
  },
  'a registry at rest, which keeps its database and its files': (world) => {
    registryIn(world, { replicas: 0 });
  },
  'a training in another namespace that records its run': (world) => {
    recorded(world, registryIn(world).experiment('digits'));
  },
};
