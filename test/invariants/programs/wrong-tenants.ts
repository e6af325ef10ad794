import { Size } from 'cdk8s';
import { ClusterChart, Operator } from '../../../lib/index';
import { Subject, Tenant } from '../../../lib/tenancy/index';
import type { WrongProgram } from './program';
import { queued, serveDigits, train, trainOnTheirs } from './tenants';

// Mistakes with tenants, each in a small program as a user would write it.

export const WRONG_TENANTS: readonly WrongProgram[] = [
  {
    name: 'more nodes than the pool grows to',
    code: 'tenant-share',
    says: 'nodes cannot be 6: use a number from 0.01 to 4',
    build: ({ chart, gpus }, either) => new Tenant(chart, 'digits', { share: [{ pool: gpus, nodes: either(6, 4) }] }),
  },
  {
    name: 'no nodes, to keep a team off a pool',
    code: 'tenant-share',
    says: 'nodes cannot be 0',
    build: ({ chart, gpus }, either) => new Tenant(chart, 'digits', { share: [{ pool: gpus, nodes: either(0, 1) }] }),
  },
  {
    name: 'a part of a GPU',
    code: 'tenant-share',
    says: '1.25 nodes of pool "t4" (n1-standard-8) have 2.5 GPUs, but a quota counts whole ones: use 1.5',
    build: (world, either) => {
      const { pool, team } = queued(world);
      team('vision', { share: [{ pool, nodes: either(1.25, 1.5) }] });
    },
  },
  {
    name: 'a pool twice in one share',
    code: 'tenant-share',
    says: 'pool "t4" (n1-standard-8) is named twice: name it once, with all its nodes',
    build: (world, either) => {
      const { pool, team } = queued(world);
      team('vision', {
        share: either(
          [
            { pool, nodes: 1 },
            { pool, nodes: 2 },
          ],
          [{ pool, nodes: 3 }],
        ),
      });
    },
  },
  {
    name: 'a job of another namespace in the queue',
    code: 'tenant-queue',
    says: 'job "train" is in namespace "speech", and the queue of vision is in "vision"',
    build: (world, either) => {
      const { pool, team } = queued(world);
      const [vision, speech] = ['vision', 'speech'].map((name) => team(name, { share: [{ pool, nodes: 2 }] }));
      if (vision && speech) either(vision, speech).tenant.enqueue(train(speech.chart, 1, { pool }));
    },
  },
  {
    name: 'a job in the queue of a team without a share',
    code: 'tenant-queue',
    says: 'vision has no share, so no queue holds job "train": give share',
    build: (world, either) => {
      const { pool, team } = queued(world);
      const { chart, tenant } = team('vision', { share: either([], [{ pool, nodes: 1 }]) });
      tenant.enqueue(train(chart, 1, { pool }));
    },
  },
  {
    name: 'local disk from a queue of nodes whose disk is not known',
    code: 'tenant-queue',
    says: 'asks for 40960 MiB ephemeral storage, which the queue of vision leaves out, because the local disk of pool "cpu" is not known: set allocatable.ephemeralStorage of pool "cpu", or leave ephemeralStorage out of resources of the job',
    build: (world, either) => {
      trainOnTheirs(world, either(undefined, Size.gibibytes(90)), { cpus: 4, ephemeralStorage: Size.gibibytes(20) });
    },
  },
  {
    name: 'the same, by the second way to mend it',
    code: 'tenant-queue',
    says: 'or leave ephemeralStorage out of resources of the job',
    build: (world, either) => {
      trainOnTheirs(world, undefined, { cpus: 4, ...either({ ephemeralStorage: Size.gibibytes(20) }, {}) });
    },
  },
  {
    name: 'local disk from a queue of two pools, of which one has an unknown disk',
    code: 'tenant-queue',
    says: 'because the local disk of pool "other" is not known',
    build: (world, either) => {
      const resources = { cpus: 4, ephemeralStorage: Size.gibibytes(20) };
      trainOnTheirs(world, either(undefined, Size.gibibytes(90)), resources, 'half');
    },
  },
  {
    name: 'two teams with more than the pool has',
    code: 'tenant-overlap',
    says: 'are 5 nodes (digits 3, speech 2), but it grows to 4: lower them to 4 together',
    build: ({ chart, cluster, deployment, gpus }, either) => {
      new Tenant(chart, 'digits', { share: [{ pool: gpus, nodes: 3 }] });
      const other = new ClusterChart(deployment.kubernetes, 'speech', { cluster, namespace: 'speech' });
      new Tenant(other, 'speech', { share: [{ pool: gpus, nodes: either(2, 1) }] });
    },
  },
  {
    name: 'a team that lends, and one that does not',
    code: 'tenant-overlap',
    says: 'or let all of them lend: lending: true',
    build: (world, either) => {
      const { pool, team } = queued(world);
      team('vision', { share: [{ pool, nodes: 3 }], lending: true });
      team('speech', { share: [{ pool, nodes: 3 }], lending: either(false, true) });
    },
  },
  {
    name: 'a further namespace with more than the team has left of a pool',
    code: 'tenant-overlap',
    says: 'are 5 nodes (digits 3, digits-tests 2), but it grows to 4',
    build: ({ chart, cluster, deployment, gpus }, either) => {
      const tenant = new Tenant(chart, 'digits', { share: [{ pool: gpus, nodes: 3 }] });
      const tests = new ClusterChart(deployment.kubernetes, 'tests', { cluster, namespace: 'digits-tests' });
      tenant.addNamespace(tests, [{ pool: gpus, nodes: either(2, 1) }]);
    },
  },
  {
    name: 'a Profile of Kubeflow in a cluster without it',
    code: 'operator-missing',
    says: 'add Operator.PROFILES to operators of the cluster',
    build: (world, either) => {
      const { team } = queued(world, either([Operator.KUEUE], [Operator.KUEUE, Operator.PROFILES]));
      team('vision', { profileOwner: Subject.user('lee@acme.com') });
    },
  },
  {
    name: 'two teams in one namespace',
    code: 'duplicate-name',
    says: 'and the second would overwrite the first: make one Tenant of both',
    build: ({ chart, cluster, deployment }, either) => {
      new Tenant(chart, 'vision');
      const namespace = either('digits', 'speech');
      new Tenant(new ClusterChart(deployment.kubernetes, 'speech', { cluster, namespace }), 'speech');
    },
  },
  {
    name: 'lending without a queue',
    code: 'tenant-lending',
    says: 'add Operator.KUEUE to operators of the cluster',
    build: (world, either) => {
      const { pool, team } = queued(world, either([Operator.JOBSET], [Operator.JOBSET, Operator.KUEUE]));
      team('vision', { share: [{ pool, nodes: 1 }], lending: true });
    },
  },
  {
    name: 'a job that is larger than the share',
    code: 'tenant-quota',
    says: '"train" needs 4 GPUs, but the share of digits is 3 GPUs: raise the share',
    build: ({ chart, gpus }, either) => {
      new Tenant(chart, 'digits', { share: [{ pool: gpus, nodes: 3 }] });
      train(chart, either(4, 3), { pool: gpus });
    },
  },
  {
    name: 'a job that the servers of the team leave no room for',
    code: 'tenant-quota',
    says: 'beside its servers, but the share of digits is',
    build: (world, either) => {
      const { chart, cpus, gpus } = world;
      const share = [
        { pool: cpus, nodes: either(0.1, 2) },
        { pool: gpus, nodes: 2 },
      ];
      new Tenant(chart, 'digits', { share });
      serveDigits(world, 2);
      train(chart, 2, { pool: gpus });
    },
  },
  {
    name: 'a server on a pool of which the team has no share',
    code: 'tenant-pool',
    says: 'CPU of pool "cpu" (n1-standard-4), of which its share is 0 CPU: raise its share of the pool',
    build: (world, either) => {
      const { chart, cpus, gpus } = world;
      const l4 = { pool: gpus, nodes: 2 };
      new Tenant(chart, 'digits', { share: either([l4], [l4, { pool: cpus, nodes: 1 }]) });
      serveDigits(world, 1);
    },
  },
  {
    name: 'jobs that only one by one fit the share',
    code: 'tenant-pool',
    says: 'all workloads of digits together ask for 4 GPUs of pool "l4" (g2-standard-4), of which its share is 2 GPUs',
    build: ({ chart, gpus }, either) => {
      new Tenant(chart, 'digits', { share: [{ pool: gpus, nodes: either(2, 4) }] });
      train(chart, 2, { pool: gpus });
      train(chart, 2, { pool: gpus }, 'again');
    },
  },
  {
    name: 'a group in a cluster that does not know groups',
    code: 'tenant-group',
    says: 'group "vision@acme.com" has no rights in cluster',
    build: ({ chart }, either) => {
      const member = either(Subject.group('vision@acme.com'), Subject.user('ada@acme.com'));
      new Tenant(chart, 'digits', { members: { editors: [member] } });
    },
  },
];
