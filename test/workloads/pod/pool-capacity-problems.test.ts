import { Size } from 'cdk8s';
import { assert, integer, property } from 'fast-check';
import { expect, test } from 'vitest';
import { formatProblem } from '../../../lib/core/problems/problem';
import { gangProblems } from '../../../lib/workloads/pod/pool-capacity-problems';
import type { PodDemand } from '../../../lib/workloads/pod/pool-demand';
import { cpuPool, demand, gpuPool } from '../pools';

const texts = (...demands: PodDemand[]) => [...gangProblems(demands)].map(formatProblem);

test('fails: a job that asks for more GPUs than its pool grows to is told both ways out', () => {
  expect(texts(demand(gpuPool(), 16, { gpus: 4 }))).toEqual([
    '16 workers ask for 64 accelerators but pool "k80" grows to 32 (8 nodes × 4): lower workers to 8 or raise nodes to 16 (gpu-capacity)',
  ]);
});

test('a job that fills its pool is fine', () => {
  expect(texts(demand(gpuPool(), 8, { gpus: 4 }))).toEqual([]);
});

test('fails: roles that share a pool are counted together', () => {
  const pool = gpuPool({ maxNodes: 1 });
  expect(texts(demand(pool, 1, { gpus: 2 }, 'chief'), demand(pool, 3))).toEqual([
    '1 chief and 3 workers ask for 5 accelerators but pool "k80" grows to 4 (1 node × 4): lower workers to 2 or raise nodes to 2 (gpu-capacity)',
  ]);
});

test('fails: pods that cannot share a node need one each', () => {
  const pool = cpuPool();
  expect(texts(demand(pool, 3, { cpus: 2.5, memory: Size.gibibytes(1) }, 'ps'))).toEqual([
    '3 ps need 3 nodes at once but pool "cpu" (n1-standard-4) grows to 2: lower ps to 2 or raise nodes to 3, or ask for less CPU and memory so that more fit on one node (pool-capacity)',
  ]);
});

test('fails: a node takes only so many pods (pool-capacity)', () => {
  const allocatable = { cpuMillis: 4000, memory: Size.gibibytes(8), pods: 3, extended: {} };
  const small = { cpus: 0.1, memory: Size.mebibytes(64) };
  expect(texts(demand(cpuPool({ allocatable }), 6, small))).toEqual([]);
  expect(texts(demand(cpuPool({ allocatable }), 7, small))).toEqual([
    '7 workers need 3 nodes at once but pool "cpu" (n1-standard-4) grows to 2: lower workers to 6 or raise nodes to 3, or ask for less CPU and memory so that more fit on one node (pool-capacity)',
  ]);
});

test('fails: GPUs that remain on nodes in parts too small are missing all the same', () => {
  const code = [
    ...gangProblems([
      demand(gpuPool({ maxNodes: 2 }), 2, { gpus: 3 }),
      demand(gpuPool({ maxNodes: 2 }), 1, { gpus: 2 }, 'chief'),
    ]),
  ];
  expect(code.map((problem) => problem.code)).toEqual(['pool-capacity']);
});

test('roles fill the gaps that others leave', () => {
  const pool = cpuPool();
  expect(
    texts(
      demand(pool, 2, { cpus: 3, memory: Size.gibibytes(1) }),
      demand(pool, 2, { cpus: 1, memory: Size.gibibytes(1) }, 'ps'),
    ),
  ).toEqual([]);
});

test('each pool is counted by itself', () => {
  expect(texts(demand(gpuPool(), 8, { gpus: 4 }), demand(cpuPool(), 3, { cpus: 1 }, 'ps'))).toEqual([]);
});

test('nothing is said where the largest number of nodes, or a node, is not known', () => {
  expect(texts(demand(gpuPool({ maxNodes: undefined }), 100))).toEqual([]);
  expect(texts(demand(gpuPool({ allocatable: undefined }), 100))).toEqual([]);
});

test('equal pods need as many nodes as their number over what one node takes', () => {
  assert(
    property(
      integer({ min: 1, max: 5000 }),
      integer({ min: 1, max: 4 }),
      integer({ min: 1, max: 600 }),
      (replicas, gpus, maxNodes) => {
        const refused = [...gangProblems([demand(gpuPool({ maxNodes }), replicas, { gpus })])].length > 0;
        expect(refused).toBe(Math.ceil(replicas / Math.floor(4 / gpus)) > maxNodes);
      },
    ),
  );
});

test('the fix that a refusal names is accepted', () => {
  assert(
    property(
      integer({ min: 1, max: 300 }),
      integer({ min: 0, max: 20 }),
      integer({ min: 1, max: 30 }),
      (workers, others, maxNodes) => {
        const make = (replicas: number, nodes: number) => {
          const pool = gpuPool({ maxNodes: nodes });
          return [demand(pool, replicas), demand(pool, others, { gpus: 3 }, 'ps')];
        };
        const [problem] = [...gangProblems(make(workers, maxNodes))];
        const nodes = /raise nodes to (\d+)/.exec(problem?.fix ?? '')?.[1];
        const fewer = /lower workers to (\d+)/.exec(problem?.fix ?? '')?.[1];
        if (nodes !== undefined) expect([...gangProblems(make(workers, Number(nodes)))]).toEqual([]);
        if (fewer !== undefined) expect([...gangProblems(make(Number(fewer), maxNodes))]).toEqual([]);
      },
    ),
  );
});

test('an elastic role needs room for its fewest pods alone', () => {
  const pool = gpuPool({ maxNodes: 2 });
  const workers = { ...demand(pool, 8, { gpus: 4 }), atLeast: 2 };
  expect([...gangProblems([workers])]).toEqual([]);
  expect([...gangProblems([{ ...workers, atLeast: 3 }])]).toMatchObject([
    { code: 'gpu-capacity', fix: 'lower atLeast to 2 or raise nodes to 3' },
  ]);
});

test('pods that take turns need room for one turn at a time, beside those of no turn', () => {
  const pool = gpuPool({ maxNodes: 3 });
  const steps = ['a', 'b'].map((turn) => ({ ...demand(pool, 2, { gpus: 4 }), turn }));
  const always = demand(pool, 1, { gpus: 4 }, 'server');
  expect([...gangProblems([...steps, always])]).toEqual([]);
  expect([...gangProblems([...steps, { ...always, replicas: 2 }])]).toMatchObject([
    { code: 'gpu-capacity' },
    { code: 'gpu-capacity' },
  ]);
});
