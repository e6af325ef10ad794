import { Chart, Testing } from 'cdk8s';
import { describe, expect, test } from 'vitest';
import { ValidationError } from '../../../lib/core/problems/errors';
import { ClusterChart } from '../../../lib/workloads/cluster-chart';
import { DistributedTrainingJob } from '../../../lib/workloads/training/distributed-training-job';
import type { TrainingEngine } from '../../../lib/workloads/training/training-engine';
import { TrainingEngine as Engines } from '../../../lib/workloads/training/training-engines';
import type { TrainingStrategy } from '../../../lib/workloads/training/training-strategy';
import { GKE } from '../pools';
import { GPU, jobOf, STRATEGIES } from './jobs';

const mirrored = STRATEGIES['multi-worker mirrored'];
const STRATEGY: TrainingStrategy = {
  name: 'Acme ring',
  framework: 'Acme',
  reservedEnv: [],
  roles: (options) => mirrored.roles(options),
  rendezvous: () => ({ env: [], args: [] }),
};
const job = Engines.job();
const ENGINE: TrainingEngine = {
  name: 'Acme',
  kind: job.kind,
  reservedEnv: [],
  given: () => [],
  containerName: () => 'main',
  addresses: (each) => job.addresses(each),
  podLabels: (each) => job.podLabels(each),
  problems: () => [],
  render: (each) => job.render(each),
};

/** As programs in JavaScript write them. */
function make(strategy: object, engine: object = {}) {
  const chart = new ClusterChart(Testing.app(), 'training', { cluster: GKE });
  return new DistributedTrainingJob(chart, 'speech', {
    image: 'speech:1',
    pool: GPU,
    workers: 2,
    strategy: { ...STRATEGY, ...strategy },
    engine: { ...ENGINE, ...engine },
  });
}

test('fails: a name that no container can have is refused, and a framework in words is made one (container-name)', () => {
  expect(make({}, { containerName: () => 'My Main' }).node.validate()).toEqual([
    '"My Main" cannot be the name of the main container: use up to 63 lower-case letters, digits and hyphens, not beginning or ending with a hyphen (container-name)',
  ]);
  const named = make({ framework: 'Acme Ring 2!' }, { containerName: job.containerName.bind(job) });
  expect(named.node.validate()).toEqual([]);
  expect(JSON.stringify(Testing.synth(Chart.of(named)))).toContain('"name":"acme-ring-2"');
});

test('strategies and engines of users run a job as ours do', () => {
  expect(make({}).node.validate()).toEqual([]);
  expect(make({}).resource.kind).toBe('Job');
});

describe('fails: nonsense of a strategy is refused with missing or wrong-type', () => {
  const role = { name: 'worker', replicas: 2, pool: GPU, accelerated: true, completes: true, onLoss: 'restartJob' };

  test.each<[string, object, string]>([
    ['no name', { name: undefined }, 'strategy.name is missing: name it for messages'],
    ['no list of reserved variables', { reservedEnv: 'RANK' }, 'strategy.reservedEnv cannot be "RANK": give a list'],
    ['a port that is a text', { port: '7000' }, 'strategy.port cannot be "7000": give a port'],
    ['no rendezvous', { rendezvous: undefined }, 'strategy.rendezvous is missing: write it as a method'],
    ['roles that are no list', { roles: () => role }, 'strategy.roles cannot be'],
    ['roles that are not there', { roles: () => undefined }, 'strategy.roles is missing'],
    ['a role that is not there', { roles: () => [undefined] }, 'strategy.roles[0] is missing: give a Role'],
    ['a role without a pool', { roles: () => [{ ...role, pool: undefined }] }, 'strategy.roles[0].pool is missing'],
    [
      'a count that is a text',
      { roles: () => [{ ...role, replicas: '2' }] },
      'strategy.roles[0].replicas cannot be "2"',
    ],
    [
      'a pool without taints',
      { roles: () => [{ ...role, pool: { ...GPU, taints: undefined } }] },
      'strategy.roles[0].pool.taints is missing: use Taint.of(…)',
    ],
    ['another loss', { roles: () => [{ ...role, onLoss: 'restart' }] }, 'strategy.roles[0].onLoss cannot be "restart"'],
    [
      'processes that are a word',
      { roles: () => [{ ...role, processes: 'all' }] },
      'strategy.roles[0].processes cannot be "all": give a number, such as 1, or "perGpu"',
    ],
    [
      'a variable whose value is a number',
      { rendezvous: () => ({ env: [{ name: 'RING', value: 2 }], args: [] }) },
      'strategy.rendezvous of worker: env[0].value cannot be 2: give a text (wrong-type)',
    ],
    ['a rendezvous of nothing', { rendezvous: () => undefined }, 'strategy.rendezvous of worker: env is missing'],
    [
      'an argument that is not there',
      { rendezvous: () => ({ env: [], args: [undefined] }) },
      'strategy.rendezvous of worker: args[0] is missing: give texts',
    ],
    ['mounts that are no list', { mounts: () => '/keys' }, 'strategy.mounts cannot be "/keys"'],
    ['advice of nothing', { advice: () => 5 }, 'strategy.advice cannot be 5: yield advice, or return []'],
  ])('%s', (_, strategy, message) => {
    expect(() => make(strategy)).toThrow(ValidationError);
    expect(() => make(strategy)).toThrow(message);
  });
});

