import { Duration, Size } from 'cdk8s';
import {
  Accelerator,
  ClusterChart,
  DistributedTrainingJob,
  ModelServer,
  ModelSource,
  NodeCount,
  NodePool,
  Operator,
  Replicas,
  ServingDeployment,
  TensorFlow,
  TrainingCluster,
  TrainingEngine,
  type DistributedTrainingJobProps,
} from '../../../lib/index';
import { Tenant, type TenantProps } from '../../../lib/tenancy/index';
import { IMAGE, python, type World } from './program';

/** A cluster with queues. */
export function queued(
  { stack, deployment }: World,
  operators: readonly Operator[] = [Operator.JOBSET, Operator.KUEUE],
) {
  const cluster = new TrainingCluster(stack, 'shared', { location: 'us-central1-a', operators });
  const pool = cluster.addGpuPool('t4', { accelerators: Accelerator.T4.times(2), nodes: NodeCount.between(0, 4) });
  return {
    pool,
    /** A team of the cluster. */
    team: (name: string, props: TenantProps) => {
      const chart = new ClusterChart(deployment.kubernetes, name, { cluster, namespace: name });
      return { chart, tenant: new Tenant(chart, name, props) };
    },
  };
}

/** A training of the team by workers with one GPU each. */
export function train(
  chart: ClusterChart,
  workers: number,
  props: Pick<DistributedTrainingJobProps, 'pool' | 'resources'>,
  id = 'train',
) {
  return new DistributedTrainingJob(chart, id, {
    image: IMAGE,
    command: python('train'),
    workers,
    strategy: TensorFlow.multiWorkerMirrored(),
    engine: TrainingEngine.jobSet(),
    activeDeadline: Duration.hours(1),
    ...props,
  });
}

/** A team with a share of nodes that others made, whose local disk may not be known, and its job. */
export function trainOnTheirs(
  { deployment }: World,
  ephemeralStorage: Size | undefined,
  resources: NonNullable<DistributedTrainingJobProps['resources']>,
  unlike?: 'half',
) {
  const operators = [Operator.JOBSET, Operator.KUEUE.installedElsewhere('the platform team')];
  const cluster = TrainingCluster.fromAttributes({ clusterName: 'theirs', location: 'us-central1', operators });
  const poolOf = (poolName: string, disk: Size | undefined) =>
    NodePool.fromAttributes({
      ...{ cluster, poolName, maxNodes: 4 },
      allocatable: {
        ...{ cpuMillis: 7910, memory: Size.gibibytes(28), extended: {} },
        ...(disk && { ephemeralStorage: disk }),
      },
    });
  const pool = poolOf('cpu', unlike ? Size.gibibytes(90) : ephemeralStorage);
  const share = [{ pool, nodes: 4 }, ...(unlike ? [{ pool: poolOf('other', ephemeralStorage), nodes: 1 }] : [])];
  const chart = new ClusterChart(deployment.kubernetes, 'vision', { cluster, namespace: 'vision' });
  new Tenant(chart, 'vision', { share }).enqueue(train(chart, 2, { pool, resources }));
}

/** A server of the team. */
export function serveDigits({ chart, cpus }: World, replicas: number) {
  const model = ModelSource.image('us-docker.pkg.dev/acme-ml/models/digits:1', '/models/digits').version(1);
  const server = ModelServer.tensorFlowServing();
  return new ServingDeployment(chart, 'serve', { pool: cpus, server, model, replicas: Replicas.fixed(replicas) });
}
