import { type ApiObject, Size, Testing } from 'cdk8s';
import { Construct } from 'constructs';
import { describe, expect, test } from 'vitest';
import {
  ClusterChart,
  Mount,
  PodUser,
  PyTorch,
  TrainingEngine,
  type ClusterChartProps,
  type INodePool,
} from '../../lib/index';
import {
  addWorkload,
  objectOf,
  renderPodTemplate,
  requestsInNamespace,
  resolveTask,
  trainingRun,
  type JsonObject,
  type Kind,
  type Manifest,
  type PodSet,
  type TrainingRunOptions,
} from '../../lib/extend';
import { type TaskOptions } from '../../lib/pods/index';
import { openAdvice } from '../../lib/core/problems/check';
import { Operator } from '../../lib/operators/operator';
import { cpuPool, GKE, gpuPool } from '../workload/pools';

// A workflow as a user of the library would write it: an object with a pod template for each step.

const WORKFLOW: Kind = { apiVersion: 'argoproj.io/v1alpha1', kind: 'Workflow', plural: 'workflows' };

interface Step extends TaskOptions {
  readonly name: string;
  readonly replicas?: number;
  readonly configMapPrefix?: string;
}

class Workflow extends Construct {
  readonly resource: ApiObject;

  constructor(scope: Construct, id: string, steps: readonly Step[]) {
    super(scope, id);
    const pods = steps.map(({ name, replicas = 1, configMapPrefix, ...options }): PodSet => {
      const task = resolveTask(this, options);
      return { name, replicas, turns: [name], containerName: 'main', configMapPrefix, ...task };
    });
    const templates = pods.map((set) => {
      const { spec } = renderPodTemplate({ ...set, workloadName: id, containerName: 'main' });
      return { name: set.name, podSpecPatch: JSON.stringify(spec) };
    });
    const main = objectOf(WORKFLOW, id, { entrypoint: 'steps', templates });
    this.resource = addWorkload(this, { base: id, pods, rendered: { main } });
  }
}

function workflow(steps: readonly Step[], props: Partial<ClusterChartProps> = {}): ClusterChart {
  const chart = new ClusterChart(Testing.app(), 'flows', { cluster: GKE, namespace: 'flows', ...props });
  new Workflow(chart, 'nightly', steps);
  return chart;
}

function problems(chart: ClusterChart): string[] {
  return chart.node.findAll().flatMap(({ node }) => node.validate());
}

function named(chart: ClusterChart, kind: string): { metadata: { name: string }; data: JsonObject }[] {
  const all: (Manifest & { metadata: { name: string }; data: JsonObject })[] = Testing.synth(chart);
  return all.filter((each) => each.kind === kind);
}

const ARM: INodePool = cpuPool({ poolName: 'arm', architecture: 'arm64' });
const AMD: INodePool = gpuPool({ maxNodes: 2 });
const PREPARE = { name: 'prepare', image: 'prepare:1', pool: ARM, architecture: 'arm64' } as const;
const TRAIN = { name: 'train', image: 'train:1', pool: AMD };

describe('two steps of a workflow', () => {
  test('on two pools, of two architectures, are each checked against its own pool', () => {
    const chart = workflow([PREPARE, TRAIN]);
    expect(problems(chart)).toEqual([]);
    expect(openAdvice(chart)).toEqual([]);
  });

  test('fails: what is wrong with one of them is said of it (architecture)', () => {
    expect(problems(workflow([{ ...PREPARE, architecture: 'amd64' }, TRAIN]))).toEqual([
      expect.stringMatching(/^the image is for amd64, but each prepare runs on pool "arm".*\(architecture\)$/),
    ]);
  });

  test('fails: what is wrong with both alike is said once (bucket-feature)', () => {
    const mounts = [Mount.bucket({ bucketName: 'data', url: 'gs://data' }, '/data')];
    const cluster = { ...GKE, features: new Set(['gke', 'workloadIdentity'] as const) };
    const steps = [PREPARE, TRAIN].map((step) => ({ ...step, mounts, pool: { ...step.pool, cluster } }));
    expect(problems(workflow(steps, { cluster }))).toEqual([expect.stringMatching(/\(bucket-feature\)$/)]);
  });

  test('that take turns on one pool do not add up; in one turn they do', () => {
    const whole = { ...TRAIN, replicas: 2, resources: { gpus: 4 } };
    const steps = [whole, { ...whole, name: 'evaluate' }];
    expect(problems(workflow(steps))).toEqual([]);
    expect(problems(workflow([...steps, { ...whole, name: 'export', replicas: 3 }]))).toEqual([
      expect.stringMatching(/^3 exports ask for 12 accelerators but pool "k80" grows to 8/),
    ]);
  });

  test('fails: a volume of one node counts the steps that mount it alone (volume-access)', () => {
    const mounts = [Mount.persistentVolumeClaim('data', '/data', {}, { accessMode: 'ReadWriteOnce' })];
    const many = { ...TRAIN, replicas: 2 };
    expect(problems(workflow([{ ...PREPARE, mounts }, many]))).toEqual([]);
    expect(problems(workflow([PREPARE, { ...many, mounts }]))).toEqual([
      expect.stringMatching(/but 2 × train may be on 2 nodes of pool "k80".*\(volume-access\)$/),
    ]);
  });
});

