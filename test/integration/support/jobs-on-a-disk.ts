import { Size } from 'cdk8s';
import {
  DistributedTrainingJob,
  NodeCount,
  PyTorch,
  SharedVolume,
  SharedVolumeSource,
  TrainingEngine,
  type INodePool,
} from '../../../lib/index';
import { terraformOf } from '../../../lib/testing';
import type { KubernetesObject } from './kubectl';
import { NAMESPACE, schedulingPlatform } from './scheduling-platform';

/** Two jobs that mount one disk, each on a pool of its own zone. */
export function jobsOnADisk(zones: readonly [string, string]) {
  const { stack, cluster, jobChart, synthesize, manifests, accounts } = schedulingPlatform('disk');
  const chart = jobChart();
  const source = SharedVolumeSource.storageClass('standard-rwo');
  const disk = new SharedVolume(chart, 'disk', { source, accessMode: 'ReadWriteOnce', size: Size.gibibytes(10) });
  const add = (name: string, pool: INodePool) => {
    new DistributedTrainingJob(chart, name, {
      image: 'trainer:1',
      command: ['train'],
      pool,
      mounts: [disk.at('/data')],
      strategy: PyTorch.distributedDataParallel(),
      engine: TrainingEngine.job(),
    });
  };
  for (const [index, zone] of zones.entries()) {
    const name = `pool-${index}`;
    add(
      `job-${index}`,
      cluster.addPool(name, { machineType: 'n1-standard-4', nodes: NodeCount.fixed(1), zones: [zone] }),
    );
  }
  const made = (kind: string) => manifests().filter((each) => each['kind'] === kind) as unknown as KubernetesObject[];
  return {
    synthesize,
    // Terraform first: a stack that was rendered is not rendered again.
    nodes: () => terraformOf(stack),
    claims: () => made('PersistentVolumeClaim'),
    accounts,
    /** Pods of their own, as kwok ends those of a job after a while. */
    pods: () =>
      made('Job').map(({ metadata, spec }) => ({
        ...spec.template,
        apiVersion: 'v1',
        kind: 'Pod',
        metadata: { name: metadata.name, namespace: NAMESPACE },
      })),
    namespace: { apiVersion: 'v1', kind: 'Namespace', metadata: { name: NAMESPACE } },
  };
}
