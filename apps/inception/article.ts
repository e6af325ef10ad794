import { Size } from 'cdk8s';
import {
  ClusterChart,
  Exposure,
  ImageRepository,
  ModelServer,
  ModelSource,
  NodeCount,
  Replicas,
  ServingDeployment,
  TrainingCluster,
  type Deployment,
} from '../../lib/index';
import { SystemPool } from '../../lib/infrastructure/index';
import { GRPC_PORT, MODEL_NAME, NAMESPACE } from './names';

/** A 2016 article: five nodes, three replicas, and an image that holds the server and the model. */
export function article({ stack, kubernetes }: Deployment): void {
  const cluster = new TrainingCluster(stack, 'cluster', {
    clusterName: 'inception-serving-cluster',
    location: 'us-central1-f',
    // The cluster's own pods run on the five nodes, as they did then.
    systemPool: SystemPool.ELSEWHERE,
    // Each add-on takes CPU of every node, and one of these nodes has little.
    gcsFuse: false,
    filestore: false,
  });
  const pool = cluster.addPool('default-pool', {
    poolName: 'default-pool',
    machineType: 'n1-standard-1',
    nodes: NodeCount.fixed(5),
  });
  const images = new ImageRepository(stack, 'images', { location: 'us-central1' });

  const chart = new ClusterChart(kubernetes, 'serving', { cluster, namespace: NAMESPACE });
  new ServingDeployment(chart, 'inception', {
    pool,
    server: ModelServer.tensorFlowServing({ grpcPort: GRPC_PORT }),
    model: ModelSource.image(images.imageUri('inception-serving', '1'), '/models/inception'),
    modelName: MODEL_NAME,
    replicas: Replicas.fixed(3),
    // Such a node has 0.47 CPU and 1.5 GiB for pods, and the cluster's own pods take their part of it. With these requests a
    // fourth replica has room while a roll-out goes on. A replica may use more CPU than it asks for.
    resources: { cpus: 0.05, memory: Size.mebibytes(512) },
    // Anybody may ask, as in the article, but nobody can make the server load another model.
    exposure: Exposure.externalLoadBalancer({ sourceRanges: 'everyone' }),
  });
}
