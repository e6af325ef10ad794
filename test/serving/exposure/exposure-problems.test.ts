import { describe, expect, test } from 'vitest';
import { LocalCluster } from '../../../lib/local/local-cluster';
import { Exposure } from '../../../lib/serving/exposure/exposure';
import { exposureAdvice, exposureProblems } from '../../../lib/serving/exposure/exposure-problems';
import { Replicas } from '../../../lib/serving/scaling/replicas';
import { ClusterChart } from '../../../lib/kubernetes/cluster-chart';
import { ModelServer } from '../../../lib/serving/model-servers';
import { ServingDeployment, type ServingDeploymentProps } from '../../../lib/serving/serving-deployment';
import { EnvValue } from '../../../lib/pods/containers/env-value';
import { cpuPool, GKE, gpuPool } from '../../workload/pools';
import { MODELS, problemsOf, serving, servingChart, texts } from '../servings';

const OUTSIDE = Exposure.externalLoadBalancer({ sourceRanges: 'everyone' });

test('fails: a load balancer where no cloud makes one (exposure-cluster)', () => {
  const { pool } = LocalCluster.minikube();
  expect(texts(exposureProblems(serving({ exposure: OUTSIDE, pool }).serving))).toEqual([
    'cluster "minikube" is not on Google Cloud, so nothing gives the server a load balancer: use Exposure.internal() there, and reach it by `kubectl port-forward` (exposure-cluster)',
  ]);
});

test('fails: a server that keeps clients on one replica (grpc-connections)', () => {
  const { serving: resolved } = serving({ replicas: Replicas.fixed(2) });
  expect(texts(exposureAdvice(resolved))).toEqual([]);
  const [track] = resolved.tracks;
  const container = { ...track.container, connectionAge: undefined };
  expect(texts(exposureAdvice({ ...resolved, tracks: [{ ...track, container }] }))).toEqual([
    'a client of port "grpc" keeps one connection, and so one replica: TensorFlow Serving never closes it, so new replicas get no requests of clients that are there already: let the server close connections after some minutes and say so in connectionAge, or acknowledge this if clients connect anew by themselves (grpc-connections)',
  ]);
});

describe('a server that takes a key', () => {
  const said = (exposure: Exposure, env?: ServingDeploymentProps['env']) => {
    const { serving: resolved } = serving({ server: ModelServer.vllm(), exposure, env }, gpuPool());
    return [...texts(exposureProblems(resolved)), ...texts(exposureAdvice(resolved))];
  };
  const KEY = { VLLM_API_KEY: EnvValue.fromSecret('api', 'key') };

  test.each([undefined, { VLLM_API_KEY: 'abc' }, { VLLM_API_KEY: EnvValue.fromConfigMap('api', 'key') }])(
    'fails: everyone may ask it without a key in a Secret (exposure-key): %j',
    (env) => {
      expect(said(OUTSIDE, env)).toEqual([
        "everyone on the internet may ask vLLM, and VLLM_API_KEY is no key of a Secret, so they compute at your cost: set env: { VLLM_API_KEY: EnvValue.fromSecret('api', 'key') }, or name the ranges of your clients in sourceRanges (exposure-key)",
      ]);
    },
  );

  test('fails: the key travels in clear (exposure-plain)', () => {
    expect(said(OUTSIDE, KEY)).toEqual([
      'clients on the internet send the key of vLLM in clear, because its load balancer has no TLS: put a proxy with TLS before an internal load balancer, or acknowledge this and change the key often (exposure-plain)',
    ]);
  });

  test('needs none for clients that the program names', () => {
    expect(said(Exposure.internal())).toEqual([]);
    expect(said(Exposure.internalLoadBalancer())).toEqual([]);
    expect(said(Exposure.externalLoadBalancer({ sourceRanges: ['203.0.113.0/24'] }))).toEqual([]);
  });
});

describe('an address of a load balancer', () => {
  const gke = cpuPool();
  const at = (address: string, ports?: string[]) => Exposure.internalLoadBalancer({ address, ports });
  /** What is said of the second of two servers with these exposures. */
  function second(a: Exposure, b: Exposure, otherPool = gke): string[] {
    const chart = servingChart();
    const other = otherPool === gke ? chart : new ClusterChart(chart, 'other', { cluster: otherPool.cluster });
    const props = { server: ModelServer.tensorFlowServing(), model: MODELS };
    const first = new ServingDeployment(chart, 'a', { ...props, pool: gke, exposure: a });
    const last = new ServingDeployment(other, 'b', { ...props, pool: otherPool, exposure: b });
    expect(problemsOf(first)).toEqual([]);
    return problemsOf(last);
  }

  test('fails: two servers have it (exposure-address)', () => {
    const taken = 'port 8500 of 10.0.0.9 leads to serving/a already: reserve another address for one of the two';
    expect(second(at('10.0.0.9'), at('10.0.0.9'))).toEqual([expect.stringContaining(taken)]);
    const everyone = { sourceRanges: 'everyone', address: '203.0.113.9' } as const;
    const outside = Exposure.externalLoadBalancer(everyone);
    const both = Exposure.externalLoadBalancer({ ...everyone, ports: ['http', 'grpc'] });
    expect(second(outside, both)).toEqual([expect.stringContaining('port 8500 of 203.0.113.9 leads to serving/a')]);
  });

  test('is taken by one server if they have others, other ports of it, or networks of their own', () => {
    expect(second(at('10.0.0.9'), at('10.0.0.10'))).toEqual([]);
    expect(second(at('10.0.0.9', ['grpc']), at('10.0.0.9', ['http']))).toEqual([]);
    expect(second(Exposure.internalLoadBalancer(), Exposure.internalLoadBalancer())).toEqual([]);
    const elsewhere = cpuPool({ cluster: { ...GKE, clusterName: 'elsewhere' } });
    expect(second(at('10.0.0.9'), at('10.0.0.9'), elsewhere)).toEqual([]);
  });
});
