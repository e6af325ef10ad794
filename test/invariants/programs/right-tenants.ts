import { ClusterChart, Operator } from '../../../lib/index';
import { Subject, Tenant } from '../../../lib/tenancy/index';
import { queued, serveDigits, train } from './tenants';
import type { World } from './program';

/** Programs with tenants, which synthesize without a problem and without advice. */
export const RIGHT_TENANTS: Readonly<Record<string, (world: World) => void>> = {
  'a team with people of all roles and no limit': ({ chart }) => {
    new Tenant(chart, 'digits', {
      members: {
        viewers: [Subject.user('eve@acme.com')],
        editors: [Subject.user('ada@acme.com'), Subject.serviceAccount('deployer', 'ci')],
        admins: [Subject.user('lee@acme.com')],
      },
    });
  },
  'a share that its job fills': ({ chart, gpus }) => {
    new Tenant(chart, 'digits', { share: [{ pool: gpus, nodes: 2 }] });
    train(chart, 2, { pool: gpus });
  },
  'a share of two pools, for a server and a job': (world) => {
    const { chart, cpus, gpus } = world;
    serveDigits(world, 2);
    train(chart, 2, { pool: gpus });
    const share = [
      { pool: cpus, nodes: 2 },
      { pool: gpus, nodes: 2 },
    ];
    new Tenant(chart, 'digits', { share });
  },
  'half of a node': ({ chart, cpus }) => {
    new Tenant(chart, 'digits', { share: [{ pool: cpus, nodes: 0.5 }] });
  },
  'two teams that divide a pool': ({ chart, cluster, deployment, gpus }) => {
    new Tenant(chart, 'digits', { share: [{ pool: gpus, nodes: 3 }] });
    const other = new ClusterChart(deployment.kubernetes, 'speech', { cluster, namespace: 'speech' });
    new Tenant(other, 'speech', { share: [{ pool: gpus, nodes: 1 }] });
  },
  'queues of two teams that lend each other more than the pool has': (world) => {
    const { pool, team } = queued(world);
    for (const name of ['vision', 'speech']) team(name, { share: [{ pool, nodes: 3 }], lending: true });
  },
  'a queue beside a server of another team': (world) => {
    const { pool, team } = queued(world);
    const { chart, tenant } = team('vision', { share: [{ pool, nodes: 2 }] });
    tenant.enqueue(train(chart, 4, { pool }));
    team('speech', { share: [{ pool, nodes: 1.5 }] });
  },
  'one team in two namespaces, with a share in each': ({ chart, cluster, deployment, cpus }) => {
    const members = { admins: [Subject.user('lee@acme.com')] };
    const tenant = new Tenant(chart, 'digits', { members, share: [{ pool: cpus, nodes: 2 }] });
    const tests = new ClusterChart(deployment.kubernetes, 'tests', { cluster, namespace: 'digits-tests' });
    tenant.addNamespace(tests, [{ pool: cpus, nodes: 1 }]);
  },
  'two teams that Kubeflow knows': (world) => {
    const { pool, team } = queued(world, [Operator.JOBSET, Operator.KUEUE, Operator.PROFILES]);
    for (const name of ['vision', 'speech']) {
      team(name, { share: [{ pool, nodes: 2 }], profileOwner: Subject.user(`${name}-lead@acme.com`) });
    }
  },
};
