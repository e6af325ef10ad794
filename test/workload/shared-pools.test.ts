import { Construct, RootConstruct } from 'constructs';
import { describe, expect, test } from 'vitest';
import { guideSteps } from '../../lib/core/contracts/guide';
import { poolKey, type INodePool } from '../../lib/core/contracts/node-pool';
import { openAdvice, problemsBelow } from '../../lib/core/problems/check';
import { ProvisioningModel } from '../../lib/core/hardware/provisioning-model';
import { GpuDriver } from '../../lib/core/hardware/gpu-driver';
import { formatProblem } from '../../lib/core/problems/problem';
import { hasNoRoom, hasRoom, joinPools, usePools } from '../../lib/workload/shared-pools';
import type { WorkloadPods } from '../../lib/workload/workload';
import { cpuPool, demand, gpuPool } from './pools';
import { driverInstallersOf } from '../../lib/kubernetes/cluster-addons';

const POOL = gpuPool({ maxNodes: 2 });
const WHOLE = { gpus: 4 };

interface Usage extends Partial<WorkloadPods> {
  readonly isQueued?: () => boolean;
}

function job(tree: Construct, id: string, usage: Usage = {}, pool: INodePool = POOL): Construct {
  const workload = new Construct(tree, id);
  const { isQueued = () => false, ...pods } = usage;
  usePools(workload, { pods: [demand(pool, 2, WHOLE)], ...pods }, isQueued);
  return workload;
}

const advised = (tree: Construct) =>
  openAdvice(tree).map(({ construct, advice }) => `${construct.node.id} ${advice.code}`);
const refused = (tree: Construct) => problemsBelow(tree).map(({ path, code }) => `${path} ${code ?? ''}`);

describe('jobs of one pool', () => {
  test('are told once that they do not all fit at once, and how to run them one by one', () => {
    const tree = new RootConstruct();
    for (const id of ['a', 'b']) job(tree, id);
    expect(advised(tree)).toEqual(['a pool-shared']);
    expect(guideSteps(tree).map(({ step }) => step)).toEqual([
      {
        phase: 'standing',
        text: 'The jobs on pool `k80` do not all fit on it at once, and may block each other. Run the commands of the next part for one of their files at a time: write its name in place of `*.yaml`, and wait until the job is done before the next.',
      },
    ]);
  });

  test('that fit, that a queue starts, or that cannot block each other need no such steps', () => {
    const [fitting, queued, single, copies] = Array.from({ length: 4 }, () => new RootConstruct());
    for (const id of ['a', 'b']) {
      if (fitting) job(fitting, id, {}, gpuPool({ maxNodes: 4 }));
      if (queued) job(queued, id, { isQueued: () => true });
      if (single) job(single, id, { pods: [demand(gpuPool({ maxNodes: 1 }), 1, WHOLE)] });
    }
    if (copies) job(copies, 'a', { pods: [{ ...demand(POOL, 2, WHOLE), copies: 2 }] });
    for (const tree of [fitting, queued, single, copies]) expect(tree && guideSteps(tree)).toEqual([]);
    expect(fitting && advised(fitting)).toEqual([]);
    expect(queued && advised(queued)).toEqual([]);
    expect(single && advised(single)).toEqual(['a pool-shared']);
    expect(copies && advised(copies)).toEqual(['a pool-shared']);
  });

  test('are queued by a pool of queued machines, if all their pods are there', () => {
    const tree = new RootConstruct();
    for (const id of ['a', 'b'])
      job(tree, id, {}, gpuPool({ maxNodes: 2, provisioningModel: ProvisioningModel.queued() }));
    expect(advised(tree)).toEqual([]);
    const mixed = new RootConstruct();
    const pods = [
      demand(POOL, 1, WHOLE),
      demand(gpuPool({ maxNodes: 2, provisioningModel: ProvisioningModel.queued() }), 1, WHOLE),
    ];
    for (const id of ['a', 'b']) job(mixed, id, { pods });
    expect(advised(mixed)).toEqual(['a pool-shared']);
  });

  test('count the pods of their own pool alone', () => {
    const tree = new RootConstruct();
    const small = cpuPool({ maxNodes: 3 });
    job(tree, 'a', { pods: [demand(gpuPool({ maxNodes: 2 }), 2, WHOLE), demand(small, 1, { cpus: 4 }, 'ps')] });
    job(tree, 'b', { pods: [demand(small, 2, { cpus: 4 }, 'ps')] });
    expect(advised(tree)).toEqual([]);
  });

  test('of several trees are counted together, and told in the first', () => {
    const trees = [new RootConstruct(), new RootConstruct()];
    trees.forEach((tree, index) => job(tree, index === 0 ? 'a' : 'b'));
    expect(trees.map(advised)).toEqual([[], []]);
    joinPools(trees);
    expect(trees.map(advised)).toEqual([['a pool-shared'], []]);
    const [first] = trees;
    expect(first && openAdvice(first)[0]?.advice.message).toContain('2 workloads (a, b) need 4 nodes');
    joinPools([new RootConstruct()]);
  });
});

