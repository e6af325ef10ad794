import { Testing } from 'cdk8s';
import { Construct } from 'constructs';
import { expect, test } from 'vitest';
import type { INodePool } from '../../../lib/core/contracts/node-pool';
import { ClusterChart } from '../../../lib/workloads/cluster-chart';
import { checkPods } from '../../../lib/workloads/pod/workload-pods';
import { SharedVolume } from '../../../lib/workloads/storage/shared-volume';
import { SharedVolumeSource } from '../../../lib/workloads/storage/shared-volume-source';
import { cpuPool, demand, GKE, gpuPool } from '../pools';

/** What is wrong with one workload on each pool, which mount one volume. */
function problems(storageClass: string, ...pools: readonly INodePool[]): string[] {
  const chart = new ClusterChart(Testing.app(), 'training', { cluster: GKE, namespace: 'mnist' });
  const source = SharedVolumeSource.storageClass(storageClass);
  const data = new SharedVolume(chart, 'data', { source, accessMode: 'ReadWriteOnce' });
  const workloads = pools.map((pool, index) => {
    const workload = new Construct(chart, `workload-${index}`);
    checkPods(workload, { pod: { image: 'mnist:1', mounts: [data.at('/data')] }, demands: [demand(pool, 1)] });
    return workload;
  });
  return workloads.flatMap(({ node }) => node.validate());
}

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
