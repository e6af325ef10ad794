import { expect, test } from 'vitest';
import { PyTorch } from '../../../../lib/training/strategies/pytorch/pytorch';
import { TrainingEngine } from '../../../../lib/training/training-engines';
import { CPU, GPU, jobOf, objectsOf, SMALL, tasksOf } from '../../jobs';

const strategy = PyTorch.distributedDataParallel();
const adviceOn = (gpus: number) => {
  const { roles } = jobOf({ strategy, pool: gpus === 0 ? CPU : GPU, resources: { gpus, ...SMALL } });
  return [...(strategy.advice?.(roles) ?? [])];
};

test('has workers alone, which start again together', () => {
  expect(strategy.roles({ workers: 3, pool: GPU })).toMatchObject([
    { name: 'worker', replicas: 3, accelerated: true, completes: true, failurePolicy: 'restartJob' },
  ]);
});

test('tells each process its rank, the number of processes and where the first one listens', () => {
  const job = jobOf({ strategy, workers: 2 });
  const tasks = tasksOf(objectsOf(TrainingEngine.job().render(job)));
  expect(
    tasks.map(({ env: { MASTER_ADDR, MASTER_PORT, WORLD_SIZE, RANK } }) => ({
      MASTER_ADDR,
      MASTER_PORT,
      WORLD_SIZE,
      RANK,
    })),
  ).toEqual(['0', '1'].map((RANK) => ({ MASTER_ADDR: 'mnist-0.mnist', MASTER_PORT: '29500', WORLD_SIZE: '2', RANK })));
});

test.each([
  ['torchrun', PyTorch.torchrun({ port: 3389 }), 'PET_MASTER_PORT', '3389'],
  ['elastic', PyTorch.elastic({ port: 3389, atLeast: 1 }), 'PET_RDZV_ENDPOINT', /:3389$/],
  ['distributed data parallel', PyTorch.distributedDataParallel({ port: 3389 }), 'MASTER_PORT', '3389'],
])('%s listens at the port that it is given', (_, at, variable, value) => {
  const { main: job } = TrainingEngine.jobSet().render(jobOf({ strategy: at }));
  for (const { env } of tasksOf([job])) expect(env[variable]).toMatch(value);
  expect(JSON.stringify(job)).toContain('"ports":[{"containerPort":3389}]');
});

test('fails: a port that is none is refused with strategy-role', () => {
  expect(() => jobOf({ strategy: PyTorch.distributedDataParallel({ port: 70_000 }) })).toThrow(
    'has a role "worker" that listens on port 70000: use a whole number from 1 to 65535 (strategy-role)',
  );
});

test('fails: GPUs that its one process leaves idle are advised against with gpus-per-process', () => {
  expect(adviceOn(0)).toEqual([]);
  expect(adviceOn(1)).toEqual([]);
  expect(adviceOn(4)).toEqual([
    {
      code: 'gpus-per-process',
      property: 'strategy',
      message:
        'each worker asks for 4 GPUs, but PyTorch distributed data parallel starts one process in it, and a process trains on one GPU',
      fix: 'use PyTorch.torchrun(), which starts a process for each GPU, or 4 times the workers with 1 GPU each',
    },
  ]);
});
