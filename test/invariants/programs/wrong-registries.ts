import { Size } from 'cdk8s';
import { Network, SqlDatabase } from '../../../lib/infrastructure/index';
import { ModelServer, ModelSource, Rollout, SharedVolumeSource } from '../../../lib/index';
import { RegistryArtifacts, RegistryDatabase } from '../../../lib/registry/index';
import type { WrongProgram } from './program';
import { kubeflowRegistryIn, recorded, registryIn, served } from './registries';

// Mistakes with registries, each in a small program as a user would write it.

export const WRONG_REGISTRIES: readonly WrongProgram[] = [
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
    name: "a version before MLflow's first",
    code: 'model-version',
    says: 'version cannot be 0: use a whole number of 1 or more',
    build: (world, either) => served(world, { model: registryIn(world).model('digits').version(either(0, 1)) }),
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
    says: 'a registry without identity may not sign in to database "acme-ml:us-central1:digits-dev-runs": set identity',
    build: (world, either) => {
      const database = RegistryDatabase.cloudSql(world.database([world.identity]));
      const artifacts = RegistryArtifacts.volume(world.volume());
      registryIn(world, { database, artifacts, identity: either(undefined, world.identity) });
    },
  },
  {
    name: 'an identity without access to the database of Cloud SQL',
    code: 'registry-sign-in',
    says: 'may not sign in to database "acme-ml:us-central1:digits-dev-runs": set identity, and call grantAccess of the database with it',
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
    name: 'a database on a machine with an odd number of CPUs',
    code: 'sql-tier',
    says: "use 'db-custom-4-11520'",
    build: ({ stack, cluster: { network } }, either) => {
      new SqlDatabase(stack, 'runs', { network, tier: either('db-custom-3-11520', 'db-custom-4-11520') });
    },
  },
  {
    name: 'a database on a machine with too little memory for its CPUs',
    code: 'sql-tier',
    says: "use 'db-custom-8-7424'",
    build: ({ stack, cluster: { network } }, either) => {
      const tier = either('db-custom-8-3840', 'db-custom-8-7424');
      new SqlDatabase(stack, 'runs', { network, tier, version: 'POSTGRES_15' });
    },
  },
  {
    name: 'a database on a machine with 7 GiB for one CPU',
    code: 'sql-tier',
    says: "use 'db-custom-1-6656'",
    build: ({ stack, cluster: { network } }, either) => {
      const tier = either('db-custom-1-7168', 'db-custom-1-6656');
      new SqlDatabase(stack, 'runs', { network, tier, availabilityType: 'REGIONAL' });
    },
  },
  {
    name: 'a database on a machine of the edition Enterprise Plus',
    code: 'sql-tier',
    says: "db-perf-optimized-N-2 is no machine of Cloud SQL's edition Enterprise for PostgreSQL",
    build: ({ stack, cluster: { network } }, either) => {
      // A program in JavaScript, or one that reads the tier from a file.
      const tier: string = either('db-perf-optimized-N-2', 'db-custom-2-7680');
      new SqlDatabase(stack, 'runs', Object.assign({ network }, { tier: tier as 'db-f1-micro' }));
    },
  },
  {
    name: 'a database with more backups than Google keeps',
    code: 'sql-option',
    says: 'retainedBackups cannot be 730: use a whole number from 1 to 365',
    build: ({ stack, cluster: { network } }, either) => {
      new SqlDatabase(stack, 'runs', { network, retainedBackups: either(730, 365) });
    },
  },
  {
    name: 'maintenance of a database at midnight',
    code: 'sql-option',
    says: 'maintenance.hour cannot be 24: use a whole number from 0 to 23',
    build: ({ stack, cluster: { network } }, either) => {
      new SqlDatabase(stack, 'runs', { network, maintenance: { day: 'SU', hour: either(24, 0) } });
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
  {
    name: 'the number of a version on top of an alias',
    code: 'model-version',
    says: 'the source is one version of a registry already',
    build: (world, either) => {
      const model = registryIn(world).model('digits');
      const source = either(
        () => model.alias('champion').version(2),
        () => model.version(2),
      );
      served(world, { model: source() });
    },
  },
  {
    name: 'a version of a registry that is no whole number',
    code: 'model-version',
    says: 'version cannot be 1.5',
    build: (world, either) => served(world, { model: registryIn(world).model('digits').version(either(1.5, 1)) }),
  },
  {
    name: 'the versions of a registry as a place for the model of a job',
    code: 'export-place',
    says: 'a job cannot write its model to models:/digits/2 of a registry',
    build: (world, either) => {
      const volume = world.volume();
      const registry = registryIn(world);
      const version = registry.model('digits').version(2);
      const place = ModelSource.volume(volume, 'digits').version(2);
      const props = { exports: either(version, place), mounts: [volume.at('/data')] };
      recorded(world, registry.experiment('digits'), props, world.chart);
    },
  },
  {
    name: 'room for no file of a version',
    code: 'resource-amount',
    says: 'use the size of the files of a version',
    build: (world, either) => {
      const size = either(Size.gibibytes(0), Size.gibibytes(1));
      served(world, { model: registryIn(world).model('digits', { size }).version(2) });
    },
  },
  {
    name: 'another version in running pods, which have fetched theirs',
    code: 'rollout-in-place',
    says: 'the files of the model come with a pod',
    build: (world, either) => {
      const rollout = either(Rollout.inPlace({ loaded: [2] }), Rollout.rolling());
      served(world, { model: registryIn(world).model('digits').version(2), rollout });
    },
  },
  {
    name: 'a canary of the same version',
    code: 'rollout-same',
    says: 'canary serves the same version of the same model',
    build: (world, either) => {
      const model = registryIn(world).model('digits');
      served(world, { model: model.version(2), canary: { model: model.version(either(2, 3)) } });
    },
  },
  {
    name: 'a name of a model that pods cannot have as a label',
    code: 'label-form',
    says: 'our digits',
    build: (world, either) =>
      served(world, { model: registryIn(world).model(either('our digits', 'our-digits')).version(2) }),
  },
  {
    name: 'an alias for a server that takes a version by its number',
    code: 'server-versions',
    says: 'give the version by its number',
    build: (world, either) => {
      const model = registryIn(world).model('digits');
      served(world, {
        server: ModelServer.vllm(),
        pool: world.gpus,
        model: either(model.alias('champion'), model.version(2)),
      });
    },
  },
  {
    name: "Kubeflow's registry with a database of Cloud SQL, without an identity that signs in",
    code: 'registry-sign-in',
    says: 'a registry without identity may not sign in to database "acme-ml:us-central1:digits-dev-runs": set identity',
    build: (world, either) => {
      const database = RegistryDatabase.cloudSql(world.database([world.identity]));
      kubeflowRegistryIn(world, { database, identity: either(undefined, world.identity) });
    },
  },
  {
    name: "a version of Kubeflow's registry in running pods, which have fetched theirs",
    code: 'rollout-in-place',
    says: 'the files of the model come with a pod',
    build: (world, either) => {
      const rollout = either(Rollout.inPlace({ loaded: [2] }), Rollout.rolling());
      served(world, { model: kubeflowRegistryIn(world).model('digits').version(2), rollout });
    },
  },
  {
    name: "the versions of Kubeflow's registry as a place for the model of a job",
    code: 'export-place',
    says: 'a job cannot write its model to model-registry://digits/2 of a registry',
    build: (world, either) => {
      const volume = world.volume();
      const version = kubeflowRegistryIn(world).model('digits').version(2);
      const exports = either(version, ModelSource.volume(volume, 'digits').version(2));
      recorded(world, registryIn(world).experiment('digits'), { exports, mounts: [volume.at('/data')] }, world.chart);
    },
  },
  {
    name: "a version of Kubeflow's registry that is no whole number",
    code: 'model-version',
    says: '1.5 is not the number of a version',
    build: (world, either) =>
      served(world, { model: kubeflowRegistryIn(world).model('digits').version(either(1.5, 1)) }),
  },
];
