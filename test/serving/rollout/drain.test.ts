import { Duration } from 'cdk8s';
import { describe, expect, test } from 'vitest';
import { Exposure } from '../../../lib/serving/exposure/exposure';
import { exposureAdvice } from '../../../lib/serving/exposure/exposure-problems';
import { drainAdvice } from '../../../lib/serving/rollout/drain';
import { ModelServer } from '../../../lib/serving/model-servers';
import type { ServingDeploymentProps } from '../../../lib/serving/serving-deployment';
import { serving, texts } from '../servings';

const AGED = ModelServer.tensorFlowServing({ maxConnectionAge: Duration.seconds(100) });
const OUTSIDE = Exposure.externalLoadBalancer({ sourceRanges: 'everyone' });

function drained(props: Partial<ServingDeploymentProps>): [drain: number, grace: number | undefined] {
  const { preStopDelay, tracks } = serving(props).serving;
  return [preStopDelay.toSeconds(), tracks[0].pod.terminationGracePeriod?.toSeconds()];
}

describe('a pod that stops', () => {
  test('goes on until the server has closed its connections for their age, which may be a tenth longer', () => {
    expect(drained({})).toEqual([38, 68]);
    expect(drained({ server: AGED })).toEqual([115, 145]);
  });

  test('goes on for 15 s at the least, and longer behind a load balancer, which sends new connections for a while', () => {
    const server = ModelServer.tensorFlowServing({ maxConnectionAge: Duration.seconds(5) });
    expect(drained({ server })).toEqual([15, 45]);
    expect(drained({ server, exposure: OUTSIDE })).toEqual([36, 66]);
  });
});

test('fails: a drain in which the server does not close all connections is advice, with both ways out', () => {
  const short = serving({ server: AGED, preStopDelay: Duration.seconds(60) });
  expect(texts(drainAdvice(short.serving))).toEqual([
    'TensorFlow Serving closes connections by their age alone, so they are closed 115 s after a pod began to stop, but preStopDelay is 60 s, and requests may fail: set preStopDelay to Duration.seconds(115), or maxConnectionAge of the server to Duration.seconds(50), or acknowledge this if clients try again (drain-connections)',
  ]);
  expect(texts(drainAdvice(serving({ server: AGED, preStopDelay: Duration.seconds(115) }).serving))).toEqual([]);
});

test('fails: no age of connections fits a drain that is shorter than nodes need to hear of it', () => {
  const short = serving({ preStopDelay: Duration.seconds(5) });
  expect(texts(drainAdvice(short.serving)).join()).toContain(
    'set preStopDelay to Duration.seconds(38), or acknowledge this',
  );
});

test('fails: a pod behind a load balancer that stops too soon (exposure-drain)', () => {
  const behind = (seconds: number) =>
    serving({ server: ModelServer.triton(), exposure: OUTSIDE, preStopDelay: Duration.seconds(seconds) }).serving;
  expect(texts(drainAdvice(behind(24)))).toEqual([
    'a load balancer sends requests to a node for up to 24 s after its last replica began to stop, but preStopDelay is 24 s, and requests may fail: set preStopDelay to Duration.seconds(30), or acknowledge this if clients try again (exposure-drain)',
  ]);
  expect(texts(drainAdvice(behind(25)))).toEqual([]);
});

test('fails: a load balancer and the age of connections are one advice about a short drain (drain-connections)', () => {
  const short = serving({ exposure: OUTSIDE, preStopDelay: Duration.seconds(15) });
  expect(texts([...exposureAdvice(short.serving), ...drainAdvice(short.serving)])).toEqual([
    'a load balancer sends requests to a node for up to 24 s after its last replica began to stop, and TensorFlow Serving closes connections by their age alone, so they are closed 63 s after a pod began to stop, but preStopDelay is 15 s, and requests may fail: set preStopDelay to Duration.seconds(63), or acknowledge this if clients try again (drain-connections)',
  ]);
});
