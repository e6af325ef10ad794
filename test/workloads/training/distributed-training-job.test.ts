import { ApiObject, Chart, Duration, Testing } from 'cdk8s';
import { Construct } from 'constructs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Capacity } from '../../../lib/core/hardware/capacity';
import { openAdvice } from '../../../lib/core/problems/check';
import type { ICluster } from '../../../lib/core/contracts/cluster';
import { Operator } from '../../../lib/core/contracts/operator';
import { ValidationError } from '../../../lib/core/problems/errors';
import { ClusterChart } from '../../../lib/workloads/cluster-chart';
import { Mount } from '../../../lib/workloads/pod/mount';
import {
  DistributedTrainingJob,
  type DistributedTrainingJobProps,
} from '../../../lib/workloads/training/distributed-training-job';
import { GKE } from '../pools';
import { TensorFlow } from '../../../lib/workloads/training/strategies/tensorflow/tensorflow';
import { rendezvousProblems } from '../../../lib/workloads/training/rendezvous-problems';
import type { StrategyOptions } from '../../../lib/workloads/training/training-strategy';
import { CPU, ENGINES, GPU, jobOf, SMALL, STRATEGIES } from './jobs';

const BOTH: ICluster = { ...GKE, operators: [Operator.TRAINING, Operator.JOBSET] };

function job(props: Partial<DistributedTrainingJobProps> = {}, cluster = BOTH): DistributedTrainingJob {
  const chart = new ClusterChart(Testing.app(), 'training', { cluster, namespace: 'mnist' });
  return new DistributedTrainingJob(chart, 'mnist', {
    image: 'mnist:1',
    pool: { ...GPU, cluster },
    workers: 2,
    strategy: STRATEGIES['multi-worker mirrored'],
    ...props,
  });
}

/** The same props with what the first problem says to set. */
function asSuggested(props: Partial<DistributedTrainingJobProps>): Partial<DistributedTrainingJobProps> {
  const [problem = ''] = job(props).node.validate();
  const [, prop, value] = /: set (\w+), for example to "([^"]+)".*\(job-name\)$/.exec(problem) ?? [];
  return prop === undefined ? props : { ...props, [prop]: value };
}

const lengths = fc.integer({ min: 1, max: 80 });

const codesOfAdvice = (construct: Construct) => openAdvice(construct).map(({ advice }) => advice.code);

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
    expect(construct.resource.toJson().metadata.labels).toEqual({ team: 'vision' });
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
    ).toEqual(['ConfigMap mnist-etc-train', 'TFJob mnist', 'TFJob mnist-evaluator']);
  });

  test('runs as the service account of its identity', () => {
    const identity = { email: 'train@acme.iam.gserviceaccount.com', namespace: 'mnist', serviceAccountName: 'train' };
    const construct = job({ identity });
    expect(JSON.stringify(construct.resource.toJson())).toContain('"serviceAccountName":"train"');
    expect(construct.node.validate()).toEqual([]);
  });
});

describe('the engine', () => {
  test.each([
    ['TFJob', [Operator.JOBSET, Operator.TRAINING]],
    ['JobSet', [Operator.JOBSET]],
  ])('is %s where that is declared', (kind, operators) => {
    const construct = job({}, { ...GKE, operators });
    expect(construct.resource.kind).toBe(kind);
    expect(construct.node.validate()).toEqual([]);
  });

  test('is the one that the user names', () => {
    expect(job({ engine: ENGINES.JobSet }).resource.kind).toBe('JobSet');
  });

  test('is not checked where nothing is known of the cluster', () => {
    const cluster = { clusterName: 'theirs' };
    const chart = new Chart(Testing.app(), 'plain');
    const construct = new DistributedTrainingJob(chart, 'mnist', {
      image: 'mnist:1',
      pool: { ...GPU, cluster },
      strategy: STRATEGIES['multi-worker mirrored'],
      engine: ENGINES.JobSet,
    });
    expect(construct.node.validate()).toEqual([]);
  });

  test('fails: a cluster without its operator is refused with operator-missing', () => {
    expect(job({ engine: ENGINES.TFJob }, { ...GKE, operators: [Operator.JOBSET] }).node.validate()).toEqual([
      'a TFJob needs operator "training-operator", but cluster "main" declares "jobset": add Operator.TRAINING to operators of the cluster, or leave engine out, which takes a JobSet here (operator-missing)',
    ]);
  });

  test('fails: a cluster that declares none is refused with no-engine', () => {
    const strategy = TensorFlow.parameterServer({ parameterServers: { replicas: 2 } });
    expect(job({ strategy }, { ...GKE, operators: [] }).node.validate()).toEqual([
      'no engine can run the job: cluster "main" declares no operators, and it takes operator "training-operator" or "jobset": add Operator.TRAINING or Operator.JOBSET to operators of the cluster (no-engine)',
    ]);
  });
});

