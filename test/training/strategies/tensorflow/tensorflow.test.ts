import { describe, expect, test } from 'vitest';
import { ClusterSpec } from '../../../../lib/training/strategies/tensorflow/cluster-spec';
import { TensorFlow } from '../../../../lib/training/strategies/tensorflow/tensorflow';
import type { TrainingStrategy } from '../../../../lib/training/training-strategy';
import { CPU, GPU, jobOf, SMALL } from '../../jobs';

const roles = (strategy: TrainingStrategy) => strategy.roles({ workers: 3, pool: GPU, resources: SMALL });

describe('parameter server', () => {
  test('has one chief beside parameter servers and workers, and ends with the chief', () => {
    const strategy = TensorFlow.parameterServer({ parameterServers: { replicas: 2, pool: CPU } });
    expect(
      roles(strategy).map(({ name, replicas, pool, completes, failurePolicy }) => [
        name,
        replicas,
        pool.poolName,
        completes,
        failurePolicy,
      ]),
    ).toEqual([
      ['chief', 1, 'cpu', true, 'restartJob'],
      ['ps', 2, 'cpu', false, 'restartJob'],
      ['worker', 3, 'k80', false, 'restartTask'],
    ]);
  });

  test('by flags without a chief ends with all workers', () => {
    const strategy = TensorFlow.parameterServer({
      parameterServers: { replicas: 2, pool: CPU },
      clusterSpec: ClusterSpec.flags({ chief: false }),
    });
    expect(roles(strategy).map(({ name, completes }) => [name, completes])).toEqual([
      ['ps', false],
      ['worker', true],
    ]);
  });

  test('puts the chief and the evaluator where they are told to run', () => {
    const other = { ...CPU, poolName: 'other' };
    const strategy = TensorFlow.parameterServer({
      parameterServers: { replicas: 1, pool: CPU, resources: SMALL },
      chief: { pool: other, resources: { cpus: 1 } },
      evaluator: { pool: GPU, resources: { gpus: 1 } },
    });
    const [chief, ps, , evaluator] = roles(strategy);
    expect(chief).toMatchObject({ pool: other, resources: { cpus: 1 } });
    expect(ps).toMatchObject({ pool: CPU, resources: SMALL });
    expect(evaluator).toMatchObject({ name: 'evaluator', pool: GPU, resources: { gpus: 1 }, auxiliary: true });
  });

  test("puts the evaluator on the parameter servers' pool unless it is told", () => {
    const strategy = TensorFlow.parameterServer({ parameterServers: { replicas: 1, pool: CPU }, evaluator: {} });
    expect(roles(strategy).map(({ name, pool }) => [name, pool.poolName])).toEqual([
      ['chief', 'cpu'],
      ['ps', 'cpu'],
      ['worker', 'k80'],
      ['evaluator', 'cpu'],
    ]);
  });

  test('lets all wait for their peers but the evaluator, which has none', () => {
    const job = jobOf({ strategy: TensorFlow.parameterServer({ parameterServers: { replicas: 1 }, evaluator: {} }) });
    const addresses = { host: () => 'host', qualifiedHost: () => 'host', ownIndex: '0' };
    const waiting = job.roles.filter((role) =>
      job.strategy.rendezvous(role, job.roles, addresses, job.pod).env.some(({ name }) => name === 'GRPC_FAIL_FAST'),
    );
    expect(waiting.map(({ name }) => name)).toEqual(['chief', 'ps', 'worker']);
  });

  test('on one GPU pool takes GPUs for the workers only', () => {
    const strategy = TensorFlow.parameterServer({ parameterServers: { replicas: 1 }, evaluator: {} });
    const gpus = jobOf({ strategy }).roles.map(({ name, pool, resolved }) => [name, pool.poolName, resolved.gpus]);
    expect(gpus).toEqual([
      ['chief', 'k80', 0],
      ['ps', 'k80', 0],
      ['worker', 'k80', 1],
      ['evaluator', 'k80', 0],
    ]);
  });

  test('fails: less than one parameter server is refused with replicas', () => {
    expect(() => TensorFlow.parameterServer({ parameterServers: { replicas: 0 } })).toThrow(
      '[TensorFlow.parameterServer] 0 is not a number of parameter servers: use a whole number from 1 to 10000 (replicas)',
    );
    expect(() => TensorFlow.parameterServer({ parameterServers: { replicas: 1.5 } })).toThrow('1.5 is not a number');
  });

  test('fails: a chief that worker 0 already is, is refused with chief-without-role', () => {
    const clusterSpec = ClusterSpec.flags({ chief: false });
    expect(() =>
      TensorFlow.parameterServer({ parameterServers: { replicas: 1 }, chief: { pool: CPU }, clusterSpec }),
    ).toThrow('leave chief out, or use ClusterSpec.TF_CONFIG or ClusterSpec.flags() (chief-without-role)');
  });
});

describe('multi-worker mirrored', () => {
  test('has workers alone, which start again together', () => {
    expect(roles(TensorFlow.multiWorkerMirrored())).toEqual([
      {
        name: 'worker',
        replicas: 3,
        pool: GPU,
        resources: SMALL,
        accelerated: true,
        completes: true,
        failurePolicy: 'restartJob',
      },
    ]);
  });

  test('has no parameter servers', () => {
    // @ts-expect-error there is nothing that they could do
    const strategy = TensorFlow.multiWorkerMirrored({ parameterServers: { replicas: 1 } });
    expect(roles(strategy).map(({ name }) => name)).toEqual(['worker']);
  });
});
