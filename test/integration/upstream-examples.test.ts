import { JsonPatch, Size, Testing } from 'cdk8s';
import { describe, expect, test } from 'vitest';
import {
  ClusterChart,
  DistributedTrainingJob,
  LocalCluster,
  Mount,
  NodePool,
  Operator,
  PyTorch,
  TensorFlow,
  TrainingCluster,
  TrainingEngine,
  type DistributedTrainingJobProps,
  type INodePool,
} from '../../lib/index';
import { GPU_RESOURCE } from '../../lib/extend';
import { ClusterSpec } from '../../lib/training/index';
import { differences } from './support/differences';
import { API_SERVER, judgedBy, TRAINER } from './support/judges';
import { created, type KubernetesObject } from './support/kubectl';
import { benchmarks, BENCHMARKS_FOLDER, CNN_MNIST, ENVIRONMENT, LOAD, UPSTREAM } from './support/upstream';

// Each example of upstream as a construct: the API server makes the same object of both, apart from what we choose.

judgedBy([API_SERVER, TRAINER]);

const cluster = LocalCluster.minikube({ cpus: 8, operators: [Operator.TRAINING, Operator.JOBSET, Operator.TRAINER] });
const shared = TrainingCluster.fromAttributes({
  clusterName: 'shared',
  location: 'us-central1-a',
  operators: [Operator.TRAINING],
});
const gpus = NodePool.fromAttributes({
  cluster: shared,
  poolName: 'gpus',
  allocatable: { cpuMillis: 4000, memory: Size.gibibytes(12), extended: { [GPU_RESOURCE]: 1 } },
  maxNodes: 2,
});

type Props = Omit<DistributedTrainingJobProps, 'pool'> & {
  readonly pool?: INodePool;
  /** Fields that no option has. */
  readonly patches?: readonly JsonPatch[];
};

