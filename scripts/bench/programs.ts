import { Size } from 'cdk8s';
import {
  Accelerator,
  ClusterChart,
  DistributedTrainingJob,
  LocalCluster,
  ModelServer,
  ModelSource,
  NodeCount,
  Operator,
  ServingDeployment,
  SharedVolume,
  SharedVolumeSource,
  Stage,
  TensorFlow,
  TrainingCluster,
  type Deployment,
  type Platform,
} from '../../lib/index';
import { application } from './application';

/** A program of the bench. */
export type Program = (platform: Platform, count: number) => void;

/** The programs by the names of their rows. `count` says how many of them there are. */
export const PROGRAMS: Readonly<Record<string, Program>> = {
  jobs: (platform, count) => {
    const { chart, cluster } = local(only(platform));
    times(count, (index) => {
      job(chart, `job-${index}`, cluster);
    });
  },
  // Jobs of 100 pods: a chief, 19 parameter servers and 80 workers.
  pods: (platform, count) => {
    const { chart, cluster } = local(only(platform));
    times(count / 100, (index) => {
      job(chart, `job-${index}`, cluster, 80, 19);
    });
  },
  charts: (platform, count) => {
    const deployment = only(platform);
    times(count, (index) => {
      const { chart, cluster } = local(deployment, `-${index}`);
      for (const id of ['a', 'b']) job(chart, id, cluster);
    });
  },
  servers: (platform, count) => {
    const { chart, cluster } = local(only(platform));
    const source = SharedVolumeSource.nfs('10.0.0.9', '/models');
    const models = new SharedVolume(chart, 'models', { source, size: Size.gibibytes(1) });
    const server = ModelServer.tensorFlowServing();
    times(count, (index) => {
      const model = ModelSource.volume(models, `model-${index}`).version(1);
      new ServingDeployment(chart, `server-${index}`, { pool: cluster.pool, server, model });
    });
  },
  pools: (platform, count) => {
    const cluster = new TrainingCluster(only(platform).stack, 'cluster', { location: 'us-central1-a' });
    times(count, (index) => {
      cluster.addGpuPool(`pool-${index}`, { accelerators: Accelerator.L4.times(1), nodes: NodeCount.between(0, 1) });
    });
  },
  deployments: (platform, count) => {
    times(count, (index) => {
      application(platform.stage(stage(`stage-${index}`)));
    });
  },
  // Names that are too long are found at synthesis, numbers that are no numbers where they are written.
  'jobs refused at synthesis': (platform, count) => {
    const { chart, cluster } = local(only(platform));
    times(count, (index) => {
      job(chart, `job-${'x'.repeat(60)}-${index}`, cluster);
    });
  },
  'jobs refused where they are written': (platform, count) => {
    const { chart, cluster } = local(only(platform));
    times(count, (index) => {
      job(chart, `job-${index}`, cluster, 0.5);
    });
  },
};

/** The programs that have a Terraform half. */
export const WITH_STACKS = ['pools', 'deployments'];

function times(count: number, make: (index: number) => unknown): void {
  for (let index = 0; index < count; index++) make(index);
}

function stage(name: string): Stage {
  return new Stage({ name, project: 'bench-project', region: 'us-central1' });
}

function only(platform: Platform): Deployment {
  return platform.stage(stage('bench'));
}

function local({ kubernetes }: Deployment, suffix = '') {
  const cluster = LocalCluster.of({ cpus: 64, nodes: 10_000, operators: [Operator.JOBSET] });
  return { cluster, chart: new ClusterChart(kubernetes, `chart${suffix}`, { cluster, namespace: `bench${suffix}` }) };
}

function job(chart: ClusterChart, id: string, { pool }: LocalCluster, workers = 4, replicas = 2): void {
  new DistributedTrainingJob(chart, id, {
    image: 'example/train:1',
    command: ['python3', 'train.py'],
    pool,
    workers,
    strategy: TensorFlow.parameterServer({ parameterServers: { replicas } }),
  });
}
