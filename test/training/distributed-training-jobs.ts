import { Duration, Testing } from 'cdk8s';
import type { Construct } from 'constructs';
import { openAdvice } from '../../lib/core/problems/check';
import type { ICluster } from '../../lib/core/contracts/cluster';
import { Operator } from '../../lib/operators/operator';
import { ClusterChart } from '../../lib/kubernetes/cluster-chart';
import { DistributedTrainingJob, type DistributedTrainingJobProps } from '../../lib/training/distributed-training-job';
import { GKE } from '../workload/pools';
import { GPU, STRATEGIES } from './jobs';

export const BOTH: ICluster = { ...GKE, operators: [Operator.TRAINING, Operator.JOBSET] };

export function job(props: Partial<DistributedTrainingJobProps> = {}, cluster = BOTH): DistributedTrainingJob {
  const chart = new ClusterChart(Testing.app(), 'training', { cluster, namespace: 'mnist' });
  return new DistributedTrainingJob(chart, 'mnist', {
    image: 'mnist:1',
    pool: { ...GPU, cluster },
    workers: 2,
    activeDeadline: Duration.hours(1),
    strategy: STRATEGIES['multi-worker mirrored'],
    ...props,
  });
}

export const codesOfAdvice = (construct: Construct) => openAdvice(construct).map(({ advice }) => advice.code);
