import { ApiObject, App } from 'cdk8s';
import { expect, test } from 'vitest';
import { joinTrees } from '../../lib/core/problems/registry';
import { openAdvice } from '../../lib/core/problems/check';
import {
  ClusterChart,
  DistributedTrainingJob,
  ModelServer,
  ModelSource,
  NodePool,
  Plain,
  ServingDeployment,
  TrainingEngine,
  ValidationError,
} from '../../lib/index';
import { Operator } from '../../lib/operators/operator';
import { Subject, Tenant, type TenantProps } from '../../lib/tenancy/index';
import { cpuPool, GKE, gpuPool } from '../workload/pools';
import { programOf } from './random-tenants';

const POOL = gpuPool();

/** The problems of teams by their names, each in a namespace of its own. */
function problemsOf(teams: Readonly<Record<string, TenantProps>>, cluster = GKE): string[] {
  const app = new App();
  for (const [name, props] of Object.entries(teams))
    new Tenant(new ClusterChart(app, name, { cluster, namespace: name }), name, props);
  return app.node.findAll().flatMap(({ node }) => node.validate());
}

test.each([
  [{ pool: POOL, nodes: 9 }, 'nodes cannot be 9'],
  [{ pool: POOL, nodes: 0 }, 'nodes cannot be 0'],
  [{ pool: POOL, nodes: 0.3 }, 'have 1.2 GPUs, but a quota counts whole ones: use 0.5'],
])('fails: a share that is no part of its pool (tenant-share): %#', (share, says) => {
  const make = () => problemsOf({ vision: { share: [share] } });
  expect(make).toThrow(ValidationError);
  expect(make).toThrow(says);
});

test('fails: a share of a pool of another cluster, and of one whose nodes are not known (tenant-share)', () => {
  const away = { ...POOL, cluster: { ...GKE, clusterName: 'other' } };
  expect(problemsOf({ vision: { share: [{ pool: away, nodes: 1 }] } })).toEqual([
    expect.stringMatching(
      /^pool "k80".* is of cluster "other", but vision of "main": name a pool of its own \(tenant-share\)$/,
    ),
  ]);
  const unknown = NodePool.fromAttributes({ cluster: GKE, poolName: 'old' });
  expect(() => problemsOf({ vision: { share: [{ pool: unknown, nodes: 1 }] } })).toThrow(
    'the resources of a node of pool "old" are not known, and no quota follows from them: give the pool its machineType',
  );
});

test('tenths of a pool that are all of it together are no overlap', () => {
  const pool = { ...cpuPool(), maxNodes: 3 };
  const teams = Object.entries({ a: 0.1, b: 2.7, c: 0.2 });
  expect(0.1 + 2.7 + 0.2).toBeGreaterThan(3);
  expect(problemsOf(Object.fromEntries(teams.map(([name, nodes]) => [name, { share: [{ pool, nodes }] }])))).toEqual(
    [],
  );
});

test('fails: shares of more nodes than the pool grows to, reported once (tenant-overlap)', () => {
  const share = [{ pool: POOL, nodes: 5 }];
  const message = 'the shares of pool "k80" (n1-standard-16) are 10 nodes (vision 5, speech 5), but it grows to 8: ';
  expect(problemsOf({ vision: { share }, speech: { share } })).toEqual([expect.stringContaining(message)]);
  const cluster = { ...GKE, operators: [Operator.KUEUE] };
  const lent = { share: [{ pool: { ...POOL, cluster }, nodes: 5 }], lending: true };
  expect(problemsOf({ vision: lent, speech: lent }, cluster)).toEqual([]);
});

test('fails: shares of two deployments of a program are added up (tenant-overlap)', () => {
  const share = [{ pool: POOL, nodes: 5 }];
  const apps = ['vision', 'speech'].map((name) => {
    const app = new App();
    new Tenant(new ClusterChart(app, name, { cluster: GKE, namespace: name }), name, { share });
    return app;
  });
  const problems = () => apps.flatMap(({ node }) => node.findAll()).flatMap(({ node }) => node.validate());
  expect(problems()).toEqual([]);
  joinTrees(apps);
  expect(problems()).toEqual([expect.stringContaining('are 10 nodes (vision 5, speech 5)')]);
});

test('fails: lending without Kueue (tenant-lending)', () => {
  const problems = problemsOf({ vision: { share: [{ pool: POOL, nodes: 1 }], lending: true } });
  expect(problems).toEqual([expect.stringMatching(/has no Kueue.*add Operator\.KUEUE.*\(tenant-lending\)$/)]);
});

test('fails: a job that its queue would never start, or not hold (tenant-queue)', () => {
  const cluster = { ...GKE, operators: [Operator.KUEUE] };
  const app = new App();
  const [vision, speech] = ['vision', 'speech'].map(
    (name) => new ClusterChart(app, name, { cluster, namespace: name }),
  );
  if (!vision || !speech) throw new Error('there are two');
  const share = [{ pool: { ...POOL, cluster }, nodes: 1 }];
  const tenant = new Tenant(vision, 'vision', { share });
  const open = new Tenant(speech, 'speech', {});
  const resource = new ApiObject(speech, 'job', { apiVersion: 'batch/v1', kind: 'Job', metadata: { name: 'asr' } });
  tenant.enqueue({ resource });
  open.enqueue({ resource });
  const problems = app.node.findAll().flatMap(({ node }) => node.validate());
  expect(problems).toEqual([
    expect.stringMatching(/^job "asr" is in namespace "speech", and the queue of vision is in "vision".*tenant-queue/),
    expect.stringMatching(/^speech has no share, so no queue holds job "asr": give share \(tenant-queue\)$/),
  ]);
});

