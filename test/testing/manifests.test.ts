import { App, Chart } from 'cdk8s';
import { Size } from 'cdk8s';
import { describe, expect, test } from 'vitest';
import {
  ClusterChart,
  DistributedTrainingJob,
  LocalCluster,
  Operator,
  Platform,
  Stage,
  SynthesisError,
  TensorFlow,
} from '../../lib/index';
import { manifestsOf } from '../../lib/testing/index';

/** A job that asks for more memory than its node has. */
function tooLarge(root: App): Chart {
  const cluster = LocalCluster.minikube({ operators: [Operator.TRAINING] });
  const chart = new ClusterChart(root, 'training', { cluster, namespace: 'train' });
  new DistributedTrainingJob(chart, 'mnist', {
    image: 'mnist:1',
    pool: cluster.pool,
    resources: { memory: Size.gibibytes(900) },
    strategy: TensorFlow.multiWorkerMirrored(),
  });
  return chart;
}

describe('manifestsOf', () => {
  test('renders every object below a construct, in the order of the program', () => {
    const chart = tooLarge(new App());
    const ofJob = { name: 'mnist', namespace: 'train', labels: { 'app.kubernetes.io/name': 'mnist' } };
    expect(manifestsOf(chart).map(({ kind, metadata }) => [kind, metadata])).toEqual([
      [
        'Namespace',
        {
          name: 'train',
          labels: {
            'pod-security.kubernetes.io/enforce': 'restricted',
            'pod-security.kubernetes.io/warn': 'restricted',
          },
        },
      ],
      ['ServiceAccount', { name: 'default', namespace: 'train' }],
      ['ServiceAccount', ofJob],
      ['NetworkPolicy', ofJob],
      ['TFJob', ofJob],
    ]);
    expect(manifestsOf(chart.node.findChild('mnist')).map(({ kind }) => kind)).toEqual([
      'ServiceAccount',
      'NetworkPolicy',
      'TFJob',
    ]);
  });

  test('renders what synthesis refuses', () => {
    const job = manifestsOf(tooLarge(new App())).find(({ kind }) => kind === 'TFJob');
    expect(job).toMatchObject({
      spec: {
        tfReplicaSpecs: {
          Worker: { template: { spec: { containers: [{ resources: { requests: { memory: '900Gi' } } }] } } },
        },
      },
    });
  });

  test('fails: the same program is refused where it is synthesized', () => {
    const platform = new Platform();
    tooLarge(platform.stage(new Stage({ name: 'local' })).kubernetes);
    expect(() => platform.synth()).toThrow(SynthesisError);
  });

  test('renders plain charts as well, and nothing where there is nothing', () => {
    expect(manifestsOf(new Chart(new App(), 'empty'))).toEqual([]);
  });
});
