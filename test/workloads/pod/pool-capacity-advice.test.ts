import { expect, test } from 'vitest';
import { formatProblem } from '../../../lib/core/problems/problem';
import { elasticAdvice, sharedPoolAdvice, type PoolUse } from '../../../lib/workloads/pod/pool-capacity-advice';
import type { PodDemand } from '../../../lib/workloads/pod/pool-demand';
import { demand, gpuPool } from '../pools';

function use(workload: string, ...demands: readonly PodDemand[]): PoolUse {
  return { workload, demands };
}

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
  expect([...sharedPoolAdvice(uses)]).toMatchObject([
    { code: 'pool-shared', message: expect.stringMatching(/need 3 nodes/) },
  ]);
});

test('fails: jobs that may block each other and have no time limit are named (pool-shared-limit)', () => {
  const job = demand(gpuPool({ maxNodes: 2 }), 2, { gpus: 4 });
  const uses = (...limits: (boolean | undefined)[]) =>
    limits.map((limited, index) => ({ ...use(`dev/${index}`, job), limited }));
  const limits = (given: PoolUse[]) =>
    [...sharedPoolAdvice(given)].filter(({ code }) => code === 'pool-shared-limit').map(formatProblem);
  expect(limits(uses(false, true))).toEqual([
    'dev/0 has no timeLimit, so nothing ends it and frees the nodes if workloads block each other on pool "k80" (n1-standard-16): set timeLimit to more than the job takes, such as Duration.hours(24), or use a queue of Kueue (pool-shared-limit)',
  ]);
  expect(limits(uses(false, false))).toEqual([
    'dev/0, dev/1 have no timeLimit, so nothing ends them and frees the nodes if workloads block each other on pool "k80" (n1-standard-16): set timeLimit to more than each job takes, such as Duration.hours(24), or use a queue of Kueue (pool-shared-limit)',
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
  const steps = ['prepare', 'train', 'evaluate'].map((turn) => ({ ...demand(pool, 2, { gpus: 4 }), turn }));
  const other = demand(pool, 1, { gpus: 4 });
  expect([...sharedPoolAdvice([use('dev/flow', ...steps), use('dev/a', other)])]).toEqual([]);
  expect([...sharedPoolAdvice([use('dev/flow', ...steps), use('dev/a', { ...other, replicas: 2 })])]).toMatchObject([
    { code: 'pool-shared', fix: expect.stringMatching(/^raise nodes to 4,/) },
  ]);
});

test('fails: an elastic role that never reaches its size is advice (pool-elastic)', () => {
  const pool = gpuPool({ maxNodes: 2 });
  const workers = { ...demand(pool, 8, { gpus: 2 }), atLeast: 1 };
  expect([...elasticAdvice([workers])].map(formatProblem)).toEqual([
    '8 workers need 4 nodes, but pool "k80" (n1-standard-16) grows to 2, so at most 4 ever run: raise nodes to 4, or lower workers to 4 (pool-elastic)',
  ]);
  expect([...elasticAdvice([{ ...workers, replicas: 4 }, demand(pool, 9, { gpus: 4 })])]).toEqual([]);
});
