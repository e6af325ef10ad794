import { Size } from 'cdk8s';
import {
  Accelerator,
  Bucket,
  ClusterAddons,
  ClusterChart,
  DistributedTrainingJob,
  Filestore,
  ImageRepository,
  LocalCluster,
  ModelServer,
  ModelSource,
  NodeCount,
  Operator,
  ServingDeployment,
  SharedVolume,
  SharedVolumeSource,
  TensorFlow,
  TrainingCluster,
  WorkloadIdentity,
  type Deployment,
  type INodePool,
  type Platform,
} from '../../lib/index';
import { DEV, LOCAL } from '../platform/programs';

type Build = (platform: Platform, count: number) => void;

/** Programs whose parts share something, so that each part may have to be compared with the others. */
export const SHARING: Readonly<Record<string, Build>> = {
  'jobs that export': (platform, count) => {
    const { stack, kubernetes } = platform.stage(DEV);
    const { cluster, pool } = cloud(stack);
    const identity = new WorkloadIdentity(stack, 'trainer', { cluster, namespace: 'bench' });
    const bucket = new Bucket(stack, 'data');
    bucket.grantReadWrite(identity);
    const chart = new ClusterChart(kubernetes, 'training', { cluster, namespace: 'bench' });
    for (const index of upTo(count)) {
      job(chart, `job-${index}`, pool, { identity, exports: ModelSource.bucket(bucket, 'model').version(index + 1) });
    }
  },
  'deployments in one namespace': (platform, count) => {
    for (const index of upTo(count)) {
      const { chart, cluster } = local(platform.stage(LOCAL, `app-${index}`));
      job(chart, `job-${index}`, cluster.pool);
    }
  },
  'charts in one namespace': (platform, count) => {
    const { kubernetes } = platform.stage(LOCAL);
    const cluster = LocalCluster.of({ cpus: 64, nodes: 1000, operators: [Operator.JOBSET] });
    for (const index of upTo(count)) {
      const props = { cluster, namespace: 'bench', podSecurity: 'privileged' } as const;
      job(new ClusterChart(kubernetes, `chart-${index}`, props), `job-${index}`, cluster.pool);
    }
  },
  'repositories and jobs of their images': (platform, count) => {
    const { stack, kubernetes } = platform.stage(DEV);
    const { cluster, pool } = cloud(stack);
    const chart = new ClusterChart(kubernetes, 'training', { cluster, namespace: 'bench' });
    for (const index of upTo(count)) {
      const images = new ImageRepository(stack, `images-${index}`);
      job(chart, `job-${index}`, pool, { image: images.imageUri('train', '1') });
    }
  },
  'pools and a job on each': (platform, count) => {
    const { stack, kubernetes } = platform.stage(DEV);
    const cluster = new TrainingCluster(stack, 'cluster', { location: 'us-east1-c', operators: [Operator.JOBSET] });
    const chart = new ClusterChart(kubernetes, 'training', { cluster, namespace: 'bench' });
    for (const index of upTo(count)) {
      const accelerators = Accelerator.L4.times(1);
      const pool = cluster.addGpuPool(`pool-${index}`, { accelerators, nodes: NodeCount.between(0, 8) });
      job(chart, `job-${index}`, pool);
    }
    new ClusterAddons(chart, 'addons', { pools: cluster.pools });
  },
  'volumes and jobs that mount one': (platform, count) => {
    const { chart, cluster } = local(platform.stage(LOCAL));
    const shared = volume(chart, 'shared');
    for (const index of upTo(count)) {
      job(chart, `job-${index}`, cluster.pool, { mounts: [shared.at('/a'), volume(chart, `own-${index}`).at('/b')] });
    }
  },
  'servers of different sizes': (platform, count) => {
    servers(platform, count, 1000);
  },
  'jobs of different sizes': (platform, count) => {
    const { chart, cluster } = local(platform.stage(LOCAL));
    for (const index of upTo(count)) job(chart, `job-${index}`, cluster.pool, { resources: { cpus: 1 + index / 10 } });
  },
  'jobs of one name': (platform, count) => {
    const { chart, cluster } = local(platform.stage(LOCAL));
    for (const index of upTo(count)) job(chart, `job-${index}`, cluster.pool, { jobName: 'same' });
  },
  'identities of one bucket': (platform, count) => {
    const { stack } = platform.stage(DEV);
    const { cluster } = cloud(stack);
    const bucket = new Bucket(stack, 'data');
    for (const index of upTo(count)) {
      bucket.grantRead(new WorkloadIdentity(stack, `reader-${index}`, { cluster, namespace: 'bench' }));
    }
  },
  'clusters on one network': (platform, count) => {
    const { stack } = platform.stage(DEV);
    const { network } = cloud(stack).cluster;
    for (const index of upTo(count)) {
      new TrainingCluster(stack, `cluster-${index}`, { location: 'us-east1-c', network });
    }
  },
  'Filestore instances on one network': (platform, count) => {
    const { stack } = platform.stage(DEV);
    const { network } = cloud(stack).cluster;
    for (const index of upTo(count)) {
      const reservedIpRange = `192.168.${index}.0/29`;
      new Filestore(stack, `files-${index}`, { location: 'us-east1-c', network, reservedIpRange });
    }
  },
};

/** Servers of as many sizes, each of which asks whether one more of its pods fits beside all. */
export function servers(platform: Platform, count: number, nodes: number): void {
  const { chart, cluster } = local(platform.stage(LOCAL), nodes);
  const models = volume(chart, 'models');
  for (const index of upTo(count)) {
    const model = ModelSource.volume(models, `model-${index}`).version(1);
    const server = ModelServer.tensorFlowServing();
    new ServingDeployment(chart, `server-${index}`, {
      pool: cluster.pool,
      server,
      model,
      resources: { cpus: 1 + index / 10 },
    });
  }
}

function upTo(count: number): number[] {
  return [...Array(count).keys()];
}

function local({ kubernetes }: Deployment, nodes = 1000) {
  const cluster = LocalCluster.of({ cpus: 64, nodes, operators: [Operator.JOBSET] });
  return { cluster, chart: new ClusterChart(kubernetes, 'chart', { cluster, namespace: 'bench' }) };
}

function cloud(stack: Deployment['stack']) {
  const cluster = new TrainingCluster(stack, 'cluster', { location: 'us-east1-c', operators: [Operator.JOBSET] });
  return { cluster, pool: cluster.addPool('cpu', { nodes: NodeCount.between(1, 100) }) };
}

function volume(chart: ClusterChart, id: string): SharedVolume {
  const source = SharedVolumeSource.nfs('10.0.0.9', `/${id}`);
  return new SharedVolume(chart, id, { source, size: Size.gibibytes(1) });
}

type JobProps = ConstructorParameters<typeof DistributedTrainingJob>[2];

function job(chart: ClusterChart, id: string, pool: INodePool, more: Partial<JobProps> = {}): void {
  const strategy = TensorFlow.parameterServer({ parameterServers: { replicas: 1 } });
  new DistributedTrainingJob(chart, id, { image: 'train:1', pool, workers: 1, strategy, ...more });
}
