import { Chart, Duration, Testing } from 'cdk8s';
import { Construct } from 'constructs';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Operator } from '../../lib/operators/operator';
import { guideSteps } from '../../lib/core/contracts/guide';
import { openAdvice } from '../../lib/core/problems/check';
import { EnvValue } from '../../lib/pods/containers/env-value';
import { Mount } from '../../lib/pods/mounts/mount';
import { addWorkload } from '../../lib/workload/workload';
import { TrainingEngine } from '../../lib/training/training-engines';
import { trainingRun, type TrainingRunOptions } from '../../lib/training/training-run';
import type { TrainingStrategy } from '../../lib/training/training-strategy';
import { GKE } from '../workload/pools';
import { ALL_STRATEGIES, GPU, SMALL, STRATEGIES, TORCH } from './jobs';

function run(changes: Partial<TrainingRunOptions> = {}, operators = [Operator.JOBSET]) {
  const owner = new Construct(new Chart(Testing.app(), 'workflow'), 'train');
  const options = {
    image: 'mnist:1',
    command: ['python3', 'train.py'],
    pool: { ...GPU, cluster: { ...GKE, operators } },
    workers: 2,
    strategy: STRATEGIES['multi-worker mirrored'],
    ...changes,
  };
  return { owner, ...trainingRun(owner, { name: 'trial', base: 'tuning' }, options) };
}

test('DEPLOY.md names the Secrets that its pods wait for, without those that it makes itself', () => {
  const token = (key: string) => EnvValue.fromSecret('tracker', key);
  const { owner } = run({
    strategy: ALL_STRATEGIES['MPI.mpirun'],
    env: { TOKEN: token('token'), MODE: 'online' },
    mounts: [Mount.volume({ secret: { secretName: 'tls' } }, '/tls')],
    imagePullSecrets: ['registry'],
    initContainers: [{ name: 'fetch', command: ['fetch'], env: { TOKEN: token('token') } }],
    sidecars: [{ name: 'logs', image: 'logs:1', env: { KEY: token('logs') } }],
  });
  const [own, keys] = guideSteps(owner).map(({ step }) => step);
  expect(own).toEqual({
    phase: 'standing',
    text: 'Pods of `tuning` wait until namespace `default` has what this program does not make: Secret `tracker` with key `token`, Secret `tracker` with key `logs`, Secret `tls`, Secret `registry`.',
  });
  expect(keys?.text).toContain('which has the keys of their ssh');
});

test('emits nothing by itself', () => {
  expect(run().owner.node.children).toEqual([]);
});

test('has the object, what it needs, and the pods that are checked with it', () => {
  const { job, engine, workload } = run({}, []);
  expect(engine.name).toBe('Job');
  expect(workload).toMatchObject({
    base: 'tuning',
    pods: [
      {
        name: 'worker',
        pod: { image: 'mnist:1' },
        resources: job.roles[0]?.resolved,
        containerName: 'tensorflow',
        reservedEnv: ['TF_CONFIG', 'JOB_NAME', 'TASK_INDEX', 'JOB_NAMESPACE'],
      },
    ],
    rendered: {
      before: [
        { kind: 'NetworkPolicy', metadata: { name: 'tuning' } },
        { kind: 'Service', metadata: { name: 'tuning' } },
      ],
      main: { kind: 'Job', metadata: { name: 'trial' } },
    },
  });
});

test('fails: a variable that the operator sets by itself is refused with reserved-env, whatever the strategy reserves', () => {
  const strategy = TORCH['distributed data parallel'];
  const { owner, workload } = run({ strategy, engine: TrainingEngine.pyTorchJob(), env: { PET_NNODES: '3' } }, [
    Operator.TRAINING,
  ]);
  addWorkload(owner, workload);
  expect(owner.node.validate().join()).toContain(
    'environment variable PET_NNODES is set by hand, but the job sets it for every task: leave PET_NNODES out (reserved-env)',
  );
});

test('has a job of its own beside it where the engine makes one', () => {
  const { workload } = run({ strategy: STRATEGIES['multi-worker mirrored with an evaluator'] }, [Operator.TRAINING]);
  expect(workload.rendered.beside).toMatchObject([{ kind: 'TFJob', metadata: { name: 'trial-evaluator' } }]);
});

test('fails: problems of the engine, its roles and the rendezvous are reported at the owner (operator-missing, engine-role, launcher-command)', () => {
  const codes = ({ owner }: { owner: Construct }) =>
    owner.node.validate().map((text) => /\(([-a-z]+)\)$/.exec(text)?.[1]);
  expect(codes(run())).toEqual([]);
  expect(codes(run({ engine: TrainingEngine.tfJob() }))).toEqual(['operator-missing']);
  expect(codes(run({ engine: TrainingEngine.job(), strategy: STRATEGIES['parameter server'] }))).toEqual([
    'engine-role',
  ]);
  expect(codes(run({ strategy: TORCH.torchrun, command: undefined }))).toEqual(['launcher-command']);
});

test('asks the strategy once for what the tasks of each role are told', () => {
  const strategy = STRATEGIES['parameter server'];
  const rendezvous = vi.spyOn(strategy, 'rendezvous');
  onTestFinished(() => {
    rendezvous.mockRestore();
  });
  const { job } = run({ strategy });
  expect(rendezvous.mock.calls.map(([role]) => role)).toEqual(job.roles);
});

test('has the mounts of the strategy in all its pods, and its steps in DEPLOY.md, as the engine needs them', () => {
  const mirrored = STRATEGIES['multi-worker mirrored'];
  const strategy: TrainingStrategy = {
    ...mirrored,
    roles: (options) => mirrored.roles(options),
    rendezvous: () => ({ env: [], args: [] }),
    mounts: ({ image }, { ownIndex }) => [Mount.configFile(`${image} ${ownIndex}`, '/etc/ring')],
    guide: (namespace, { ownIndex }) => [{ phase: 'standing', text: `${namespace} ${ownIndex}` }],
  };
  const { owner, workload } = run({ strategy, mounts: [Mount.persistentVolumeClaim('shared', '/data')] });
  expect(workload.pods[0]?.pod.mounts?.map(({ path, source }) => [path, source.kind])).toEqual([
    ['/data', 'claim'],
    ['/etc/ring', 'configFiles'],
  ]);
  expect(workload.pods[0]?.pod.mounts?.[1]?.source).toMatchObject({ files: { ring: 'mnist:1 $(TASK_INDEX)' } });
  expect(JSON.stringify(workload.rendered.main)).toContain('"mountPath":"/etc/ring"');
  expect(guideSteps(owner).map(({ step }) => step.text)).toEqual(['default $(TASK_INDEX)']);
});

test('fails: advice of the strategy is given of its owner (gpus-per-process)', () => {
  const { owner } = run({
    strategy: TORCH['distributed data parallel'],
    resources: { gpus: 4, ...SMALL },
    activeDeadline: Duration.hours(1),
  });
  expect(openAdvice(owner).map(({ advice }) => advice.code)).toEqual(['gpus-per-process']);
});
