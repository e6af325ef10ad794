import { expect, test } from 'vitest';
import { openAdvice } from '../../../../lib/core/problems/check';
import { Mount } from '../../../../lib/workloads/pod/mount';
import { Rollout } from '../../../../lib/workloads/serving/rollout/rollout';
import { Scaling } from '../../../../lib/workloads/serving/scaling/scaling';
import { cpuPool } from '../../pools';
import { problemsOf, serving, texts } from '../servings';

const ON_ONE_NODE = [Mount.claim('data', '/data', {}, { accessMode: 'ReadWriteOnce' })];

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
  expect(problemsOf(serving({ mounts: ON_ONE_NODE, scaling: Scaling.fixed(2) }))).toEqual([
    expect.stringContaining('but 2 × replica may be on 2 nodes of pool "cpu"'),
  ]);
});
