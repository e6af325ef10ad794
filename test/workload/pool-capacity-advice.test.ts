import { Size } from 'cdk8s';
import { expect, test } from 'vitest';
import { formatProblem } from '../../lib/core/problems/problem';
import { elasticAdvice, sharedPoolAdvice } from '../../lib/workload/pool-capacity-advice';
import { standingProblems } from '../../lib/workload/pool-capacity-problems';
import { standingAdvice } from '../../lib/workload/pool-order-advice';
import { roomBeside } from '../../lib/workload/pool-plan';
import { allAtOnce, type PoolUse } from '../../lib/workload/pool-use';
import type { PodSet } from '../../lib/pods/pod-set';
import { cpuPool, demand, gpuPool } from './pools';

function use(workload: string, ...demands: readonly PodSet[]): PoolUse {
  return { workload, demands };
}

const fitsBeside = (uses: PoolUse[]) => roomBeside(allAtOnce(uses));
const QUEUE = 'put them in a queue of Kueue by the label kueue.x-k8s.io/queue-name';

test('fails: workloads that fit alone but not together are advice (pool-shared)', () => {
  const job = demand(gpuPool({ maxNodes: 2 }), 2, { gpus: 4 });
  expect([...sharedPoolAdvice([use('dev/a', job), use('dev/b', job)])].map(formatProblem)).toEqual([
    `2 workloads (dev/a, dev/b) need 4 nodes of pool "k80" (n1-standard-16) if they run at once, but it grows to 2: each may get some of its pods, hold their nodes, and wait without end for the rest: raise nodes to 4, give each a pool of its own, ${QUEUE}, or apply them one after the other as DEPLOY.md says and acknowledge this (pool-shared)`,
  ]);
  expect([...sharedPoolAdvice([use('dev/a', job)])]).toEqual([]);
});

test('fails: workloads of one pod only wait for each other (pool-shared)', () => {
  const pool = gpuPool({ maxNodes: 2 });
  const [job, single] = [demand(pool, 2, { gpus: 4 }), demand(pool, 1, { gpus: 4 })];
  expect([...sharedPoolAdvice([use('dev/a', job), use('dev/b', single)])].map(formatProblem)).toEqual([
    '2 workloads (dev/a, dev/b) need 3 nodes of pool "k80" (n1-standard-16) if they run at once, but it grows to 2, so some wait until others have ended: raise nodes to 3, or acknowledge this if they may wait (pool-shared)',
  ]);
});

test('fails: workloads that fit together in some orders only are advice too (pool-shared)', () => {
  const pool = gpuPool({ maxNodes: 2 });
  const uses = [use('a', demand(pool, 2, { gpus: 3 })), use('b', demand(pool, 2, { gpus: 1 }))];
  expect([...sharedPoolAdvice(uses)].map(formatProblem)).toEqual([
    expect.stringMatching(
      /^2 workloads \(a, b\) that run at once may not all find a place on 2 nodes of pool "k80" \(n1-standard-16\), because the scheduler takes them in any order: each may get .*: raise nodes to 3, give each /,
    ),
  ]);
});

test("fails: workloads that fit beside each other where the cluster's own pods lie elsewhere may wait (pool-shared)", () => {
  const dns = { count: 2, cpuMillis: 300, memory: Size.mebibytes(100) };
  const pool = cpuPool({ minNodes: 2, maxNodes: 2, clusterPods: [dns] });
  const one = use('a', demand(pool, 1, { cpus: 4, memory: Size.gibibytes(1) }));
  const [advice] = [...sharedPoolAdvice([one, { ...one, workload: 'b' }])].map(formatProblem);
  expect(advice).toBe(
    '2 workloads (a, b) that run at once may not all find a place on 2 nodes of pool "cpu" (n1-standard-4), because the cluster\'s own pods, such as DNS, may lie there too, so some may wait until others have ended: keep those pods off it by a taint or by nodes that start at zero, or raise nodes to 4, or acknowledge this if they may wait (pool-shared)',
  );
  const three = [one, one, one].map((each, index) => ({ ...each, workload: `${index}` }));
  expect([...sharedPoolAdvice(three)].map(formatProblem)).toEqual([
    expect.stringMatching(/^3 workloads \(0, 1, 2\) need 3 nodes .* grows to 2, so some wait .*: raise nodes to 5, /),
  ]);
});

