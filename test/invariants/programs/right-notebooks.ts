import { Duration, Size } from 'cdk8s';
import {
  ClusterChart,
  EnvValue,
  Mount,
  NodeCount,
  Operator,
  SharedVolume,
  SharedVolumeSource,
  TrainingCluster,
  WorkloadIdentity,
} from '../../../lib/index';
import {
  Notebook,
  NotebookEngine,
  NotebookHub,
  type NotebookHubProps,
  type NotebookProps,
} from '../../../lib/notebook/index';
import { partAt } from '../../../lib/kubernetes/manifest';
import type { HelmValues } from '../../../lib/operators/index';
import { Subject, Tenant } from '../../../lib/tenancy/index';
import type { World } from './program';

/** A disk for a home. */
function homeIn(chart: ClusterChart): SharedVolume {
  const source = SharedVolumeSource.storageClass('standard-rwo');
  return new SharedVolume(chart, 'ada-home', { source, accessMode: 'ReadWriteOnce', size: Size.gibibytes(20) });
}

const image = 'us-docker.pkg.dev/acme-ml/images/jupyter:4';

/** A notebook on GPUs, with a disk for its home. */
export function ada({ chart, gpus }: World, props: Partial<NotebookProps> = {}): Notebook {
  return new Notebook(chart, 'ada', { image, pool: gpus, home: homeIn(chart), ...props });
}

/** A notebook by Kubeflow, with a bucket, in a cluster of its own. */
export function kubeflowAda({ stack, bucket, deployment }: World, operators: readonly Operator[]): Notebook {
  const cluster = new TrainingCluster(stack, 'lab', { location: 'us-central1-a', operators });
  const pool = cluster.addPool('cpu', { machineType: 'n1-standard-4', nodes: NodeCount.between(0, 2) });
  const identity = new WorkloadIdentity(stack, 'lab-ada', { cluster, namespace: 'lab' });
  bucket.grantReadWrite(identity);
  const chart = new ClusterChart(deployment.kubernetes, 'lab', { cluster, namespace: 'lab' });
  const mounts = [Mount.bucket(bucket, '/data')];
  const engine = NotebookEngine.kubeflow();
  return new Notebook(chart, 'ada', { image, pool, home: homeIn(chart), identity, mounts, submitsJobs: true, engine });
}

/** The values of a hub whose people sign in by Google. */
export const SIGN_IN: HelmValues = {
  hub: {
    config: {
      JupyterHub: { authenticator_class: 'google' },
      GoogleOAuthenticator: { client_id: 'hub', hosted_domain: ['acme.com'], allow_all: true },
    },
  },
};

/** A hub for people of one organization, on CPUs or a GPU. */
export function hub({ chart, cpus, gpus }: World, props: Partial<NotebookHubProps> = {}): NotebookHub {
  return new NotebookHub(chart, 'hub', {
    image,
    profiles: { 'Two CPUs': { pool: cpus, resources: { cpus: 2 } }, 'One L4': { pool: gpus } },
    values: SIGN_IN,
    ...props,
  });
}

/** A hub on two pools in other zones. */
function hubApart({ stack, deployment, ...world }: World, values: HelmValues): void {
  const cluster = new TrainingCluster(stack, 'apart', { location: 'us-central1' });
  const poolIn = (name: string, zone: string) =>
    cluster.addPool(name, { machineType: 'n2-standard-8', nodes: NodeCount.between(0, 2), zones: [zone] });
  const profiles = { A: { pool: poolIn('a', 'us-central1-a') }, B: { pool: poolIn('b', 'us-central1-b') } };
  const chart = new ClusterChart(deployment.kubernetes, 'apart', { cluster, namespace: 'apart' });
  hub({ ...world, stack, deployment, chart }, { profiles, values: { ...SIGN_IN, ...values } });
}

/** Programs with notebooks, which synthesize without a problem and without advice. */
export const RIGHT_NOTEBOOKS: Readonly<Record<string, (world: World) => void>> = {
  'a notebook with a GPU': (world) => ada(world),
  'a notebook on CPUs that stops at night': (world) => {
    ada(world, { pool: world.cpus, resources: { cpus: 2 }, stop: { at: '22:30', timeZone: 'America/New_York' } });
  },
  'a notebook with shared data and a bucket': (world) => {
    ada(world, { mounts: [world.volume().at('/shared')], identity: world.identity });
  },
  'a notebook that submits jobs, in the share of its team': (world) => {
    const members = { editors: [Subject.user('ada@acme.com')] };
    new Tenant(world.chart, 'digits', { members, share: [{ pool: world.gpus, nodes: 1 }] });
    ada(world, { submitsJobs: true });
  },
  'a notebook by Kubeflow, with a bucket and jobs': (world) => {
    kubeflowAda(world, [Operator.JOBSET, Operator.NOTEBOOKS]);
  },
  'a hub with shared data, a bucket and jobs': (world) => {
    const mounts = [world.volume().at('/shared'), Mount.bucket(world.bucket, '/data')];
    hub(world, { mounts, identity: world.identity, submitsJobs: true });
  },
  'a hub whose people keep no files, on pools without a zone in common': (world) => {
    hubApart(world, { singleuser: { storage: { type: 'none' } } });
  },
  'a hub whose people keep files in Filestore, on pools without a zone in common': (world) => {
    hubApart(world, { singleuser: { storage: { dynamic: { storageClass: 'standard-rwx' } } } });
  },
  'a hub with values of its own programs, and texts of free names': (world) => {
    const hubOf = {
      ...partAt(SIGN_IN, ['hub']),
      extraConfig: { limits: 'c.Spawner.mem_limit = None' },
      extraEnv: { A: 'b' },
    };
    hub(world, { values: { hub: hubOf, custom: { team: 'digits' }, cull: { timeout: 600 } } });
  },
  'a notebook with a password of a Secret, that stops soon': (world) => {
    ada(world, { idle: Duration.minutes(15), env: { JUPYTER_TOKEN: EnvValue.fromSecret('ada', 'token') } });
  },
};
