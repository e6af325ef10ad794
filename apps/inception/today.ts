import { Duration } from 'cdk8s';
import {
  Accelerator,
  Bucket,
  ClusterChart,
  ModelServer,
  ModelSource,
  NodeCount,
  Operator,
  Replicas,
  ScalingMetric,
  ServingDeployment,
  TrainingCluster,
  WorkloadIdentity,
  type Deployment,
} from '../../lib/index';
import { Certificate, Gateway, GatewayBackend } from '../../lib/gateway/index';
import { GatewayAddress } from '../../lib/infrastructure/index';
import { Exposure } from '../../lib/serving/index';
import { GRPC_PORT, HOST, MODEL_NAME, NAMESPACE } from './names';

/**
 * The same on hardware of today: the model is in a bucket, each replica has a GPU, there are as many as the requests need, and version 2
 * is tried beside version 1. Clients ask by REST at one name, whose certificate Google renews.
 */
export function today({ stack, kubernetes }: Deployment): void {
  const operators = [Operator.KEDA, Operator.GKE_GATEWAY];
  const cluster = new TrainingCluster(stack, 'cluster', { location: 'us-central1-a', operators });
  const pool = cluster.addGpuPool('l4', { accelerators: Accelerator.L4.times(1), nodes: NodeCount.between(3, 8) });
  const identity = new WorkloadIdentity(stack, 'server', { cluster, namespace: NAMESPACE });
  const bucket = new Bucket(stack, 'models');
  bucket.grantRead(identity);
  const model = ModelSource.bucket(bucket, 'inception');
  const address = new GatewayAddress(stack, 'entry', { dns: { zone: 'acme-com', hosts: [HOST] } });

  const chart = new ClusterChart(kubernetes, 'serving', { cluster, namespace: NAMESPACE });
  const server = new ServingDeployment(chart, 'inception', {
    pool,
    identity,
    server: ModelServer.tensorFlowServing({ grpcPort: GRPC_PORT, batching: { maxBatchSize: 32 } }),
    model: model.version(1),
    modelName: MODEL_NAME,
    // As if it had been measured: one replica answers 50 requests a second well.
    replicas: Replicas.between(2, 5, { metric: ScalingMetric.requests(50) }),
    canary: { model: model.version(2) },
    // A load balancer hears of a stopping pod later than the pods of the cluster.
    preStopDelay: Duration.minutes(1),
  });

  const gateway = new Gateway(chart, 'entry', {
    hosts: { [HOST]: Certificate.google() },
    exposure: Exposure.externalLoadBalancer({ sourceRanges: 'everyone' }),
    backend: GatewayBackend.gke(address),
  });
  gateway.route('inception', { to: server, port: 'http' });
}
