import { Duration, Size } from 'cdk8s';
import {
  ClusterChart,
  DistributedTrainingJob,
  NodeCount,
  Operator,
  Plain,
  SharedVolume,
  SharedVolumeSource,
  TrainingCluster,
  TrainingEngine,
} from '../../../lib/index';
import { Tenant } from '../../../lib/tenancy/index';
import { IMAGE, python, type World, type WrongProgram } from './program';
import { ada, hub, kubeflowAda, SIGN_IN } from './right-notebooks';

// Mistakes with notebooks, each in a small program as a user would write it.

/** A share without a GPU, or with one. */
function shareOf({ chart, cpus, gpus }: World, either: Parameters<WrongProgram['build']>[1]): void {
  new Tenant(chart, 'digits', { share: either([{ pool: cpus, nodes: 2 }], [{ pool: gpus, nodes: 1 }]) });
}

/** Two pools of a regional cluster, in zones that a hub or a disk needs in common. */
function regional({ stack, deployment }: World, zones: readonly string[], others: readonly string[]) {
  const cluster = new TrainingCluster(stack, 'lab', { location: 'us-central1' });
  const machineType = 'n2-standard-8';
  const pool = (name: string, in_: readonly string[]) =>
    cluster.addPool(name, { machineType, nodes: NodeCount.between(0, 2), zones: in_ });
  const chart = new ClusterChart(deployment.kubernetes, 'lab', { cluster, namespace: 'lab' });
  return {
    chart,
    first: pool('first', zones),
    second: pool('second', others),
    third: pool('third', ['us-central1-c']),
  };
}

const A = ['us-central1-a', 'us-central1-b'];
const VALUES: readonly WrongProgram[] = [
  {
    name: 'a misspelt value of the hub',
    code: 'hub-value',
    says: "JupyterHub's chart has no value singleuser.startTimout, so Helm refuses to install it: write singleuser.startTimeout",
    build: (world, either) =>
      hub(world, { values: { ...SIGN_IN, singleuser: { [either('startTimout', 'startTimeout')]: 600 } } }),
  },
  {
    name: 'a part of the hub that the chart does not have',
    code: 'hub-value',
    says: 'has no value auth, so Helm refuses to install it: leave it out; the values of your own programs go below custom',
    build: (world, either) => hub(world, { values: { ...SIGN_IN, ...either({ auth: { type: 'google' } }, {}) } }),
  },
  {
    name: 'a setting deep in the values, with an underscore',
    code: 'hub-value',
    says: 'write singleuser.storage.dynamic.storageClass',
    build: (world, either) => {
      const dynamic = { [either('storage_class', 'storageClass')]: 'premium-rwo' };
      hub(world, { values: { ...SIGN_IN, singleuser: { storage: { dynamic } } } });
    },
  },
  {
    name: 'a culler with a capital letter',
    code: 'hub-value',
    says: 'write cull',
    build: (world, either) => hub(world, { values: { ...SIGN_IN, [either('Cull', 'cull')]: { timeout: 600 } } }),
  },
  {
    name: 'three profiles of which each two have a zone in common, but not all',
    code: 'volume-zones',
    says: 'give the pools one zone in common by their zones',
    build: (world, either) => {
      const { chart, first, second, third } = regional(world, A, ['us-central1-a', 'us-central1-c']);
      const others = either({ Third: { pool: third } }, {});
      hub({ ...world, chart }, { profiles: { First: { pool: first }, Second: { pool: second }, ...others } });
    },
  },
  {
    name: 'two profiles without a zone in common, on disks of a class',
    code: 'volume-zones',
    says: 'each person\'s disk is in the zone of the profile that they start first, but pods that mount it run on pools "first" (us-central1-a, us-central1-b) and "second" (us-central1-c, us-central1-f)',
    build: (world, either) => {
      const { chart, first, second } = regional(world, A, ['us-central1-c', 'us-central1-f']);
      const dynamic = { storageClass: either('premium-rwo', 'standard-rwx') };
      const values = { ...SIGN_IN, singleuser: { storage: { dynamic } } };
      hub({ ...world, chart }, { values, profiles: { First: { pool: first }, Second: { pool: second } } });
    },
  },
  {
    name: 'a notebook whose home a step of a workflow reads in another zone',
    code: 'volume-zones',
    says: 'is a disk in one zone',
    build: (world, either) => {
      const { chart, first, third } = regional(world, A, A);
      const source = SharedVolumeSource.storageClass('standard-rwo');
      const disk = new SharedVolume(chart, 'disk', { source, accessMode: 'ReadWriteOnce', size: Size.gibibytes(20) });
      const train = (name: string, pool: typeof first) =>
        new DistributedTrainingJob(chart, name, {
          ...{ image: IMAGE, pool, strategy: Plain.indexedTasks(), engine: TrainingEngine.job() },
          ...{ command: python('train'), mounts: [disk.at('/data')] },
        });
      train('one', first);
      train('two', either(third, first));
    },
  },
];

