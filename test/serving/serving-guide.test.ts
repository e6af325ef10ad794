import { expect, test } from 'vitest';
import { guideSteps, type GuideStep } from '../../lib/core/contracts/guide';
import { ModelSource } from '../../lib/model/model-source';
import { EnvValue } from '../../lib/pods/containers/env-value';
import { Mount } from '../../lib/pods/mounts/mount';
import { ModelServer } from '../../lib/serving/model-servers';
import { Rollout } from '../../lib/serving/rollout/rollout';
import type { ServingDeployment } from '../../lib/serving/serving-deployment';
import { servingSteps } from '../../lib/serving/serving-guide';
import { gpuPool } from '../workload/pools';
import { MODELS, objectsOf, serving } from './servings';

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
  expect(servingSteps({ ...serving(props, gpuPool()).serving, namespace: 'language' })).toEqual([
    {
      phase: 'standing',
      text: 'Pods of `mnist` wait until namespace `language` has what this program does not make: Secret `hugging-face` with key `token`, Secret `tls`, Secret `registry`.',
    },
  ]);
});

test('DEPLOY.md names the endpoint picker, which has to be there first', () => {
  const props = { server: ModelServer.vllm(), model: MODELS, endpointPicker: 'picker' };
  const [step] = servingSteps({ ...serving(props, gpuPool()).serving, namespace: 'language' });
  expect(step?.text).toContain('must have it first: Service `picker` with port 9002');
});

test('a server without Secrets adds nothing', () => {
  expect(servingSteps(serving().serving)).toEqual([]);
});

/** Those about the way to another version. */
function stepsOf(construct: ServingDeployment): GuideStep[] {
  return guideSteps(construct).map(({ step }) => step);
}

test('a switch waits until the other color is ready', () => {
  const construct = serving({ rollout: Rollout.blueGreen({ green: MODELS.version(2), live: 'green' }) });
  const digest = JSON.stringify(objectsOf(construct)['Deployment mnist-green']).match(
    /"trainyard\/pods":"(\w{16})"/,
  )?.[1];
  expect(stepsOf(construct)).toEqual([
    {
      phase: 'checks',
      text: "`mnist` switches to green if requests go to blue now. This waits until the pods of green are ready, and fails if green is not in the cluster as it is here: then deploy with `live: 'blue'` first.",
      commands: [
        `if kubectl -n serving get service mnist -o jsonpath='{.spec.selector}' 2>/dev/null | grep -q '"trainyard/track":"blue"'; then`,
        `  kubectl -n serving wait deployment/mnist-green --for=jsonpath='{.metadata.annotations.trainyard/pods}'=${digest} --timeout=0 &&`,
        '  kubectl -n serving rollout status deployment/mnist-green --timeout=1200s',
        'fi',
      ],
    },
  ]);
});

test('a change in place asks each pod for the versions that it is said to have', () => {
  const model = MODELS.versions([1, 2], { labels: { stable: 2 } });
  const [step] = stepsOf(serving({ model, rollout: Rollout.inPlace({ loaded: [1, 2] }) }));
  expect(step?.phase).toBe('checks');
  const asks = (version: number) =>
    `  kubectl get --raw "/api/v1/namespaces/serving/pods/$pod:8501/proxy/v1/models/mnist/versions/${version}/metadata" >/dev/null || { echo "$pod has not loaded version ${version}" >&2; false; }`;
  expect(step?.commands?.slice(1)).toEqual([asks(1), asks(2), 'done']);
});

test('a roll-out without room for one more pod says so', () => {
  const [step] = stepsOf(serving({ resources: { gpus: 4 } }, gpuPool({ maxNodes: 1 })));
  expect(step?.text).toBe(
    'A roll-out of `mnist` stops one replica before it starts the next, because pool "k80" (n1-standard-16) has no room for one more.',
  );
  expect(stepsOf(serving())).toEqual([]);
});
