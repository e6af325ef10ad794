import { Chart, Testing } from 'cdk8s';
import { describe, expect, test } from 'vitest';
import { Operator } from '../../../lib/core/contracts/operator';
import { DistributedTrainingJob } from '../../../lib/workloads/training/distributed-training-job';
import { GKE } from '../pools';
import { TensorFlow } from '../../../lib/workloads/training/strategies/tensorflow/tensorflow';
import type { StrategyOptions } from '../../../lib/workloads/training/training-strategy';
import { ENGINES, GPU, STRATEGIES } from './jobs';
import { job } from './distributed-training-jobs';

describe('the engine', () => {
  test.each([
    ['TFJob', [Operator.JOBSET, Operator.TRAINING]],
    ['JobSet', [Operator.JOBSET]],
  ])('is %s where that is declared', (kind, operators) => {
    const construct = job({}, { ...GKE, operators });
    expect(construct.resource.kind).toBe(kind);
    expect(construct.node.validate()).toEqual([]);
  });

  test('is the one that the user names', () => {
    expect(job({ engine: ENGINES.JobSet }).resource.kind).toBe('JobSet');
  });

  test('is not checked where nothing is known of the cluster', () => {
    const cluster = { clusterName: 'theirs' };
    const chart = new Chart(Testing.app(), 'plain');
    const construct = new DistributedTrainingJob(chart, 'mnist', {
      image: 'mnist:1',
      pool: { ...GPU, cluster },
      strategy: STRATEGIES['multi-worker mirrored'],
      engine: ENGINES.JobSet,
    });
    expect(construct.node.validate()).toEqual([]);
  });

  test('fails: a cluster without its operator is refused with operator-missing', () => {
    expect(job({ engine: ENGINES.TFJob }, { ...GKE, operators: [Operator.JOBSET] }).node.validate()).toEqual([
      'a TFJob needs operator "training-operator", but cluster "main" declares "jobset": add Operator.TRAINING to operators of the cluster, or leave engine out, which takes a JobSet here (operator-missing)',
    ]);
  });

  test('fails: a cluster that declares none is refused with no-engine', () => {
    const strategy = TensorFlow.parameterServer({ parameterServers: { replicas: 2 } });
    expect(job({ strategy }, { ...GKE, operators: [] }).node.validate()).toEqual([
      'no engine can run the job: cluster "main" declares no operators, and it takes operator "training-operator" or "jobset": add Operator.TRAINING or Operator.JOBSET to operators of the cluster (no-engine)',
    ]);
  });
});

describe('of another framework', () => {
  const strategy = { ...STRATEGIES['multi-worker mirrored'], name: 'Acme ring', framework: 'Acme' };

  const ring = {
    ...strategy,
    roles: (options: StrategyOptions) => STRATEGIES['multi-worker mirrored'].roles(options),
    rendezvous: () => ({ env: [{ name: 'RING', value: 'here' }], args: [] }),
  };

  test('an engine that runs any is chosen, also where that of TensorFlow comes first', () => {
    const construct = job({ strategy: ring });
    expect(construct.engine.name).toBe('JobSet');
    expect(construct.node.validate()).toEqual([]);
  });

  test('fails: one that is made for TensorFlow is refused with engine-framework', () => {
    expect(job({ strategy: ring, engine: ENGINES.TFJob }).node.validate()).toEqual([
      "the job's strategy is Acme ring, but a TFJob is made for TensorFlow, not for Acme: use TrainingEngine.jobSet() or TrainingEngine.job() (engine-framework)",
    ]);
  });
});
