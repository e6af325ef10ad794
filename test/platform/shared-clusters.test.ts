import { ApiObject, Chart, Duration, Size } from 'cdk8s';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import {
  ClusterChart,
  DistributedTrainingJob,
  type DistributedTrainingJobProps,
  LocalCluster,
  ModelServer,
  ModelSource,
  NodePool,
  Operator,
  PodUser,
  ServingDeployment,
  SharedVolume,
  SharedVolumeSource,
  Stage,
  TensorFlow,
  TrainingCluster,
  WorkloadIdentity,
  type Deployment,
  type ICluster,
  type IWorkloadIdentity,
} from '../../lib/index';
import { Certificate, Gateway, GatewayBackend } from '../../lib/gateway';
import { Observability } from '../../lib/monitoring';
import { Exposure } from '../../lib/serving';
import { Tenant } from '../../lib/tenancy';
import { DEV, LOCAL, output, problemsOf } from './programs';

const SHARED = TrainingCluster.fromAttributes({
  clusterName: 'shared',
  location: 'us-east1',
  operators: [Operator.JOBSET],
});
const TEST = new Stage({ name: 'test' });
const TRAINER = {
  email: 'trainer@acme-ml.iam.gserviceaccount.com',
  namespace: 'digits',
  serviceAccountName: 'trainer',
};
const OTHER_EMAIL = 'other@acme-ml.iam.gserviceaccount.com';

function job(
  { kubernetes }: Deployment,
  cluster: ICluster,
  id = 'digits',
  options: Partial<DistributedTrainingJobProps> = {},
): void {
  const pool = { cluster, poolName: 'cpu', nodeLabels: {}, taints: [] };
  const chart = new ClusterChart(kubernetes, 'training', { cluster, namespace: 'digits' });
  const strategy = TensorFlow.multiWorkerMirrored();
  new DistributedTrainingJob(chart, id, { image: 'digits:1', pool, strategy, ...options });
}