describe('the requests of a namespace', () => {
  const requests = { cpus: 2, memory: Size.gibibytes(3), gpus: 0 };
  const step = (name: string, replicas: number): Step => ({ ...TRAIN, name, replicas, resources: requests });

  test('are the most of each resource that a turn of each workload needs', () => {
    const chart = workflow([step('prepare', 1), step('train', 4)]);
    new Workflow(chart, 'weekly', [step('report', 2)]);
    const sum = requestsInNamespace(chart);
    expect(sum).toMatchObject({ pods: 6, cpuMillis: 12_000, gpus: 0 });
    expect(sum.memory.toGibibytes()).toBe(18);
  });

  test('do not count other namespaces, nor charts without workloads', () => {
    const app = Testing.app();
    const chart = new ClusterChart(app, 'flows', { cluster: GKE, namespace: 'flows' });
    new Workflow(chart, 'nightly', [step('train', 4)]);
    const other = new ClusterChart(app, 'others', { cluster: GKE, namespace: 'others' });
    expect(requestsInNamespace(chart)).toMatchObject({ pods: 4, cpuMillis: 8000, gpus: 0 });
    expect(requestsInNamespace(other)).toMatchObject({ pods: 0, cpuMillis: 0, gpus: 0 });
  });
});

describe('config files', () => {
  const files = (text: string, path = '/etc/step') => ({ mounts: [Mount.configFiles({ 'a.txt': text }, path)] });
  const emitted = (...steps: Step[]) =>
    named(workflow(steps), 'ConfigMap').map(({ metadata, data }) => [metadata.name, data['a.txt']]);

  test('of every step are emitted', () => {
    const steps = [
      { ...PREPARE, ...files('one', '/etc/one') },
      { ...TRAIN, ...files('two', '/etc/two') },
    ];
    expect(emitted(...steps)).toEqual([
      ['nightly-etc-one', 'one'],
      ['nightly-etc-two', 'two'],
    ]);
  });

  test('that are the same are one ConfigMap, and others have names of their own', () => {
    const prepare = { ...PREPARE, ...files('one') };
    expect(emitted(prepare, { ...TRAIN, ...files('one') })).toEqual([['nightly-etc-step', 'one']]);
    const train = { ...TRAIN, ...files('two'), configMapPrefix: 'nightly-train' };
    expect(emitted(prepare, train)).toEqual([
      ['nightly-etc-step', 'one'],
      ['nightly-train-etc-step', 'two'],
    ]);
    const main = JSON.stringify(named(workflow([prepare, train]), 'Workflow'));
    expect(main).toContain('nightly-etc-step');
    expect(main).toContain('nightly-train-etc-step');
  });

  test('fails: unlike files in one ConfigMap (duplicate-name)', () => {
    expect(() =>
      workflow([
        { ...PREPARE, ...files('one') },
        { ...TRAIN, ...files('two') },
      ]),
    ).toThrow(
      '"prepare" and "train" mount unlike files, but both read them from ConfigMap "nightly-etc-step": set configMapPrefix of one, such as "nightly-train", here and in its pod template (duplicate-name)',
    );
  });
});

describe('service accounts', () => {
  const identity = { email: 'a@acme.iam.gserviceaccount.com', namespace: 'flows', serviceAccountName: 'reader' };
  const accounts = (...steps: Step[]) =>
    named(workflow(steps), 'ServiceAccount')
      .map(({ metadata }) => metadata.name)
      .filter((name) => name !== 'default')
      .sort();

  test('are those of all steps', () => {
    expect(accounts(PREPARE, { ...TRAIN, identity })).toEqual(['nightly', 'reader']);
    expect(accounts({ ...PREPARE, identity }, { ...TRAIN, identity })).toEqual(['reader']);
  });
});