test('fails: jobs that may block each other and have no time limit are named (pool-shared-limit)', () => {
  const job = demand(gpuPool({ maxNodes: 2 }), 2, { gpus: 4 });
  const uses = (...limits: (boolean | undefined)[]) =>
    limits.map((limited, index) => ({ ...use(`dev/${index}`, job), limited }));
  const limits = (given: PoolUse[]) =>
    [...sharedPoolAdvice(given)].filter(({ code }) => code === 'pool-shared-limit').map(formatProblem);
  expect(limits(uses(false, true))).toEqual([
    'dev/0 has no time limit, so nothing ends it and frees the nodes if workloads block each other on pool "k80" (n1-standard-16): set activeDeadline of a job or timeout of a workflow to more than it takes, such as Duration.hours(24), or use a queue of Kueue (pool-shared-limit)',
  ]);
  expect(limits(uses(false, false))).toEqual([
    'dev/0, dev/1 have no time limit, so nothing ends them and frees the nodes if workloads block each other on pool "k80" (n1-standard-16): set activeDeadline of a job or timeout of a workflow to more than each takes, such as Duration.hours(24), or use a queue of Kueue (pool-shared-limit)',
  ]);
  expect(limits(uses(true, true))).toEqual([]);
  expect(limits(uses(undefined, true))).toEqual([]);
  const [queued, ...others] = uses(false, true);
  expect(limits([...(queued ? [{ ...queued, queued: true }] : []), ...others])).toEqual([]);
});

test('workloads of which a queue starts each are its matter', () => {
  const job = demand(gpuPool({ maxNodes: 2 }), 2, { gpus: 4 });
  const [a, b] = [use('dev/a', job), use('dev/b', job)];
  expect([
    ...sharedPoolAdvice([
      { ...a, queued: true },
      { ...b, queued: true },
    ]),
  ]).toEqual([]);
  expect([...sharedPoolAdvice([{ ...a, queued: true }, b])]).toHaveLength(1);
});

test.each([
  [3, '3 workloads (a, b, c) need 6 nodes'],
  [4, '4 workloads (a, b, c, …) need 8 nodes'],
])('fails: of %i workloads that share a pool three are named (pool-shared)', (count, text) => {
  const job = demand(gpuPool({ maxNodes: 2 }), 2, { gpus: 4 });
  const names = ['a', 'b', 'c', 'd'].slice(0, count);
  expect([...sharedPoolAdvice(names.map((name) => use(name, job)))][0]?.message).toContain(text);
});

test('fails: copies of one workload that do not all fit are advice (pool-shared)', () => {
  const trial = { ...demand(gpuPool({ maxNodes: 2 }), 2, { gpus: 2 }), copies: 3 };
  expect([...sharedPoolAdvice([use('dev/tune', trial)])].map(formatProblem)).toEqual([
    `the copies of dev/tune need 3 nodes of pool "k80" (n1-standard-16) if they run at once, but it grows to 2: each may get some of its pods, hold their nodes, and wait without end for the rest: raise nodes to 3, let fewer copies run at once, ${QUEUE} (pool-shared)`,
  ]);
  expect([...sharedPoolAdvice([use('dev/tune', { ...trial, copies: 2 })])]).toEqual([]);
});

test('of a workload whose pods take turns, the turn that needs the most nodes counts', () => {
  const pool = gpuPool({ maxNodes: 3 });
  const steps = ['prepare', 'train', 'evaluate'].map((turn) => ({ ...demand(pool, 2, { gpus: 4 }), turns: [turn] }));
  const other = demand(pool, 1, { gpus: 4 });
  expect([...sharedPoolAdvice([use('dev/flow', ...steps), use('dev/a', other)])]).toEqual([]);
  expect([...sharedPoolAdvice([use('dev/flow', ...steps), use('dev/a', { ...other, replicas: 2 })])]).toMatchObject([
    { code: 'pool-shared', fix: expect.stringMatching(/^raise nodes to 4,/) },
  ]);
});

