import { ApiObject, Chart, Duration, Testing } from 'cdk8s';
import { Construct } from 'constructs';
import { describe, expect, test } from 'vitest';
import { ValidationError } from '../../lib/core/problems/errors';
import { NodePool } from '../../lib/infrastructure/node-pool';
import { ClusterChart } from '../../lib/kubernetes/cluster-chart';
import { Mesh } from '../../lib/operators/mesh';
import { Mount } from '../../lib/pods/mounts/mount';
import { DistributedTrainingJob } from '../../lib/training/distributed-training-job';
import { TensorFlow } from '../../lib/training/strategies/tensorflow/tensorflow';
import { ENGINES, GPU, SMALL, specOf, STRATEGIES } from './jobs';
import { BOTH, job } from './distributed-training-jobs';

describe('the object', () => {
  test('is in the namespace of the chart, named by the path below it', () => {
    const chart = new ClusterChart(Testing.app(), 'training', { cluster: BOTH, namespace: 'mnist' });
    const { resource, jobName } = new DistributedTrainingJob(new Construct(chart, 'Nightly'), 'mnist', {
      image: 'mnist:1',
      pool: GPU,
      strategy: STRATEGIES['multi-worker mirrored'],
    });
    expect(resource.toJson().metadata).toMatchObject({ name: 'nightly-mnist', namespace: 'mnist' });
    expect(jobName).toBe('nightly-mnist');
  });

  test('takes another name for another run', () => {
    expect(job({ revision: 'r2' }).jobName).toBe('mnist-r2');
    expect(job({ jobName: 'digits', revision: 'r2' }).resource.name).toBe('digits-r2');
  });

  test('can be patched in any place', () => {
    const construct = job();
    ApiObject.of(construct).metadata.addLabel('team', 'vision');
    expect(construct.resource.toJson().metadata.labels).toMatchObject({ team: 'vision' });
  });

  test('is made in a plain chart as well', () => {
    const chart = new Chart(Testing.app(), 'plain', { namespace: 'x' });
    const construct = new DistributedTrainingJob(chart, 'mnist', {
      image: 'mnist:1',
      pool: { ...GPU, cluster: BOTH },
      strategy: STRATEGIES['parameter server'],
    });
    expect(construct.resource.toJson()).toMatchObject({ kind: 'TFJob', metadata: { name: 'mnist', namespace: 'x' } });
  });

  test('has its config files before it and its evaluator behind it', () => {
    const construct = job({
      strategy: STRATEGIES['multi-worker mirrored with an evaluator'],
      engine: ENGINES.TFJob,
      mounts: [Mount.configFiles({ 'a.json': '{}' }, '/etc/train')],
    });
    expect(
      construct.node
        .findAll()
        .filter((child) => ApiObject.isApiObject(child))
        .map(({ kind, name }) => `${kind} ${name}`),
    ).toEqual([
      'ServiceAccount mnist',
      'ConfigMap mnist-etc-train',
      'NetworkPolicy mnist',
      'PodDisruptionBudget mnist',
      'TFJob mnist',
      'TFJob mnist-evaluator',
    ]);
  });

  test('runs as the service account of its identity', () => {
    const identity = { email: 'train@acme.iam.gserviceaccount.com', namespace: 'mnist', serviceAccountName: 'train' };
    const construct = job({ identity });
    expect(JSON.stringify(construct.resource.toJson())).toContain('"serviceAccountName":"train"');
    expect(construct.node.validate()).toEqual([]);
  });
});

describe('values that are wrong by themselves', () => {
  test('fails: more workers than can be written out are refused with replicas', () => {
    expect(() => job({ workers: 10_001 })).toThrow(
      '10001 is not a number of workers: use a whole number from 1 to 10000 (replicas)',
    );
  });

  test('fails: less than one worker is refused with replicas', () => {
    expect(() => job({ workers: 0 })).toThrow(
      '0 is not a number of workers: use a whole number from 1 to 10000 (replicas)',
    );
  });

  test('fails: restarts that cannot be counted are refused with max-restarts', () => {
    expect(() => job({ maxRestarts: -1 })).toThrow(
      'maxRestarts cannot be -1: use a whole number from 0 to 1000 (max-restarts)',
    );
  });

  test('fails: a time that is no whole number of seconds is refused with job-duration', () => {
    expect(() => job({ activeDeadline: Duration.millis(1500) })).toThrow(
      'activeDeadline is 1.5 s: use whole seconds, from 1 to 2147483647 (job-duration)',
    );
    expect(() => job({ activeDeadline: Duration.seconds(0) })).toThrow('activeDeadline is 0 s');
    expect(() => job({ ttlAfterFinished: Duration.seconds(0) })).not.toThrow();
  });

  test.each(['activeDeadline', 'ttlAfterFinished'])(
    'fails: a %s that no cluster can count is refused with job-duration',
    (property) => {
      expect(() => job({ [property]: Duration.days(24856) })).toThrow(
        `${property} is 2147558400 s: use whole seconds, from ${property === 'activeDeadline' ? 1 : 0} to 2147483647 (job-duration)`,
      );
      expect(() => job({ [property]: Duration.days(24855) })).not.toThrow();
    },
  );

  test('fails: all that is wrong with a job by itself is told at once', () => {
    const make = () =>
      job({
        workers: 0,
        image: 'a b',
        revision: 'R 2',
        env: { 'A=B': 'x' },
        labels: { 'a b': 'x' },
        annotations: { '-': 'x' },
        initContainers: [{ name: 'Fetch_1', command: ['sh'] }],
        resources: { cpus: 0 },
        maxRestarts: -1,
        activeDeadline: Duration.seconds(0),
      });
    const codes = ['replicas', 'image-form', 'job-name', 'env-name', 'label-form', 'init-container-name'];
    for (const code of [...codes, 'resource-amount', 'max-restarts', 'job-duration']) {
      expect(make).toThrow(`(${code})`);
    }
  });

  test('fails: an amount that no role can ask for is refused in the constructor (resource-amount)', () => {
    const strategy = TensorFlow.parameterServer({ parameterServers: { replicas: 1, resources: { cpus: 0 } } });
    expect(() => job({ strategy })).toThrow('ps cannot ask for cpus of 0: use 0.001 or more');
  });

  test('fails: a job in no chart is refused with no-chart', () => {
    const make = () =>
      new DistributedTrainingJob(Testing.app(), 'mnist', {
        image: 'mnist:1',
        pool: GPU,
        strategy: STRATEGIES['multi-worker mirrored'],
      });
    expect(make).toThrow(ValidationError);
    expect(make).toThrow('[mnist] "mnist" is not in a chart');
    expect(make).toThrow('(no-chart)');
  });

  test.each([
    ['', 'revision "" cannot be a part of names: use lower-case letters'],
    ['R 2', 'revision "R 2" cannot be a part of names'],
    ['-2', 'such as "r2", or leave it out (job-name)'],
  ])('fails: revision %j is refused with job-name', (revision, text) => {
    expect(() => job({ revision })).toThrow(text);
  });
});

