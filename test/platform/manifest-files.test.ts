import { ApiObject, App, Chart } from 'cdk8s';
import { Construct } from 'constructs';
import { expect, test } from 'vitest';
import {
  ClusterChart,
  DistributedTrainingJob,
  LocalCluster,
  Mount,
  Operator,
  TensorFlow,
  TrainingEngine,
} from '../../lib/index';
import { objectsInOrder } from '../../lib/platform/dependency-order';
import { manifestFiles } from '../../lib/platform/manifest-files';

const cluster = LocalCluster.kind({ cpus: 4, operators: [Operator.TRAINING, Operator.JOBSET] });

function filesOf(app: App) {
  return manifestFiles(app, objectsInOrder(app)).map(({ folder, name, objects }) => [
    `${folder}/${name}`,
    ...objects.map(({ kind, metadata }) => `${kind} ${metadata.name}`),
  ]);
}

function object(chart: Construct, kind: string, name: string, apiVersion = 'v1') {
  return new ApiObject(chart, `${kind}-${name}`, { apiVersion, kind, metadata: { name } });
}

test('objects of every chart follow those that they depend on', () => {
  const app = new App();
  for (const id of ['a', 'b']) {
    const chart = new Chart(app, id);
    const pod = object(chart, 'Pod', 'user');
    pod.addDependency(object(chart, 'ConfigMap', 'settings'));
  }
  expect(filesOf(app)).toEqual([
    ['standing/00-a.k8s.yaml', 'ConfigMap settings', 'Pod user'],
    ['standing/01-b.k8s.yaml', 'ConfigMap settings', 'Pod user'],
  ]);
});

test('a dependency on a construct is one on all objects below it', () => {
  const app = new App();
  const chart = new Chart(app, 'chart');
  const group = (id: string) => {
    const scope = new Construct(chart, id);
    for (const name of ['1', '2']) object(scope, 'ConfigMap', `${id}${name}`);
    return scope;
  };
  const [later, first] = [group('later'), group('first')];
  object(chart, 'Pod', 'other');
  later.node.addDependency(first);
  const [file = []] = filesOf(app);
  expect(file.slice(1)).toEqual([
    'ConfigMap first1',
    'ConfigMap first2',
    'ConfigMap later1',
    'ConfigMap later2',
    'Pod other',
  ]);
});

test('a chart comes after the chart of what its objects depend on', () => {
  const app = new App();
  const [user, owner] = [new Chart(app, 'user'), new Chart(app, 'owner')];
  object(user, 'Pod', 'user').addDependency(object(owner, 'ConfigMap', 'settings'));
  expect(filesOf(app).map(([name]) => name)).toEqual(['standing/00-owner.k8s.yaml', 'standing/01-user.k8s.yaml']);
});

test('a Namespace is applied before the first object in it, also one of an earlier chart', () => {
  const app = new App();
  const [first, second] = ['a', 'b'].map((namespace) => new ClusterChart(app, namespace, { cluster, namespace }));
  const other = LocalCluster.kind({ clusterName: 'other' });
  const elsewhere = new ClusterChart(app, 'elsewhere', { cluster: other, namespace: 'b' });
  for (const [chart, namespace] of [
    [first, 'b'],
    [second, 'a'],
    [elsewhere, 'b'],
  ] as const)
    new ApiObject(chart ?? app, 'grant', { apiVersion: 'v1', kind: 'Grant', metadata: { name: 'grant', namespace } });
  const account = 'ServiceAccount default';
  expect(filesOf(app)).toEqual([
    ['standing/00-a.k8s.yaml', 'Namespace a', account, 'Namespace b', 'Grant grant'],
    ['standing/01-b.k8s.yaml', account, 'Grant grant'],
    ['standing/02-elsewhere.k8s.yaml', 'Namespace b', account, 'Grant grant'],
  ]);
});

test('fails: constructs depend on each other', () => {
  const app = new App();
  const chart = new Chart(app, 'chart');
  const [a, b, c] = ['a', 'b', 'c'].map((name) => object(chart, 'ConfigMap', name));
  c?.addDependency(a ?? chart);
  a?.addDependency(b ?? chart);
  b?.addDependency(a ?? chart);
  expect(() => filesOf(app)).toThrow(
    /the order of these constructs depends on itself: "chart\/ConfigMap-a", then "chart\/ConfigMap-b", then "chart\/ConfigMap-a".* \(dependency-cycle\)/,
  );
});

