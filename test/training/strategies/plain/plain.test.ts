import { expect, test } from 'vitest';
import { Operator } from '../../../../lib/operators/operator';
import { Plain } from '../../../../lib/training/strategies/plain/plain';
import { TrainingEngine } from '../../../../lib/training/training-engines';
import { GKE } from '../../../workload/pools';
import { job } from '../../distributed-training-jobs';
import { jobOf, objectsOf, specOf, tasksOf } from '../../jobs';

const told = (strategy: ReturnType<typeof Plain.indexedTasks>) =>
  tasksOf(objectsOf(TrainingEngine.job().render(jobOf({ strategy, workers: 2 })))).map(({ env }) =>
    Object.fromEntries(Object.entries(env).filter(([name]) => name.startsWith('WORKER_'))),
  );

test('tells each task its index and their number, and a lost one starts again alone', () => {
  const strategy = Plain.indexedTasks();
  expect(told(strategy)).toEqual(['0', '1'].map((WORKER_INDEX) => ({ WORKER_INDEX, WORKER_COUNT: '2' })));
  expect(jobOf({ strategy }).roles).toMatchObject([{ name: 'worker', failurePolicy: 'restartTask' }]);
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
  expect(jobOf({ strategy }).roles).toMatchObject([{ name: 'worker', failurePolicy: 'restartJob', port: 5000 }]);
});

test('users must not set its variables', () => {
  expect(Plain.indexedTasks({ port: 5000 }).reservedEnv).toEqual(['WORKER_INDEX', 'WORKER_COUNT', 'WORKER_ADDRESSES']);
});

test('fails: a port that no system has is refused with strategy-role', () => {
  expect(() => jobOf({ strategy: Plain.indexedTasks({ port: 70_000 }) })).toThrow(
    'the strategy "Plain indexed tasks" has a role "worker" that listens on port 70000: use a whole number from 1 to 65535 (strategy-role)',
  );
});

test('tasks wait for their turn if there are more than run at once', () => {
  const waiting = jobOf({ strategy: Plain.indexedTasks({ parallelism: 3 }), workers: 5 });
  expect(specOf(TrainingEngine.job().render(waiting).main)).toMatchObject({ completions: 5, parallelism: 3 });
  const [inSet] = specOf(TrainingEngine.jobSet().render(waiting).main).replicatedJobs;
  expect(inSet.template.spec).toMatchObject({ completions: 5, parallelism: 3 });
  expect(told(Plain.indexedTasks({ parallelism: 1 }))).toMatchObject([{ WORKER_COUNT: '2' }, { WORKER_COUNT: '2' }]);
});

test('fails: only the tasks that run at once need room, and parallelism is what the user lowers (gpu-capacity)', () => {
  const problems = (parallelism: number) =>
    job({ strategy: Plain.indexedTasks({ parallelism }), workers: 1000, engine: TrainingEngine.job() }).node.validate();
  expect(problems(1)).toEqual([]);
  expect(problems(900).join()).toMatch(
    /900 workers ask for 900 accelerators.*: lower parallelism to \d+ or raise nodes/,
  );
});

test.each([0, 6, 1.5, NaN])('fails: %s of five tasks at once is refused with strategy-role', (parallelism) => {
  expect(() => jobOf({ strategy: Plain.indexedTasks({ parallelism }), workers: 5 })).toThrow(
    `a role "worker" of 5 tasks, ${parallelism} at once: set parallelism to a whole number from 1 to 5, or leave it out (strategy-role)`,
  );
});

test('fails: tasks that wait for each other cannot take turns (strategy-role)', () => {
  expect(() => jobOf({ strategy: Plain.indexedTasks({ parallelism: 2, port: 5000 }), workers: 5 })).toThrow(
    'a role "worker" whose 5 tasks talk to each other at port 5000, but only 2 run at once: leave parallelism out, or leave port out (strategy-role)',
  );
  expect(jobOf({ strategy: Plain.indexedTasks({ parallelism: 5, port: 5000 }), workers: 5 }).roles).toHaveLength(1);
});

test('fails: a TrainJob would leave the tasks out that do not run at once (engine-option)', () => {
  const engine = TrainingEngine.trainJob();
  const cluster = { ...GKE, operators: [Operator.TRAINER] };
  const waiting = (workers: number) =>
    job({ strategy: Plain.indexedTasks({ parallelism: 1 }), workers, engine }, cluster).node.validate();
  expect(waiting(2)).toEqual([
    'parallelism is 1 of 2 tasks of the role "worker" of Plain indexed tasks, but a TrainJob starts all at once: use TrainingEngine.job() or TrainingEngine.jobSet(), or leave parallelism out (engine-option)',
  ]);
  expect(waiting(1)).toEqual([]);
});
