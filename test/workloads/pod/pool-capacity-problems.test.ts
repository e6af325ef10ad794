import { Size } from 'cdk8s';
import { assert, integer, property } from 'fast-check';
import { expect, test } from 'vitest';
import { formatProblem } from '../../../lib/core/problems/problem';
import { gangProblems } from '../../../lib/workloads/pod/pool-capacity-problems';
import type { INodePool } from '../../../lib/core/contracts/node-pool';
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

/** Nodes of 7.4 CPUs and 28 GiB. */
function mediumPool(maxNodes: number) {
  const allocatable = { cpuMillis: 7400, memory: Size.gibibytes(28), extended: {} };
  return cpuPool({ allocatable, maxNodes, machineType: 'e2-standard-8' });
}

const ONE = Size.gibibytes(1);

test('fails: pods that fit only if the scheduler takes them in the right order (pool-order)', () => {
  const job = (pool: INodePool) => [
    demand(pool, 2, { cpus: 2.7, memory: ONE }, 'ps'),
    demand(pool, 2, { cpus: 4.5, memory: ONE }),
  ];
  expect(texts(...job(mediumPool(2)))).toEqual([
    '2 ps and 2 workers fit on 2 nodes of pool "cpu" (e2-standard-8) only in some orders, and the scheduler takes them in any: lower ps to 1 or raise nodes to 3, or give the ps a pool of their own of 1 node (pool-order)',
  ]);
  expect(texts(...job(mediumPool(3)))).toEqual([]);
});

test('fails: small pods that may each lie on a node that a large one needs (pool-order)', () => {
  const job = (pool: INodePool, ps: INodePool) => [
    demand(pool, 1, { cpus: 1, memory: ONE }, 'chief'),
    demand(pool, 4, { cpus: 7.4, memory: ONE }),
    demand(ps, 4, { cpus: 0.5, memory: ONE }, 'ps'),
  ];
  const [few, enough] = [mediumPool(5), mediumPool(9)];
  expect(texts(...job(few, few))).toEqual([
    '1 chief and 4 workers and 4 ps fit on 5 nodes of pool "cpu" (e2-standard-8) only in some orders, and the scheduler takes them in any: raise nodes to 9, or give the ps a pool of their own of 1 node (pool-order)',
  ]);
  expect(texts(...job(enough, enough))).toEqual([]);
  expect(texts(...job(few, { ...few, poolName: 'ps' }))).toEqual([]);
});

test('roles of unlike sizes are accepted where they fit in any order', () => {
  const pool = mediumPool(2);
  expect(texts(demand(pool, 1, { cpus: 7, memory: ONE }), demand(pool, 3, { cpus: 0.1, memory: ONE }, 'ps'))).toEqual(
    [],
  );
});

test("fails: the cluster's own pods take some of the nodes on which they may lie (pool-capacity, pool-order)", () => {
  const dns = { count: 2, cpuMillis: 300, memory: Size.mebibytes(100) };
  const pool = (maxNodes: number) => ({ ...mediumPool(maxNodes), clusterPods: [dns] });
  const whole = { cpus: 7.4, memory: ONE };
  expect(texts(demand(pool(3), 2, whole))).toEqual([
    '2 workers, beside the cluster\'s own pods such as DNS, fit on 3 nodes of pool "cpu" (e2-standard-8) only in some orders, and the scheduler takes them in any: lower workers to 1 or raise nodes to 4 (pool-order)',
  ]);
  expect(texts(demand(pool(2), 2, whole))).toEqual([
    '2 workers need 4 nodes at once, beside the cluster\'s own pods such as DNS, but pool "cpu" (e2-standard-8) grows to 2: raise nodes to 4, or ask for less CPU and memory so that more fit on one node (pool-capacity)',
  ]);
  expect(texts(demand(pool(4), 2, whole))).toEqual([]);
  expect(texts(demand(pool(2), 2, { cpus: 6.8, memory: ONE }))).toEqual([]);
});

test('fails: one pod is told as one (gpu-capacity, pool-capacity, pool-order)', () => {
  expect(texts(demand(gpuPool({ maxNodes: 0 }), 1))).toEqual([
    '1 worker asks for 1 accelerators but pool "k80" grows to 0 (0 nodes × 4): raise nodes to 1 (gpu-capacity)',
  ]);
  expect(texts(demand(cpuPool({ maxNodes: 0 }), 1))[0]).toMatch(
    /^1 worker needs 1 node at once but pool "cpu" \(n1-standard-4\) grows to 0: raise nodes to 1, or ask for less/,
  );
  const pool = cpuPool({ maxNodes: 1 });
  const whole = { cpus: 4, memory: ONE };
  expect(texts(demand(pool, 1, whole), demand(pool, 1, whole, 'chief'))[0]).toMatch(
    /^1 worker and 1 chief need 2 nodes at once but/,
  );
  const medium = mediumPool(2);
  const small = { cpus: 2.7, memory: ONE };
  expect(
    texts(
      demand(medium, 1, small, 'chief'),
      demand(medium, 1, small, 'ps'),
      demand(medium, 2, { cpus: 4.5, memory: ONE }),
    ),
  ).toEqual([expect.stringMatching(/, or give the (chief|ps) a pool of its own of 1 node \(pool-order\)$/)]);
});

test('pods that fit on no node are another problem', () => {
  const large = demand(cpuPool(), 3, { cpus: 5, memory: ONE });
  expect(texts(large)).toEqual([]);
  expect(texts(large, demand(cpuPool(), 9, { cpus: 4, memory: ONE }, 'ps'))).toEqual([]);
});

test("fails: the cluster's own pods are not told where they change nothing (pool-capacity)", () => {
  const dns = { count: 2, cpuMillis: 300, memory: Size.mebibytes(100) };
  const pool = { ...mediumPool(3), clusterPods: [dns] };
  expect(texts(demand(pool, 5, { cpus: 7.4, memory: ONE }))).toEqual([
    expect.stringMatching(/^5 workers need 7 nodes at once but pool/),
  ]);
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
      integer({ min: 1, max: 3 }),
      integer({ min: 1, max: 30 }),
      (workers, others, gpus, maxNodes) => {
        const pools = (nodes: number) => [gpuPool({ maxNodes: nodes }), gpuPool({ maxNodes: nodes, poolName: 'own' })];
        const job = (count: number, [pool = gpuPool(), own = pool]: readonly INodePool[], apart?: string) => [
          demand(apart === 'workers' ? own : pool, count),
          demand(apart === 'ps' ? own : pool, others, { gpus }, 'ps'),
        ];
        const [found] = [...gangProblems(job(workers, pools(maxNodes)))];
        const [, nodes] = /raise nodes to (\d+)/.exec(found?.fix ?? '') ?? [];
        const [, fewer] = /lower workers to (\d+)/.exec(found?.fix ?? '') ?? [];
        const [, apart, ownNodes] = /give the (\w+) a pool of .* own of (\d+)/.exec(found?.fix ?? '') ?? [];
        if (nodes !== undefined) expect([...gangProblems(job(workers, pools(Number(nodes))))]).toEqual([]);
        if (fewer !== undefined) expect([...gangProblems(job(Number(fewer), pools(maxNodes)))]).toEqual([]);
        if (apart !== undefined) {
          const [pool = gpuPool(), own = pool] = pools(maxNodes);
          expect([...gangProblems(job(workers, [pool, { ...own, maxNodes: Number(ownNodes) }], apart))]).toEqual([]);
        }
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
