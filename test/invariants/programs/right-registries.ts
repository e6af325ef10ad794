import { Size } from 'cdk8s';
import { SqlDatabase } from '../../../lib/infrastructure/index';
import { ModelServer, PyTorch, Rollout, SharedVolumeSource } from '../../../lib/index';
import { RegistryArtifacts, RegistryDatabase } from '../../../lib/registry/index';
import { Experiment, Objective, Search, TuningAlgorithm } from '../../../lib/tuning/index';
import { Step, Workflow } from '../../../lib/workflow/index';
import { IMAGE, python, type World } from './program';
import { recorded, registryIn, served } from './registries';

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
    recorded(world, registryIn(world).experiment('digits', { code: '4f1c2d7', data: 'digits/2026-11' }));
  },
  'a training of a workflow and the trials of an experiment that record their runs': (world) => {
    const { chart, cpus: pool } = world;
    const records = registryIn(world).experiment('digits');
    const task = { image: IMAGE, command: python('train'), pool, workers: 1, strategy: PyTorch.torchrun(), records };
    new Workflow(chart, 'nightly', { steps: [Step.training('train', task)] });
    new Experiment(chart, 'rates', {
      objective: Objective.minimize('loss'),
      parameters: { lr: Search.double(0.01, 0.1) },
      algorithm: TuningAlgorithm.random(),
      trials: 2,
      trial: ({ lr }) => ({ ...task, args: ['--lr', lr] }),
    });
  },
  'a server of what an alias names, with a canary of a version by its number': (world) => {
    const model = registryIn(world).model('digits', { size: Size.gibibytes(1), image: 'acme/mlflow-skinny:3.17.2' });
    served(world, { model: model.alias('champion'), canary: { model: model.version(4) } });
  },
  'servers of two versions, of which one takes the place of the other at once': (world) => {
    const model = registryIn(world).model('digits');
    const rollout = Rollout.blueGreen({ green: model.version(4), live: 'blue' });
    served(world, { model: model.version(3), server: ModelServer.triton(), rollout });
  },
};