describe('what is wrong by itself', () => {
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
      '-1 is not a number of restarts: use a whole number from 0 to 1000 (max-restarts)',
    );
  });

  test('fails: a time that is no whole number of seconds is refused with job-duration', () => {
    expect(() => job({ timeLimit: Duration.millis(1500) })).toThrow(
      'timeLimit is 1.5 s: use whole seconds, 1 or more (job-duration)',
    );
    expect(() => job({ timeLimit: Duration.seconds(0) })).toThrow('timeLimit is 0 s');
    expect(() => job({ keepFinished: Duration.seconds(0) })).not.toThrow();
  });

  test.each(['timeLimit', 'keepFinished'])(
    'fails: a %s that no cluster can count is refused with job-duration',
    (property) => {
      expect(() => job({ [property]: Duration.days(24856) })).toThrow(
        `${property} is 2147558400 s: use 24855 days (2147483647 s) or less (job-duration)`,
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
        timeLimit: Duration.seconds(0),
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
    expect(make).toThrow('[mnist] "mnist" is in no chart');
    expect(make).toThrow('(no-chart)');
  });

  test.each([
    ['', 'revision is empty: set revision, for example to "r2", or leave it out (job-name)'],
    ['R 2', 'revision "R 2" is not of the form that names have'],
    ['R 2', 'set revision, for example to "r-2", or leave it out (job-name)'],
    ['-2', 'set revision, for example to "2", or leave it out (job-name)'],
  ])('fails: revision %j is refused with job-name', (revision, text) => {
    expect(() => job({ revision })).toThrow(text);
  });
});

describe('what is wrong together', () => {
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

  test('fails: job-name leaves room for the revision, and what it suggests is taken', () => {
    fc.assert(
      fc.property(lengths, lengths, fc.constantFrom(...Object.values(ENGINES)), (ofName, ofRevision, engine) => {
        const asked = { jobName: 'a'.repeat(ofName), revision: 'r'.repeat(ofRevision), engine };
        // One part is refused after the other where each is too long by itself.
        const righted = asSuggested(asSuggested(asked));
        expect(job(righted).node.validate()).toEqual([]);
      }),
      { numRuns: 30 },
    );
  });

  test('fails: job-name names the revision where that is the longer', () => {
    const [problem] = job({ revision: 'r'.repeat(60), engine: ENGINES.TFJob }).node.validate();
    expect(problem).toContain(`which leaves 54: set revision, for example to "${'r'.repeat(48)}" (job-name)`);
  });
});

describe('of another framework', () => {
  const strategy = { ...STRATEGIES['multi-worker mirrored'], name: 'Acme ring', framework: 'Acme' };
  const ring = {
    ...strategy,
    roles: (options: StrategyOptions) => STRATEGIES['multi-worker mirrored'].roles(options),
    rendezvous: () => ({ env: [{ name: 'RING', value: 'here' }], args: [] }),
  };

  test('an engine that runs any is chosen, also where that of TensorFlow comes first', () => {
    const construct = job({ strategy: ring });
    expect(construct.engine.name).toBe('JobSet');
    expect(construct.node.validate()).toEqual([]);
  });

  test('fails: one that is made for TensorFlow is refused with engine-framework', () => {
    expect(job({ strategy: ring, engine: ENGINES.TFJob }).node.validate()).toEqual([
      "the job's strategy is Acme ring, but a TFJob is made for TensorFlow, not for Acme: use TrainingEngine.jobSet() or TrainingEngine.job() (engine-framework)",
    ]);
  });
});

