import { describe, expect, test } from 'vitest';
import {
  ClusterChart,
  DistributedTrainingJob,
  LocalCluster,
  Operator,
  SharedVolume,
  SharedVolumeSource,
  Stage,
  TensorFlow,
  TrainingCluster,
  type Deployment,
  type ICluster,
} from '../../lib/index';
import { DEV, LOCAL, output, problemsOf } from './programs';

const SHARED = TrainingCluster.fromAttributes({
  clusterName: 'shared',
  location: 'us-east1',
  operators: [Operator.JOBSET],
});
const TEST = new Stage({ name: 'test' });

function job({ kubernetes }: Deployment, cluster: ICluster, id = 'digits', namespace = 'digits'): void {
  const pool = { cluster, poolName: 'cpu', nodeLabels: {}, taints: [] };
  const chart = new ClusterChart(kubernetes, 'training', { cluster, namespace });
  new DistributedTrainingJob(chart, id, { image: 'digits:1', pool, strategy: TensorFlow.multiWorkerMirrored() });
}

describe('deployments in one cluster', () => {
  test('may use one namespace', () => {
    const platform = output().platform();
    job(platform.stage(LOCAL), SHARED, 'a');
    job(platform.stage(TEST), SHARED, 'b');
    expect(() => platform.synth()).not.toThrow();
  });

  test('fails: a job of one would overwrite that of another (duplicate-name)', () => {
    const platform = output().platform();
    job(platform.stage(LOCAL), SHARED);
    job(platform.stage(TEST), SHARED, 'digits');
    expect(problemsOf(() => platform.synth())).toEqual([
      expect.stringContaining(
        '[test/training/digits/Resource] local/training/digits/Resource and test/training/digits/Resource both are JobSet "digits" of namespace "digits" in cluster "shared"',
      ),
    ]);
  });

  test('do not disturb each other in clusters of their own', () => {
    const platform = output().platform();
    job(platform.stage(LOCAL), SHARED);
    job(platform.stage(TEST), { ...SHARED, clusterName: 'other' });
    expect(() => platform.synth()).not.toThrow();
  });
});

test('fails: volumes of two namespaces whose names come to one (duplicate-name)', () => {
  const platform = output().platform();
  const cluster = LocalCluster.minikube();
  const { kubernetes } = platform.stage(LOCAL);
  for (const [namespace, name] of [
    ['a-b', 'c'],
    ['a', 'b-c'],
  ] as const) {
    const source = SharedVolumeSource.hostPath(`/data/${namespace}`);
    new SharedVolume(new ClusterChart(kubernetes, namespace, { cluster, namespace }), name, { source });
  }
  expect(problemsOf(() => platform.synth())).toEqual([
    expect.stringMatching(
      /both are PersistentVolume "a-b-c" in cluster "minikube", .*: give one of them another id or name \(duplicate-name\)$/,
    ),
  ]);
});

describe('taking a deployment down', () => {
  test('removes the namespaces of a cluster of its own', () => {
    const out = output();
    const platform = out.platform();
    job(platform.stage(LOCAL), LocalCluster.kind({ operators: [Operator.JOBSET] }));
    platform.synth();
    expect(out.contents()['dist/local/DEPLOY.md']).toContain('-R -f dist/local\n');
  });

  test('leaves the namespaces of a cluster that others use', () => {
    const out = output();
    const platform = out.platform();
    job(platform.stage(LOCAL), SHARED);
    platform.synth();
    expect(out.contents()['dist/local/DEPLOY.md']).toContain(`-R -f dist/local -l '!kubernetes.io/metadata.name'`);
    expect(out.contents()['dist/local/00-training.k8s.yaml']).toContain('kubernetes.io/metadata.name: digits');
  });
});

test('a deployment in the cluster of another says what comes first, and how to reach it', () => {
  const out = output();
  const platform = out.platform();
  const cluster = new TrainingCluster(platform.stage(DEV, 'base').stack, 'cluster', {
    location: 'us-east1-c',
    operators: [Operator.JOBSET],
  });
  job(platform.stage(TEST), cluster);
  platform.synth();
  const guide = out.contents()['dist/test/DEPLOY.md'];
  expect(guide).toContain('Before this, deploy `base-dev`.');
  expect(guide).toContain(cluster.getCredentialsCommand);
  expect(guide).toContain(`'!kubernetes.io/metadata.name'`);
});