test('the turn that needs the most nodes counts wherever it stands', () => {
  const pool = gpuPool({ maxNodes: 3 });
  const other = use('dev/a', demand(pool, 2, { gpus: 4 }));
  const flow = (...replicas: number[]) =>
    use(
      'dev/flow',
      ...replicas.map((count, turn) => ({ ...demand(pool, count, { gpus: 4 }), turns: [`turn ${turn}`] })),
    );
  for (const replicas of [
    [1, 2, 1],
    [2, 1],
    [1, 2],
  ])
    expect([...sharedPoolAdvice([flow(...replicas), other])].map(({ fix }) => fix)[0]).toMatch(/^raise nodes to 4,/);
  expect([...sharedPoolAdvice([flow(1, 1), other])]).toEqual([]);
  const unknown = { ...demand(gpuPool({ maxNodes: undefined }), 1), turns: ['x'] };
  expect([...sharedPoolAdvice([use('dev/flow', unknown), other])]).toEqual([]);
});

test('a workload that does not fit alone is another problem', () => {
  expect([...sharedPoolAdvice([use('dev/a', demand(gpuPool({ maxNodes: 2 }), 3, { gpus: 4 }))])]).toEqual([]);
});

test('fails: a workload has as many copies as the part that has the most (pool-shared)', () => {
  const pool = gpuPool({ maxNodes: 2 });
  const trial = { ...demand(pool, 1, { gpus: 4 }), copies: 3 };
  expect([...sharedPoolAdvice([use('dev/tune', trial, demand(pool, 1, { gpus: 0 }, 'chief'))])]).toMatchObject([
    { code: 'pool-shared', message: expect.stringMatching(/^the copies of dev\/tune need \d nodes/) },
  ]);
});

test('fails: jobs beside servers wait without end, as servers do not end (pool-shared)', () => {
  const pool = gpuPool({ maxNodes: 2 });
  const server = { ...use('dev/server', demand(pool, 1, { gpus: 4 })), stays: true };
  const job = use('dev/job', demand(pool, 2, { gpus: 4 }));
  expect([...sharedPoolAdvice([job, server])].map(formatProblem)).toEqual([
    '2 workloads (dev/job, dev/server) need 3 nodes of pool "k80" (n1-standard-16) if they run at once, but it grows to 2, and the pods of dev/server never end, so others may wait without end: raise nodes to 3, or give the servers a pool of their own (pool-shared)',
  ]);
  expect([
    ...sharedPoolAdvice([server, { ...server, workload: 'dev/other' }, { ...server, workload: 'third' }]),
  ]).toEqual([]);
});

test('fails: servers that do not fit together are a problem (pool-standing)', () => {
  const pool = gpuPool({ maxNodes: 2 });
  const server = (workload: string, replicas: number) => ({
    ...use(workload, demand(pool, replicas, { gpus: 4 })),
    stays: true,
  });
  expect([...standingProblems([server('a', 1), server('b', 2)])].map(formatProblem)).toEqual([
    'a, b together need 3 nodes of pool "k80" (n1-standard-16), but it grows to 2, and none of them ever ends: raise nodes to 3, or give them a pool each (pool-standing)',
  ]);
  expect([...standingProblems([server('a', 1), server('b', 1)])]).toEqual([]);
  expect([...standingProblems([server('a', 3)])]).toEqual([]);
  expect([...standingProblems([server('a', 1), { ...server('b', 2), stays: false }])]).toEqual([]);
  const unknown = { ...use('c', demand(gpuPool({ maxNodes: undefined }), 9)), stays: true };
  expect([...standingProblems([unknown, unknown])]).toEqual([]);
});

