import { Duration } from 'cdk8s';
import { describe, expect, test } from 'vitest';
import { PyTorch } from '../../../lib/training/strategies/pytorch/pytorch';
import { TrainingEngine } from '../../../lib/training/training-engines';
import { jobOf, specOf, STRATEGIES, tasksOf, TORCH } from '../jobs';

const engine = TrainingEngine.pyTorchJob();
const jobBy = (options: Parameters<typeof jobOf>[0] = {}, name?: string) =>
  jobOf({ strategy: TORCH.torchrun, ...options }, name);
const render = (options: Parameters<typeof jobOf>[0] = {}) => specOf(engine.render(jobBy(options)).main);
const variablesOf = (options: Parameters<typeof jobOf>[0]) => {
  const [task] = tasksOf([engine.render(jobBy(options)).main]);
  return Object.keys(task?.env ?? {});
};

test('has workers alone, under the names that the operator looks for', () => {
  const { pytorchReplicaSpecs } = render();
  expect(Object.keys(pytorchReplicaSpecs)).toEqual(['Worker']);
  expect(pytorchReplicaSpecs.Worker).toMatchObject({
    replicas: 2,
    restartPolicy: 'OnFailure',
    template: {
      spec: {
        containers: [
          {
            name: 'pytorch',
            command: ['torchrun', '--no_python', 'python3', 'train.py'],
            ports: [{ name: 'pytorchjob-port', containerPort: 29500 }],
          },
        ],
      },
    },
  });
});

describe('what the operator sets by itself is left to it', () => {
  test('the numbers of nodes and processes', () => {
    const variables = variablesOf({});
    expect(variables).toEqual(expect.arrayContaining(['PET_NODE_RANK', 'PET_MASTER_ADDR', 'PET_MASTER_PORT']));
    expect(variables).not.toContain('PET_NNODES');
    expect(variables).not.toContain('PET_NPROC_PER_NODE');
    expect(render({ resources: { gpus: 4 } }).nprocPerNode).toBe('4');
    expect(render()).not.toHaveProperty('elasticPolicy');
  });

  test('the rendezvous of an elastic job', () => {
    const variables = variablesOf({ strategy: TORCH.elastic });
    expect(variables.filter((name: string) => name.startsWith('PET_'))).toEqual(['PET_RDZV_CONF', 'PET_MAX_RESTARTS']);
    expect(render({ strategy: PyTorch.elastic({ atLeast: 2 }), workers: 4 }).elasticPolicy).toEqual({
      minReplicas: 2,
      maxReplicas: 4,
      rdzvBackend: 'c10d',
    });
  });

  test('nothing of plain data parallel workers', () => {
    expect(variablesOf({ strategy: TORCH['distributed data parallel'] })).toEqual(
      expect.arrayContaining(['MASTER_ADDR', 'MASTER_PORT', 'WORLD_SIZE', 'RANK']),
    );
  });
});

describe('restarts are counted over all workers', () => {
  test.each([
    ['which all fail with one', TORCH.torchrun, 3, 3 * 4 + 1],
    ['which all fail with the first of an elastic job', TORCH.elastic, 3, 3 * 4 + 1],
    ['and none is allowed', TORCH.torchrun, 0, undefined],
  ])('%s', (_, strategy, maxRestarts, backoffLimit) => {
    expect(render({ strategy, workers: 4, maxRestarts }).runPolicy.backoffLimit).toBe(backoffLimit);
  });
});

describe('with a master', () => {
  const withMaster = TrainingEngine.pyTorchJob({ master: true });
  const specOfJob = (options: Parameters<typeof jobOf>[0] = {}) => specOf(withMaster.render(jobBy(options)).main);

  test('the first worker is it, and everything else is the same', () => {
    const { Master, Worker } = specOfJob({ workers: 4 }).pytorchReplicaSpecs;
    expect([Master.replicas, Worker.replicas]).toEqual([1, 3]);
    expect(Master.template).toEqual(Worker.template);
    expect(Object.keys(specOfJob({ workers: 1 }).pytorchReplicaSpecs)).toEqual(['Master']);
  });

  test('the operator tells tasks of each other', () => {
    const names = (strategy: Parameters<typeof jobOf>[0]) =>
      specOfJob(strategy).pytorchReplicaSpecs.Master.template.spec.containers[0].env.map(
        ({ name }: { name: string }) => name,
      );
    expect(names({})).toEqual(['PET_MAX_RESTARTS', 'LD_LIBRARY_PATH', 'HOME', 'USER']);
    expect(names({ strategy: TORCH['distributed data parallel'] })).toEqual(['LD_LIBRARY_PATH', 'HOME', 'USER']);
  });

  test('its host is the first', () => {
    const { roles } = jobBy();
    const addresses = withMaster.addresses(jobBy());
    expect(roles.map((role) => [addresses.host(role, 0), addresses.host(role, 1)])).toEqual([
      ['$(JOB_NAME)-master-0', '$(JOB_NAME)-worker-0'],
    ]);
    expect(addresses.ownIndex).toBe('$(RANK)');
  });

  test('its pods and those of the workers are selected together', () => {
    expect(withMaster.podLabels(jobBy(), 'worker')).toEqual({ 'training.kubeflow.org/job-name': 'mnist' });
  });

  test('fails: elastic workers are refused with engine-role', () => {
    expect([...withMaster.problems(jobBy({ strategy: TORCH.elastic }))]).toMatchObject([
      { code: 'engine-role', fix: 'leave master out, or use TrainingEngine.jobSet()' },
    ]);
  });
});

test('takes limits of time in seconds, and limits every pod', () => {
  const { runPolicy, pytorchReplicaSpecs } = render({
    activeDeadline: Duration.hours(2),
    ttlAfterFinished: Duration.days(1),
  });
  expect(runPolicy).toMatchObject({ activeDeadlineSeconds: 7200, ttlSecondsAfterFinished: 86400 });
  expect(pytorchReplicaSpecs.Worker.template.spec.activeDeadlineSeconds).toBe(7200);
});

test('selects its pods by its name, and by the type of a role', () => {
  expect(engine.podLabels(jobBy(), 'worker')).toEqual({
    'training.kubeflow.org/job-name': 'mnist',
    'training.kubeflow.org/replica-type': 'worker',
  });
});

test('fails: a name whose pods have longer names is refused with job-name', () => {
  expect([...engine.problems(jobBy({}, 'a'.repeat(54)))]).toEqual([]);
  expect([...engine.problems(jobBy({}, 'a'.repeat(55)))]).toMatchObject([
    { code: 'job-name', message: expect.stringContaining('but its PyTorchJob adds "-worker-1"') },
  ]);
});

test('fails: tasks that are not workers are refused with engine-role', () => {
  expect([...engine.problems(jobOf({ strategy: STRATEGIES['parameter server'] }))]).toMatchObject([
    {
      code: 'engine-role',
      message: 'TensorFlow parameter server has the role "chief" and the role "ps", but a PyTorchJob has workers only',
      fix: 'use TrainingEngine.jobSet()',
    },
  ]);
});
