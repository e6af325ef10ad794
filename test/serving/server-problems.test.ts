import { k8s } from 'cdk8s-plus-27';
import { describe, expect, test } from 'vitest';
import type { ServerContainer } from '../../lib/serving/model-server';
import { ServerCheck } from '../../lib/serving/server-check';
import { serverProblems } from '../../lib/serving/server-problems';
import { texts } from './servings';

const GRPC: Pick<ServerContainer, 'ports' | 'ready'> = {
  ports: [{ name: 'grpc', port: 9000, protocol: 'grpc' }],
  ready: ServerCheck.grpc(9000),
};

function problems(changes: Partial<ServerContainer>): string[] {
  return texts(serverProblems({ ...GRPC, ...changes }));
}

test.each([
  ServerCheck.grpc(9000),
  // A health service may have a port that nobody else asks.
  ServerCheck.grpc(9001),
  ServerCheck.tcp('grpc'),
  { httpGet: { path: '/', port: k8s.IntOrString.fromNumber(9002) } },
  { exec: { command: ['/bin/grpc_health_probe'] } },
])('a check that a node can ask is taken: %j', (ready) => {
  expect(problems({ ready })).toEqual([]);
});

test.each([
  [
    ServerCheck.http('/ready'),
    'ready asks port "http", which is not among the ports: name "grpc", or ask a health service of gRPC by ServerCheck.grpc(9000) (server-check)',
  ],
  [
    { exec: { command: [] } },
    "ready runs no program: give the program and its arguments, such as ['test', '-e', '/tmp/ready'] (server-check)",
  ],
  [
    { exec: {} },
    "ready runs no program: give the program and its arguments, such as ['test', '-e', '/tmp/ready'] (server-check)",
  ],
  [{}, "ready asks nothing: give one check, such as ServerCheck.http('/v2/health/ready') (server-check)"],
  [
    { ...ServerCheck.tcp('grpc'), ...ServerCheck.grpc(9000) },
    "ready has tcpSocket and grpc: give one check, such as ServerCheck.http('/v2/health/ready') (server-check)",
  ],
])('fails: a check that no node can ask (server-check): %j', (ready, message) => {
  expect(problems({ ready })).toEqual([message]);
});

describe('a port with TLS', () => {
  const ports = [{ name: 'grpc', port: 9000, protocol: 'grpc', tls: true }] as const;
  const port = k8s.IntOrString.fromString('grpc');

  test.each([ServerCheck.tcp('grpc'), ServerCheck.grpc(9001), { httpGet: { port, scheme: 'HTTPS' } }])(
    'is asked in ways that need none, or with it: %j',
    (ready) => {
      expect(problems({ ports, ready })).toEqual([]);
    },
  );

  test.each([ServerCheck.grpc(9000), ServerCheck.http('/ready', 'grpc')])(
    'fails: it is asked without (server-check): %j',
    (ready) => {
      expect(problems({ ports, ready })).toEqual([
        'ready asks port "grpc" without TLS, which clients speak there: ask by ServerCheck.tcp("grpc"), or ask another port (server-check)',
      ]);
    },
  );
});

test('fails: a check without a path, or of no port (server-check, server-port)', () => {
  expect(() => ServerCheck.http('')).toThrow(
    'the path of a check is empty: give one, such as "/v2/health/ready" or "/" (server-check)',
  );
  expect(() => ServerCheck.grpc(99_999)).toThrow(
    'port cannot be 99999: use a whole number from 1 to 65535 (server-port)',
  );
});

test('files with usual names are taken, up to what a pod can bring', () => {
  expect(problems({ files: { 'model-settings.json': '{}', '2': '', 'a_b.c': 'x'.repeat(262_000) } })).toEqual([]);
});

test.each(['a/b', 'settings file', 'x'.repeat(64), '.hidden', ''])('fails: a file "%s" (server-files)', (name) => {
  expect(problems({ files: { [name]: 'text' } })).toEqual([
    `${JSON.stringify(name)} cannot be the name of a file: use up to 63 letters, digits, "-", "_" and ".", beginning and ending with a letter or digit (server-files)`,
  ]);
});

test('fails: files that are too large for a pod (server-files)', () => {
  expect(problems({ files: { a: 'x'.repeat(262_144) } })).toEqual([
    'files have 262155 bytes, and a pod brings 262144 at most: put them into the image, or mount them by Mount.configFiles (server-files)',
  ]);
});
