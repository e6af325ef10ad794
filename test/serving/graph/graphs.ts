import type { ICluster } from '../../../lib/core/contracts/cluster';
import { Operator } from '../../../lib/index';
import { GraphNode, InferenceGraph, ModelServer, ServingPlatform, Telemetry } from '../../../lib/serving/index';
import type { GraphModelOptions, InferenceGraphProps } from '../../../lib/serving/index';
import { manifestsOf } from '../../../lib/testing/index';
import { cpuPool } from '../../workload/pools';
import { MANAGED, MODELS, servingChart } from '../servings';

export const CLUSTER: ICluster = {
  ...MANAGED,
  operators: [Operator.KSERVE, Operator.CERT_MANAGER, Operator.SELDON_CORE, Operator.SELDON_CORE_2],
};
export const POOL = { ...cpuPool(), cluster: CLUSTER };

/** A model of TensorFlow Serving, which speaks v1. */
export function v1(options: Partial<GraphModelOptions> = {}): GraphNode<never> {
  return GraphNode.model({ pool: POOL, server: ModelServer.tensorFlowServing(), model: MODELS, ...options });
}

/** A model of Triton, which speaks v2. */
export function v2(options: Partial<GraphModelOptions> = {}): GraphNode<never> {
  const server = ModelServer.triton();
  return GraphNode.model({ pool: POOL, server, model: MODELS.version(1), telemetry: Telemetry.none(), ...options });
}

export const CORE_2 = ServingPlatform.seldonCore2({ requirements: ['onnx'] });

export function graphOf<Name extends string>(props: InferenceGraphProps<Name>, chart = servingChart(CLUSTER)) {
  return new InferenceGraph(chart, 'animals', props);
}

/** The objects of a graph by kind and name. */
export function objectsIn(graph: InferenceGraph<string>): Record<string, unknown> {
  return Object.fromEntries(
    manifestsOf(graph).map((object) => [
      `${String(object['kind'])} ${String(Reflect.get(Object(object['metadata']), 'name'))}`,
      object,
    ]),
  );
}

/** What the checks of a graph and of its servers find. */
export function problemsIn(graph: InferenceGraph<string>): string[] {
  return graph.node.findAll().flatMap((each) => each.node.validate());
}
