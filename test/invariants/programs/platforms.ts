import {
  ClusterChart,
  ModelServer,
  ModelSource,
  NodeCount,
  Operator,
  OperatorReleases,
  TrainingCluster,
  WorkloadIdentity,
} from '../../../lib/index';
import { GraphNode, ServingPlatform, Telemetry, type GraphModelOptions } from '../../../lib/serving/index';
import type { World } from './program';

/** A cluster of a world in which KServe, both Seldons, KEDA and Envoy Gateway run, and what servers on it use. */
export type Served = ReturnType<typeof servedIn>;

export const CORE_2 = ServingPlatform.seldonCore2({ requirements: ['onnx'] });

const { KSERVE, SELDON_CORE, SELDON_CORE_2, CERT_MANAGER, KEDA, ENVOY_GATEWAY } = Operator;
const ALL = [CERT_MANAGER.byHelm(), KSERVE, SELDON_CORE, SELDON_CORE_2, KEDA, ENVOY_GATEWAY];

export function servedIn({ stack, bucket, deployment }: World, nodes = 8, operators: readonly Operator[] = ALL) {
  const cluster = new TrainingCluster(stack, 'served', { location: 'us-central1-a', operators });
  new OperatorReleases(deployment.addStack('operators'), 'operators', { cluster });
  const pool = cluster.addPool('servers', { machineType: 'n1-standard-8', nodes: NodeCount.between(1, nodes) });
  const identity = new WorkloadIdentity(stack, 'servers', { cluster, namespace: 'models' });
  bucket.grantRead(identity);
  const chart = new ClusterChart(deployment.kubernetes, 'models', { cluster, namespace: 'models' });
  const model = ModelSource.bucket(bucket, 'models/mnist').version(2);
  const usual = { pool, identity, model, resources: { cpus: 1 } };
  const tensorFlow = { ...usual, server: ModelServer.tensorFlowServing() };
  const triton = { ...usual, server: ModelServer.triton(), telemetry: Telemetry.none() };
  return {
    stack,
    chart,
    model,
    pool,
    /** A server that speaks v1. */
    tensorFlow,
    /** A server that speaks v2, and that Seldon Core 2 can drive. */
    triton,
    v1: (options: Partial<GraphModelOptions> = {}) => GraphNode.model({ ...tensorFlow, ...options }),
    v2: (options: Partial<GraphModelOptions> = {}) => GraphNode.model({ ...triton, ...options }),
  };
}
