import { describe, expect, test } from 'vitest';
import { openAdvice } from '../../../lib/core/problems/check';
import { Mount } from '../../../lib/pods/mounts/mount';
import { Rollout } from '../../../lib/serving/rollout/rollout';
import { Replicas } from '../../../lib/serving/scaling/replicas';
import type { ServingDeployment, ServingDeploymentProps } from '../../../lib/serving/serving-deployment';
import { cpuPool } from '../../workload/pools';
import { problemsOf, serving, texts } from '../servings';

const ON_ONE_NODE = [Mount.persistentVolumeClaim('data', '/data', {}, { accessMode: 'ReadWriteOnce' })];

function rollingOf(maxNodes: number): unknown {
  const { resource } = serving({ mounts: ON_ONE_NODE }, cpuPool({ maxNodes }));
  return Reflect.get(Object(resource.toJson().spec.strategy), 'rollingUpdate');
}

test('fails: with a volume of one node the old pod stops first, which is advice (rollout-outage)', () => {
  expect(rollingOf(2)).toEqual({ maxSurge: 0, maxUnavailable: 1 });
  const advice = texts(openAdvice(serving({ mounts: ON_ONE_NODE })).map((open) => open.advice));
  expect(advice).toContain(
    'volume "data" is ReadWriteOnce, so each roll-out stops the only one before the next has loaded the model: use a volume with ReadWriteMany, or acknowledge this if requests may fail meanwhile (rollout-outage)',
  );
});

test('on a pool of one node both pods have the volume', () => {
  expect(rollingOf(1)).toEqual({ maxSurge: 1, maxUnavailable: 0 });
});

test('fails: a surge beside a volume of one node would wait without end (rollout-surge)', () => {
  expect(problemsOf(serving({ mounts: ON_ONE_NODE, rollout: Rollout.rolling({ surge: 1 }) }))).toEqual([
    'a roll-out starts 1 more replica before it stops an old one, but volume "data" is ReadWriteOnce, so one on another node would wait without end: leave surge out, or use a volume with ReadWriteMany (rollout-surge)',
  ]);
});

test('fails: replicas on several nodes mount a volume of one node, as tasks of a job do (volume-access)', () => {
  expect(problemsOf(serving({ mounts: ON_ONE_NODE, replicas: Replicas.fixed(2) }))).toEqual([
    expect.stringContaining('but 2 × replica may be on 2 nodes of pool "cpu"'),
  ]);
});

/** No two pods of the serving on one node. */
const APART: ServingDeploymentProps['podSpec'] = {
  affinity: {
    podAntiAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: [
        { topologyKey: 'kubernetes.io/hostname', labelSelector: { matchLabels: { 'trainyard/workload': 'mnist' } } },
      ],
    },
  },
};

describe.each([
  ['that are kept apart', APART],
  ['in the network of their node', { hostNetwork: true }],
])('replicas %s', (_, podSpec) => {
  const on = (maxNodes: number, props: Partial<ServingDeploymentProps> = {}) =>
    serving({ podSpec, replicas: Replicas.fixed(2), resources: { cpus: 0.1 }, ...props }, cpuPool({ maxNodes }));

  test('roll over within their nodes: without one more, an old replica goes first', () => {
    const strategy = (construct: ServingDeployment): unknown =>
      Reflect.get(Object(construct.resource.toJson().spec.strategy), 'rollingUpdate');
    expect(strategy(on(2))).toEqual({ maxSurge: 0, maxUnavailable: 1 });
    expect(strategy(on(3))).toEqual({ maxSurge: 1, maxUnavailable: 0 });
  });

  test('fails: a surge without a node for it would wait without end (rollout-surge)', () => {
    const rollout = Rollout.rolling({ surge: 1 });
    expect(problemsOf(on(2, { rollout }))).toEqual([expect.stringContaining('(rollout-surge)')]);
    expect(problemsOf(on(3, { rollout }))).toEqual([]);
  });

  test('fails: more of them than nodes (one-per-node)', () => {
    expect(problemsOf(on(1))).toEqual([expect.stringContaining('2 pods need a node each')]);
  });
});
