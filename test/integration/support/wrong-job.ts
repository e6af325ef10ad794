import { Size } from 'cdk8s';
import {
  Accelerator,
  ClusterAddons,
  ClusterChart,
  DistributedTrainingJob,
  type GpuDriver,
  NodeCount,
  TensorFlow,
  TrainingEngine,
} from '../../../lib/index';
import { ClusterSpec } from '../../../lib/training/index';
import { terraformOf } from '../../../lib/testing';
import type { KubernetesObject } from './kubectl';
import { NAMESPACE, schedulingPlatform } from './scheduling-platform';

export interface Asks {
  readonly workers: number;
  /** Of each worker. @default - its share of a node, with all of its CPU and memory */
  readonly gpus?: number;
  readonly driver?: GpuDriver;
}

/** A pool of two nodes with one GPU each, and a job that may ask for too much of it. */
export function jobOnTwoGpus({ workers, gpus, driver }: Asks) {
  const { stack, kubernetes, cluster, jobChart, synthesize, manifests, accounts } = schedulingPlatform('gpus');
  const cpu = cluster.addPool('cpu', { machineType: 'n1-standard-4', nodes: NodeCount.fixed(1) });
  const gpu = cluster.addGpuPool('gpu', {
    accelerators: Accelerator.T4.times(1),
    machineType: 'n1-standard-8',
    nodes: NodeCount.between(0, 2),
    driver,
  });
  new ClusterAddons(new ClusterChart(kubernetes, 'addons', { cluster }), 'driver', { pools: [gpu] });
  new DistributedTrainingJob(jobChart(), 'job', {
    image: 'trainer:1',
    pool: gpu,
    workers,
    resources: gpus === undefined ? undefined : { gpus, cpus: 1, memory: Size.gibibytes(1) },
    // Without a chief, which could end the job before a worker is placed.
    strategy: TensorFlow.parameterServer({
      parameterServers: { replicas: 1, pool: cpu },
      clusterSpec: ClusterSpec.flags({ chief: false }),
    }),
    engine: TrainingEngine.tfJob(),
  });
  return {
    synthesize,
    manifests,
    accounts,
    // Terraform first: a stack that was rendered is not rendered again.
    nodes: () => terraformOf(stack),
    daemonSets: () => manifests().filter(({ kind }) => kind === 'DaemonSet') as unknown as KubernetesObject[],
    pods: () => podsOf(manifests()),
    namespace: { apiVersion: 'v1', kind: 'Namespace', metadata: { name: NAMESPACE } },
  };
}

/**
 * The pods that the training operator makes of the TFJob, as pods of their own: kwok ends pods of a job after a while,
 * which would make room for those that do not fit.
 */
export function podsOf(manifests: readonly Record<string, unknown>[]): KubernetesObject[] {
  const job = manifests.find(({ kind }) => kind === 'TFJob') as KubernetesObject | undefined;
  const roles = Object.entries<{ replicas: number; template: KubernetesObject }>(job?.spec.tfReplicaSpecs ?? {});
  return roles.flatMap(([role, { replicas, template }]) =>
    Array.from({ length: replicas }, (_, index) => ({
      ...template,
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { ...template.metadata, name: `${role.toLowerCase()}-${index}`, namespace: NAMESPACE },
    })),
  );
}