describe('values that are wrong together', () => {
  test('fails: so are workers on a pool that others made, if its machine type is given (gpu-capacity)', () => {
    const pool = NodePool.fromAttributes({ cluster: BOTH, poolName: 'l4', machineType: 'g2-standard-24', maxNodes: 4 });
    const theirs = (workers: number) => job({ pool, workers, resources: { gpus: 2 } });
    expect(theirs(40).node.validate().join()).toContain('40 workers ask for 80 accelerators but pool "l4"');
    expect(theirs(4).node.validate()).toEqual([]);
    const [container] = specOf(theirs(4).resource.toJson()).tfReplicaSpecs.Worker.template.spec.containers;
    expect(container.resources).toMatchObject({ limits: { 'nvidia.com/gpu': 2 } });
    expect(Number.parseInt(container.resources.requests.memory)).toBeGreaterThan(60_000);
  });

  test('fails: workers that ask for more GPUs than the pool grows to are refused with gpu-capacity', () => {
    expect(job({ workers: 16, resources: { gpus: 4, ...SMALL } }).node.validate()).toEqual([
      '16 workers ask for 64 accelerators but pool "k80" grows to 32 (8 nodes × 4): lower workers to 8 or raise nodes to 16 (gpu-capacity)',
    ]);
  });

  test.each(['TF_CONFIG', 'JOB_NAME', 'TASK_INDEX'])('fails: %s set by hand is refused with reserved-env', (name) => {
    const problems = job({ env: { [name]: 'x' } }).node.validate();
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(`environment variable ${name} is set by hand`);
    expect(problems[0]).toContain('(reserved-env)');
  });

  test('fails: a name that is too long for its pods is refused with job-name', () => {
    expect(job({ jobName: 'a'.repeat(60) }).node.validate()[0]).toMatch(/\(job-name\)$/);
  });

  test('fails: job-name names the revision where that is the longer', () => {
    const [problem] = job({ revision: 'r'.repeat(60), engine: ENGINES.TFJob }).node.validate();
    expect(problem).toContain('which leaves 54: set a revision that is 12 or more characters shorter (job-name)');
  });
});

test('fails: a folder to start in that is no absolute path (working-dir)', () => {
  expect(() => job({ workingDir: 'scripts' })).toThrow(
    'workingDir "scripts" is not an absolute path: give an absolute path, such as "/workspace" (working-dir)',
  );
});

describe('the mesh of its cluster', () => {
  const MESHED = { ...BOTH, operators: [...(BOTH.operators ?? []), Mesh.istio()] };
  const cpusBeside = ({ job: { roles } }: DistributedTrainingJob) =>
    roles.map(({ resolved }) => resolved.sidecars.cpuMillis);

  test('has no proxy in its pods', () => {
    const construct = job({}, MESHED);
    expect(JSON.stringify(construct.resource.toJson())).toContain('"sidecar.istio.io/inject":"false"');
    expect([construct.mesh, ...cpusBeside(construct)]).toEqual(['out', 0]);
  });

  test('gives them one that ends with their program, and that counts, if the program asks for it', () => {
    const construct = job({ mesh: 'in' }, MESHED);
    const text = JSON.stringify(construct.resource.toJson());
    expect(text).toContain('"sidecar.istio.io/nativeSidecar":"true"');
    expect(text).not.toContain('"sidecar.istio.io/inject":"false"');
    expect([construct.mesh, ...cpusBeside(construct)]).toEqual(['in', 100]);
  });

  test('knows it by its account', () => {
    const { namespace, serviceAccountName } = job({ revision: 'r2' });
    expect({ namespace, serviceAccountName }).toEqual({ namespace: 'mnist', serviceAccountName: 'mnist-r2' });
  });
});
