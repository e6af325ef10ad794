import { Duration, Size } from 'cdk8s';
import { describe, expect, test } from 'vitest';
import { Mount } from '../../../lib/pods/mounts/mount';
import { TrainingEngine } from '../../../lib/training/training-engines';
import { jobOf, specOf, STRATEGIES, TORCH } from '../jobs';

const engine = TrainingEngine.trainJob({ runtime: 'torch-distributed' });
const torchrun = (options: Parameters<typeof jobOf>[0] = {}) => jobOf({ strategy: TORCH.torchrun, ...options });
const specWith = (options: Parameters<typeof jobOf>[0] = {}) => specOf(engine.render(torchrun(options)).main);
const problems = (options: Parameters<typeof jobOf>[0] = {}) => [...engine.problems(torchrun(options))];

test('names a runtime of the cluster, and makes none', () => {
  const { before: needs, main: job } = engine.render(torchrun({ activeDeadline: Duration.hours(1) }));
  expect(needs).toBeUndefined();
  expect(specOf(job)).toMatchObject({
    runtimeRef: { apiGroup: 'trainer.kubeflow.org', kind: 'ClusterTrainingRuntime', name: 'torch-distributed' },
    activeDeadlineSeconds: 3600,
  });
});

test("has the user's part where its readers expect it", () => {
  const { trainer } = specWith({ args: ['--epochs=2'], env: { DATA: '/data' } });
  expect(trainer).toMatchObject({
    image: 'mnist:1',
    command: ['torchrun', '--no_python', 'python3', 'train.py'],
    args: ['--epochs=2'],
    env: expect.arrayContaining([{ name: 'DATA', value: '/data' }]),
    numNodes: 2,
    numProcPerNode: 1,
    resourcesPerNode: { limits: { 'nvidia.com/gpu': 1 }, requests: { 'nvidia.com/gpu': 1 } },
  });
});

test('leaves out what the runtime sets, which Trainer would refuse', () => {
  const names = (strategy: Parameters<typeof torchrun>[0]) =>
    specWith(strategy).trainer.env.map(({ name }: { name: string }) => name);
  expect(names({})).toEqual(['PET_MAX_RESTARTS', 'LD_LIBRARY_PATH', 'HOME', 'USER']);
  expect(names({ strategy: TORCH['distributed data parallel'] })).toEqual(
    expect.arrayContaining(['JOBSET_NAME', 'TASK_INDEX', 'MASTER_ADDR', 'MASTER_PORT', 'WORLD_SIZE', 'RANK']),
  );
  expect(engine.given?.(torchrun({}))).toEqual(expect.arrayContaining(['PET_NNODES', 'PET_MASTER_ADDR']));
});

test('gives the rest of the pod to the template of the runtime', () => {
  const [patch, ...others] = specWith({
    mounts: [Mount.memory(Size.gibibytes(1), '/dev/shm')],
    labels: { team: 'vision' },
    imagePullSecrets: ['registry'],
    podSpec: { affinity: { nodeAffinity: {} } },
  }).runtimePatches;
  expect(others).toEqual([]);
  expect(patch.manager).toBe('trainyard/job');
  const [node, ...jobs] = patch.trainingRuntimeSpec.template.spec.replicatedJobs;
  expect([node.name, jobs]).toEqual(['node', []]);
  const { metadata, spec } = node.template.spec.template;
  expect(metadata.labels).toMatchObject({ team: 'vision', 'trainyard/workload': 'mnist' });
  expect(Object.keys(spec).sort()).toEqual([
    'affinity',
    'containers',
    'imagePullSecrets',
    'nodeSelector',
    'securityContext',
    'serviceAccountName',
    'tolerations',
    'volumes',
  ]);
  expect(spec.containers).toEqual([
    {
      name: 'node',
      securityContext: expect.anything(),
      volumeMounts: [{ name: 'dev-shm', mountPath: '/dev/shm' }],
    },
  ]);
});

test('selects its pods by the label of its JobSet, in whose Job node they all are', () => {
  expect(engine.podLabels(torchrun(), 'worker')).toEqual({ 'jobset.sigs.k8s.io/jobset-name': 'mnist' });
  const { roles, ...job } = torchrun();
  const hosts = roles.map((role) => engine.addresses({ ...job, roles }).host(role, 1));
  expect(hosts).toEqual(['$(JOBSET_NAME)-node-0-1.$(JOBSET_NAME)']);
});

test('takes a name whose longest pod name has 63 characters', () => {
  expect([...engine.problems(jobOf({ strategy: TORCH.torchrun }, 'a'.repeat(48)))]).toEqual([]);
  expect([...engine.problems(jobOf({ strategy: TORCH.torchrun }, 'a'.repeat(49)))]).toMatchObject([
    { code: 'job-name', message: expect.stringContaining('"-node-0-1-xxxxx"') },
  ]);
});

describe('what a runtime cannot take', () => {
  test('fails: several roles are refused with engine-role', () => {
    expect(problems({ strategy: STRATEGIES['parameter server'] })).toMatchObject([
      {
        code: 'engine-role',
        message:
          'TensorFlow parameter server has the roles "chief", "ps", "worker", but runtime "torch-distributed" runs a fixed number of equal tasks',
        fix: 'use TrainingEngine.trainJob() without runtime',
      },
    ]);
  });

  test('fails: an elastic job is refused with engine-role', () => {
    expect(problems({ strategy: TORCH.elastic })).toMatchObject([
      { code: 'engine-role', message: expect.stringContaining('PyTorch elastic continues with 1 of 2 tasks') },
    ]);
  });

  test('fails: what a TrainJob cannot add to a runtime is refused with engine-option', () => {
    const options = {
      sidecars: [{ name: 'metrics', image: 'metrics:1' }],
      priorityClassName: 'high',
      imagePullPolicy: 'Always',
      podSpec: { schedulerName: 'gang' },
    } as const;
    expect(problems(options)).toMatchObject([
      {
        code: 'engine-option',
        property: 'engine',
        message:
          'the pods have initContainers, priorityClassName, schedulerName, imagePullPolicy, which a TrainJob cannot add to runtime "torch-distributed"',
        fix: "leave runtime out, which makes a runtime of the job's own, or set this in the runtime and not in the job",
      },
    ]);
  });

  test('fails: maxRestarts is refused with engine-option', () => {
    expect(problems({ maxRestarts: 5 })).toMatchObject([
      {
        code: 'engine-option',
        property: 'maxRestarts',
        message: 'maxRestarts is 5, but runtime "torch-distributed" decides how often lost work is started again',
      },
    ]);
  });

  test('fails: a text that cannot be the name of a runtime is refused with name', () => {
    expect(() => TrainingEngine.trainJob({ runtime: 'Torch Distributed' })).toThrow(
      '"Torch Distributed" cannot be the name of a ClusterTrainingRuntime',
    );
  });
});
