import {
  Accelerator,
  ClusterChart,
  ModelSource,
  ModelServer,
  NodeCount,
  Operator,
  Replicas,
  ServingDeployment,
  TrainingCluster,
  type ServingDeploymentProps,
} from '../../../lib/index';
import type { World } from './program';

/** The cluster of a program that serves a model over several machines. */
export interface MachinesOptions {
  /** The most nodes, of 2 GPUs each. @default 8 */
  readonly nodes?: number;
  /** @default - LeaderWorkerSet, the inference extension and KEDA */
  readonly operators?: readonly Operator[];
  /** The zones of the pool. @default - one */
  readonly zones?: readonly string[];
}

export const OPERATORS = [Operator.LWS, Operator.INFERENCE_EXTENSION, Operator.KEDA];
export const LARGE = ModelSource.image('us-docker.pkg.dev/acme-ml/models/large:3', '/models/large').version(3);

/** A program that serves a model over two machines, as two replicas, with changes of the props. */
export function serve(
  { stack, deployment }: World,
  { nodes = 8, operators = OPERATORS, zones }: MachinesOptions,
  props: Partial<ServingDeploymentProps> = {},
): ServingDeployment {
  const cluster = new TrainingCluster(stack, 'inference', { location: 'us-central1-a', operators });
  const l4 = { accelerators: Accelerator.L4.times(2), nodes: NodeCount.between(0, nodes), zones };
  const pool = cluster.addGpuPool('l4', l4);
  const chart = new ClusterChart(deployment.kubernetes, 'inference', { cluster, namespace: 'inference' });
  const server = ModelServer.vllm({ machines: 2 });
  return new ServingDeployment(chart, 'large', { pool, server, model: LARGE, replicas: Replicas.fixed(2), ...props });
}