describe('fails: nonsense of an engine is refused with missing or wrong-type', () => {
  test.each<[string, object, string]>([
    ['no kind', { kind: 'Job' }, 'engine.kind cannot be "Job": give { apiVersion, kind, plural }'],
    ['half a kind', { kind: { kind: 'Job' } }, 'engine.kind.apiVersion is missing: give the group and version'],
    ['an operator that is a name', { operator: 'acme' }, 'engine.operator cannot be "acme": use Operator.TRAINING'],
    ['no addresses', { addresses: undefined }, 'engine.addresses is missing: write it as a method'],
    ['advice of nothing', { advice: () => 5 }, 'engine.advice cannot be 5: yield advice, or return []'],
    ['half the addresses', { addresses: () => ({ ownIndex: '0' }) }, 'engine.addresses.host is missing'],
    [
      'a folder of keys that is no text',
      { addresses: () => ({ ...job.addresses(jobOf()), mpi: { sshKeys: 5 } }) },
      'engine.addresses.mpi.sshKeys cannot be 5: name the folder, such as "/root/.ssh"',
    ],
    [
      'no name of a container',
      { containerName: () => undefined },
      'engine.containerName is missing: name the container',
    ],
    [
      'a host of nothing',
      { addresses: () => ({ ...job.addresses(jobOf()), host: () => undefined }) },
      'engine.addresses.host is missing: give a text, such as "$(JOB_NAME)-worker-0"',
    ],
    ['labels of nothing', { podLabels: () => undefined }, 'engine.podLabels is missing: give texts by their names'],
    [
      'half an engine for a cluster',
      { inCluster: () => ({ render: () => undefined }) },
      'engine.inCluster.name is missing',
    ],
    [
      'a word for an engine',
      { inCluster: () => 'Job' },
      'engine.inCluster cannot be "Job": use TrainingEngine.jobSet()',
    ],
    [
      'an object of another kind',
      { render: () => ({ job: { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a' } } }) },
      'engine.render: job.kind cannot be "Pod": use "Job" (wrong-type)',
    ],
    ['one variable instead of a list', { given: () => 'RANK' }, 'engine.given cannot be "RANK": give a list'],
    ['problems of nothing', { problems: () => undefined }, 'engine.problems is missing: yield problems, or return []'],
    ['nothing rendered', { render: () => undefined }, 'engine.render: job is missing: give an object of Kubernetes'],
    ['a render without a job', { render: () => ({ needs: [] }) }, 'engine.render: job is missing'],
    [
      'an object without a name',
      { render: () => ({ job: { apiVersion: 'batch/v1', kind: 'Job', metadata: {} } }) },
      'engine.render: job.metadata.name is missing: name the object',
    ],
    [
      'needs that are one object',
      { render: () => ({ ...job, needs: {}, job: { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a' } } }) },
      'engine.render: needs cannot be',
    ],
  ])('%s', (_, engine, message) => {
    expect(() => make({}, engine)).toThrow(ValidationError);
    expect(() => make({}, engine)).toThrow(message);
  });
});
