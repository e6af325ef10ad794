import { Testing } from 'cdk8s';
import { Construct } from 'constructs';
import { expect, test } from 'vitest';
import type { INodePool } from '../../../lib/core/contracts/node-pool';
import { ClusterChart } from '../../../lib/kubernetes/cluster-chart';
import { checkPods } from '../../../lib/workload/workload-pods';
import { SharedVolume } from '../../../lib/storage/shared-volume';
import { SharedVolumeSource } from '../../../lib/storage/shared-volume-source';
import { cpuPool, demand, GKE, gpuPool, withPod } from '../../workload/pools';

interface Use {
  readonly pool: INodePool;
  readonly stays?: boolean;
  readonly replicas?: number;
}

/** What is wrong with workloads that mount one volume. */
function problemsOf(storageClass: string, uses: readonly Use[]): string[] {
  const chart = new ClusterChart(Testing.app(), 'training', { cluster: GKE, namespace: 'mnist' });
  const source = SharedVolumeSource.storageClass(storageClass);
  const data = new SharedVolume(chart, 'data', { source, accessMode: 'ReadWriteOnce' });
  const workloads = uses.map(({ pool, stays, replicas = 1 }, index) => {
    const workload = new Construct(chart, `workload-${index}`);
    checkPods(workload, { pods: withPod({ mounts: [data.at('/data')] }, demand(pool, replicas)), stays });
    return workload;
  });
  return workloads.flatMap(({ node }) => node.validate());
}

function problems(storageClass: string, ...pools: readonly INodePool[]): string[] {
  return problemsOf(
    storageClass,
    pools.map((pool) => ({ pool })),
  );
}

const CPU = { pool: cpuPool({ maxNodes: 1 }) };
const GPU = { pool: gpuPool({ maxNodes: 1 }) };
const TOGETHER =
  'volume "data" is ReadWriteOnce, so the pods of one node can mount it, but those of training/workload-0 and training/workload-1 may be on several nodes at once: set accessMode of the volume to \'ReadWriteMany\', with a source for many nodes such as Filestore, or run the pods on one pool of 1 node (volume-access)';
const SEVERAL = { pool: cpuPool(), replicas: 2 };
const SERVERS = [1, 2].map(() => ({ pool: cpuPool(), stays: true }));
const ALONE: unknown = expect.stringMatching(/but 2 × worker may be on 2 nodes of pool "cpu"/);
const SECOND = TOGETHER.replace('workload-1', 'workload-2');

test.each([
  ['a server and a job on two nodes', [{ ...CPU, stays: true }, GPU], [TOGETHER]],
  ['two servers on a pool of several nodes', SERVERS, [TOGETHER]],
  ['jobs, one after the other', [CPU, GPU], []],
  ['a server and a job on one node', [{ ...CPU, stays: true }, CPU], []],
  ['a server and two jobs, the second on another node', [{ ...CPU, stays: true }, CPU, GPU], [SECOND]],
  ['two servers and a job, all on one node', [{ ...CPU, stays: true }, { ...CPU, stays: true }, CPU], []],
  ['a server of several nodes, and a job', [{ ...SEVERAL, stays: true }, GPU], [ALONE]],
  ['two servers on two nodes, and a job of several', [...SERVERS, SEVERAL], [ALONE]],
  ['a server alone', [{ pool: cpuPool(), stays: true }], []],
])('fails: a volume of one node is mounted by %s (volume-access)', (_, uses, found) => {
  expect(problemsOf('standard-rwo', uses)).toEqual(found);
});

test('fails: workloads of other zones mount one disk (volume-zones)', () => {
  const [b, c] = [cpuPool({ zones: ['us-east1-b'] }), gpuPool({ zones: ['us-east1-c', 'us-east1-d'] })];
  expect(problems('premium-rwo', b, c)).toEqual([
    'volume "data" is a disk in one zone, but pods that mount it run on pools "cpu" (us-east1-b) and "k80" (us-east1-c, us-east1-d), which have no zone in common: give the pools one zone in common by their zones, or use a source for many zones, such as Filestore (volume-zones)',
  ]);
});

test('workloads of one zone, of zones that are not known, and other volumes are fine', () => {
  const [b, c] = [cpuPool({ zones: ['us-east1-b'] }), gpuPool({ zones: ['us-east1-c', 'us-east1-b'] })];
  expect(problems('standard-rwo', b, c)).toEqual([]);
  expect(problems('standard-rwo', b, gpuPool({ zones: undefined }))).toEqual([]);
  expect(problems('theirs', b, gpuPool({ zones: ['us-east1-c'] }))).toEqual([]);
});
