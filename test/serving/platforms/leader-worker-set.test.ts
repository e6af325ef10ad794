import { describe, expect, test } from 'vitest';
import { openAdvice } from '../../../lib/core/problems/check';
import { ModelSource } from '../../../lib/model/model-source';
import { Operator } from '../../../lib/operators/operator';
import { ModelServer } from '../../../lib/serving/model-servers';
import { Rollout } from '../../../lib/serving/rollout/rollout';
import { Replicas } from '../../../lib/serving/scaling/replicas';
import { ScalingMetric } from '../../../lib/serving/scaling/scaling-metric';
import type { ServingDeploymentProps } from '../../../lib/serving/serving-deployment';
import { ServingPlatform } from '../../../lib/serving/serving-platforms';
import { Telemetry } from '../../../lib/serving/telemetry/telemetry';
import { manifestProblems } from '../../conformance/manifest';
import { gpuPool } from '../../workload/pools';
import { MANAGED, objectsOf, problemsOf, serving, servingChart, texts } from '../servings';

const MODEL = ModelSource.image('large:3', '/models/large').version(3);
const CLUSTER = { ...MANAGED, operators: [Operator.LWS, Operator.KEDA, Operator.INFERENCE_EXTENSION] };
const LEADERS = { 'trainyard/workload': 'mnist', 'leaderworkerset.sigs.k8s.io/worker-index': '0' };

/** Two replicas of three machines on nodes with 4 GPUs. */
function groups(props: Partial<ServingDeploymentProps> = {}, pool = gpuPool({ cluster: CLUSTER, maxNodes: 9 })) {
  const server = ModelServer.vllm({ machines: 3 });
  const usual = { server, model: MODEL, replicas: Replicas.fixed(2) };
  return serving({ ...usual, ...props }, pool, servingChart(CLUSTER));
}

/** The object that runs the pods, as plain data. */
function setOf(props: Partial<ServingDeploymentProps> = {}, maxNodes = 9) {
  const { spec, ...set } = groups(props, gpuPool({ cluster: CLUSTER, maxNodes })).resource.toJson();
  const { leaderTemplate: leader, workerTemplate: worker } = spec.leaderWorkerTemplate;
  return { ...set, spec, leader, worker };
}

test('each replica is a group of pods, which start and restart together', () => {
  const { kind, metadata, spec } = setOf();
  // The controller gives the set's name to a headless Service, so it cannot be the name of the Service of clients.
  expect({ kind, name: metadata.name }).toEqual({ kind: 'LeaderWorkerSet', name: 'mnist-group' });
  expect(spec).toMatchObject({
    replicas: 2,
    startupPolicy: 'LeaderCreated',
    leaderWorkerTemplate: { size: 3, restartPolicy: 'RecreateGroupOnPodRestart' },
  });
});

test('the leader answers and drains, and workers outlast its requests without checks and ports', () => {
  const { leader, worker } = setOf();
  const [[server], [other]] = [leader.spec.containers, worker.spec.containers];
  expect(server).toMatchObject({
    readinessProbe: { httpGet: { path: '/health' } },
    lifecycle: { preStop: { exec: { command: ['sleep', '15'] } } },
  });
  expect(Object.keys(other)).not.toEqual(expect.arrayContaining([expect.stringMatching(/Probe$|^ports$/)]));
  expect(other.lifecycle).toEqual({ preStop: { exec: { command: ['sleep', '615'] } } });
  expect(leader.spec.terminationGracePeriodSeconds).toBe(615);
  expect([server.args.includes('--headless'), other.args.includes('--headless')]).toEqual([false, true]);
  expect(other.resources).toEqual(server.resources);
});

test('clients, collectors of metrics and endpoint pickers reach leaders alone, and machines each other', () => {
  const objects = objectsOf(groups({ endpointPicker: 'picker' }));
  expect(objects).toMatchObject({
    'Service mnist': { spec: { selector: LEADERS } },
    'PodMonitoring mnist': { spec: { selector: { matchLabels: LEADERS } } },
    'InferencePool mnist': { spec: { selector: { matchLabels: LEADERS }, targetPorts: [{ number: 8000 }] } },
    'NetworkPolicy mnist': {
      spec: {
        ingress: expect.arrayContaining([
          { from: [{ podSelector: { matchLabels: { 'trainyard/workload': 'mnist' } } }] },
        ]),
      },
    },
    'PodDisruptionBudget mnist': { spec: { maxUnavailable: 1 } },
  });
  expect(Object.values(objects).flatMap(manifestProblems)).toEqual([]);
});

test('fails: the schema of an InferencePool says no to a wrong one', () => {
  const pool: unknown = objectsOf(groups({ endpointPicker: 'picker' }))['InferencePool mnist'];
  const wrong = JSON.parse(JSON.stringify(pool).replace('targetPorts', 'ports'));
  expect(manifestProblems(wrong)).not.toEqual([]);
});

