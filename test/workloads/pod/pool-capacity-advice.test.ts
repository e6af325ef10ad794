import { expect, test } from 'vitest';
import { formatProblem } from '../../../lib/core/problems/problem';
import { sharedPoolAdvice } from '../../../lib/workloads/pod/pool-capacity-advice';
import type { PodDemand } from '../../../lib/workloads/pod/pool-demand';
import { demand, gpuPool } from '../pools';

test('fails: workloads that fit alone but not together are advice', () => {
  const job = demand(gpuPool({ maxNodes: 2 }), 2, { gpus: 4 });
  expect([...sharedPoolAdvice(['dev/a', 'dev/b'], [job, job])].map(formatProblem)).toEqual([
    '2 workloads (dev/a, dev/b) need 4 nodes of pool "k80" (n1-standard-16) if they run at once, but it grows to 2, so some wait for others: raise nodes to 4, or acknowledge this if waiting is meant (pool-shared)',
  ]);
  expect([...sharedPoolAdvice(['dev/a'], [job])]).toEqual([]);
});

test.each([
  [3, '3 workloads (a, b, c) need 6 nodes'],
  [4, '4 workloads (a, b, c, …) need 8 nodes'],
])('fails: of %i workloads that share a pool three are named (pool-shared)', (count, text) => {
  const job = demand(gpuPool({ maxNodes: 2 }), 2, { gpus: 4 });
  const names = ['a', 'b', 'c', 'd'].slice(0, count);
  expect([...sharedPoolAdvice(names, Array<PodDemand>(count).fill(job))][0]?.message).toContain(text);
});
