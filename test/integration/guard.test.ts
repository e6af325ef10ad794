import { describe, expect, test } from 'vitest';
import { EnvValue } from '../../lib/pods/containers/env-value';
import { ModelServer } from '../../lib/serving/model-servers';
import { Exposure } from '../../lib/serving/exposure/exposure';
import { gpuPool } from '../workload/pools';
import { MODELS, serving } from '../serving/servings';
import type { ServingDeploymentProps } from '../../lib/serving/serving-deployment';
import { ENVOY, startGuard } from './support/envoy';
import { judgedBy } from './support/judges';

// The guard of servers before the internet, by the real Envoy: what clients need passes, and nothing else does, however it is written.

judgedBy([ENVOY]);

interface Case {
  readonly props: Partial<ServingDeploymentProps>;
  readonly port: 'grpc' | 'http';
  /** Calls of clients. */
  readonly passed: readonly string[];
  /** Calls that change the server, or show more of it than clients need. */
  readonly refused: readonly string[];
}

const tensorFlow: Case = {
  props: { server: ModelServer.tensorFlowServing() },
  port: 'grpc',
  passed: ['/tensorflow.serving.PredictionService/Predict', '/grpc.health.v1.Health/Check'],
  refused: ['/tensorflow.serving.ModelService/HandleReloadConfigRequest', '/tensorflow.ProfilerService/Profile'],
};
const triton = { server: ModelServer.triton(), model: MODELS.versions([1, 2]) };
const tritonRest: Case = {
  props: triton,
  port: 'http',
  passed: ['/v2/models/mnist/infer', '/v2/models/mnist/versions/2/infer', '/v2/models/mnist/ready', '/v2/health/live'],
  refused: [
    '/v2/repository/models/mnist/load',
    '/v2/systemsharedmemory/region/a/register',
    '/v2/models/mnist/trace/setting',
    '/v2/models/mnist/versions/1/trace/setting',
    '/v2/logging',
    '/metrics',
  ],
};
const tritonGrpc: Case = {
  props: triton,
  port: 'grpc',
  passed: ['ModelInfer', 'ModelStreamInfer', 'ServerReady'].map((call) => `/inference.GRPCInferenceService/${call}`),
  refused: ['RepositoryModelLoad', 'SystemSharedMemoryRegister', 'TraceSetting', 'LogSettings'].map(
    (call) => `/inference.GRPCInferenceService/${call}`,
  ),
};
const vllm: Case = {
  props: {
    server: ModelServer.vllm(),
    model: MODELS.version(1),
    resources: { gpus: 1 },
    env: { VLLM_API_KEY: EnvValue.fromSecret('api', 'key') },
  },
  port: 'http',
  passed: ['/v1/chat/completions', '/v1/models', '/v1/chat/completions?x=/../../pause;'],
  refused: ['/pause', '/metrics', '/load_lora_adapter', '/V1/models', '/v1'],
};

/** Ways to write a call that a server may take for it. */
function disguised(call: string, passed: string): string[] {
  const folder = passed.slice(0, passed.lastIndexOf('/'));
  const up = '../'.repeat(folder.split('/').length - 1).slice(0, -1);
  const ups = ['%2e%2e', '%2E.', '.%2e', '..;', '..;a=b', '..%3b', '.;/..', '%2e%2e;', '%252e%252e', '..%00'];
  return [
    `/${call}`,
    `//${call}`,
    `/.${call}`,
    `/x/..${call}`,
    `\\${call.slice(1)}`,
    call.toUpperCase(),
    `${call};`,
    `http://127.0.0.1${call}`,
    ...[up, ...ups.map((each) => up.replaceAll('..', each))].flatMap((each) => [
      `${folder}/${each}${call}`,
      `${folder}/${each}/${call}`,
      `${passed}/../${each}${call}`,
    ]),
    ...['/', '%2f', '%2F', '%5c', '\\'].map((slash) => `${folder}/${(up + call).replaceAll('/', slash)}`),
    `${passed}#/${up}${call}`,
    `${folder}/${up}\t${call}`,
  ];
}

describe.each(Object.entries({ tensorFlow, tritonRest, tritonGrpc, vllm }))(
  '%s',
  (_, { props, port, passed, refused }) => {
    const exposure = Exposure.externalLoadBalancer({ sourceRanges: 'everyone', ports: [port] });
    const [track] = serving({ exposure, ...props }, gpuPool()).serving.tracks;
    const config = track.container.files?.['guard.json'] ?? '';

    test('the guard passes on the calls of clients, and no other, however its path is written', async ({
      onTestFinished,
    }) => {
      const guard = await startGuard(config, port);
      onTestFinished(guard.stop);
      for (const path of passed) expect(await guard.ask(path), path).toEqual({ status: 200, passed: path });
      const [first = ''] = passed;
      const tried = refused.flatMap((call) => [call, ...disguised(call, first)]);
      const answers = [];
      for (const path of tried) answers.push({ path, ...(await guard.ask(path)) });
      expect(answers.filter((answer) => answer.passed !== undefined)).toEqual([]);
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([400, 403]));
      expect(answers.length).toBeGreaterThan(50);
    });
  },
);