test('fails: a queue has less of a pool than a job asks for, or gets a server (tenant-queue)', () => {
  const cluster = { ...GKE, operators: [Operator.KUEUE] };
  const [gpus, others] = [POOL, gpuPool({ poolName: 'other' })].map((pool) => ({ ...pool, cluster }));
  if (!gpus || !others) throw new Error('there are two');
  const chart = new ClusterChart(new App(), 'vision', { cluster, namespace: 'vision' });
  const tenant = new Tenant(chart, 'vision', { share: [{ pool: gpus, nodes: 4 }] });
  const job = (id: string, pool: typeof gpus, workers: number) =>
    new DistributedTrainingJob(chart, id, {
      ...{ image: 'digits:1', command: ['train'], pool, workers, strategy: Plain.indexedTasks() },
      engine: TrainingEngine.job(),
    });
  const server = new ServingDeployment(chart, 'server', {
    pool: gpus,
    server: ModelServer.tensorFlowServing(),
    model: ModelSource.image('us-docker.pkg.dev/acme-ml/models/digits:1', '/models/digits').version(1),
  });
  tenant.enqueue(job('fits', gpus, 2), job('away', others, 1), server);
  const problems = chart.node.findAll().flatMap(({ node }) => node.validate());
  expect(problems.filter((message) => message.includes('(tenant-queue)'))).toEqual([
    expect.stringMatching(
      /^job "away" asks for 1 GPU of pool "other" .*, of which the servers of vision leave 0 GPUs to the queue: raise the share of the pool, or lower the job/,
    ),
    expect.stringMatching(/^"server" is a server: enqueue jobs alone/),
  ]);
});

test('fails: a group on GKE without groups (tenant-group)', () => {
  const members = { admins: [Subject.group('vision@acme.com')] };
  expect(problemsOf({ vision: { members } })).toEqual([expect.stringMatching(/\(tenant-group\)$/)]);
  const cluster = { ...GKE, features: new Set(['gke', 'googleGroups'] as const) };
  expect(problemsOf({ vision: { members } }, cluster)).toEqual([]);
});

test('fails: a job that is larger than the share, alone or beside the servers (tenant-quota)', () => {
  const job = { tasks: 2, cpus: 2, gpus: 1 };
  const share = { k80: 0.25, cpu: 0.5 };
  expect(programOf({ share, servers: [], jobs: [job] }).problems).toEqual([
    expect.stringMatching(/"job-0" needs 2 GPUs, but the share of team is 1 GPU: .*\(tenant-quota\)$/),
  ]);
  const servers = [{ replicas: 3, cpus: 1 }];
  const beside = programOf({ share: { k80: 0.25, cpu: 0.5 }, servers, jobs: [{ ...job, tasks: 1, cpus: 4 }] });
  expect(beside.problems).toEqual([expect.stringMatching(/"job-0" needs 7 CPU beside its servers/)]);
});

test('fails: workloads that ask for more of a pool than the share, or for another pool (tenant-pool)', () => {
  const jobs = [1, 2].map(() => ({ tasks: 1, cpus: 1, gpus: 1 }));
  const { problems, advice } = programOf({ share: { k80: 0.25, cpu: 1 }, servers: [], jobs });
  expect([problems, advice]).toEqual([[], [expect.stringContaining('together ask for 2 GPUs of pool "k80"')]]);
  const chart = new ClusterChart(new App(), 'vision', { cluster: GKE, namespace: 'vision' });
  new Tenant(chart, 'vision', { share: [{ pool: POOL, nodes: 1 }] });
  expect(openAdvice(chart.node.root)).toEqual([]);
});

test('a team without a share has no limit', () => {
  const { problems, advice } = programOf({ share: {}, servers: [], jobs: [{ tasks: 4, cpus: 4, gpus: 2 }] });
  expect([problems, advice]).toEqual([[], []]);
});

test('fails: tenants that lend have fewer GPUs together than a job asks for, though their pool has them (tenant-queue)', () => {
  const cluster = { ...GKE, operators: [Operator.KUEUE] };
  const pool = { ...POOL, cluster };
  const app = new App();
  const teamOf = (namespace: string) => {
    const chart = new ClusterChart(app, namespace, { cluster, namespace });
    return { chart, tenant: new Tenant(chart, namespace, { share: [{ pool, nodes: 1 }], lending: true }) };
  };
  const [{ chart, tenant }] = [teamOf('vision'), teamOf('speech')];
  const job = (workers: number) =>
    new DistributedTrainingJob(chart, `job-${workers}`, {
      ...{ image: 'digits:1', command: ['train'], pool, workers, strategy: Plain.indexedTasks() },
      engine: TrainingEngine.job(),
    });
  tenant.enqueue(job(8), job(9));
  const problems = chart.node.findAll().flatMap(({ node }) => node.validate());
  expect(problems).toEqual([
    expect.stringMatching(
      /^job "job-9" asks for 9 GPUs of pool .*, of which the servers of all that lend leave 8 GPUs to the queue/,
    ),
  ]);
});
