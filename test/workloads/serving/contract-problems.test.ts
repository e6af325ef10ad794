import { describe, expect, test } from 'vitest';
import { contractProblems } from '../../../lib/workloads/serving/contract-problems';
import type { ModelServer, ServedModel } from '../../../lib/workloads/serving/model-server';
import { ServerCheck } from '../../../lib/workloads/serving/server-check';
import { resolveResources } from '../../../lib/workloads/pod/resources';
import { cpuPool } from '../pools';
import { serving, texts } from './servings';

const MODEL: ServedModel = {
  name: 'digits',
  location: '/models/digits',
  policy: { kind: 'pinned', versions: [1], labels: {} },
};
const CONTAINER = {
  image: 'acme/server:1',
  ports: [{ name: 'http', port: 8000, protocol: 'http' }],
  ready: ServerCheck.http('/ready'),
  afterTerm: 'finishes',
};

/** A server of somebody else's, which may return anything. */
function server(container: unknown, changes: object = {}): ModelServer {
  const own = { name: 'Acme', problems: () => [], container: () => container, ...changes };
  // The edge to JavaScript, where no compiler looks at a server.
  return own as ModelServer;
}

function problemsOf(of: ModelServer): string[] {
  const resources = resolveResources({ pool: cpuPool(), accelerated: true, mounts: [] });
  return texts(contractProblems(of, of.container(MODEL, resources), MODEL, resources));
}

describe("a server of somebody else's", () => {
  test('is taken if it returns what the contract says', () => {
    expect(problemsOf(server(CONTAINER))).toEqual([]);
    const { spec } = serving({ server: server(CONTAINER) }).resource.toJson();
    expect(spec.template.spec.containers[0]).toMatchObject({ image: 'acme/server:1' });
  });

  test('fails: it returns values of other types (missing, wrong-type)', () => {
    expect(problemsOf(server({ ...CONTAINER, image: undefined, afterTerm: 'dies' }))).toEqual([
      'server.container.image is missing: name the image, with a tag (missing)',
      'server.container.afterTerm cannot be "dies": use "serves", "finishes" or "aborts" (wrong-type)',
    ]);
    expect(problemsOf(server(CONTAINER, { problems: () => undefined }))).toEqual([
      'server.problems is missing: yield problems, or return [] (missing)',
    ]);
  });

  test('fails: its metrics are half told (missing, wrong-type)', () => {
    expect(problemsOf(server({ ...CONTAINER, metrics: {} }))).toEqual([
      'server.container.metrics.port is missing: name the port (missing)',
      'server.container.metrics.path is missing: give the path, such as "/metrics" (missing)',
    ]);
    const metrics = { port: 'http', path: '/metrics', requests: [{}], latency: { of: 'took', unit: 'hours' } };
    expect(problemsOf(server({ ...CONTAINER, metrics }))).toEqual([
      'server.container.metrics.requests[0].name is missing: name the counter, such as "requests_total" (missing)',
      'server.container.metrics.latency.of cannot be "took": give { histogram }, or { sum, count } (wrong-type)',
      'server.container.metrics.latency.unit cannot be "hours": use "microseconds" or "seconds" (wrong-type)',
    ]);
    expect(problemsOf(server({ ...CONTAINER, metrics: { ...metrics, requests: [], latency: undefined } }))).toEqual([
      'metrics count requests by no counter: name one counter at least, or leave requests out (missing)',
    ]);
  });

  test('fails: it sets a variable that no container can have (env-name)', () => {
    expect(problemsOf(server({ ...CONTAINER, env: { 'A B': '1' } }))).toEqual([
      '"A B" cannot be the name of an environment variable: use letters, digits and "_" (env-name)',
    ]);
  });

  test('fails: it listens nowhere (missing)', () => {
    expect(problemsOf(server({ ...CONTAINER, ports: [] }))).toEqual([
      'Acme listens at no port: give one port at least (missing)',
    ]);
  });

  test('fails: a serving refuses it (missing)', () => {
    expect(() => serving({ server: server({}) })).toThrow('server.container.image is missing');
  });
});
