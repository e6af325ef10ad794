import { Duration } from 'cdk8s';
import { expect, test } from 'vitest';
import { Exposure, Operator, Replicas, Rollout, ScalingMetric, ServingPlatform } from '../../../lib/index';
import type { ServingDeploymentProps } from '../../../lib/serving/index';
import { manifestProblems } from '../../conformance/manifest';
import { cpuPool } from '../../workload/pools';
import { MANAGED, MODELS, objectsOf, problemsOf, serving, servingChart } from '../servings';

const CLUSTER = { ...MANAGED, operators: [Operator.KSERVE, Operator.CERT_MANAGER, Operator.KEDA] };

function served(props: Partial<ServingDeploymentProps> = {}, cluster = CLUSTER) {
  return serving({ platform: ServingPlatform.kserve(), ...props }, { ...cpuPool(), cluster }, servingChart(cluster));
}

test('an InferenceService has the container with its flags, probes and drain, in a mode that is written', () => {
  const objects = objectsOf(served({ replicas: Replicas.fixed(2) }));
  expect(Object.keys(objects)).toEqual([
    'ServiceAccount mnist',
    'Service mnist',
    'NetworkPolicy mnist',
    'PodDisruptionBudget mnist',
    'PodMonitoring mnist',
    'Rules mnist',
    'InferenceService mnist',
  ]);
  expect(Object.values(objects).flatMap(manifestProblems)).toEqual([]);
  expect(objects['InferenceService mnist']).toMatchObject({
    metadata: {
      annotations: {
        'serving.kserve.io/deploymentMode': 'Standard',
        'serving.kserve.io/autoscalerClass': 'none',
      },
      labels: { 'networking.kserve.io/visibility': 'cluster-local' },
    },
    spec: {
      predictor: {
        labels: { 'trainyard/workload': 'mnist', 'trainyard/track': 'stable' },
        minReplicas: 2,
        serviceAccountName: 'mnist',
        terminationGracePeriodSeconds: 68,
        deploymentStrategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } },
        containers: [
          {
            name: 'kserve-container',
            args: expect.arrayContaining(['--port=8500', '--rest_api_port=8501']),
            startupProbe: { httpGet: { path: '/v1/models/mnist/versions/1/metadata' } },
            lifecycle: { preStop: { exec: { command: ['sleep', '38'] } } },
          },
        ],
      },
    },
  });
});

test('the container has the processors of the node as their limit, because KServe would write a limit of 1', () => {
  expect(objectsOf(served({ resources: { cpus: 3 } }))['InferenceService mnist']).toMatchObject({
    spec: { predictor: { containers: [{ resources: { requests: { cpu: '3' }, limits: { cpu: '4' } } }] } },
  });
});

test('the port that KServe leads to speaks HTTP', () => {
  expect(objectsOf(served())['InferenceService mnist']).toMatchObject({
    spec: { predictor: { containers: [{ ports: [{ name: 'http' }, { name: 'grpc' }] }] } },
  });
});

test('a canary is an InferenceService of its own behind the same Service', () => {
  const objects = objectsOf(served({ replicas: Replicas.fixed(3), canary: { model: MODELS.version(2) } }));
  expect(Object.values(objects).flatMap(manifestProblems)).toEqual([]);
  expect(objects['InferenceService mnist']).toMatchObject({ spec: { predictor: { minReplicas: 3 } } });
  expect(objects['InferenceService mnist-canary']).toMatchObject({
    spec: { predictor: { minReplicas: 1, labels: { 'trainyard/workload': 'mnist', 'trainyard/track': 'canary' } } },
  });
  expect(objects['Service mnist']).toMatchObject({ spec: { selector: { 'trainyard/workload': 'mnist' } } });
});

test('KEDA and a HorizontalPodAutoscaler scale the Deployment that KServe makes, which has no number of its own', () => {
  const byRequests = objectsOf(served({ replicas: Replicas.between(1, 3, { metric: ScalingMetric.requests(20) }) }));
  expect(byRequests['ScaledObject mnist']).toMatchObject({
    spec: { scaleTargetRef: { kind: 'Deployment', name: 'mnist-predictor' } },
  });
  expect(byRequests['InferenceService mnist']).toMatchObject({
    metadata: { annotations: { 'serving.kserve.io/autoscalerClass': 'external' } },
    spec: { predictor: expect.not.objectContaining({ minReplicas: expect.anything() }) },
  });
  const byCpu = objectsOf(served({ replicas: Replicas.between(1, 3, { metric: ScalingMetric.cpu(60) }) }));
  expect(byCpu['HorizontalPodAutoscaler mnist']).toMatchObject({
    spec: { metrics: [{ containerResource: { container: 'kserve-container' } }] },
  });
});

test('versions change without new pods as on plain Kubernetes', () => {
  const construct = served({ model: MODELS.version(1), rollout: Rollout.inPlace({ loaded: [1] }) });
  expect(problemsOf(construct)).toEqual([]);
  expect(Object.keys(objectsOf(construct))).toContain('ConfigMap mnist-live');
});

test('fails: two colors, which nothing can wait for (platform-option)', () => {
  const rollout = Rollout.blueGreen({ green: MODELS.version(2), live: 'blue' });
  expect(problemsOf(served({ rollout, preStopDelay: Duration.seconds(40) }))).toEqual([
    expect.stringContaining(
      'platform "InferenceService" has no Rollout.blueGreen, because KServe makes the pods later, and nothing can wait for those of a color: use Rollout.rolling(), or use ServingPlatform.kubernetes() (platform-option)',
    ),
  ]);
});

test('fails: a name that would not fit into the label that KServe writes (name)', () => {
  expect(problemsOf(served({ servingName: 'm'.repeat(48) }))).toEqual([]);
  expect(problemsOf(served({ servingName: 'm'.repeat(49) })).join()).toContain('(name)');
  const canary = { model: MODELS.version(2) };
  expect(problemsOf(served({ servingName: 'm'.repeat(42), canary })).join()).toContain('(name)');
});

test('fails: a cluster without KServe (operator-missing)', () => {
  expect(problemsOf(served({}, { ...CLUSTER, operators: [] })).join()).toContain(
    'an InferenceService needs operator "kserve"',
  );
});

test('the guard of a load balancer is a sidecar that KServe keeps', () => {
  const objects = objectsOf(served({ exposure: Exposure.internalLoadBalancer({ sourceRanges: ['10.0.0.0/8'] }) }));
  expect(Object.values(objects).flatMap(manifestProblems)).toEqual([]);
  expect(objects['InferenceService mnist']).toMatchObject({
    spec: { predictor: { initContainers: [{ name: 'guard', restartPolicy: 'Always' }] } },
  });
});
