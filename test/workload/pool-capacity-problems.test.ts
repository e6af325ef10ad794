import { Size } from 'cdk8s';
import { assert, integer, property, record, tuple, type Arbitrary } from 'fast-check';
import { expect, test } from 'vitest';
import { formatProblem } from '../../lib/core/problems/problem';
import { gangProblems } from '../../lib/workload/pool-capacity-problems';
import { orderAdvice } from '../../lib/workload/pool-order-advice';
import type { INodePool } from '../../lib/core/contracts/node-pool';
import type { PodSet } from '../../lib/pods/pod-set';
import { cpuPool, demand, gpuPool } from './pools';

const texts = (...demands: PodSet[]) => [...gangProblems(demands)].map(formatProblem);
const advised = (...demands: PodSet[]) => [...orderAdvice(demands)].map(formatProblem);

test('fails: a job that asks for more GPUs than its pool grows to is told both ways out', () => {
  expect(texts(demand(gpuPool(), 16, { gpus: 4 }))).toEqual([
    '16 workers ask for 64 accelerators but pool "k80" grows to 32 (8 nodes × 4): lower workers to 8 or raise nodes to 16 (gpu-capacity)',
  ]);
});

test('a job that fills its pool is fine', () => {
  expect(texts(demand(gpuPool(), 8, { gpus: 4 }))).toEqual([]);
});

