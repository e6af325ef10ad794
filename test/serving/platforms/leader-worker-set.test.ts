import { expect, test } from 'vitest';
import { ModelServer } from '../../../lib/serving/model-servers';
import { Replicas } from '../../../lib/serving/scaling/replicas';
import { objectsOf, problemsOf, serving, servingChart } from '../servings';
import { GKE, gpuPool } from '../../workload/pools';
import { Operator } from '../../../lib/operators/operator';
import { ModelSource } from '../../../lib/model/model-source';

test('x', () => {
  const cluster = { ...GKE, operators: [Operator.LWS, Operator.INFERENCE_EXTENSION] };
  const s = serving({ server: ModelServer.vllm({ machines: 2 }), model: ModelSource.huggingFace('a/b', 'a09a35458c702b33eeacc393d103063234e8bc28'), replicas: Replicas.fixed(2), endpointPicker: 'picker' }, gpuPool({ cluster, maxNodes: 4 }), servingChart(cluster));
  console.log(JSON.stringify(objectsOf(s), null, 1));
  console.log(problemsOf(s));
});