test('fails: servers that do not fit together are a problem of the first, in the first tree (pool-standing)', () => {
  const trees = [new RootConstruct(), new RootConstruct()];
  for (const tree of trees) job(tree, 'a', { stays: true });
  expect(trees.map(refused)).toEqual([[], []]);
  joinPools(trees);
  expect(trees.map(refused)).toEqual([['a pool-standing'], []]);
  expect(trees.map(advised)).toEqual([[], []]);
});

describe('further pods', () => {
  test('have room beside all that use their pool, in this tree and in others', () => {
    const [tree, other] = [new RootConstruct(), new RootConstruct()];
    const pool = gpuPool({ maxNodes: 4 });
    const more = (count: number) => hasRoom(tree, demand(pool, count, WHOLE));
    expect([more(4), more(5)]).toEqual([true, false]);
    job(tree, 'a', {}, pool);
    expect([more(2), more(3)]).toEqual([true, false]);
    job(other, 'b', {}, pool);
    joinPools([tree, other]);
    expect([more(1), more(0)]).toEqual([false, true]);
    expect(hasRoom(other, demand(gpuPool({ maxNodes: undefined, poolName: 'other' }), 1, WHOLE))).toBeUndefined();
  });

  test('have none if they find no place beside the servers, whatever the jobs', () => {
    const tree = new RootConstruct();
    const pool = gpuPool({ maxNodes: 2 });
    const lacks = (count: number) => hasNoRoom(tree, demand(pool, count, WHOLE));
    expect([lacks(2), lacks(3)]).toEqual([false, true]);
    job(tree, 'job', {}, pool);
    job(tree, 'server', { stays: true, pods: [demand(pool, 1, { gpus: 3 })] });
    expect([lacks(1), lacks(2)]).toEqual([false, true]);
    expect(hasNoRoom(tree, demand(gpuPool({ maxNodes: undefined, poolName: 'other' }), 9))).toBe(false);
  });

  test('are told apart by their size', () => {
    const tree = new RootConstruct();
    const pool = gpuPool({ maxNodes: 1 });
    job(tree, 'a', { pods: [demand(pool, 2, { gpus: 1 })] });
    const room = (gpus: number) => hasRoom(tree, demand(pool, 2, { gpus }));
    expect([room(4), room(1), room(4)]).toEqual([false, true, false]);
  });
});

describe('fails: GPUs whose driver a DaemonSet installs (driver-installer-missing)', () => {
  const pool = gpuPool({ driver: GpuDriver.DAEMON_SET });

  test('need one for their own pool', () => {
    const tree = new RootConstruct();
    const workload = job(tree, 'a', {}, pool);
    const said = () => openAdvice(tree).map(({ advice }) => formatProblem(advice));
    expect(said()).toEqual([
      expect.stringMatching(/^pool "k80" .* leaves its driver to a DaemonSet, but nothing here emits one/),
    ]);
    driverInstallersOf('another').add(workload, pool);
    expect(said()).toHaveLength(1);
    driverInstallersOf(poolKey(pool)).add(workload, pool);
    expect(said()).toEqual([]);
  });

  test('are not asked for by pods without GPUs', () => {
    const tree = new RootConstruct();
    job(tree, 'a', { pods: [demand(pool, 1, { gpus: 0 })] });
    expect(advised(tree)).toEqual([]);
  });
});