describe('on spot machines', () => {
  const spot = { ...CPU, poolName: 'spot', cluster: BOTH, capacity: Capacity.SPOT };
  const engine = ENGINES.JobSet;
  const claim = Mount.claim('data', '/data');

  test('fails: parameter servers and chief are advised against with spot-coordinator', () => {
    const construct = job({ engine, pool: spot, strategy: STRATEGIES['parameter server'], mounts: [claim] });
    expect(codesOfAdvice(construct)).toEqual([]);
    const all = job({
      engine,
      pool: spot,
      mounts: [claim],
      strategy: {
        ...STRATEGIES['parameter server'],
        rendezvous: () => ({ env: [], args: [] }),
        roles: (options) =>
          STRATEGIES['parameter server'].roles(options).map((role) => ({ ...role, pool: options.pool })),
      },
    });
    expect(openAdvice(all).map(({ advice }) => advice)).toEqual([
      {
        code: 'spot-coordinator',
        property: 'strategy',
        message:
          'chief and ps run on spot pool "spot", and the whole job starts again whenever one of them is taken back',
        fix: 'give them a pool of on-demand machines; the workers may stay on spot',
      },
    ]);
  });

  test('fails: a job that starts again with nothing kept is advised against with spot-checkpoints', () => {
    expect(codesOfAdvice(job({ engine, pool: spot }))).toEqual(['spot-checkpoints']);
    expect(codesOfAdvice(job({ engine, pool: spot, mounts: [claim] }))).toEqual([]);
    expect(
      codesOfAdvice(job({ engine, pool: spot, mounts: [Mount.claim('data', '/data', { readOnly: true })] })),
    ).toEqual(['spot-checkpoints']);
  });

  test('fails: a TFJob, which ends with a pod that is deleted, is advised against with spot-engine', () => {
    const ofTfJob = job({ engine: ENGINES.TFJob, pool: spot, mounts: [claim] });
    expect(openAdvice(ofTfJob).map(({ advice }) => advice)).toEqual([
      {
        code: 'spot-engine',
        property: 'engine',
        message:
          'worker runs on spot pool "spot", and a TFJob fails as a whole when a pod is deleted, as pods of a machine that is taken back can be',
        fix: 'use TrainingEngine.jobSet(), which starts the job again',
      },
    ]);
    expect(codesOfAdvice(job({ engine: ENGINES.TFJob, mounts: [claim] }))).toEqual([]);
  });

  test('nothing is said of a job that may write to Google Cloud as its identity', () => {
    const identity = { email: 'train@acme.iam.gserviceaccount.com', namespace: 'mnist', serviceAccountName: 'train' };
    expect(codesOfAdvice(job({ engine, pool: spot, identity }))).toEqual([]);
  });
});

describe('of very many tasks', () => {
  const strategy = TensorFlow.parameterServer({ parameterServers: { replicas: 2, pool: CPU } });

  test('fails: the list of all tasks is longer than a process takes, with a number that would do (task-count)', () => {
    const problems = (workers: number) => {
      const job = jobOf({ workers, strategy, pool: CPU, resources: SMALL }, 'a-job-with-a-rather-long-name');
      return [...rendezvousProblems(job, ENGINES.JobSet)];
    };
    expect(problems(1500)).toEqual([]);
    const [problem] = problems(9000);
    expect(problem).toMatchObject({ code: 'task-count', property: 'workers' });
    const [, most = ''] = /at most (\d+) tasks/.exec(problem?.fix ?? '') ?? [];
    expect(problems(Number(most) - 3)).toEqual([]);
    expect(problems(Number(most) + 200)).toHaveLength(1);
  });
});

describe('on a queued pool', () => {
  const queued = { ...GPU, poolName: 'h100', cluster: BOTH, capacity: Capacity.queued() };

  test('fails: a job that nobody starts is advised against with queued-pool', () => {
    expect(openAdvice(job({ pool: queued })).map(({ advice }) => advice)).toEqual([
      {
        code: 'queued-pool',
        property: 'annotations',
        message:
          'queued pool "h100" starts nodes only for a ProvisioningRequest (autoscaling.x-k8s.io) that asks for them and for pods that name it in the annotations autoscaling.x-k8s.io/consume-provisioning-request and autoscaling.x-k8s.io/provisioning-class-name, so by itself the job never starts',
        fix: 'make the request and name it and its class in annotations, have Kueue do both, or use Capacity.flexStart, which needs none',
      },
    ]);
  });

  test('nothing is said of a job that names its request, nor on a pool of flex-start machines', () => {
    const half = { 'autoscaling.x-k8s.io/consume-provisioning-request': 'mnist' };
    expect(codesOfAdvice(job({ pool: queued, annotations: half }))).toEqual(['queued-pool']);
    const annotations = { ...half, 'autoscaling.x-k8s.io/provisioning-class-name': 'queued-provisioning.gke.io' };
    expect(codesOfAdvice(job({ pool: queued, annotations }))).toEqual([]);
    expect(codesOfAdvice(job({ pool: { ...queued, capacity: Capacity.flexStart() } }))).toEqual([]);
  });
});