describe('deployments in one cluster', () => {
  test('may use one namespace', () => {
    const platform = output().platform();
    job(platform.stage(LOCAL), SHARED, 'a');
    job(platform.stage(TEST), SHARED, 'b');
    expect(() => platform.synth()).not.toThrow();
  });

  test('have one level of Pod Security in a namespace, which accepts the pods of both', () => {
    const folder = output();
    const platform = folder.platform();
    job(platform.stage(LOCAL), SHARED, 'a');
    job(platform.stage(TEST), SHARED, 'b', { user: PodUser.root() });
    platform.synth();
    const texts = Object.entries(folder.contents()).filter(([, text]) => text.includes('kind: Namespace'));
    expect(texts).toHaveLength(2);
    for (const [, text] of texts) expect(text).toContain('pod-security.kubernetes.io/enforce: baseline');
  });

  test('fails: their namespace cannot take pods of two levels (pod-security)', () => {
    const platform = output().platform();
    job(platform.stage(LOCAL), SHARED, 'a');
    const { kubernetes } = platform.stage(TEST);
    new ClusterChart(kubernetes, 'own', { cluster: SHARED, namespace: 'digits', podSecurity: 'baseline' });
    expect(problemsOf(() => platform.synth())).toEqual([
      expect.stringContaining(
        'namespace "digits" takes pods of level "restricted" in deployment local, and of level "baseline" in test: set podSecurity to the same level in the charts of both (pod-security)',
      ),
    ]);
  });

  test('may use one identity', () => {
    const platform = output().platform();
    job(platform.stage(LOCAL), SHARED, 'a', { identity: TRAINER });
    job(platform.stage(TEST), SHARED, 'b', { identity: TRAINER });
    expect(() => platform.synth()).not.toThrow();
  });

  test('may have tenants with shares of one pool, whose flavor of Kueue stays while one of them needs it', () => {
    const folder = output();
    const platform = folder.platform();
    const cluster = LocalCluster.of({ cpus: 8, operators: [Operator.KUEUE] });
    for (const stage of [LOCAL, TEST]) {
      const { name: namespace } = stage;
      const chart = new ClusterChart(platform.stage(stage).kubernetes, namespace, { cluster, namespace });
      new Tenant(chart, namespace, { share: [{ pool: cluster.pool, nodes: 0.5 }] });
    }
    expect(() => platform.synth()).not.toThrow();
    expect(Object.values(folder.contents()).join()).toMatch(/kind: ResourceFlavor\nmetadata:(?:\n {2}.*)*kept: "true"/);
  });

  test('fails: one account cannot stand for two identities (duplicate-name)', () => {
    const platform = output().platform();
    job(platform.stage(LOCAL), SHARED, 'a', { identity: TRAINER });
    job(platform.stage(TEST), SHARED, 'b', { identity: { ...TRAINER, email: OTHER_EMAIL } });
    expect(problemsOf(() => platform.synth())).toEqual([
      expect.stringContaining('both are ServiceAccount "trainer" of namespace "digits" in cluster "shared"'),
    ]);
  });

  test('fails: a job of one would overwrite that of another (duplicate-name)', () => {
    const platform = output().platform();
    job(platform.stage(LOCAL), SHARED);
    job(platform.stage(TEST), SHARED, 'digits');
    expect(problemsOf(() => platform.synth())).toEqual([
      expect.stringContaining('both are NetworkPolicy "digits"'),
      expect.stringContaining(
        '[test/training/digits/Resource] local/training/digits/Resource and test/training/digits/Resource both are JobSet "digits" of namespace "digits" in cluster "shared"',
      ),
    ]);
  });

  test.each([
    ['namespace', { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', namespace: 'x' } }],
    ['API group', { apiVersion: 'acme.com/v1', kind: 'ConfigMap', metadata: { name: 'a', namespace: 'digits' } }],
    ['kind', { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'a', namespace: 'digits' } }],
  ])('may use one name for objects of another %s', (_, other) => {
    const platform = output().platform();
    const first = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', namespace: 'digits' } };
    for (const [stage, props] of [
      [LOCAL, first],
      [TEST, other],
    ] as const) {
      const chart = new ClusterChart(platform.stage(stage).kubernetes, 'chart', { cluster: SHARED });
      new ApiObject(chart, 'object', props);
    }
    expect(() => platform.synth()).not.toThrow();
  });

  test('do not disturb each other in clusters of their own', () => {
    const platform = output().platform();
    job(platform.stage(LOCAL), SHARED);
    job(platform.stage(TEST), { ...SHARED, clusterName: 'other' });
    expect(() => platform.synth()).not.toThrow();
  });
});

describe('checks read the facts of all deployments in a cluster', () => {
  const cluster = TrainingCluster.fromAttributes({
    ...{ clusterName: 'shared', location: 'us-east1', project: 'acme-ml' },
    operators: [Operator.ISTIO, Operator.KUEUE],
    features: new Set(['managedPrometheus'] as const),
  });
  const other = { ...cluster, project: 'acme-other' };
  const pool = NodePool.fromAttributes({ cluster, poolName: 'cpu', machineType: 'e2-standard-8', maxNodes: 8 });
  const PAGE = { name: 'digits', namespace: 'team', port: 8501 };

  /** The problems and the advice of two deployments, by their codes, and the files of the first. */
  function found(first: (chart: ClusterChart) => unknown, second: (deployment: Deployment) => unknown) {
    const folder = output();
    const platform = folder.platform();
    const one = platform.stage(LOCAL);
    first(new ClusterChart(one.kubernetes, 'team', { cluster, namespace: 'team' }));
    second(platform.stage(TEST));
    const told: string[] = [];
    const problems = problemsOf(() => told.push(...platform.synth().advice));
    const text = Object.entries(folder.contents()).flatMap(([file, content]) =>
      file.includes('local/') ? content : [],
    );
    return { codes: codesIn([...problems, ...told]), text: text.join() };
  }
  const codesIn = (texts: readonly string[]) => [...new Set(texts.map((text) => /\(([-a-z]+)\)$/.exec(text)?.[1]))];
  const chartIn = ({ kubernetes }: Deployment, of: ICluster = cluster) =>
    new ClusterChart(kubernetes, 'more', { cluster: of, namespace: 'team', createNamespace: false });
  const plain = ({ kubernetes }: Deployment) => new Chart(kubernetes, 'plain', { namespace: 'team' });
  const serve = (chart: Chart, of = pool) =>
    new ServingDeployment(chart, 'digits', {
      ...{ pool: of, server: ModelServer.tensorFlowServing(), resources: { cpus: 6 } },
      model: ModelSource.image('us-docker.pkg.dev/acme-ml/models/digits:1', '/models/digits').version(1),
    });
  const gatewayIn = (chart: Chart, exposure = Exposure.internalLoadBalancer(), id = 'entry') =>
    new Gateway(chart, id, {
      ...{ hosts: { 'models.acme.com': Certificate.secret('tls') }, exposure },
      backend: GatewayBackend.istio(),
    });
  const widget = (chart: Chart) =>
    new ApiObject(chart, 'w', { apiVersion: 'acme.com/v1', kind: 'Widget', metadata: { namespace: 'team' } });

  test('fails: a route names the Service of a model server, unless that is in another cluster (gateway-server)', () => {
    const route = (chart: ClusterChart) => gatewayIn(chart).route('digits', { to: PAGE });
    expect(found(route, (deployment) => serve(chartIn(deployment))).codes).toContain('gateway-server');
    const away = NodePool.fromAttributes({ cluster: other, poolName: 'cpu', machineType: 'e2-standard-8' });
    expect(found(route, (deployment) => serve(chartIn(deployment, other), away)).codes).toEqual(['gateway-service']);
  });

  test('fails: a missing Service is not made by a chart without a cluster (gateway-service)', () => {
    const service = { apiVersion: 'v1', kind: 'Service', metadata: { name: PAGE.name } };
    const route = (chart: ClusterChart) => gatewayIn(chart).route('digits', { to: PAGE });
    expect(found(route, (deployment) => new ApiObject(plain(deployment), 's', service)).codes).toEqual([
      'gateway-service',
    ]);
    expect(found(route, (deployment) => new ApiObject(chartIn(deployment), 's', service)).codes).toEqual([]);
  });

  test('fails: gateways of the same proxies differ in exposure (gateway-exposure)', () => {
    const inner = Exposure.internal();
    expect(
      found(
        (chart) => gatewayIn(chart),
        (deployment) => gatewayIn(chartIn(deployment), inner, 'inner'),
      ).codes,
    ).toContain('gateway-exposure');
    expect(
      found(
        (chart) => gatewayIn(chart),
        (deployment) => gatewayIn(plain(deployment), inner),
      ).codes,
    ).toEqual([]);
  });

  test('fails: both collect the metrics of the cluster (observability-twice)', () => {
    const watch = (chart: Chart, id: string) => new Observability(chart, id);
    const twice = found(
      (chart) => watch(chart, 'a'),
      (deployment) => watch(chartIn(deployment), 'b'),
    );
    expect(twice.codes).toEqual(['observability-twice']);
    const apart = found(
      (chart) => watch(chart, 'a'),
      (deployment) => watch(chartIn(deployment, other), 'a'),
    );
    expect(apart.codes).toEqual([]);
  });

  test('fails: servers of one use up the share of a tenant in another (tenant-quota)', () => {
    const team = (chart: ClusterChart) => new Tenant(chart, 'team', { share: [{ pool, nodes: 0.5 }] });
    expect(found(team, (deployment) => serve(chartIn(deployment))).codes).toEqual(['tenant-quota']);
  });

  test('fails: the namespace of a tenant has a label that another deployment would take away (duplicate-name)', () => {
    const platform = output().platform();
    const charts = [LOCAL, TEST].map((stage) => {
      return new ClusterChart(platform.stage(stage).kubernetes, 'team', { cluster, namespace: 'team' });
    });
    for (const chart of charts.slice(0, 1)) new Tenant(chart, 'team');
    expect(problemsOf(() => platform.synth())).toEqual([
      expect.stringMatching(
        /both are Namespace "team" in cluster "shared".*: set createNamespace to false in the charts of one deployment, or give/,
      ),
    ]);
  });

  test('people have rights on the kinds of all deployments in their cluster, and of no others', () => {
    const team = (chart: ClusterChart) => new Tenant(chart, 'team');
    expect(found(team, (deployment) => widget(chartIn(deployment))).text).toContain('- widgets');
    expect(found(team, (deployment) => widget(chartIn(deployment, other))).text).not.toContain('- widgets');
    expect(found(team, (deployment) => widget(plain(deployment))).text).not.toContain('- widgets');
  });

  test('a deployment that comes after a synthesis counts in the next one', () => {
    const platform = output().platform();
    const noQueues = { ...cluster, operators: [] };
    const team = (stage: Stage, namespace: string) => {
      const chart = new ClusterChart(platform.stage(stage).kubernetes, namespace, { cluster: noQueues, namespace });
      return new Tenant(chart, namespace, { share: [{ pool: { ...pool, cluster: noQueues }, nodes: 5 }] });
    };
    team(LOCAL, 'vision');
    expect(platform.synth().advice).toEqual([]);
    team(TEST, 'speech');
    expect(codesIn(problemsOf(() => platform.synth()))).toEqual(['tenant-overlap']);
  });
});

test('fails: volumes of two namespaces whose names come to one (duplicate-name)', () => {
  const platform = output().platform();
  const cluster = LocalCluster.minikube();
  const { kubernetes } = platform.stage(LOCAL);
  for (const [namespace, name] of [
    ['a-b', 'c'],
    ['a', 'b-c'],
  ] as const) {
    const source = SharedVolumeSource.hostPath(`/data/${namespace}`);
    new SharedVolume(new ClusterChart(kubernetes, namespace, { cluster, namespace }), name, { source });
  }
  expect(problemsOf(() => platform.synth())).toEqual([
    expect.stringMatching(
      /both are PersistentVolume "a-b-c" in cluster "minikube", .*: give one of them another id or name, or write both in the same way: it is then written once \(duplicate-name\)$/,
    ),
  ]);
});

describe('an object without a namespace that two charts have in the same words', () => {
  const priority = (deployment: Deployment, namespace: string) =>
    new ApiObject(new ClusterChart(deployment.kubernetes, namespace, { cluster: SHARED, namespace }), 'high', {
      ...{ apiVersion: 'scheduling.k8s.io/v1', kind: 'PriorityClass', metadata: { name: 'high' } },
      ...{ value: 10 },
    });
  const classesIn = (contents: Readonly<Record<string, string>>) =>
    Object.values(contents).flatMap((text) => text.match(/^kind: PriorityClass\nmetadata:(\n {2}.*)*/gm) ?? []);

  test('is written once in one deployment', () => {
    const folder = output();
    const platform = folder.platform();
    const deployment = platform.stage(LOCAL);
    for (const namespace of ['a', 'b']) priority(deployment, namespace);
    platform.synth();
    expect(classesIn(folder.contents())).toHaveLength(1);
  });

  test('is written by each of two deployments, and stays while one of them needs it', () => {
    const folder = output();
    const platform = folder.platform();
    for (const stage of [LOCAL, TEST]) priority(platform.stage(stage), stage.name);
    platform.synth();
    expect(classesIn(folder.contents())).toEqual([
      expect.stringContaining('kept: "true"'),
      expect.stringContaining('kept: "true"'),
    ]);
  });
});

describe('jobs that do not fit one pool together', () => {
  const four = NodePool.fromAttributes({
    cluster: SHARED,
    poolName: 'four',
    maxNodes: 4,
    allocatable: { cpuMillis: 4000, memory: Size.gibibytes(8), extended: {} },
  });
  const WHOLE = { pool: four, workers: 4, resources: { cpus: 4, memory: Size.gibibytes(8) } };
  const codes = (advice: readonly string[]) => advice.map((text) => /\(([-a-z]+)\)$/.exec(text)?.[1]);

  test('fails: of two deployments, are advice of the first, and a problem where advice is refused (pool-shared)', () => {
    const platforms = [output().platform(), output().platform({ strict: true })] as const;
    for (const platform of platforms) {
      job(platform.stage(LOCAL), SHARED, 'a', WHOLE);
      job(platform.stage(TEST), SHARED, 'b', WHOLE);
    }
    const { advice } = platforms[0].synth();
    expect(codes(advice)).toEqual(['pool-shared', 'pool-shared-limit']);
    expect(advice[0]).toContain(
      '[local/training/a] 2 workloads (local/training/a, test/training/b) need 8 nodes of pool "four" if they run at once, but it grows to 4',
    );
    expect(codes(problemsOf(() => platforms[1].synth()))).toEqual(['pool-shared', 'pool-shared-limit']);
  });

  test('fails: are told to set a time limit, or a queue, unless they have one (pool-shared-limit)', () => {
    const platform = output().platform();
    const local = platform.stage(LOCAL);
    job(local, SHARED, 'a', { ...WHOLE, activeDeadline: Duration.hours(8) });
    job(platform.stage(TEST), SHARED, 'b', WHOLE);
    expect(platform.synth().advice[1]).toContain('[local/training/a] test/training/b has no time limit');
  });

  test('are the matter of the queue that starts all of them', () => {
    const platform = output().platform();
    const chart = new ClusterChart(platform.stage(LOCAL).kubernetes, 'training', {
      cluster: SHARED,
      namespace: 'digits',
      labels: { 'kueue.x-k8s.io/queue-name': 'team' },
    });
    for (const id of ['a', 'b']) {
      const strategy = TensorFlow.multiWorkerMirrored();
      new DistributedTrainingJob(chart, id, { image: 'digits:1', strategy, ...WHOLE });
    }
    expect(platform.synth().advice).toEqual([]);
  });

  test('are applied one after the other, as DEPLOY.md says before it applies them', () => {
    const files = output();
    const program = files.platform();
    const local = program.stage(LOCAL);
    job(local, SHARED, 'a', WHOLE);
    const chart = new ClusterChart(local.kubernetes, 'more', { cluster: SHARED, namespace: 'digits' });
    const strategy = TensorFlow.multiWorkerMirrored();
    new DistributedTrainingJob(chart, 'b', { image: 'digits:1', strategy, ...WHOLE });
    program.synth();
    const guide = readFileSync(join(files.manifests, 'local', 'DEPLOY.md'), 'utf8');
    const says = guide.indexOf('The jobs on pool `four` do not all fit on it at once');
    expect(says).toBeGreaterThan(0);
    expect(says).toBeLessThan(guide.indexOf('## Runs'));
    expect(guide.indexOf("runs.sh' apply")).toBeGreaterThan(says);
  });
});

describe('taking a deployment down', () => {
  const taken = (cluster: ICluster, identity?: IWorkloadIdentity) => {
    const out = output();
    const platform = out.platform();
    for (const stage of [LOCAL, TEST]) job(platform.stage(stage), cluster, stage.name, { identity });
    platform.synth();
    return out.contents();
  };

  test.each([
    ['a cluster of its own', LocalCluster.kind({ operators: [Operator.JOBSET] }), 'kind-kind'],
    ['a cluster that others use', SHARED, '"${CONTEXT_SHARED_US_EAST1:?}"'],
  ])('leaves the namespaces of %s, and says how to delete them', (_, cluster, context) => {
    const out = taken(cluster);
    const guide = out['dist/local/DEPLOY.md'];
    expect(guide).toContain(`-f 'dist/local/standing' -l '!trainyard/kept'\n`);
    expect(guide).toContain(`To delete them too: \`kubectl --context ${context} delete namespace digits\`.`);
    expect(guide?.match(/^kubectl .* delete .*namespace/m)).toBeNull();
  });

  test('leaves a storage class that another deployment of the program uses, and deletes one of its own', () => {
    const kept = (...stages: readonly Stage[]) => {
      const out = output();
      const platform = out.platform();
      const cluster = LocalCluster.kind({ operators: [Operator.ROOK] });
      for (const stage of stages) {
        const chart = new ClusterChart(platform.stage(stage).kubernetes, 'files', { cluster, namespace: 'digits' });
        new SharedVolume(chart, stage.name, { source: SharedVolumeSource.cephFs({ filesystem: 'myfs' }) });
      }
      platform.synth();
      return parseAllDocuments(out.contents()['dist/local/standing/00-files.k8s.yaml'] ?? '').map((each) => [
        each.get('kind'),
        each.getIn(['metadata', 'labels', 'trainyard/kept']),
      ]);
    };
    expect(kept(LOCAL, TEST)).toContainEqual(['StorageClass', 'true']);
    expect(kept(LOCAL)).toContainEqual(['StorageClass', undefined]);
  });

  test('leaves an account that another deployment of the program uses, and deletes one of its own', () => {
    const labels = (text = '') =>
      parseAllDocuments(text).map((each) => [each.get('kind'), each.getIn(['metadata', 'labels', 'trainyard/kept'])]);
    const shared = taken(SHARED, TRAINER);
    for (const stage of ['local', 'test']) {
      expect(labels(shared[`dist/${stage}/standing/00-training.k8s.yaml`])).toEqual([
        ['Namespace', 'true'],
        ['ServiceAccount', 'true'],
        ['ServiceAccount', 'true'],
      ]);
    }
    const out = output();
    const platform = out.platform();
    job(platform.stage(LOCAL), SHARED, 'a', { identity: TRAINER });
    platform.synth();
    expect(labels(out.contents()['dist/local/standing/00-training.k8s.yaml'])).toEqual([
      ['Namespace', 'true'],
      // The namespace's own one, which Kubernetes would make anew with a token.
      ['ServiceAccount', 'true'],
      ['ServiceAccount', undefined],
    ]);
  });

  test('leaves a namespace and an account that other programs made, and does not emit them', () => {
    const out = output();
    const platform = out.platform();
    const chart = new ClusterChart(platform.stage(LOCAL).kubernetes, 'training', {
      cluster: SHARED,
      namespace: 'digits',
      createNamespace: false,
    });
    new DistributedTrainingJob(chart, 'digits', {
      image: 'digits:1',
      pool: { cluster: SHARED, poolName: 'cpu', nodeLabels: {}, taints: [] },
      identity: WorkloadIdentity.fromAttributes(TRAINER),
      strategy: TensorFlow.multiWorkerMirrored(),
    });
    platform.synth();
    const contents = out.contents();
    expect(Object.keys(contents).filter((file) => file.includes('/standing/'))).toEqual([]);
    const guide = contents['dist/local/DEPLOY.md'];
    expect(guide).toContain('kubectl --context "${CONTEXT_SHARED_US_EAST1:?}" -n digits get serviceaccount/trainer\n');
    expect(guide).not.toContain('delete namespace');
  });
});

test('a deployment in the cluster of another says what comes first, and how to reach it', () => {
  const out = output();
  const platform = out.platform();
  const cluster = new TrainingCluster(platform.stage(DEV, 'base').stack, 'cluster', {
    location: 'us-east1-c',
    operators: [Operator.JOBSET],
  });
  job(platform.stage(TEST), cluster);
  platform.synth();
  const guide = out.contents()['dist/test/DEPLOY.md'];
  expect(guide).toContain('Before this, deploy `base-dev`.');
  const first = out.contents()['dist/base-dev/DEPLOY.md'];
  expect(first).toContain('If the plan replaces a cluster, also deploy `test` again after this');
  expect(guide).not.toContain('If the plan replaces');
  expect(guide).toContain(cluster.getCredentialsCommand);
});

test('a deployment whose stack needs the stack of another says what comes first', () => {
  const out = output();
  const platform = out.platform();
  const base = platform.stage(DEV, 'base').stack;
  const cluster = new TrainingCluster(base, 'cluster', { location: 'us-east1-c' });
  const jobs = platform.stage(DEV, 'jobs').stack;
  new WorkloadIdentity(jobs, 'trainer', { cluster, namespace: 'digits' });
  platform.stage(DEV, 'alone').stack.addOverride('locals.a', 'b');
  platform.synth();
  const guide = (name: string) => out.contents()[`dist/${name}/DEPLOY.md`];
  expect(guide('jobs-dev')).toContain('\n\nBefore this, deploy `base-dev`.\n\n');
  for (const name of ['base-dev', 'alone-dev']) expect(guide(name)).not.toContain('Before this');
});