export const WRONG_NOTEBOOKS: readonly WrongProgram[] = [
  ...VALUES,
  {
    name: 'a notebook that stops at once',
    code: 'notebook-idle',
    says: 'idle is 30 s',
    build: (world, either) => ada(world, { idle: Duration.seconds(either(30, 120)) }),
  },
  {
    name: 'a time of day in words',
    code: 'notebook-stop',
    says: '"8pm" is not a time of day: use HH:MM',
    build: (world, either) => ada(world, { stop: { at: either('8pm', '20:00') } }),
  },
  {
    name: 'a city for a time zone',
    code: 'notebook-stop',
    says: 'use a name of the time zone database, such as "Europe/Berlin"',
    build: (world, either) => ada(world, { stop: { at: '20:00', timeZone: either('Berlin', 'Europe/Berlin') } }),
  },
  {
    name: "Kubeflow's Notebook without its controller",
    code: 'operator-missing',
    says: 'add Operator.NOTEBOOKS to operators of the cluster',
    build: (world, either) => kubeflowAda(world, either([Operator.JOBSET], [Operator.JOBSET, Operator.NOTEBOOKS])),
  },
  {
    name: 'a hub in the cloud that lets everybody in',
    code: 'hub-sign-in',
    says: 'set hub.config.JupyterHub.authenticator_class',
    build: (world, either) => hub(world, { values: either({ cull: { timeout: 600 } }, SIGN_IN) }),
  },
  {
    name: 'a profile with more GPUs than a node has',
    code: 'gpu-per-node',
    says: '2',
    build: (world, either) => hub(world, { profiles: { L4: { pool: world.gpus, resources: { gpus: either(2, 1) } } } }),
  },
  {
    name: 'more GPUs than a node has',
    code: 'gpu-per-node',
    says: '2',
    build: (world, either) => ada(world, { resources: { gpus: either(2, 1) } }),
  },
  {
    name: 'a notebook that the share of its team has no GPU for',
    code: 'tenant-quota',
    says: 'its servers need 1 GPU, but the share of digits is 0 GPUs',
    build: (world, either) => {
      shareOf(world, either);
      ada(world);
    },
  },
  {
    name: 'a profile of a hub that the share of its team has no GPU for',
    code: 'tenant-quota',
    says: '"hub" needs 1 GPU, but the share of digits is 0 GPUs',
    build: (world, either) => {
      shareOf(world, either);
      hub(world, { profiles: { GPU: { pool: world.gpus } } });
    },
  },
  {
    name: 'a hub without a profile',
    code: 'notebook-profiles',
    says: 'the number of profiles cannot be 0: use a whole number of 1 or more',
    build: (world, either) => hub(world, { profiles: either({}, { GPU: { pool: world.gpus } }) }),
  },
];