const CALLS: Readonly<Record<keyof typeof UPSTREAM, Props>> = {
  'TFJob dist-mnist': {
    image: 'ghcr.io/kubeflow/training-v1/tf-dist-mnist-test:latest',
    workers: 2,
    maxRestarts: 0,
    strategy: TensorFlow.parameterServer({ parameterServers: { replicas: 1 } }),
  },
  'TFJob dist-mnist of 2 parameter servers, 4 workers and no chief': {
    image: 'kubeflow/tf-dist-mnist-test:1.0',
    workers: 4,
    maxRestarts: 0,
    strategy: TensorFlow.parameterServer({
      parameterServers: { replicas: 2 },
      clusterSpec: ClusterSpec.TF_CONFIG_WITHOUT_CHIEF,
    }),
  },
  'TFJob simple': {
    image: 'ghcr.io/kubeflow/training-v1/tf-mnist-with-summaries:latest',
    command: ['python', '/var/tf_mnist/mnist_with_summaries.py'],
    workers: 2,
    strategy: TensorFlow.multiWorkerMirrored(),
  },
  'TFJob of mirrored workers with a GPU each and a volume': {
    image: 'ghcr.io/kubeflow/training-v1/tf-multi-worker-strategy:latest',
    workers: 2,
    maxRestarts: 0,
    resources: { gpus: 1 },
    mounts: [Mount.persistentVolumeClaim('strategy-volume', '/train')],
    strategy: TensorFlow.multiWorkerMirrored(),
    pool: gpus,
  },
  'PyTorchJob simple': {
    image: 'docker.io/kubeflowkatib/pytorch-mnist:v1beta1-45c5727',
    imagePullPolicy: 'Always',
    command: ['python3', '/opt/pytorch-mnist/mnist.py', '--epochs=1'],
    workers: 2,
    strategy: PyTorch.distributedDataParallel(),
    engine: TrainingEngine.pyTorchJob({ master: true }),
  },
  'PyTorchJob mnist': {
    image: 'ghcr.io/kubeflow/training-v1/pytorch-dist-mnist:latest',
    args: ['--backend', 'gloo'],
    workers: 2,
    strategy: PyTorch.distributedDataParallel(),
    engine: TrainingEngine.pyTorchJob({ master: true }),
  },
  'PyTorchJob echo': {
    image: 'ghcr.io/kubeflow/training-v1/pytorch-elastic-example-echo:latest',
    imagePullPolicy: 'IfNotPresent',
    env: { LOGLEVEL: 'DEBUG' },
    command: ['./echo.py'],
    workers: 2,
    strategy: PyTorch.elastic({
      atLeast: 1,
      maxRestarts: 100,
      torchrun: ['python', '-m', 'torch.distributed.run', '--rdzv_backend=c10d'],
    }),
  },
  'TFJob of benchmarks whose parameter server has no GPU': {
    ...benchmarks('gpu'),
    workingDir: BENCHMARKS_FOLDER,
    resources: { gpus: 1 },
    strategy: TensorFlow.parameterServer({
      parameterServers: { ...benchmarks('cpu'), replicas: 1, resources: { cpus: 1 } },
      clusterSpec: ClusterSpec.TF_CONFIG_WITHOUT_CHIEF,
    }),
    pool: gpus,
  },
  'PyTorchJob imagenet': {
    image: 'ghcr.io/kubeflow/training-v1/pytorch-elastic-example-imagenet:latest',
    imagePullPolicy: 'IfNotPresent',
    env: { LOGLEVEL: 'DEBUG' },
    command: ['/workspace/examples/imagenet.py', '--epochs=1'],
    resources: { cpus: 4 },
    workers: 3,
    strategy: PyTorch.elastic({ atLeast: 1, maxRestarts: 100, torchrun: ['python', '-m', 'torch.distributed.run'] }),
    patches: [
      JsonPatch.add('/spec/elasticPolicy/metrics', LOAD),
      JsonPatch.replace('/spec/pytorchReplicaSpecs/Worker/replicas', 2),
    ],
  },
  'JobSet cnn-mnist': {
    image: 'gcr.io/k8s-staging-jobset/pytorch-mnist:latest',
    command: ['bash', '-xc', CNN_MNIST],
    env: { PYTHONUNBUFFERED: '0' },
    workers: 4,
    strategy: PyTorch.distributedDataParallel({ port: 3389 }),
    engine: TrainingEngine.jobSet(),
  },
  'TrainJob of several nodes': {
    image: 'pytorch/pytorch:2.13.0-cuda13.0-cudnn9-runtime',
    command: ['python3', '-c', ENVIRONMENT],
    workers: 3,
    strategy: PyTorch.torchrun(),
    engine: TrainingEngine.trainJob({ runtime: 'torch-distributed' }),
  },
};

