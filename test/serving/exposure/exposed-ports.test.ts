import { k8s } from 'cdk8s-plus-27';
import { expect, test } from 'vitest';
import { exposedPortProblems, exposedPorts } from '../../../lib/serving/exposure/exposed-ports';
import type { ServerContainer } from '../../../lib/serving/model-server';
import type { LoadBalancerWay } from '../../../lib/serving/exposure/exposure';
import { texts } from '../servings';

const GRPC = { name: 'grpc', port: 10000, protocol: 'grpc', admin: 'load other models' } as const;
const CONTAINER: ServerContainer = {
  image: 'server:1',
  ports: [
    { ...GRPC, clientPaths: ['/inference/'] },
    { name: 'http', port: 8501, protocol: 'http' },
  ],
  ready: { tcpSocket: { port: k8s.IntOrString.fromNumber(8501) } },
  afterTerm: 'serves',
};

function way(changes: Partial<LoadBalancerWay> = {}): LoadBalancerWay {
  return { kind: 'loadBalancer', scheme: 'external', adminCalls: 'refused', ...changes };
}

test('the first port is exposed, by a guard at a port of its own if it takes admin calls', () => {
  expect(exposedPorts(way(), CONTAINER)).toEqual([{ port: CONTAINER.ports[0], guardPort: 10001 }]);
  expect(exposedPorts(way({ ports: ['http'] }), CONTAINER)).toEqual([{ port: CONTAINER.ports[1] }]);
});

test('a port is bare if admin calls are open', () => {
  expect(exposedPorts(way({ adminCalls: 'open' }), CONTAINER)).toEqual([{ port: CONTAINER.ports[0] }]);
});

test('fails: ports that the server does not have, or none (exposure-port)', () => {
  const problems = (ports: readonly string[]) => texts(exposedPortProblems(way({ ports }), 'Triton', CONTAINER));
  expect(problems(['https'])).toEqual(['Triton has no port "https": use "grpc" or "http" (exposure-port)']);
  expect(problems([])).toEqual([
    'the load balancer has no port: give one of the ports of Triton: "grpc" or "http" (exposure-port)',
  ]);
});

test('fails: a guard before a port with TLS, which it does not speak (exposure-tls)', () => {
  const container = {
    ...CONTAINER,
    ports: [{ ...CONTAINER.ports[0], tls: true }, CONTAINER.ports[1] ?? GRPC],
  } as const;
  const problems = (changes: Partial<LoadBalancerWay>) =>
    texts(exposedPortProblems(way(changes), 'TensorFlow Serving', container));
  expect(problems({})).toEqual([
    'port "grpc" of TensorFlow Serving has TLS, which the proxy before it does not speak, so no request would pass: use another port, leave tls out or set adminCalls: \'open\' if those who connect may load other models (exposure-tls)',
  ]);
  expect(problems({ adminCalls: 'open' })).toEqual([]);
  expect(problems({ ports: ['http'] })).toEqual([]);
});

test('fails: admin calls that nothing can tell from those of clients (exposure-admin)', () => {
  const container = { ...CONTAINER, ports: [GRPC] } as const;
  expect(texts(exposedPortProblems(way(), 'my server', container))).toEqual([
    'whoever connects to port "grpc" of my server can load other models, and the calls that clients need are not known: name clientPaths of the port, use another port or set adminCalls: \'open\' if those who connect may load other models (exposure-admin)',
  ]);
  expect(texts(exposedPortProblems(way({ adminCalls: 'open' }), 'my server', container))).toEqual([]);
});
