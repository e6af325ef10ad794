import { expect, test } from 'vitest';
import { Network, SqlDatabase } from '../../../lib/infrastructure/index';
import { SharedVolumeSource } from '../../../lib/index';
import { RegistryArtifacts, RegistryDatabase } from '../../../lib/registry/index';
import { expectRefused, type WrongProgram } from './program';
import { registryIn } from './registries';

// Mistakes with registries, each in a small program as a user would write it.

const PROGRAMS: readonly WrongProgram[] = [
  {
    name: 'two servers on one SQLite file',
    code: 'registry-replicas',
    says: 'replicas is 2, but only one server can write a SQLite file: use RegistryDatabase.cloudSql or .secret',
    build: (world, either) => {
      const volume = world.volume();
      const database = either(RegistryDatabase.sqlite(volume), RegistryDatabase.secret('mlflow-database'));
      registryIn(world, { database, replicas: 2 });
    },
  },
  {
    name: 'two servers whose files are on a disk of one node',
    code: 'volume-access',
    says: "set accessMode of the volume to 'ReadWriteMany'",
    build: (world, either) => {
      const disk = { source: SharedVolumeSource.storageClass('standard-rwo'), accessMode: 'ReadWriteOnce' } as const;
      registryIn(world, { artifacts: RegistryArtifacts.volume(world.volume(either(disk, {}))), replicas: 2 });
    },
  },
  {
    name: 'files in a bucket, without an identity',
    code: 'bucket-identity',
    says: 'the registry keeps files in bucket "acme-ml-digits-dev-data", but the pods have no identity with access to it',
    build: (world, either) => registryIn(world, { identity: either(undefined, world.identity) }),
  },
  {
    name: 'an identity that may only read the bucket',
    code: 'bucket-access',
    says: 'may only read it: call grantReadWrite of the bucket',
    build: (world, either) => registryIn(world, { identity: either(world.reader, world.identity) }),
  },
  {
    name: 'a folder with a slash at its beginning',
    code: 'folder-form',
    says: 'folder "/mlflow" is not a folder below another',
    build: (world, either) =>
      registryIn(world, { artifacts: RegistryArtifacts.bucket(world.bucket, either('/mlflow', 'mlflow')) }),
  },
  {
    name: 'the name of a Secret that Kubernetes does not take',
    code: 'name',
    says: '"mlflow_database" cannot be the name of a Secret',
    build: (world, either) =>
      registryIn(world, { database: RegistryDatabase.secret(either('mlflow_database', 'mlflow-database')) }),
  },
  {
    name: 'a database of Cloud SQL, without an identity that signs in',
    code: 'registry-sign-in',
    says: 'but has none: set identity, and call grantAccess of the database with it',
    build: (world, either) => {
      const database = RegistryDatabase.cloudSql(world.database([world.identity]));
      const artifacts = RegistryArtifacts.volume(world.volume());
      registryIn(world, { database, artifacts, identity: either(undefined, world.identity) });
    },
  },
  {
    name: 'an identity without access to the database of Cloud SQL',
    code: 'registry-sign-in',
    says: 'may not sign in to database "acme-ml:us-central1:digits-dev-runs": call grantAccess of the database',
    build: (world, either) => {
      const users = either([world.reader], [world.reader, world.identity]);
      registryIn(world, { database: RegistryDatabase.cloudSql(world.database(users)) });
    },
  },
  {
    name: 'a database of Cloud SQL in a network of others, whose connection to services is not known',
    code: 'network-private-services',
    says: 'set privateServices: true in Network.fromAttributes',
    build: ({ stack }, either) => {
      const names = { network: 'main', subnetwork: 'main', podRangeName: 'pods', serviceRangeName: 'services' };
      const network = Network.fromAttributes({ ...names, privateServices: either(undefined, true) });
      new SqlDatabase(stack, 'runs', { network });
    },
  },
  {
    name: 'the pool of another cluster',
    code: 'pool-cluster',
    says: 'but the chart is for cluster "digits-dev-cluster"',
    build: (world, either) => registryIn(world, { pool: either(world.otherPool(), world.cpus) }),
  },
  {
    name: 'a server on nodes with GPUs',
    code: 'gpu-idle',
    says: 'asks for no GPU, so GPUs may be paid for and idle',
    build: (world, either) => registryIn(world, { pool: either(world.gpus, world.cpus) }),
  },
  {
    name: 'an image whose version may change at each start',
    code: 'image-tag',
    says: 'give it a tag other than latest',
    build: (world, either) => registryIn(world, { image: either('acme/mlflow', 'acme/mlflow:3.17.2') }),
  },
];

test.each(PROGRAMS)('fails: $name ($code)', expectRefused);

test('the programs are of many kinds', () => {
  expect(new Set(PROGRAMS.map(({ code }) => code)).size).toBeGreaterThanOrEqual(9);
});
