import { Size } from 'cdk8s';
import { describe, expect, test } from 'vitest';
import { ValidationError } from '../../../../lib/core/problems/errors';
import { PyTorch } from '../../../../lib/training/strategies/pytorch/pytorch';
import type { Addresses, TrainingStrategy } from '../../../../lib/training/training-strategy';
import { GPU, jobOf, SMALL } from '../../jobs';

const ADDRESSES: Addresses = {
  host: ({ name }, index) => `${name}-${index}`,
  qualifiedHost: ({ name }, index) => `${name}-${index}.here.svc`,
  ownIndex: '$(INDEX)',
};

function told(strategy: TrainingStrategy, options: Parameters<typeof jobOf>[0] = {}) {
  const { roles, pod } = jobOf({ strategy, ...options });
  const [role] = roles;
  if (!role) throw new Error('there is a role');
  const { env, ...rest } = strategy.rendezvous(role, roles, ADDRESSES, pod);
  return { ...rest, env: Object.fromEntries(env.map(({ name, value }) => [name, value])) };
}

describe('torchrun', () => {
  test('has workers alone, which start again together', () => {
    expect(PyTorch.torchrun().roles({ workers: 3, pool: GPU, resources: SMALL })).toEqual([
      {
        name: 'worker',
        replicas: 3,
        pool: GPU,
        resources: SMALL,
        accelerated: true,
        processes: 'perGpu',
        completes: true,
        failurePolicy: 'restartJob',
      },
    ]);
  });

  test('starts the command on each of a fixed number of nodes, which meet at the first', () => {
    expect(told(PyTorch.torchrun(), { workers: 3 })).toEqual({
      args: [],
      launcher: ['torchrun', '--no_python'],
      env: {
        PET_NNODES: '3',
        PET_NPROC_PER_NODE: '1',
        PET_NODE_RANK: '$(INDEX)',
        PET_MASTER_ADDR: 'worker-0',
        PET_MASTER_PORT: '29500',
        PET_MAX_RESTARTS: '0',
      },
    });
  });

  test.each([
    ['for each GPU of a worker', {}, { gpus: 4, cpus: 4, memory: Size.gibibytes(8) }, '4'],
    ['where a worker has no GPU', {}, { gpus: 0, ...SMALL }, '1'],
    ['as often as it is told', { processesPerWorker: 3 }, { gpus: 4, cpus: 4, memory: Size.gibibytes(8) }, '3'],
  ])('starts a process %s', (_, options, resources, processes) => {
    expect(told(PyTorch.torchrun(options), { resources }).env).toMatchObject({ PET_NPROC_PER_NODE: processes });
  });

  test('is started as the image has it', () => {
    const strategy = PyTorch.torchrun({ torchrun: ['python3', '-m', 'torch.distributed.run'] });
    expect(told(strategy).launcher).toEqual(['python3', '-m', 'torch.distributed.run', '--no_python']);
  });
});

describe('elastic', () => {
  const strategy = PyTorch.elastic({ atLeast: 2 });

  test('goes on without a lost worker, as long as there are enough', () => {
    expect(strategy.roles({ workers: 4, pool: GPU })).toMatchObject([
      { replicas: 4, atLeast: 2, failurePolicy: 'restartTask' },
    ]);
  });

  test('meets at the full name of the first worker, by which torchrun knows itself, and waits for its machine', () => {
    expect(told(strategy, { workers: 4 }).env).toEqual({
      PET_NNODES: '2:4',
      PET_NPROC_PER_NODE: '1',
      PET_RDZV_BACKEND: 'c10d',
      PET_RDZV_ENDPOINT: 'worker-0.here.svc:29500',
      PET_RDZV_CONF: 'read_timeout=600',
      PET_MAX_RESTARTS: '3',
    });
  });

  test('lets the user say how long to wait', () => {
    expect(strategy.reservedEnv).not.toContain('PET_RDZV_CONF');
    expect(strategy.reservedEnv).toContain('PET_RDZV_ENDPOINT');
  });

  test('fails: more workers at least than there are is refused with strategy-role', () => {
    expect(() => jobOf({ strategy, workers: 1 })).toThrow(
      'the strategy "PyTorch elastic" has a role "worker" that needs at least 2 tasks, but has 1: set atLeast to a whole number from 1 to 1 (strategy-role)',
    );
  });
});

test.each<[string, () => unknown, string]>([
  [
    'processes',
    () => PyTorch.torchrun({ processesPerWorker: 0 }),
    '[PyTorch.torchrun] processesPerWorker cannot be 0: use a whole number of 1 or more',
  ],
  [
    'restarts',
    () => PyTorch.torchrun({ maxRestarts: -1 }),
    '[PyTorch.torchrun] maxRestarts cannot be -1: use a whole number of 0 or more',
  ],
  [
    'a program',
    () => PyTorch.torchrun({ torchrun: [] }),
    "[PyTorch.torchrun] torchrun is an empty list: use ['torchrun'], or leave it out",
  ],
  [
    'workers at least',
    () => PyTorch.elastic({ atLeast: 1.5 }),
    '[PyTorch.elastic] atLeast cannot be 1.5: use a whole number of 1 or more',
  ],
])('fails: %s that cannot be are refused with torchrun-option', (_, make, message) => {
  expect(make).toThrow(ValidationError);
  expect(make).toThrow(`${message} (torchrun-option)`);
});
