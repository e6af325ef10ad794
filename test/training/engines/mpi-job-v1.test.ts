import { Duration } from 'cdk8s';
import { describe, expect, test } from 'vitest';
import { Operator } from '../../../lib/operators/operator';
import { engineIn } from '../../../lib/training/engine-choice';
import { MPI } from '../../../lib/training/strategies/mpi/mpi';
import { TrainingEngine } from '../../../lib/training/training-engines';
import { GKE } from '../../workload/pools';
import { CPU, jobOf, specOf, STRATEGIES } from '../jobs';

const having = (...operators: Operator[]) => engineIn({ ...GKE, operators }, TrainingEngine.mpiJob());
const engine = having(Operator.TRAINING);
const strategy = MPI.mpirun({ launcher: { pool: CPU } });
const jobBy = (options: Parameters<typeof jobOf>[0] = {}, name?: string) => jobOf({ strategy, ...options }, name);
const render = (options: Parameters<typeof jobOf>[0] = {}) => specOf(engine.render(jobBy(options)).main);
const podOf = (role: 'Launcher' | 'Worker', options: Parameters<typeof jobOf>[0] = {}) =>
  render(options).mpiReplicaSpecs[role].template.spec;

test('is what a cluster has whose Training Operator alone serves MPIJobs', () => {
  expect(engine.kind.apiVersion).toBe('kubeflow.org/v1');
  expect(having(Operator.MPI).kind.apiVersion).toBe('kubeflow.org/v2beta1');
  expect(having(Operator.JOBSET).kind.apiVersion).toBe('kubeflow.org/v2beta1');
  expect(engineIn({ clusterName: 'theirs' }, TrainingEngine.mpiJob()).kind.apiVersion).toBe('kubeflow.org/v2beta1');
});

test('has one launcher and workers, whose slots the operator lists', () => {
  const spec = render({ resources: { gpus: 4 } });
  expect(spec).toMatchObject({
    slotsPerWorker: 4,
    mpiReplicaSpecs: { Launcher: { replicas: 1 }, Worker: { replicas: 2 } },
  });
  const [main] = podOf('Launcher', { resources: { gpus: 4 } }).containers;
  expect(main.command).toEqual([
    ...['mpirun', '-np', '8', '--bind-to', 'none', '--map-by', 'slot'],
    ...['python3', 'train.py'],
  ]);
});

describe('mpirun starts its processes by kubectl', () => {
  test('so only the launcher has a token of Kubernetes', () => {
    expect(podOf('Launcher').automountServiceAccountToken).toBe(true);
    expect(podOf('Worker').automountServiceAccountToken).toBe(false);
  });

  test('so nothing of a worker listens, and it waits until it is told to stop', () => {
    const [main] = podOf('Worker').containers;
    expect(main.command).toEqual(['sh', '-c', expect.stringContaining('sleep')]);
    expect(main).not.toHaveProperty('ports');
    expect(main).not.toHaveProperty('startupProbe');
    expect(JSON.stringify(main)).not.toContain('SSH');
  });
});

test('containers start again in their pods, unless none may', () => {
  expect(render().mpiReplicaSpecs).toMatchObject({
    Launcher: { restartPolicy: 'OnFailure' },
    Worker: { restartPolicy: 'OnFailure' },
  });
  expect(render({ maxRestarts: 0 }).mpiReplicaSpecs.Launcher.restartPolicy).toBe('Never');
  expect(render({ maxRestarts: 3 }).runPolicy).toMatchObject({ cleanPodPolicy: 'Running', backoffLimit: 3 * 2 + 1 });
});

test('limits the time of every pod', () => {
  const activeDeadline = Duration.hours(2);
  expect(podOf('Launcher', { activeDeadline }).activeDeadlineSeconds).toBe(7200);
  expect(podOf('Worker', { activeDeadline }).activeDeadlineSeconds).toBe(7200);
});

test('selects its pods by its name, and by the type of a role', () => {
  expect(engine.podLabels(jobBy(), 'launcher')).toEqual({
    'training.kubeflow.org/job-name': 'mnist',
    'training.kubeflow.org/replica-type': 'launcher',
  });
});

test('fails: a name whose pods have longer names is refused with job-name', () => {
  expect([...engine.problems(jobBy({}, 'a'.repeat(54)))]).toEqual([]);
  expect([...engine.problems(jobBy({}, 'a'.repeat(55)))]).toMatchObject([
    { code: 'job-name', message: expect.stringContaining('but its MPIJob adds') },
  ]);
});

test('fails: roles that an MPIJob does not have are refused with engine-role', () => {
  const problems = [...engine.problems(jobOf({ strategy: STRATEGIES['parameter server'] }))];
  expect(problems.map(({ code }) => code)).toEqual(['engine-role']);
});
