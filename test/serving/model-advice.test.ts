import { Size } from 'cdk8s';
import { expect, test } from 'vitest';
import { Accelerator } from '../../lib/core/hardware/accelerator';
import { formatProblem, openAdvice } from '../../lib/core/problems';
import { EnvValue } from '../../lib/pods/containers/env-value';
import { ModelSource } from '../../lib/model/model-source';
import { ServerCheck } from '../../lib/serving/server-check';
import { ModelServer } from '../../lib/serving/model-servers';
import { ServingPlatform } from '../../lib/serving/serving-platforms';
import type { ServingDeploymentProps } from '../../lib/serving/serving-deployment';
import { cpuPool, gpuPool } from '../workload/pools';
import { serving } from './servings';

const COMMIT = 'a09a35458c702b33eeacc393d103063234e8bc28';
const LLAMA_70B = ModelSource.huggingFace('meta-llama/Llama-3.1-70B-Instruct', COMMIT);
const TGI = {
  image: 'ghcr.io/huggingface/text-generation-inference:3.3.5',
  ports: [{ name: 'http', port: 8080, protocol: 'http' as const }] as const,
  ready: ServerCheck.http('/health'),
  readsHuggingFace: true,
};

function told(props: Partial<ServingDeploymentProps>, pool = gpuPool({ accelerator: Accelerator.L4 })): string[] {
  const all = openAdvice(serving({ server: ModelServer.vllm(), model: LLAMA_70B, ...props }, pool));
  return all.flatMap(({ advice }) => (/^model-/.test(advice.code) ? [formatProblem(advice)] : []));
}

test('fails: a model whose name tells more than the GPUs of a replica hold is advice (model-memory)', () => {
  const found = expect.stringContaining(
    'meta-llama/Llama-3.1-70B-Instruct has 70 billion parameters of bfloat16 by its name, which take 133515Mi, but the GPUs of a replica have 24Gi, of which vLLM takes the share 0.9: set resources.gpus to 8 or more, or machines of ModelServer.vllm to 7, or use a pool of 4 nvidia-tesla-a100 (160Gi), 2 nvidia-a100-80gb (160Gi), 2 nvidia-h100-80gb (160Gi), or a smaller model',
  );
  expect(told({})).toContainEqual(found);
  expect(told({ resources: { gpus: 8 } }).join()).not.toContain('model-memory');
  expect(told({ server: ModelServer.vllm({ machines: 4 }), resources: { gpus: 2 } }).join()).not.toContain(
    'model-memory',
  );
  const server = ModelServer.container({
    ...TGI,
    args: ['--model-id=$(MODEL_PATH)', '--quantize', 'bitsandbytes-nf4'],
  });
  expect(told({ server, resources: { gpus: 2 } }).join()).not.toContain('model-memory');
  expect(told({ server: ModelServer.container({ ...TGI, needsGpus: true }) }).join()).toContain('of which the server');
  expect(told({ server: ModelServer.container(TGI), platform: ServingPlatform.kserve() }).join()).toContain(
    '(model-memory)',
  );
});

test('fails: a model without GPUs needs the memory of its pod (model-memory)', () => {
  const model = ModelSource.huggingFace('acme/large-13B', COMMIT);
  const server = ModelServer.container(TGI);
  const [message, ...others] = told({ server, model, resources: { memory: Size.gibibytes(8) } }, cpuPool());
  expect(others).toEqual([]);
  expect(message).toContain(
    'but a replica has no GPUs and 8Gi of memory: set memory of resources to Size.gibibytes(27)',
  );
  expect(told({ server, model, resources: { memory: Size.gibibytes(27) } }, cpuPool())).toEqual([]);
});

test('the disk for a model follows its name where the nodes have it', () => {
  const disk = (gib: number | undefined) => {
    const ephemeralStorage = gib === undefined ? undefined : Size.gibibytes(gib);
    const { allocatable } = gpuPool();
    const pool = gpuPool({
      accelerator: Accelerator.L4,
      allocatable: allocatable && { ...allocatable, ephemeralStorage },
    });
    const all = told({}, pool).filter((text) => text.includes('model-disk'));
    const { containers, volumes } = serving({ server: ModelServer.vllm(), model: LLAMA_70B }, pool).resource.toJson()
      .spec.template.spec;
    const { sizeLimit } = volumes.find(
      (volume: { emptyDir?: { sizeLimit?: string } }) =>
        volume.emptyDir?.sizeLimit && !JSON.stringify(volume).includes('Memory'),
    ).emptyDir;
    return [sizeLimit, containers[0].resources.requests['ephemeral-storage'], all];
  };
  expect(disk(undefined)).toEqual(['146866Mi', '147890Mi', []]);
  expect(disk(200)).toEqual(['146866Mi', '147890Mi', []]);
  expect(disk(100)).toEqual([
    '40Gi',
    '41Gi',
    [expect.stringContaining('whose files take about 144Gi, but a node of pool')],
  ]);
});

test('fails: a size that no type of weights has is advice (model-disk)', () => {
  const model = (size: number) => ModelSource.huggingFace('acme/large-405B', COMMIT, { size: Size.gibibytes(size) });
  expect(told({ model: model(100) }).join()).toContain(
    'size is 100Gi, but acme/large-405B has 405 billion parameters of bfloat16 by its name, which take 188Gi even at 4 bits each: set size to Size.gibibytes(830)',
  );
  expect(told({ model: model(200) }).join()).not.toContain('model-disk');
});

test('fails: a gated model without a token is advice (model-token)', () => {
  const codes = (id: string, props: Partial<ServingDeploymentProps> = {}, token?: EnvValue) =>
    told({ model: ModelSource.huggingFace(id, COMMIT, { token }), ...props }).join();
  for (const id of ['meta-llama/Llama-3.2-1B', 'google/gemma-2-2b-it', 'mistralai/Codestral-22B-v0.1'])
    expect(codes(id)).toContain(`${id} is read with a token alone`);
  const token = EnvValue.fromSecret('hugging-face', 'token');
  expect(codes('google/gemma-2-2b-it', {}, token)).toBe('');
  expect(codes('google/gemma-2-2b-it', { env: { HF_TOKEN: token } })).toBe('');
  expect(codes('Qwen/Qwen2.5-7B-Instruct')).toBe('');
});
