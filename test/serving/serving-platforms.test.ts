import { expect, test } from 'vitest';
import { ModelServer, Operator, Replicas, ServerCheck, ServingPlatform } from '../../lib/index';
import type { ServingDeploymentProps } from '../../lib/serving/index';
import { servingWorkload } from '../../lib/serving/serving-workload';
import { listIn, objectIn, type JsonObject } from '../../lib/kubernetes/manifest';
import { cpuPool } from '../workload/pools';
import { MANAGED, MODELS, objectsOf, problemsOf, serving, servingChart } from './servings';

// One serving on every platform: nothing changes but its prop `platform`.

const CLUSTER = { ...MANAGED, operators: [Operator.KSERVE, Operator.SELDON_CORE, Operator.CERT_MANAGER] };

type Props = Partial<ServingDeploymentProps>;

function served(platform: ServingPlatform, props: Props = {}) {
  return serving({ platform, ...props }, { ...cpuPool(), cluster: CLUSTER }, servingChart(CLUSTER));
}

interface Pods {
  readonly metadata: JsonObject;
  readonly spec: JsonObject;
}

/** Where each platform has the pods of a version. */
const PLATFORMS: Readonly<Record<string, readonly [ServingPlatform, (objects: Record<string, unknown>) => Pods]>> = {
  kubernetes: [
    ServingPlatform.kubernetes(),
    (objects) => {
      const { metadata, spec } = inside(objects['Deployment mnist'], 'spec', 'template');
      return { metadata: object(metadata), spec: object(spec) };
    },
  ],
  kserve: [
    ServingPlatform.kserve(),
    (objects) => {
      const predictor = inside(objects['InferenceService mnist'], 'spec', 'predictor');
      const { labels, annotations } = predictor;
      const spec = without(predictor, 'labels', 'annotations', 'minReplicas', 'deploymentStrategy', 'timeout');
      return { metadata: { labels, annotations }, spec };
    },
  ],
  seldon: [
    ServingPlatform.seldon(),
    (objects) => {
      const [predictor = {}] = listIn(inside(objects['SeldonDeployment mnist'], 'spec'), 'predictors');
      const [component = {}] = listIn(predictor, 'componentSpecs');
      return { metadata: object(component['metadata']), spec: object(component['spec']) };
    },
  ],
};

function object(value: unknown): JsonObject {
  return objectIn({ value } as JsonObject, 'value');
}

function inside(value: unknown, ...path: string[]): JsonObject {
  return path.reduce((owner, name) => objectIn(owner, name), object(value));
}

function without(owner: JsonObject, ...names: string[]): JsonObject {
  return Object.fromEntries(Object.entries(owner).filter(([name]) => !names.includes(name)));
}

/** The pods without what a platform may decide: the container's name, a limit of processors, the order of its ports, and the keys of its spread. */
function comparable({ metadata, spec }: Pods): unknown {
  const [container = {}] = listIn(spec, 'containers');
  const rest = without(spec, 'topologySpreadConstraints', 'containers');
  const spreads = listIn(spec, 'topologySpreadConstraints').map((each) => without(each, 'matchLabelKeys'));
  const ports = [...listIn(container, 'ports')].sort((a, b) => Number(a['containerPort']) - Number(b['containerPort']));
  const resources = objectIn(container, 'resources');
  const limits = without(objectIn(resources, 'limits'), 'cpu');
  return {
    metadata,
    rest,
    spreads,
    container: { ...container, name: 'server', ports, resources: { ...resources, limits } },
  };
}

const SERVINGS: Readonly<Record<string, Props>> = {
  'TensorFlow Serving from a bucket': { replicas: Replicas.fixed(2) },
  'Triton with its config file': {
    server: ModelServer.triton({ config: 'backend: "onnxruntime"' }),
    model: MODELS.version(3),
  },
  'any server': {
    server: ModelServer.container({
      image: 'server:1',
      ports: [{ name: 'http', port: 8080, protocol: 'http' }],
      ready: ServerCheck.http('/ready'),
      env: { WORKERS: '2' },
    }),
  },
};

test.each(Object.entries(SERVINGS))(
  'on KServe and Seldon the pods of %s have the same flags, files, model, checks and drain',
  (_, props) => {
    const [plain, ...others] = Object.values(PLATFORMS).map(([platform, podsOf]) =>
      comparable(podsOf(objectsOf(served(platform, props)))),
    );
    expect(plain).toMatchObject({
      metadata: { labels: { 'trainyard/workload': 'mnist' } },
      rest: { terminationGracePeriodSeconds: expect.any(Number), serviceAccountName: 'mnist' },
      container: { image: expect.any(String), startupProbe: { httpGet: {} }, lifecycle: { preStop: {} } },
    });
    for (const each of others) expect(each).toEqual(plain);
  },
);

test('clients, policies and budgets are the same', () => {
  const around = Object.values(PLATFORMS).map(([platform]) => {
    const objects = objectsOf(served(platform, { replicas: Replicas.fixed(2) }));
    return ['Service', 'NetworkPolicy', 'PodDisruptionBudget', 'PodMonitoring'].map((kind) => objects[`${kind} mnist`]);
  });
  expect(around[0]).not.toContain(undefined);
  expect(around[1]).toEqual(around[0]);
  expect(around[2]).toEqual(around[0]);
});

test('the fit counts the same pods', () => {
  const canary = { model: MODELS.version(2), replicas: 2 };
  const sets = Object.values(PLATFORMS).map(([platform], index) => {
    const { pods } = servingWorkload(served(platform), `counted-${index}`, {
      pool: { ...cpuPool(), cluster: CLUSTER },
      server: ModelServer.tensorFlowServing(),
      model: MODELS,
      replicas: Replicas.fixed(3),
      canary,
      platform,
    }).workload;
    return pods.map(({ name, replicas, resources, pool }) => ({ name, replicas, resources, pool: pool.poolName }));
  });
  expect(sets[0]?.map(({ replicas }) => replicas)).toEqual([3, 2]);
  expect(sets[1]).toEqual(sets[0]);
  expect(sets[2]).toEqual(sets[0]);
});

test('fails: too many pods for the pool, with the same words on each platform', () => {
  const found = Object.values(PLATFORMS).map(([platform]) =>
    problemsOf(served(platform, { replicas: Replicas.fixed(400) })).filter((text) => /grows to|nodes/.test(text)),
  );
  expect(found[0]).not.toEqual([]);
  expect(found[1]).toEqual(found[0]);
  expect(found[2]?.filter((text) => !text.includes('Seldon'))).toEqual(found[0]);
});
