import { Chart } from 'cdk8s';
import { expect, test } from 'vitest';
import {
  Exposure,
  ModelServer,
  Operator,
  Rollout,
  Replicas,
  ScalingMetric,
  ServerCheck,
  type ServingPlatform,
  type ServingDeploymentProps,
} from '../../lib/index';
import { guideSteps } from '../../lib/core/contracts/guide';
import { openAdvice } from '../../lib/core/problems/check';
import { cpuPool } from '../workload/pools';
import { MANAGED, MODELS, objectsOf, problemsOf, serving, servingChart } from './servings';
import { InferenceServicePlatform } from './platforms/inference-service';

const CLUSTER = { ...MANAGED, operators: [Operator.KSERVE, Operator.CERT_MANAGER, Operator.KEDA] };

function served(props: Partial<ServingDeploymentProps> = {}, cluster = CLUSTER) {
  const platform = new InferenceServicePlatform();
  return serving({ platform, ...props }, { ...cpuPool(), cluster }, servingChart(cluster));
}

test('one object runs the server, with our flags, probes and labels, and no Deployment or Service', () => {
  const objects = objectsOf(served({ replicas: Replicas.fixed(2) }));
  expect(Object.keys(objects)).toEqual([
    'ServiceAccount mnist',
    'PodMonitoring mnist',
    'Rules mnist',
    'InferenceService mnist',
  ]);
  expect(objects['InferenceService mnist']).toMatchObject({
    metadata: { annotations: { 'serving.kserve.io/autoscalerClass': 'none' } },
    spec: {
      predictor: {
        labels: { 'trainyard/workload': 'mnist', 'trainyard/track': 'stable' },
        minReplicas: 2,
        serviceAccountName: 'mnist',
        deploymentStrategy: { rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } },
        containers: [
          {
            name: 'kserve-container',
            args: expect.arrayContaining(['--port=8500', '--rest_api_port=8501']),
            startupProbe: { periodSeconds: 5 },
            lifecycle: { preStop: {} },
          },
        ],
      },
    },
  });
});

test('a platform is checked as ours is', () => {
  expect(problemsOf(served())).toEqual([]);
  expect(problemsOf(served({ servingName: 'm'.repeat(54) }))).toEqual([
    expect.stringContaining('(inference-service-name)'),
  ]);
});

test('its advice and its steps of DEPLOY.md are used', () => {
  const construct = served();
  construct.node.validate();
  expect(openAdvice(construct).map(({ advice }) => advice.code)).toContain('inference-service-port');
  expect(guideSteps(Chart.of(construct)).flatMap(({ step }) => step.commands ?? [])).toEqual([
    'kubectl -n serving wait InferenceService/mnist --for=condition=Ready',
  ]);
});

test('scalers change the object that the platform names, by the name of its container', () => {
  const byCpu = objectsOf(served({ replicas: Replicas.between(1, 3, { metric: ScalingMetric.cpu(60) }) }));
  expect(byCpu['HorizontalPodAutoscaler mnist']).toMatchObject({
    spec: {
      scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'mnist-predictor' },
      metrics: [{ containerResource: { container: 'kserve-container' } }],
    },
  });
  const byRequests = objectsOf(served({ replicas: Replicas.between(1, 3, { metric: ScalingMetric.requests(20) }) }));
  expect(byRequests['ScaledObject mnist']).toMatchObject({ spec: { scaleTargetRef: { name: 'mnist-predictor' } } });
  expect(byRequests['InferenceService mnist']).toMatchObject({
    metadata: { annotations: { 'serving.kserve.io/autoscalerClass': 'external' } },
  });
});

test.each<[string, Partial<ServingDeploymentProps>, string]>([
  ['a canary', { canary: { model: MODELS.version(2) } }, 'has no canary, because it has one version: leave canary out'],
  [
    'two colors',
    { rollout: Rollout.blueGreen({ green: MODELS.version(2), live: 'blue' }) },
    'has no Rollout.blueGreen, because it has one version: use Rollout.rolling()',
  ],
  [
    'a change in place',
    { model: MODELS.version(1), rollout: Rollout.inPlace({ loaded: [1] }) },
    'has no Rollout.inPlace, because its pods get no ConfigMap: use Rollout.rolling()',
  ],
  [
    'a load balancer',
    { exposure: Exposure.internalLoadBalancer() },
    'has no load balancer, because KServe makes the Service: use Exposure.internal()',
  ],
])('fails: %s that the platform does not have (platform-option)', (_, props, message) => {
  const [found] = problemsOf(served(props));
  expect(found).toContain(`platform "InferenceService" ${message}, or use ServingPlatform.kubernetes()`);
  expect(found).toContain('(platform-option)');
});

test('fails: a scaler where the platform has nothing to scale (platform-option)', () => {
  const platform: ServingPlatform = Object.assign(new InferenceServicePlatform(), { scaleTarget: undefined });
  const construct = served({ platform, replicas: Replicas.between(1, 3, { metric: ScalingMetric.cpu(60) }) });
  expect(problemsOf(construct).join()).toContain('use Replicas.fixed(…), or use ServingPlatform.kubernetes()');
  expect(Object.keys(objectsOf(construct))).not.toContain('HorizontalPodAutoscaler mnist');
});

test('fails: a cluster without the operator of the platform (operator-missing)', () => {
  expect(problemsOf(served({}, { ...CLUSTER, operators: [] })).join()).toContain(
    'an InferenceService needs operator "kserve", but cluster "main" declares no operators: add Operator.KSERVE to operators of the cluster (operator-missing)',
  );
});

test('fails: a name that no container can have (container-name)', () => {
  const platform: ServingPlatform = Object.assign(new InferenceServicePlatform(), { containerName: 'My Main' });
  expect(problemsOf(served({ platform })).join()).toContain('(container-name)');
});

test('a program of any kind runs on it', () => {
  const server = ModelServer.container({
    image: 'server:1',
    ports: [{ name: 'http', port: 8080, protocol: 'http' }],
    ready: ServerCheck.http('/ready'),
    afterTerm: 'finishes',
  });
  const construct = served({ server });
  expect(problemsOf(construct)).toEqual([]);
  expect(objectsOf(construct)['InferenceService mnist']).toMatchObject({
    spec: { predictor: { containers: [{ image: 'server:1' }] } },
  });
});