test('a roll-out starts a whole group more where the pool has room for it, or else stops one first', () => {
  const rolling = (maxNodes: number) => setOf({}, maxNodes).spec.rolloutStrategy;
  const type = 'RollingUpdate';
  expect(rolling(9)).toEqual({ type, rollingUpdateConfiguration: { maxSurge: 1, maxUnavailable: 0 } });
  expect(rolling(8)).toEqual({ type, rollingUpdateConfiguration: { maxSurge: 0, maxUnavailable: 1 } });
});

test('fails: a roll-out by a group for which the pool has no room (rollout-surge)', () => {
  const rollout = Rollout.rolling({ surge: 1 });
  const on = (maxNodes: number) => problemsOf(groups({ rollout }, gpuPool({ cluster: CLUSTER, maxNodes })));
  expect(on(8)).toEqual([expect.stringContaining('(rollout-surge)')]);
  expect(on(9)).toEqual([]);
});

test('fails: groups count with all of their machines, of which each fills a node (gpu-capacity)', () => {
  const on = (maxNodes: number) => problemsOf(groups({}, gpuPool({ cluster: CLUSTER, maxNodes })));
  expect(on(6)).toEqual([]);
  expect(on(5)).toEqual([
    '2 replicas of 3 machines ask for 24 accelerators but pool "k80" grows to 20 (5 nodes × 4): lower replicas to 1 or raise nodes to 6 (gpu-capacity)',
  ]);
});

test('fails: machines that are kept apart need a node each, those of a roll-out too (rollout-surge)', () => {
  const apart = {
    topologyKey: 'kubernetes.io/hostname',
    labelSelector: { matchLabels: { 'trainyard/workload': 'mnist' } },
  };
  const podSpec = { affinity: { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [apart] } } };
  const on = (maxNodes: number) => {
    const props = { podSpec, resources: { gpus: 1, cpus: 1 }, rollout: Rollout.rolling({ surge: 1 }) };
    return problemsOf(groups(props, gpuPool({ cluster: CLUSTER, maxNodes })));
  };
  expect(on(9)).toEqual([]);
  expect(on(8)).toEqual([expect.stringContaining('(rollout-surge)')]);
});

describe('a scaler', () => {
  const scaled = (by: 'hpa' | 'keda', metric = ScalingMetric.cpu(60)) =>
    objectsOf(groups({ replicas: Replicas.between(1, 2, { metric, by }) }));

  test('changes the number of groups', () => {
    const target = { apiVersion: 'leaderworkerset.x-k8s.io/v1', kind: 'LeaderWorkerSet', name: 'mnist-group' };
    expect(scaled('hpa')).toMatchObject({
      'HorizontalPodAutoscaler mnist': { spec: { scaleTargetRef: target } },
      'LeaderWorkerSet mnist-group': { spec: expect.not.objectContaining({ replicas: expect.anything() }) },
    });
  });

  test('follows the GPUs of leaders, whose names have one number', () => {
    expect(JSON.stringify(scaled('keda', ScalingMetric.gpu(60)))).toContain('pod_name=~\\"mnist-group-[0-9]+\\"');
  });
});

test('a canary has groups of its own behind the same Service', () => {
  const objects = objectsOf(groups({ canary: { model: MODEL.version(4) } }));
  expect(Object.keys(objects).filter((name) => name.startsWith('LeaderWorkerSet'))).toEqual([
    'LeaderWorkerSet mnist-group',
    'LeaderWorkerSet mnist-canary-group',
  ]);
});

test('one machine needs no operator, and may be a group of one pod all the same', () => {
  const one = { server: ModelServer.vllm({ machines: 1 }), telemetry: Telemetry.none() };
  expect(Object.keys(objectsOf(groups(one)))).toContain('Deployment mnist');
  const set = objectsOf(groups({ ...one, platform: ServingPlatform.leaderWorkerSet() }));
  expect(set).toMatchObject({ 'LeaderWorkerSet mnist-group': { spec: { leaderWorkerTemplate: { size: 1 } } } });
});

test('fails: the names of pods and their revisions have no room for a long name (name)', () => {
  const named = (length: number) => problemsOf(groups({ servingName: 'l'.repeat(length) }));
  expect(named(44)).toEqual([]);
  expect(named(45)).toEqual([expect.stringContaining('set servingName to 1 to 44')]);
});

test('fails: machines of one replica may be in different zones (server-zones)', () => {
  const pool = gpuPool({ cluster: CLUSTER, maxNodes: 9, zones: ['us-east1-b', 'us-east1-c'] });
  const advice = (props: Partial<ServingDeploymentProps> = {}) =>
    openAdvice(groups(props, pool)).map((open) => open.advice);
  expect(texts(advice())).toContain(
    'the machines of one replica may be in different zones of pool "k80" (n1-standard-16), us-east1-b and us-east1-c, and wait for each other for each token: use a pool in one zone, with compactPlacement if its machines have it (server-zones)',
  );
  const one = { server: ModelServer.vllm(), platform: ServingPlatform.leaderWorkerSet() };
  expect(advice(one).map(({ code }) => code)).not.toContain('server-zones');
});
