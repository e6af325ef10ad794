import { expect, test } from 'vitest';
import { JAX } from '../../../../lib/training/strategies/jax/jax';
import { TrainingEngine } from '../../../../lib/training/training-engines';
import { GPU, jobOf, objectsOf, tasksOf } from '../../jobs';

const strategy = JAX.processes();

test('has workers alone, of one process each, which start again together', () => {
  expect(jobOf({ strategy, workers: 3, pool: GPU, resources: { gpus: 4 } }).roles).toMatchObject([
    { name: 'worker', replicas: 3, processes: 1, accelerated: true, completes: true, failurePolicy: 'restartJob' },
  ]);
});

test('tells each process where the first one listens, the number of processes and its own number', () => {
  const job = jobOf({ strategy, workers: 2, driverLibraryPath: false });
  const tasks = tasksOf(objectsOf(TrainingEngine.jobSet().render(job)));
  expect(
    tasks.map(({ env }) => Object.fromEntries(Object.entries(env).filter(([name]) => name.startsWith('JAX_')))),
  ).toEqual(
    ['0', '1'].map((JAX_PROCESS_ID) => ({
      JAX_COORDINATOR_ADDRESS: 'mnist-worker-0-0.mnist:6666',
      JAX_NUM_PROCESSES: '2',
      JAX_PROCESS_ID,
    })),
  );
});
