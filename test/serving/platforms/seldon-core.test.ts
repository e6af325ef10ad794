import { Size } from 'cdk8s';
import { expect, test } from 'vitest';
import { Exposure, Operator, Replicas, Rollout, ScalingMetric, ServingPlatform } from '../../../lib/index';
import type { ServingDeploymentProps } from '../../../lib/serving/index';
import { manifestProblems } from '../../conformance/manifest';
import { cpuPool } from '../../workload/pools';
import { MANAGED, MODELS, objectsOf, problemsOf, serving, servingChart } from '../servings';

const CLUSTER = { ...MANAGED, operators: [Operator.SELDON_CORE, Operator.CERT_MANAGER, Operator.KEDA] };

function served(props: Partial<ServingDeploymentProps> = {}, pool: Partial<ReturnType<typeof cpuPool>> = {}) {
  const platform = ServingPlatform.seldon();
  return serving({ platform, ...props }, { ...cpuPool(), ...pool, cluster: CLUSTER }, servingChart(CLUSTER));
}

test('a SeldonDeployment has our pods, and no orchestrator between them and their clients', () => {
  const objects = objectsOf(served({ replicas: Replicas.fixed(2) }));
  expect(Object.values(objects).flatMap(manifestProblems)).toEqual([]);
  expect(objects['SeldonDeployment mnist']).toMatchObject({
    spec: {
      predictors: [
        {
          name: 'stable',
          annotations: { 'seldon.io/no-engine': 'true' },
          graph: { name: 'server', type: 'MODEL' },
          componentSpecs: [
            {
              metadata: { labels: { 'trainyard/workload': 'mnist', 'trainyard/track': 'stable' } },
              replicas: 2,
              spec: {
                terminationGracePeriodSeconds: 68,
                containers: [{ name: 'server', args: expect.arrayContaining(['--port=8500']) }],
              },
            },
          ],
        },
      ],
    },
  });
  expect(objects['SeldonDeployment mnist']).not.toHaveProperty(['spec', 'predictors', 0, 'traffic']);
});

test('a canary is a predictor, whose traffic is the share that its replicas have behind our Service', () => {
  const objects = objectsOf(served({ replicas: Replicas.fixed(8), canary: { model: MODELS.version(2) } }));
  expect(Object.values(objects).flatMap(manifestProblems)).toEqual([]);
  expect(objects['SeldonDeployment mnist']).toMatchObject({
    spec: {
      predictors: [
        { name: 'stable', traffic: 89 },
        { name: 'canary', traffic: 11, componentSpecs: [{ replicas: 1 }] },
      ],
    },
  });
});

test('a scaler changes the Deployment that Seldon makes, which has no number of its own', () => {
  const replicas = Replicas.between(1, 3, { metric: ScalingMetric.requests(20) });
  const objects = objectsOf(served({ replicas }));
  expect(objects['ScaledObject mnist']).toMatchObject({
    spec: { scaleTargetRef: { kind: 'Deployment', name: 'mnist-stable-0-server' } },
  });
  expect(objects['SeldonDeployment mnist']).not.toHaveProperty([
    'spec',
    'predictors',
    0,
    'componentSpecs',
    0,
    'replicas',
  ]);
});

test.each<[string, Partial<ServingDeploymentProps>, string]>([
  [
    'two colors',
    { rollout: Rollout.blueGreen({ green: MODELS.version(2), live: 'blue' }) },
    'has no Rollout.blueGreen, because Seldon makes the pods later',
  ],
  [
    'the guard of a load balancer',
    { exposure: Exposure.internalLoadBalancer() },
    'has no sidecars, because Seldon drops their restartPolicy',
  ],
  [
    'a sidecar',
    { sidecars: [{ name: 'logs', image: 'logs:1', resources: { cpus: 0.1, memory: Size.mebibytes(64) } }] },
    'each pod would wait without end for the first to finish: leave sidecars out',
  ],
  [
    'a surge',
    { rollout: Rollout.rolling({ surge: 2 }) },
    'has no surge of your choice, because Seldon always starts a quarter more replicas: leave surge out',
  ],
])('fails: %s (platform-option)', (_, props, message) => {
  const found = problemsOf(served(props)).filter((text) => text.includes('(platform-option)'));
  expect(found.join()).toContain(message);
});

test('fails: a pool without room for a roll-out as Seldon does it (platform-option)', () => {
  const full = served({ resources: { cpus: 3 }, replicas: Replicas.fixed(1) }, { maxNodes: 1, minNodes: 1 });
  expect(problemsOf(full).join()).toContain('has no room for one more, so a roll-out would wait without end');
});

test('fails: a name of which Seldon would make a hash (name)', () => {
  expect(problemsOf(served({ servingName: 'm'.repeat(47) }))).toEqual([]);
  expect(problemsOf(served({ servingName: 'm'.repeat(48) })).join()).toContain('(name)');
});
