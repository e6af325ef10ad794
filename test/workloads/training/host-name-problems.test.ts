import { Testing } from 'cdk8s';
import { expect, test } from 'vitest';
import { ClusterChart } from '../../../lib/workloads/cluster-chart';
import { DistributedTrainingJob } from '../../../lib/workloads/training/distributed-training-job';
import { BOTH } from './distributed-training-jobs';
import { TrainingEngine } from '../../../lib/workloads/training/training-engines';
import { GPU, STRATEGIES, TORCH } from './jobs';

type EngineName = keyof typeof TrainingEngine;

/** What is wrong with the second of two jobs of one name. */
function second(engines: readonly [EngineName, EngineName], namespaces = ['x', 'x']): string[] {
  const app = Testing.app();
  const jobs = engines.map((engine, index) => {
    const chart = new ClusterChart(app, `c${index}`, { cluster: BOTH, namespace: namespaces[index] });
    return new DistributedTrainingJob(chart, 'job', {
      image: 'a:1',
      command: ['train'],
      pool: { ...GPU, cluster: BOTH },
      jobName: 'mnist',
      strategy: engine === 'tfJob' ? STRATEGIES['multi-worker mirrored'] : TORCH.torchrun,
      engine: TrainingEngine[engine](),
    });
  });
  return jobs.at(-1)?.node.validate() ?? [];
}

test('fails: jobs of different kinds whose pods would have one name (duplicate-name)', () => {
  expect(second(['tfJob', 'pyTorchJob'])).toEqual([
    'c0/job, a TFJob, has a host "mnist-worker-0" in the same namespace, as this PyTorchJob has: give one of the two another jobName (duplicate-name)',
  ]);
});

test('fails: jobs of different kinds whose Services would have one name (duplicate-name)', () => {
  expect(second(['jobSet', 'job'])).toEqual([expect.stringContaining('has a host "mnist" in the same namespace')]);
});

test('jobs of one name stand beside each other where their pods have other names, or another namespace', () => {
  expect(second(['tfJob', 'jobSet'])).toEqual([]);
  expect(second(['tfJob', 'pyTorchJob'], ['x', 'y'])).toEqual([]);
});
