import { expect, test } from 'vitest';
import { EnvValue } from '../../../lib/workloads/pod/env-value';
import { Mount } from '../../../lib/workloads/pod/mount';
import { ModelServer } from '../../../lib/workloads/serving/model-servers';
import { ModelSource } from '../../../lib/workloads/serving/model/model-source';
import { secretSteps } from '../../../lib/workloads/serving/secret-guide';
import { gpuPool } from '../pools';
import { serving } from './servings';

test('DEPLOY.md names the Secrets that pods wait for, once each', () => {
  const token = EnvValue.fromSecret('hugging-face', 'token');
  const model = ModelSource.huggingFace('Qwen/Qwen2.5-7B-Instruct', 'a09a354', { token });
  const props = {
    server: ModelServer.vllm(),
    model,
    canary: { model },
    imagePullSecrets: ['registry'],
    mounts: [Mount.volume({ secret: { secretName: 'tls' } }, '/tls')],
  };
  expect(secretSteps(serving(props, gpuPool()).serving, 'language')).toEqual([
    {
      phase: 'standing',
      text: 'Pods of `mnist` wait until namespace `language` has what this program does not make: Secret `hugging-face` with key `token`, Secret `tls`, Secret `registry`.',
    },
  ]);
});

test('a server without Secrets adds nothing', () => {
  expect(secretSteps(serving().serving, 'serving')).toEqual([]);
});