test('fails: servers that may not fit together are advice (pool-order)', () => {
  const pool = gpuPool({ maxNodes: 2 });
  const server = (workload: string, gpus: number) => ({ ...use(workload, demand(pool, 2, { gpus })), stays: true });
  const uses = [server('a', 3), use('job', demand(pool, 9)), server('b', 1)];
  expect([...standingProblems(uses)]).toEqual([]);
  expect([...standingAdvice(uses)].map(formatProblem)).toEqual([
    'the pods of a, b may not all find a place on 2 nodes of pool "k80" (n1-standard-16), because the scheduler takes them in any order: lower workers to 1 or raise nodes to 3, or give pods of one size a pool of their own (pool-order)',
  ]);
  expect([...standingAdvice([server('a', 2), server('b', 2)])]).toEqual([]);
  expect([...standingAdvice([server('a', 4), server('b', 4)])]).toEqual([]);
});

test('further pods fit beside the most that workloads may run at once', () => {
  const pool = gpuPool({ maxNodes: 4 });
  const job = demand(pool, 2, { gpus: 4 });
  const room = (...uses: PoolUse[]) =>
    [1, 2, 3].map((replicas) => fitsBeside(uses)(demand(pool, replicas, { gpus: 4 })));
  expect(room(use('a', job))).toEqual([true, true, false]);
  expect(room(use('a', { ...job, copies: 2 }))).toEqual([false, false, false]);
  expect(room(use('a', { ...job, atLeast: 1 }))).toEqual([true, true, false]);
  const turns = [2, 1].map((replicas, turn) => ({ ...job, replicas, turns: [`turn ${turn}`] }));
  expect(room(use('a', ...turns))).toEqual([true, true, false]);
  const hasRoom = fitsBeside([use('a', demand(pool, 2, { gpus: 1 }))]);
  const large = demand(pool, 3, { gpus: 4 });
  expect([hasRoom(large), hasRoom({ ...large, atLeast: 0 })]).toEqual([false, true]);
});

test('whether further pods fit is not known if a pod fits on no node, or if the pool is not known', () => {
  const pool = gpuPool({ maxNodes: 4 });
  const [job, tooLarge] = [demand(pool, 1, { gpus: 4 }), demand(pool, 1, { gpus: 5 })];
  expect([fitsBeside([use('a', job)])(tooLarge), fitsBeside([use('a', tooLarge)])(job)]).toEqual([
    undefined,
    undefined,
  ]);
  const unknown = demand(gpuPool({ maxNodes: undefined }), 1);
  expect(fitsBeside([use('a', unknown)])(unknown)).toBeUndefined();
});

test('fails: an elastic role that never reaches its size is advice (pool-elastic)', () => {
  const pool = gpuPool({ maxNodes: 2 });
  const workers = { ...demand(pool, 8, { gpus: 2 }), atLeast: 1 };
  expect([...elasticAdvice([workers])].map(formatProblem)).toEqual([
    '8 workers need 4 nodes, but pool "k80" (n1-standard-16) grows to 2, so at most 4 ever run: lower workers to 4 or raise nodes to 4 (pool-elastic)',
  ]);
  expect([...elasticAdvice([{ ...workers, replicas: 4 }, demand(pool, 9, { gpus: 4 })])]).toEqual([]);
});

test("fails: an elastic role reaches its size if the cluster's own pods lie elsewhere (pool-elastic)", () => {
  const clusterPods = [{ count: 12, cpuMillis: 100, memory: Size.mebibytes(100) }];
  const advised = (replicas: number, pool = cpuPool({ minNodes: 2, clusterPods })) => {
    const workers = { ...demand(pool, replicas, { cpus: 4, memory: Size.gibibytes(1) }), atLeast: 1 };
    return [...elasticAdvice([workers])].map(formatProblem);
  };
  expect(advised(2)).toEqual([
    '2 workers may not all find a place on 2 nodes of pool "cpu" (n1-standard-4), because the cluster\'s own pods, such as DNS, may lie there too, so fewer may run: keep those pods off it by a taint or by nodes that start at zero, or raise nodes to 14 (pool-elastic)',
  ]);
  expect(advised(3)).toEqual([
    expect.stringMatching(/^3 workers need 3 nodes, .* so at most 2 ever run: raise nodes to /),
  ]);
  // All nodes of the cluster are of this pool.
  expect(advised(2, cpuPool({ minNodes: 2, clusterPods, nodeLabels: {} }))).toEqual([
    expect.stringMatching(/so fewer may run: raise nodes to 14 /),
  ]);
});
