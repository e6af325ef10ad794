import { describe, expect, test } from 'vitest';
import { MXNet } from '../../../../lib/training/strategies/mxnet/mxnet';
import { CPU, GPU, jobOf, SMALL } from '../../jobs';

const servers = { replicas: 2, pool: CPU };
const roles = (options: Parameters<typeof MXNet.parameterServer>[0]) =>
  MXNet.parameterServer(options).roles({ workers: 3, pool: GPU, resources: SMALL });
const addresses = {
  host: (role: { name: string }, index: number) => `${role.name}-${index}`,
  qualifiedHost: () => '',
  ownIndex: '$(TASK_INDEX)',
};
const told = (name: string, options: Parameters<typeof MXNet.parameterServer>[0] = { servers }) => {
  const job = jobOf({ strategy: MXNet.parameterServer(options), workers: 3 });
  const role = job.roles.find((each) => each.name === name) ?? expect.fail(name);
  const { env, args } = job.strategy.rendezvous(role, job.roles, addresses, job.pod);
  return { env: Object.fromEntries(env.map((each) => [each.name, each.value])), args };
};

describe('the roles', () => {
  test('are a scheduler, servers and workers; the job is done when all workers are, and starts again with any loss', () => {
    const all = roles({ servers }).map(({ name, replicas, pool, completes, failurePolicy, port }) => [
      name,
      replicas,
      pool.poolName,
      completes,
      failurePolicy,
      port,
    ]);
    expect(all).toEqual([
      ['scheduler', 1, 'cpu', false, 'restartJob', 9091],
      ['server', 2, 'cpu', false, 'restartJob', undefined],
      ['worker', 3, 'k80', true, 'restartJob', undefined],
    ]);
  });

  test('ask for what they are told, where they are told', () => {
    const other = { ...CPU, poolName: 'other' };
    const [scheduler, server, worker] = roles({
      servers: { replicas: 1, pool: CPU, resources: { cpus: 2 } },
      scheduler: { pool: other, resources: { cpus: 1 } },
    });
    expect(scheduler).toMatchObject({ pool: other, resources: { cpus: 1 } });
    expect(server).toMatchObject({ pool: CPU, resources: { cpus: 2 } });
    expect(worker).toMatchObject({ pool: GPU, resources: SMALL });
  });

  test("run on the job's pool by default, and only workers take its GPUs", () => {
    const job = jobOf({ strategy: MXNet.parameterServer({ servers: { replicas: 1 } }) });
    expect(job.roles.map(({ name, pool, resolved }) => [name, pool.poolName, resolved.gpus])).toEqual([
      ['scheduler', 'k80', 0],
      ['server', 'k80', 0],
      ['worker', 'k80', 1],
    ]);
  });
});

describe('tasks are told', () => {
  test('where the scheduler is, how many servers and workers there are, and what they are themselves', () => {
    const common = {
      DMLC_PS_ROOT_URI: 'scheduler-0',
      DMLC_PS_ROOT_PORT: '9091',
      DMLC_NUM_SERVER: '2',
      DMLC_NUM_WORKER: '3',
      DMLC_USE_KUBERNETES: '1',
    };
    expect(told('scheduler').env).toEqual({ ...common, DMLC_ROLE: 'scheduler' });
    expect(told('server').env).toEqual({ ...common, DMLC_ROLE: 'server' });
    expect(told('worker').env).toEqual({ ...common, DMLC_ROLE: 'worker', DMLC_WORKER_ID: '$(TASK_INDEX)' });
  });

  test('how to compress gradients, by the flags of the examples of MXNet, if they are workers', () => {
    const compressed = { servers, gradientCompression: { type: '2bit' as const, threshold: 0.25 } };
    expect(told('worker', compressed).args).toEqual(['--gc-type=2bit', '--gc-threshold=0.25']);
    expect(told('worker', { servers, gradientCompression: { type: '2bit' } }).args).toEqual([
      '--gc-type=2bit',
      '--gc-threshold=0.5',
    ]);
    expect(told('server', compressed).args).toEqual([]);
    expect(told('worker').args).toEqual([]);
  });

  test('only variables that users cannot set', () => {
    const { reservedEnv } = MXNet.parameterServer({ servers });
    expect(Object.keys(told('worker').env).sort()).toEqual([...reservedEnv].sort());
  });
});

test.each([0, 1.5, 10_001, Number.NaN])('fails: %s servers are refused with replicas', (replicas) => {
  expect(() => MXNet.parameterServer({ servers: { replicas } })).toThrow(
    `[MXNet.parameterServer] ${replicas} is not a number of servers: use a whole number from 1 to 10000 (replicas)`,
  );
});

test.each([0, -0.5, Number.POSITIVE_INFINITY, Number.NaN])(
  'fails: a threshold of %s is refused with gradient-compression',
  (threshold) => {
    expect(() => MXNet.parameterServer({ servers, gradientCompression: { type: '2bit', threshold } })).toThrow(
      `[MXNet.parameterServer] gradients cannot be compressed with a threshold of ${threshold}: use a number above 0, such as 0.5 (gradient-compression)`,
    );
  },
);
