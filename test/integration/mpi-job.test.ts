import { Testing } from 'cdk8s';
import { expect, test } from 'vitest';
import {
  ClusterChart,
  DistributedTrainingJob,
  LocalCluster,
  MPI,
  Operator,
  PodUser,
  TrainingEngine,
  type DistributedTrainingJobProps,
} from '../../lib/index';
import { differences } from './support/differences';
import { judgedBy, MPI_JOBS } from './support/judges';
import { apply, created, type KubernetesObject } from './support/kubectl';

// MPIJobs as the API server takes them. Its operator does not run here.

judgedBy([MPI_JOBS]);

const IMAGE = 'mpioperator/tensorflow-benchmarks:latest';
const FLAGS = ['-bind-to', 'none', '-map-by', 'slot', '-x', 'NCCL_DEBUG=INFO', '-x', 'LD_LIBRARY_PATH', '-x', 'PATH'];
const NETWORK = ['-mca', 'pml', 'ob1', '-mca', 'btl', '^openib'];
const BENCHMARK = [
  'python',
  'scripts/tf_cnn_benchmarks/tf_cnn_benchmarks.py',
  '--model=resnet101',
  '--batch_size=64',
  '--variable_update=horovod',
];
const container = { image: IMAGE, name: 'tensorflow-benchmarks' };

/**
 * https://github.com/kubeflow/mpi-operator/blob/caa3c47fc42eb762635f78045ec0fcd1a89eb038/examples/v2beta1/tensorflow-benchmarks/tensorflow-benchmarks.yaml
 * Its licence is Apache-2.0.
 */
const UPSTREAM: KubernetesObject = {
  apiVersion: 'kubeflow.org/v2beta1',
  kind: 'MPIJob',
  metadata: { name: 'tensorflow-benchmarks' },
  spec: {
    slotsPerWorker: 1,
    runPolicy: { cleanPodPolicy: 'Running' },
    mpiReplicaSpecs: {
      Launcher: {
        replicas: 1,
        template: {
          spec: {
            containers: [
              {
                ...container,
                command: ['mpirun', '--allow-run-as-root', '-np', '2', ...FLAGS, ...NETWORK, ...BENCHMARK],
              },
            ],
          },
        },
      },
      Worker: {
        replicas: 2,
        template: { spec: { containers: [{ ...container, resources: { limits: { 'nvidia.com/gpu': 1 } } }] } },
      },
    },
  },
};

/** What differs by our choice, with the reason. A path ends where one of the two objects has nothing. */
const CHOSEN: Readonly<Record<string, string>> = {
  'metadata.labels': "Kubernetes' recommended labels, which tell what an object belongs to",
  'spec.launcherCreationPolicy': 'mpirun would fail without workers that listen',
  'spec.runPolicy.backoffLimit': 'restarts have a limit',
  'spec.mpiReplicaSpecs.*.restartPolicy':
    'each attempt of the launcher keeps its logs, and a worker starts again in place',
  'template.metadata': 'no proxy of a mesh, no move by the autoscaler, and a label for the network policy',
  'template.spec.automountServiceAccountToken': 'training needs no token of Kubernetes',
  'template.spec.serviceAccountName': 'each workload has an account of its own',
  'template.spec.securityContext': 'pods have the seccomp profile of the runtime',
  'template.spec.enableServiceLinks': 'no Service of the namespace becomes a variable of a program',
  'template.spec.volumes': 'ssh is told where the workers listen and which key they take, whatever the image says',
  'template.spec.containers.*.volumeMounts': 'the same',
  'template.spec.containers.*.env': 'the worker is told where the keys are',
  'template.spec.containers.*.command':
    'the worker starts sshd with all settings, where the operator takes those of the image',
  'template.spec.containers.*.ports': 'the port where sshd listens, which need not be that of the image',
  'template.spec.containers.*.startupProbe': 'a worker is ready when sshd listens',
  'template.spec.containers.*.securityContext': 'containers gain no privileges',
  'template.spec.containers.*.name': 'a container is named after its framework; the operator looks for no name',
  'template.spec.containers.*.resources': 'every container has requests, so that it fits its pool',
  'template.spec.containers.*.resources.requests': 'the same',
  'template.spec.containers.*.resources.limits.memory': 'the same',
};

test("the construct for upstream's tensorflow-benchmarks is the same object, apart from what we choose", async () => {
  const ours = construct('tensorflow-benchmarks', {
    image: IMAGE,
    command: BENCHMARK,
    workers: 2,
    resources: { gpus: 1 },
    user: PodUser.root(),
    strategy: MPI.mpirun({ flags: [...FLAGS, ...NETWORK] }),
  });
  expect(launcherOf(ours)).toEqual(launcherOf(UPSTREAM));
  const found = differences(await created(UPSTREAM), await created(ours));
  expect(found.sort()).toEqual(Object.keys(CHOSEN).sort());
});

const CASES: Readonly<Record<string, Partial<DistributedTrainingJobProps>>> = {
  'the default user': {},
  root: { user: PodUser.root() },
  "the image's user and its own settings": {
    user: PodUser.ofImage(),
    strategy: MPI.mpirun({ slotsPerWorker: 2, sshPort: 22, mpirun: ['/opt/openmpi/bin/mpirun'] }),
  },
};

test.each(Object.entries(CASES))('the API server takes an MPIJob of %s, checking every field', async (_, props) => {
  const { status, output } = await dryRun(construct('mpi', { image: 'train:1', command: ['train'], ...props }));
  expect([status, output]).toEqual([0, expect.stringContaining('serverside-applied')]);
});

test('fails: the judge can say no to a field that the schema does not have', async () => {
  const job = construct('mpi', { image: 'train:1', command: ['train'] });
  const { status, output } = await dryRun({ ...job, spec: { ...job.spec, slots: 2 } });
  expect([status, output]).toEqual([1, expect.stringMatching(/unknown field|field not declared/)]);
});

function construct(
  jobName: string,
  props: Partial<DistributedTrainingJobProps> & { readonly image: string },
): KubernetesObject {
  const cluster = LocalCluster.minikube({ cpus: 8, operators: [Operator.MPI] });
  const chart = new ClusterChart(Testing.app(), 'chart', { cluster, namespace: 'default' });
  const options = { strategy: MPI.mpirun(), engine: TrainingEngine.mpiJob(), pool: cluster.pool };
  const job = new DistributedTrainingJob(chart, 'job', { ...options, ...props, jobName });
  return job.resource.toJson() as KubernetesObject;
}

function launcherOf({ spec }: KubernetesObject): unknown {
  return spec.mpiReplicaSpecs.Launcher.template.spec.containers[0].command;
}

function dryRun(job: KubernetesObject) {
  return apply([job], { dryRun: true });
}
