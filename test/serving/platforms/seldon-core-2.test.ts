import { expect, test } from 'vitest';
import { Operator } from '../../../lib/index';
import {
  Exposure,
  ModelServer,
  ModelSource,
  Replicas,
  ScalingMetric,
  ServingPlatform,
  Telemetry,
  type ServingDeploymentProps,
} from '../../../lib/serving/index';
import { manifestProblems } from '../../conformance/manifest';
import { cpuPool } from '../../workload/pools';
import { MANAGED, MODELS, objectsOf, problemsOf, serving, servingChart } from '../servings';

const CLUSTER = { ...MANAGED, operators: [Operator.SELDON_CORE_2] };

function served(props: Partial<ServingDeploymentProps> = {}) {
  const usual = {
    platform: ServingPlatform.seldonCore2({ requirements: ['onnx'], secretName: 'bucket' }),
    server: ModelServer.triton(),
    model: MODELS.version(3),
  };
  return serving({ ...usual, ...props }, { ...cpuPool(), cluster: CLUSTER }, servingChart(CLUSTER));
}

test('a Server has the pods on their pool, and a Model is what it loads from the bucket, in a cluster whose Prometheus cannot read it', () => {
  const construct = served({ replicas: Replicas.fixed(2) });
  expect(problemsOf(construct)).toEqual([]);
  const objects = objectsOf(construct);
  expect(Object.keys(objects)).toEqual(['ServiceAccount mnist', 'Server mnist', 'Model mnist']);
  expect(Object.values(objects).flatMap(manifestProblems)).toEqual([]);
  expect(objects['Server mnist']).toMatchObject({
    spec: {
      serverConfig: 'triton',
      replicas: 2,
      podSpec: {
        serviceAccountName: 'mnist',
        containers: [{ name: 'triton', resources: { requests: { cpu: expect.any(String) } } }],
      },
    },
  });
  expect(objects['Model mnist']).toMatchObject({
    spec: {
      storageUri: 'gs://models/mnist',
      artifactVersion: 3,
      requirements: ['onnx'],
      secretName: 'bucket',
      server: 'mnist',
      replicas: 2,
    },
  });
  for (const field of ['args', 'command', 'startupProbe', 'readinessProbe', 'livenessProbe', 'lifecycle', 'ports']) {
    expect(objects['Server mnist']).not.toHaveProperty(['spec', 'podSpec', 'containers', 0, field]);
  }
});

test('a canary is a Server and a Model of its own, and an Experiment shares the requests', () => {
  const objects = objectsOf(served({ replicas: Replicas.fixed(3), canary: { model: MODELS.version(4) } }));
  expect(Object.values(objects).flatMap(manifestProblems)).toEqual([]);
  expect(Object.keys(objects)).toEqual(expect.arrayContaining(['Server mnist-canary', 'Model mnist-canary']));
  expect(objects['Experiment mnist']).toMatchObject({
    spec: {
      default: 'mnist',
      candidates: [
        { name: 'mnist', weight: 75 },
        { name: 'mnist-canary', weight: 25 },
      ],
    },
  });
});

test.each<[string, Partial<ServingDeploymentProps>, string]>([
  [
    'a server that does not load models when it is asked to',
    { server: ModelServer.tensorFlowServing() },
    'but not from gs://models/mnist into TensorFlow Serving',
  ],
  [
    'a model in an image',
    { model: ModelSource.image('acme/mnist:1', '/models/mnist').version(1) },
    'but not from /models/mnist into Triton',
  ],
  ['metrics by our labels', { telemetry: Telemetry.managed() }, 'and nothing would be collected: use Telemetry.none()'],
  [
    'a load balancer of its own',
    { exposure: Exposure.internalLoadBalancer({ adminCalls: 'open' }) },
    'has no load balancer, because Seldon Core 2 has one gateway for all models',
  ],
  [
    'a number that follows a metric',
    { replicas: Replicas.between(1, 2, { metric: ScalingMetric.cpu(60) }) },
    'has no number of replicas that follows a metric',
  ],
])('fails: %s (platform-option)', (_, props, message) => {
  const found = problemsOf(served(props)).filter((text) => text.includes('(platform-option)'));
  expect(found).toEqual([expect.stringContaining(message)]);
});

test('fails: a name that is too long for the pods of a Server (name)', () => {
  expect(problemsOf(served({ servingName: 'm'.repeat(46) })).join()).toContain('(name)');
});