test('what stays and what runs once stand in folders of their own, in the order of the charts', () => {
  const app = new App();
  const first = new Chart(app, 'first', { namespace: 'a' });
  object(first, 'ConfigMap', 'settings');
  object(first, 'Job', 'import', 'batch/v1');
  object(first, 'CronJob', 'nightly', 'batch/v1');
  const second = new Chart(app, 'second');
  object(second, 'JobSet', 'train', 'jobset.x-k8s.io/v1alpha2');
  object(second, 'Job', 'train', 'batch/v1');
  expect(filesOf(app)).toEqual([
    ['standing/00-first.k8s.yaml', 'ConfigMap settings', 'CronJob nightly'],
    ['runs/import.k8s.yaml', 'Job import'],
    ['standing/01-second.k8s.yaml', 'JobSet train'],
    ['runs/train.k8s.yaml', 'Job train'],
  ]);
});

test('definitions stand apart from the objects of their kinds', () => {
  const app = new App();
  const chart = new Chart(app, 'queues');
  object(chart, 'CustomResourceDefinition', 'queues.acme.com', 'apiextensions.k8s.io/v1');
  object(chart, 'Queue', 'team', 'acme.com/v1');
  expect(filesOf(app)).toEqual([
    ['crds/00-queues.k8s.yaml', 'CustomResourceDefinition queues.acme.com'],
    ['standing/00-queues.k8s.yaml', 'Queue team'],
  ]);
});

test('a job, its config files and the jobs beside it are one run; its namespace stays', () => {
  const app = new App();
  const chart = new ClusterChart(app, 'training', { cluster, namespace: 'train' });
  const props = {
    image: 'digits:1',
    pool: cluster.pool,
    mounts: [Mount.configFiles({ 'train.json': '{}' }, '/etc/train')],
    strategy: TensorFlow.parameterServer({ parameterServers: { replicas: 1 }, evaluator: {} }),
    engine: TrainingEngine.tfJob(),
  };
  new DistributedTrainingJob(chart, 'digits', props);
  new DistributedTrainingJob(chart, 'letters', props);
  const run = (name: string) => [
    `ServiceAccount ${name}`,
    expect.stringMatching(/^ConfigMap /),
    `NetworkPolicy ${name}`,
    `TFJob ${name}`,
    `TFJob ${name}-evaluator`,
  ];
  expect(filesOf(app)).toEqual([
    ['standing/00-training.k8s.yaml', 'Namespace train', 'ServiceAccount default'],
    ['runs/digits.k8s.yaml', ...run('digits')],
    ['runs/letters.k8s.yaml', ...run('letters')],
  ]);
});

test('a chart without objects has no file', () => {
  const app = new App();
  new Chart(app, 'empty');
  expect(filesOf(app)).toEqual([]);
});

test('runs are named by their jobs; after their charts where the names are equal', () => {
  const app = new App();
  for (const id of ['north', 'south']) {
    const chart = new Chart(app, id, { namespace: id });
    for (const name of ['digits', `only-${id}`]) object(chart, 'Job', name, 'batch/v1');
  }
  const other = new Chart(new Construct(app, 'team'), 'a b', { namespace: 'c' });
  const jobs = ['d', 'e'].map((namespace) => ({ name: 'digits', namespace }));
  for (const [at, metadata] of jobs.entries()) {
    new ApiObject(other, `digits${at}`, { apiVersion: 'batch/v1', kind: 'Job', metadata });
  }
  expect(filesOf(app).map(([name]) => name)).toEqual([
    'runs/digits.k8s.yaml',
    'runs/only-north.k8s.yaml',
    'runs/south.digits.k8s.yaml',
    'runs/only-south.k8s.yaml',
    'runs/team-a-b.digits.k8s.yaml',
    'runs/team-a-b.digits-2.k8s.yaml',
  ]);
});

test('a file has a plain name, whatever the id of its chart', () => {
  const app = new App();
  object(new Chart(new Construct(app, 'team'), 'a b\n$x'), 'Pod', 'user');
  // Newer versions of constructs put a hyphen in the place of a line break.
  expect(filesOf(app)).toEqual([[expect.stringMatching(/^standing\/00-team-a-b-{2,3}x\.k8s\.yaml$/), 'Pod user']]);
});
