import { Chart, Duration } from 'cdk8s';
import { expect, test } from 'vitest';
import type { ICluster } from '../../lib/core/contracts/cluster';
import { guideSteps } from '../../lib/core/contracts/guide';
import { MeshRoute, type MeshRouteProps } from '../../lib/gateway';
import { duplicateNameProblems } from '../../lib/kubernetes/duplicate-name-problems';
import { Mesh } from '../../lib/operators/mesh';
import { ServingDeployment } from '../../lib/serving/serving-deployment';
import { manifestsOf } from '../../lib/testing/index';
import { manifestProblems } from '../conformance/manifest';
import { cpuPool } from '../workload/pools';
import { CLUSTER, gateway, server } from './gateways';

function routeTo(props: Partial<MeshRouteProps>, cluster: ICluster = { ...CLUSTER, operators: [Mesh.istio()] }) {
  const entry = gateway({}, cluster);
  const [to, next] = ['mnist', 'next'].map((id) =>
    server(entry, id, { pool: cpuPool({ cluster }), modelName: 'mnist' }),
  );
  if (!to || !next) throw new Error('there are two servers');
  return new MeshRoute(Chart.of(entry), 'calls', { to, canary: { to: next, percent: 10 }, ...props });
}

test('calls of all ports are shared by percent, and the clients go on to use the name of the Service', () => {
  const [object] = manifestsOf(routeTo({ timeout: Duration.seconds(5) }));
  const to = (name: string, number: number, weight: number) => ({
    destination: { host: `${name}.serving.svc.cluster.local`, port: { number } },
    weight,
  });
  expect(manifestProblems(object)).toEqual([]);
  expect(object).toMatchObject({
    kind: 'VirtualService',
    metadata: { name: 'mnist', namespace: 'serving' },
    spec: {
      hosts: ['mnist.serving.svc.cluster.local'],
      http: [
        { match: [{ port: 8500 }], route: [to('mnist', 8500, 90), to('next', 8500, 10)], timeout: '5s' },
        { match: [{ port: 8501 }], route: [to('mnist', 8501, 90), to('next', 8501, 10)], timeout: '5s' },
      ],
    },
  });
});

test('DEPLOY.md holds back the share of a version without pods', () => {
  const route = routeTo({});
  const steps = guideSteps(route.node.root).filter(({ construct }) => construct === route);
  expect(steps.map(({ step }) => step.phase)).toEqual(['checks']);
  expect(steps[0]?.step.text).toContain('gives 10 percent of its requests to `next`');
});

test('fails: nothing shares the calls of a server that is in no mesh (mesh-route)', () => {
  expect(routeTo({}, CLUSTER).node.validate()).toEqual([
    '"mnist" is in no mesh, so nothing shares its calls: add Mesh.istio() to operators of its cluster, or use a route of a Gateway (mesh-route)',
  ]);
});

test('fails: another version refuses the callers of the server (mesh-route)', () => {
  const route = routeTo({});
  const [to, next] = ['mnist', 'next'].map((id) => Chart.of(route).node.findChild(id));
  if (!(to instanceof ServingDeployment) || !(next instanceof ServingDeployment)) throw new Error('servers');
  const pages = { namespace: 'web', serviceAccountName: 'pages' };
  to.allow(pages, { namespace: 'serving', serviceAccountName: 'near' });
  expect(route.node.validate()).toEqual([
    '"next" gets calls to "mnist", but refuses its callers web/pages: call allow of "next" with them too (mesh-route)',
  ]);
  next.allow(pages);
  expect(route.node.validate()[0]).toContain('refuses its callers serving/near');
  next.allow({ namespace: 'serving', serviceAccountName: 'near' });
  expect(route.node.validate()).toEqual([]);
});

test('fails: two routes of one server are refused (duplicate-name)', () => {
  const first = routeTo({});
  const to = Chart.of(first).node.findChild('mnist');
  if (!(to instanceof ServingDeployment)) throw new Error('the server is in the chart');
  new MeshRoute(Chart.of(first), 'again', { to });
  const [found, ...others] = [...duplicateNameProblems(first.node.root)];
  expect(others).toEqual([]);
  expect(found?.message).toContain('both are VirtualService "mnist" of namespace "serving"');
  expect(found?.fix).toMatch(/^share the calls of each server by one MeshRoute, or give one of them another id/);
});

test('fails: a share above all calls is refused (gateway-percent)', () => {
  expect(() => routeTo({ canary: { to: routed(), percent: 101 } })).toThrow('(gateway-percent)');
});

function routed() {
  return server(gateway(), 'other', { modelName: 'mnist' });
}