test('fails: a step that runs as root does not get into a namespace of restricted pods (pod-security)', () => {
  const steps = [PREPARE, { ...TRAIN, user: PodUser.root() }];
  expect(problems(workflow(steps, { podSecurity: 'restricted' }))).toEqual([
    'namespace "flows" takes pods of level "restricted", but those of Workflow "nightly" need "baseline": container "main" may run as root: change these pods, or set podSecurity to \'baseline\' (pod-security)',
  ]);
  const [namespace] = named(workflow(steps), 'Namespace');
  expect(namespace?.metadata).toMatchObject({ labels: { 'pod-security.kubernetes.io/enforce': 'baseline' } });
});

describe('names that are known at run time', () => {
  const RUN = '{{inputs.parameters.run}}-train';

  function run(name: string, base?: string, engine = TrainingEngine.jobSet()) {
    const cluster = { ...GKE, operators: [Operator.JOBSET, Operator.TRAINING] };
    const chart = new ClusterChart(Testing.app(), 'flows', { cluster, namespace: 'flows' });
    const owner = new Construct(chart, 'train');
    const options: TrainingRunOptions = {
      image: 'train:1',
      command: ['python3', 'train.py'],
      pool: { ...AMD, cluster },
      workers: 2,
      strategy: PyTorch.distributedDataParallel(),
      engine,
    };
    return { chart, owner, ...trainingRun(owner, { name, base }, options) };
  }

  test.each([RUN, '${trialParameters.name}'])('are those of a step or a trial beside a base: %s', (name) => {
    const { chart, owner, workload } = run(name, 'nightly');
    const { before, main: job } = workload.rendered;
    expect(job.metadata).toEqual({ name });
    const main = objectOf(WORKFLOW, 'nightly', { templates: [{ resource: { manifest: JSON.stringify(job) } }] });
    addWorkload(owner, { ...workload, kind: WORKFLOW, rendered: { before, main } });
    expect(problems(chart)).toEqual([]);
    expect(chart.toJson().map(({ kind, metadata }: Manifest) => [kind, metadata.name])).toContainEqual([
      'Workflow',
      'nightly',
    ]);
    expect(JSON.stringify(before)).not.toContain(name);
  });

  test('a job that is created may leave the end of its name to the API server', () => {
    const { owner, workload } = run(RUN, 'nightly');
    const job: Manifest = { ...workload.rendered.main, metadata: { generateName: 'nightly-' } };
    const main = objectOf(WORKFLOW, 'nightly', { templates: [{ resource: { manifest: JSON.stringify(job) } }] });
    expect(addWorkload(owner, { ...workload, kind: WORKFLOW, rendered: { main } }).name).toBe('nightly');
  });

  test('fails: the rest of the name is checked, and all of it without a base (job-name)', () => {
    expect(problems(run(`${RUN}-${'a'.repeat(50)}`, 'nightly').chart)).toEqual([
      expect.stringMatching(/names of pods have at most 63.*\(job-name\)$/),
    ]);
    expect(problems(run(RUN).chart)).toEqual([expect.stringMatching(/\(job-name\)$/)]);
  });

  test.each([{ name: RUN }, { generateName: 'nightly-' }])('fails: kubectl cannot apply %j (name)', (metadata) => {
    const { owner, workload } = run(RUN, 'nightly');
    const main = { ...workload.rendered.main, metadata };
    expect(() => addWorkload(owner, { ...workload, rendered: { main } })).toThrow(
      /is not known before it runs, and `kubectl apply` needs it: set name.* \(name\)$/,
    );
  });

  test('no disruption budget selects pods by such a name', () => {
    const kinds = (name: string) =>
      run(name, 'nightly', TrainingEngine.tfJob()).workload.rendered.before?.map(({ kind }) => kind);
    expect(kinds('nightly')).toContain('PodDisruptionBudget');
    expect(kinds(RUN)).not.toContain('PodDisruptionBudget');
  });
});

test('fails: the main container of a set has a name that containers can have (container-name)', () => {
  const chart = new ClusterChart(Testing.app(), 'flows', { cluster: GKE, namespace: 'flows' });
  const owner = new Construct(chart, 'nightly');
  const task = resolveTask(owner, TRAIN);
  const main = objectOf(WORKFLOW, 'nightly', {});
  const pods = [{ name: 'train', replicas: 1, containerName: 'Main_1', ...task }];
  addWorkload(owner, { base: 'nightly', pods, rendered: { main } });
  expect(problems(chart)).toEqual([expect.stringMatching(/\(container-name\)$/)]);
});