/** What differs by our choice, with the reason. A path ends where one of the two objects has nothing. */
const CHOSEN: Readonly<Record<string, string>> = {
  'metadata.labels': "Kubernetes' recommended labels, which tell what an object belongs to",
  // The job.
  'spec.runPolicy': 'parameter servers end with the training, and restarts have a limit',
  'spec.runPolicy.cleanPodPolicy': 'tasks that still run at the end go; pods that have ended stay, with their logs',
  'spec.successPolicy': 'a job without a chief is done when all workers are, so that none loses its work',
  'spec.failurePolicy': 'what Kubernetes takes away is started again',
  'spec.successPolicy.targetReplicatedJobs': 'the role that completes the job is always named',
  'spec.nprocPerNode': 'the number of processes is always written',
  'spec.elasticPolicy.maxRestarts': 'torchrun has it from PET_MAX_RESTARTS, by every engine',
  'spec.pytorchReplicaSpecs.*.restartPolicy': 'written, though OnFailure is what the operator takes',
  'spec.replicatedJobs.*.name': 'a role has one name by every engine',
  'template.spec.podFailurePolicy': 'what Kubernetes takes away is started again',
  'template.spec.restartPolicy': 'the policy for taken pods needs it',
  'spec.trainer.image': 'the image is always written, and need not be that of the runtime',
  'spec.trainer.command': 'the spelling of the flag that older versions of torchrun know too',
  'spec.trainer.env': 'as for other pods',
  'spec.trainer.numProcPerNode': 'one process for each GPU, or one, and not one for each CPU',
  'spec.trainer.resourcesPerNode': 'as for other pods',
  'spec.runtimePatches': 'as for other pods: labels, an account of their own, no root',
  // Its pods.
  'template.metadata': 'no proxy of a mesh, no move by the autoscaler, and a label for the network policy',
  'template.metadata.annotations': 'the same',
  'template.metadata.labels': 'the same',
  'template.spec.automountServiceAccountToken': 'training needs no token of Kubernetes',
  'template.spec.serviceAccountName': 'each workload has an account of its own',
  'template.spec.securityContext': 'pods are no root, and have the seccomp profile of the runtime',
  'template.spec.containers.*.securityContext': 'containers have no capabilities',
  'template.spec.containers.*.resources': 'every container has requests, so that it fits its pool',
  'template.spec.containers.*.resources.limits': 'the same',
  'template.spec.containers.*.resources.limits.cpu': 'a limit would slow a task down on an idle node',
  'template.spec.containers.*.resources.limits.memory': 'the same',
  'template.spec.containers.*.resources.requests': 'the same',
  'template.spec.containers.*.resources.requests.memory': 'the same',
  'template.spec.nodeSelector': 'pods run in the pool that they are checked against',
  'template.spec.tolerations': 'the same',
  'template.spec.enableServiceLinks': 'no Service of the namespace becomes a variable of a program',
  'template.spec.volumes': 'processes of a pod share half of its memory',
  'template.spec.volumes.*': 'the same',
  'template.spec.containers.*.volumeMounts': 'the same',
  'template.spec.containers.*.volumeMounts.*': 'the same',
  'template.spec.volumes.*.name': 'the name of a volume follows from its path',
  'template.spec.containers.*.volumeMounts.*.name': 'the same',
  'template.spec.containers.*.ports': 'the port is written, though it is what the operator takes',
  'template.spec.containers.*.command': 'torchrun starts the program without the interpreter of the image',
  // What tasks are told.
  'template.spec.containers.*.env': 'a home for a user who has none, and what the framework advises',
  'template.spec.containers.*.env.HOME': 'the same',
  'template.spec.containers.*.env.USER': 'the same',
  'template.spec.containers.*.env.PET_MAX_RESTARTS': 'torchrun has it by every engine',
  'template.spec.containers.*.env.PET_RDZV_CONF': 'machines start minutes apart',
  'template.spec.containers.*.env.JOBSET_NAME': 'the template works for a job of any name',
  'template.spec.containers.*.env.TASK_INDEX': 'texts refer to it',
  'template.spec.containers.*.env.MASTER_ADDR.value':
    'the host has the name of the job by a variable, and that of the role',
  'template.spec.containers.*.env.RANK.value': 'the same index by a variable',
  'template.spec.containers.*.env.RANK.valueFrom': 'the same',
  'template.spec.containers.*.env.WORLD_SIZE': 'scripts without torchrun need it',
};

const seen = new Set<string>();

describe('the construct for', () => {
  test.each(Object.entries(UPSTREAM))('%s is the same object, apart from what we choose', async (name, { object }) => {
    const [theirs, ours] = await Promise.all([created(object), created(construct(name as keyof typeof UPSTREAM))]);
    const found = differences(theirs, ours);
    for (const path of found) seen.add(path);
    expect(found.filter((path) => !(path in CHOSEN))).toEqual([]);
  });
});

test('nothing is listed that does not differ', () => {
  expect(Object.keys(CHOSEN).filter((path) => !seen.has(path))).toEqual([]);
});

function construct(name: keyof typeof UPSTREAM): KubernetesObject {
  const { pool = cluster.pool, patches = [], ...props } = CALLS[name];
  const chart = new ClusterChart(Testing.app(), 'chart', { cluster: pool.cluster });
  const { metadata } = UPSTREAM[name].object;
  const job = new DistributedTrainingJob(chart, 'job', { ...props, pool, jobName: metadata.name });
  job.resource.addJsonPatch(...patches);
  return job.resource.toJson() as KubernetesObject;
}
