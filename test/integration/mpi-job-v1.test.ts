import { expect, onTestFinished, test } from 'vitest';
import { ClusterChart, DistributedTrainingJob, LocalCluster, MPI, Operator, Platform, Stage } from '../../lib/index';
import { manifestsOf } from '../../lib/testing';
import { plainNode } from './support/gke-nodes';
import { FAKE_NODES, judgedBy } from './support/judges';
import { applied, finished, isTrainingJob, list, pods, remove, type KubernetesObject } from './support/kubectl';
import { temporaryFolder } from './support/program';
import { within } from './support/run';

// The MPIJob of the training operator. kwok's pods run no programs.

const NAMESPACE = 'trainyard-mpi-v1';

judgedBy([FAKE_NODES]);

test('an MPIJob of version 1 runs to its end by the training operator, whose pods the namespace takes', async () => {
  const node = plainNode('trainyard-mpi-v1', '4', '8Gi');
  const objects = manifestsOfJob();
  onTestFinished(() => remove([...objects, node]));
  await applied([node]);
  const job = objects.find(isTrainingJob);
  expect(job).toMatchObject({ apiVersion: 'kubeflow.org/v1', kind: 'MPIJob' });
  await applied(objects.filter((object) => object !== job));
  await applied([job]);

  const started = await within(120, 'its pods', async () => {
    const all = await pods(NAMESPACE);
    return all.length === 3 && all;
  });
  const launcher = started.find(({ metadata }) => metadata.name === 'mpi-launcher');
  // What the operator adds has no settings of security, which a restricted namespace refuses.
  expect(launcher?.spec.initContainers).toMatchObject([{ name: 'kubectl-delivery' }]);
  const [role] = await list('roles', { namespace: NAMESPACE });
  expect(role?.metadata.name).toBe('mpi-launcher');
  await within(120, 'its end', async () => job !== undefined && (await finished(job)));
  await within(60, 'the end of the workers', async () => {
    const left = await pods(NAMESPACE);
    return left.every(({ metadata }) => metadata.name === 'mpi-launcher');
  });
});

function manifestsOfJob(): KubernetesObject[] {
  const folder = temporaryFolder();
  const platform = new Platform({ manifestFolder: `${folder}/dist`, stackFolder: `${folder}/cdktf.out` });
  const { kubernetes } = platform.stage(new Stage({ name: 'local' }), 'mpi');
  const cluster = LocalCluster.minikube({ cpus: 4, operators: [Operator.TRAINING] });
  const chart = new ClusterChart(kubernetes, 'training', { cluster, namespace: NAMESPACE });
  new DistributedTrainingJob(chart, 'mpi', {
    image: 'train:1',
    command: ['train'],
    pool: cluster.pool,
    workers: 2,
    strategy: MPI.mpirun(),
  });
  platform.synth();
  return manifestsOf(kubernetes) as unknown as KubernetesObject[];
}
