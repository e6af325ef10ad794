import { expect, test } from 'vitest';
import { LocalCluster } from '../../../../lib/core/contracts/local-cluster';
import { Exposure } from '../../../../lib/workloads/serving/exposure/exposure';
import { exposureAdvice, exposureProblems } from '../../../../lib/workloads/serving/exposure/exposure-problems';
import { Scaling } from '../../../../lib/workloads/serving/scaling/scaling';
import { serving, texts } from '../servings';

const OUTSIDE = Exposure.externalLoadBalancer({ sourceRanges: 'everyone' });

test('fails: a load balancer where no cloud makes one (exposure-cluster)', () => {
  const { pool } = LocalCluster.minikube();
  expect(texts(exposureProblems(serving({ exposure: OUTSIDE, pool }).serving))).toEqual([
    'cluster "minikube" is not on Google Cloud, so nothing gives the server a load balancer: use Exposure.internal() there, and reach it by `kubectl port-forward` (exposure-cluster)',
  ]);
});

test('fails: a server that keeps clients on one replica (grpc-connections)', () => {
  const { serving: resolved } = serving({ scaling: Scaling.fixed(2) });
  expect(texts(exposureAdvice(resolved))).toEqual([]);
  const [track] = resolved.tracks;
  const container = { ...track.container, connectionAge: undefined };
  expect(texts(exposureAdvice({ ...resolved, tracks: [{ ...track, container }] }))).toEqual([
    'a client of port "grpc" keeps one connection, and so one replica: TensorFlow Serving never closes it, so new replicas get no requests of clients that are there already: let the server close connections after some minutes and say so in connectionAge, or acknowledge this if clients connect anew by themselves (grpc-connections)',
  ]);
});