test('fails: replicas of several machines count whole, with all of their machines (gpu-capacity)', () => {
  const groups = (replicas: number, machines: number) => ({
    ...demand(gpuPool(), replicas, { gpus: 4 }, 'replica'),
    machines,
  });
  expect(texts(groups(2, 4))).toEqual([]);
  expect(texts(groups(4, 3))).toEqual([
    '4 replicas of 3 machines ask for 48 accelerators but pool "k80" grows to 32 (8 nodes × 4): lower replicas to 2 or raise nodes to 12 (gpu-capacity)',
  ]);
  expect(texts(groups(1, 9))).toEqual([
    '1 replica of 9 machines asks for 36 accelerators but pool "k80" grows to 32 (8 nodes × 4): raise nodes to 9 (gpu-capacity)',
  ]);
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

test('fails: pods that fit only if the scheduler takes them in the right order are advice (pool-order)', () => {
  const job = (maxNodes: number) => [
    demand(mediumPool(maxNodes), 2, { cpus: 2.7, memory: ONE }, 'ps'),
    demand(mediumPool(maxNodes), 2, { cpus: 4.5, memory: ONE }),
  ];
  expect(texts(...job(2))).toEqual([]);
  expect(advised(...job(2))).toEqual([
    '2 ps and 2 workers may not all find a place on 2 nodes of pool "cpu" (e2-standard-8), because the scheduler takes them in any order: lower ps to 1 or raise nodes to 3, or give pods of one size a pool of their own (pool-order)',
  ]);
  expect([...texts(...job(3)), ...advised(...job(3))]).toEqual([]);
  expect(texts(...job(1))).toEqual([expect.stringMatching(/^2 ps and 2 workers need 2 nodes.*: raise nodes to 3,/)]);
  expect(advised(...job(1))).toEqual([]);
});

test('fails: small pods that may each lie on a node that a large one needs are advice (pool-order)', () => {
  const job = (pool: INodePool, ps: INodePool) => [
    demand(pool, 1, { cpus: 1, memory: ONE }, 'chief'),
    demand(pool, 4, { cpus: 7.4, memory: ONE }),
    demand(ps, 4, { cpus: 0.5, memory: ONE }, 'ps'),
  ];
  const [few, enough] = [mediumPool(5), mediumPool(9)];
  expect(advised(...job(few, few))).toEqual([
    expect.stringMatching(/^1 chief and 4 workers and 4 ps may.*raise nodes to 9,/),
  ]);
  expect(advised(...job(enough, enough))).toEqual([]);
  expect(advised(...job(few, { ...few, poolName: 'ps' }))).toEqual([]);
});

test('roles of unlike sizes are accepted where they fit in any order', () => {
  const pool = mediumPool(2);
  expect(texts(demand(pool, 1, { cpus: 7, memory: ONE }), demand(pool, 3, { cpus: 0.1, memory: ONE }, 'ps'))).toEqual(
    [],
  );
});

test("fails: the cluster's own pods may take nodes on which others could lie (pool-order)", () => {
  const dns = { count: 2, cpuMillis: 300, memory: Size.mebibytes(100) };
  const pool = (nodes: number) => ({ ...mediumPool(nodes), minNodes: nodes, clusterPods: [dns] });
  const whole = { cpus: 7.4, memory: ONE };
  expect(advised(demand(pool(3), 2, whole))).toEqual([
    '2 workers may not all find a place on 3 nodes of pool "cpu" (e2-standard-8), because the cluster\'s own pods, such as DNS, may lie there too: keep those pods off it by a taint or by nodes that start at zero, or lower workers to 1 or raise nodes to 4 (pool-order)',
  ]);
  // They may lie on another pool.
  expect(texts(demand(pool(2), 2, whole))).toEqual([]);
  expect(advised(demand(pool(4), 2, whole))).toEqual([]);
  expect(advised(demand(pool(2), 2, { cpus: 6.8, memory: ONE }))).toEqual([]);
  expect(texts(demand(pool(3), 5, whole))).toEqual([
    expect.stringMatching(/^5 workers need 5 nodes.*raise nodes to 7,/),
  ]);
});

test("the cluster's own pods are on the nodes that an autoscaled pool has from the start, and on no more than they need", () => {
  const own = { count: 12, cpuMillis: 100, memory: Size.mebibytes(100) };
  const pool = (minNodes: number, maxNodes: number, clusterPods = [own]) => ({
    ...mediumPool(maxNodes),
    ...{ minNodes, clusterPods },
  });
  const whole = { cpus: 7.4, memory: ONE };
  expect(advised(demand(pool(1, 2), 2, whole))).toEqual([
    expect.stringMatching(/or lower workers to 1 or raise nodes to 3 /),
  ]);
  expect(advised(demand(pool(1, 3), 2, whole))).toEqual([]);
  expect(advised(demand(pool(2, 3), 2, whole))).toEqual([expect.stringMatching(/raise nodes to 4 /)]);
  const large = { ...own, cpuMillis: 1800 };
  expect(advised(demand(pool(1, 4, [large]), 2, whole))).toEqual([expect.stringMatching(/raise nodes to 5 /)]);
});

test('fails: one pod is told as one (gpu-capacity, pool-capacity)', () => {
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
});

test('pods that fit on no node are another problem', () => {
  const large = demand(cpuPool(), 3, { cpus: 5, memory: ONE });
  expect(texts(large)).toEqual([]);
  expect(texts(large, demand(cpuPool(), 9, { cpus: 4, memory: ONE }, 'ps'))).toEqual([]);
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

/** Two roles on nodes of 4 GPUs, 16 CPUs and 64 GiB. */
const JOBS = record({
  maxNodes: integer({ min: 1, max: 4 }),
  gpus: tuple(integer({ min: 0, max: 4 }), integer({ min: 0, max: 4 })),
  cpus: tuple(integer({ min: 1, max: 16 }), integer({ min: 1, max: 16 })),
  counts: tuple(integer({ min: 1, max: 5 }), integer({ min: 0, max: 5 })),
});
type Job = typeof JOBS extends Arbitrary<infer Values> ? Values : never;

function jobOf({ maxNodes, gpus, cpus, counts }: Job): PodSet[] {
  const pool = gpuPool({ maxNodes });
  const role = (index: 0 | 1, name: string) =>
    demand(pool, counts[index], { gpus: gpus[index], cpus: cpus[index], memory: ONE }, name);
  return [role(0, 'worker'), role(1, 'ps')];
}

test('the fix that a problem or an advice names leaves neither', () => {
  const all = (job: Job) => [...gangProblems(jobOf(job)), ...orderAdvice(jobOf(job))];
  assert(
    property(JOBS, (job) => {
      const [found] = all(job);
      const [, nodes] = /raise nodes to (\d+)/.exec(found?.fix ?? '') ?? [];
      const [, role, fewer] = /lower (workers|ps) to (\d+)/.exec(found?.fix ?? '') ?? [];
      if (found) expect(all({ ...job, maxNodes: Number(nodes) })).toEqual([]);
      if (role !== undefined)
        expect(all({ ...job, counts: job.counts.with(role === 'ps' ? 1 : 0, Number(fewer)) as Job['counts'] })).toEqual(
          [],
        );
    }),
  );
});

/** Whether all pods find a place role by role, each on the first node, the fullest or the emptiest that has room. */
function isPlaced(demands: readonly PodSet[], maxNodes: number, way: 'first' | 'fullest' | 'emptiest'): boolean {
  const free = Array.from({ length: maxNodes }, () => ({ gpus: 4, cpuMillis: 16_000 }));
  const pods = demands.flatMap(({ replicas, resources }) => Array.from({ length: replicas }, () => resources));
  return pods.every(({ gpus, cpuMillis }) => {
    const room = free.filter((node) => node.gpus >= gpus && node.cpuMillis >= cpuMillis);
    if (way !== 'first') room.sort((a, b) => (a.cpuMillis - b.cpuMillis) * (way === 'fullest' ? 1 : -1));
    const [node] = room;
    if (!node) return false;
    node.gpus -= gpus;
    node.cpuMillis -= cpuMillis;
    return true;
  });
}

test('a job that the scheduler places role by role is no problem, and one without advice is placed in any order (property)', () => {
  const seen = { placed: 0, advised: 0, refused: 0 };
  assert(
    property(JOBS, (job) => {
      const demands = jobOf(job);
      const placed = [demands, demands.toReversed()].flatMap((order) =>
        (['first', 'fullest', 'emptiest'] as const).map((way) => isPlaced(order, job.maxNodes, way)),
      );
      const [problems, advice] = [[...gangProblems(demands)], [...orderAdvice(demands)]];
      expect(problems.length + advice.length).toBeLessThan(2);
      if (problems.length > 0) expect(placed).not.toContain(true);
      else if (advice.length === 0) expect(placed).not.toContain(false);
      seen[problems.length > 0 ? 'refused' : advice.length > 0 ? 'advised' : 'placed'] += 1;
    }),
    { numRuns: 500 },
  );
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(5);
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
  const steps = ['a', 'b'].map((turn) => ({ ...demand(pool, 2, { gpus: 4 }), turns: [turn] }));
  const always = demand(pool, 1, { gpus: 4 }, 'server');
  expect([...gangProblems([...steps, always])]).toEqual([]);
  expect([...gangProblems([...steps, { ...always, replicas: 2 }])]).toMatchObject([
    { code: 'gpu-capacity' },
    { code: 'gpu-capacity' },
  ]);
});
