import { expect, test } from 'vitest';
import { Plain } from '../../../../../lib/workloads/training/strategies/plain/plain';
import { TrainingEngine } from '../../../../../lib/workloads/training/training-engines';
import { jobOf, objectsOf, tasksOf } from '../../jobs';

const told = (strategy: ReturnType<typeof Plain.indexedTasks>) =>
  tasksOf(objectsOf(TrainingEngine.job().render(jobOf({ strategy, workers: 2 })))).map(({ env }) =>
    Object.fromEntries(Object.entries(env).filter(([name]) => name.startsWith('WORKER_'))),
  );

test('tells each task its index and their number, and a lost one starts again alone', () => {
  const strategy = Plain.indexedTasks();
  expect(told(strategy)).toEqual(['0', '1'].map((WORKER_INDEX) => ({ WORKER_INDEX, WORKER_COUNT: '2' })));
  expect(jobOf({ strategy }).roles).toMatchObject([{ name: 'worker', onLoss: 'restartTask' }]);
});

test('needs no Service where tasks do not talk to each other', () => {
  const job = jobOf({ strategy: Plain.indexedTasks() });
  expect(objectsOf(TrainingEngine.job().render(job)).map(({ kind }) => kind)).toEqual(['Job']);
});

test('tells the addresses of all tasks if they listen, and then all start again together', () => {
  const strategy = Plain.indexedTasks({ port: 5000 });
  expect(told(strategy)).toEqual(
    ['0', '1'].map((WORKER_INDEX) => ({
      WORKER_INDEX,
      WORKER_COUNT: '2',
      WORKER_ADDRESSES: 'mnist-0.mnist:5000,mnist-1.mnist:5000',
    })),
  );
  expect(jobOf({ strategy }).roles).toMatchObject([{ name: 'worker', onLoss: 'restartJob', port: 5000 }]);
});

test('users must not set its variables', () => {
  expect(Plain.indexedTasks({ port: 5000 }).reservedEnv).toEqual(['WORKER_INDEX', 'WORKER_COUNT', 'WORKER_ADDRESSES']);
});

test('fails: a port that no system has is refused with strategy-role', () => {
  expect(() => jobOf({ strategy: Plain.indexedTasks({ port: 70_000 }) })).toThrow(
    'the strategy "Plain indexed tasks" has a role "worker" that listens on port 70000: use a whole number from 1 to 65535 (strategy-role)',
  );
});
