import type { KubernetesObject } from './kubectl';

// Examples that upstream's users start from, as objects. Licence of all: Apache-2.0.

const TRAINER = 'https://github.com/kubeflow/trainer/blob';
const JOBSET = 'https://github.com/kubernetes-sigs/jobset/blob';

export interface UpstreamExample {
  readonly source: string;
  readonly object: KubernetesObject;
}

const job = (kind: string, name: string, spec: object): KubernetesObject => ({
  apiVersion: 'kubeflow.org/v1',
  kind,
  metadata: { name },
  spec,
});
const replicas = (count: number, restartPolicy: string, container: object) => ({
  replicas: count,
  restartPolicy,
  template: { spec: { containers: [container] } },
});

const DIST_MNIST = { name: 'tensorflow', image: 'ghcr.io/kubeflow/training-v1/tf-dist-mnist-test:latest' };
const OLD_DIST_MNIST = { name: 'tensorflow', image: 'kubeflow/tf-dist-mnist-test:1.0' };
const SUMMARIES = {
  name: 'tensorflow',
  image: 'ghcr.io/kubeflow/training-v1/tf-mnist-with-summaries:latest',
  command: ['python', '/var/tf_mnist/mnist_with_summaries.py'],
};
const KATIB_MNIST = {
  name: 'pytorch',
  image: 'docker.io/kubeflowkatib/pytorch-mnist:v1beta1-45c5727',
  imagePullPolicy: 'Always',
  command: ['python3', '/opt/pytorch-mnist/mnist.py', '--epochs=1'],
};
const GLOO_MNIST = {
  name: 'pytorch',
  image: 'ghcr.io/kubeflow/training-v1/pytorch-dist-mnist:latest',
  args: ['--backend', 'gloo'],
};
const ECHO = {
  name: 'pytorch',
  image: 'ghcr.io/kubeflow/training-v1/pytorch-elastic-example-echo:latest',
  imagePullPolicy: 'IfNotPresent',
  env: [{ name: 'LOGLEVEL', value: 'DEBUG' }],
  command: ['python', '-m', 'torch.distributed.run', '--rdzv_backend=c10d', './echo.py'],
};

const IMAGENET = {
  ...ECHO,
  image: 'ghcr.io/kubeflow/training-v1/pytorch-elastic-example-imagenet:latest',
  resources: { requests: { cpu: '4' } },
  command: ['python', '-m', 'torch.distributed.run', '/workspace/examples/imagenet.py', '--epochs=1'],
};
/** The load by which a PyTorchJob grows. */
export const LOAD = [
  { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 80 } } },
];

const benchmark = (device: string) => [
  'python',
  'tf_cnn_benchmarks.py',
  '--variable_update=parameter_server',
  '--local_parameter_device=cpu',
  `--device=${device}`,
];
/** The program of a role of the benchmarks, which is another for each. */
export const benchmarks = (device: string) => ({
  image: `gcr.io/kubeflow/tf-benchmarks-${device}:v20171202-bdab599-dirty-284af3`,
  args: benchmark(device),
});
export const BENCHMARKS_FOLDER = '/opt/tf-benchmarks/scripts/tf_cnn_benchmarks';
const benchmarksOf = (device: string, limits: object) => ({
  ...benchmarks(device),
  name: 'tensorflow',
  ports: [{ containerPort: 2222, name: 'tfjob-port' }],
  resources: { limits },
  workingDir: BENCHMARKS_FOLDER,
});

const index = "metadata.annotations['batch.kubernetes.io/job-completion-index']";
export const CNN_MNIST =
  'torchrun --rdzv_id=123 --nnodes=4 --nproc_per_node=1 --master_addr=$MASTER_ADDR --master_port=$MASTER_PORT --node_rank=$RANK mnist.py --epochs=1 --log-interval=1';

/** In place of the program of the TrainJob, which prints more. */
export const ENVIRONMENT = 'import torch.distributed as dist; dist.init_process_group(); print(dist.get_rank())';

export const UPSTREAM = {
  'TFJob dist-mnist': {
    source: `${TRAINER}/v1.9.4/examples/tensorflow/dist-mnist/tf_job_mnist.yaml`,
    object: job('TFJob', 'dist-mnist-for-e2e-test', {
      tfReplicaSpecs: {
        Chief: replicas(1, 'Never', DIST_MNIST),
        PS: replicas(1, 'Never', DIST_MNIST),
        Worker: replicas(2, 'Never', DIST_MNIST),
      },
    }),
  },
  'TFJob dist-mnist of 2 parameter servers, 4 workers and no chief': {
    source: `${TRAINER}/v1.2.1/examples/v1/dist-mnist/tf_job_mnist.yaml`,
    object: job('TFJob', 'dist-mnist-for-e2e-test', {
      tfReplicaSpecs: { PS: replicas(2, 'Never', OLD_DIST_MNIST), Worker: replicas(4, 'Never', OLD_DIST_MNIST) },
    }),
  },
  'TFJob simple': {
    source: `${TRAINER}/v1.9.4/examples/tensorflow/simple.yaml`,
    object: job('TFJob', 'tfjob-simple', { tfReplicaSpecs: { Worker: replicas(2, 'OnFailure', SUMMARIES) } }),
  },
  'TFJob of mirrored workers with a GPU each and a volume': {
    source: `${TRAINER}/v1.9.4/examples/tensorflow/distribution_strategy/multi_worker_tfjob.yaml`,
    object: job('TFJob', 'multi-worker', {
      runPolicy: { cleanPodPolicy: 'None' },
      tfReplicaSpecs: {
        Worker: {
          replicas: 2,
          restartPolicy: 'Never',
          template: {
            spec: {
              containers: [
                {
                  name: 'tensorflow',
                  image: 'ghcr.io/kubeflow/training-v1/tf-multi-worker-strategy:latest',
                  volumeMounts: [{ mountPath: '/train', name: 'training' }],
                  resources: { limits: { 'nvidia.com/gpu': 1 } },
                },
              ],
              volumes: [{ name: 'training', persistentVolumeClaim: { claimName: 'strategy-volume' } }],
            },
          },
        },
      },
    }),
  },
  'PyTorchJob simple': {
    source: `${TRAINER}/v1.9.4/examples/pytorch/simple.yaml`,
    object: job('PyTorchJob', 'pytorch-simple', {
      pytorchReplicaSpecs: {
        Master: replicas(1, 'OnFailure', KATIB_MNIST),
        Worker: replicas(1, 'OnFailure', KATIB_MNIST),
      },
    }),
  },
  'PyTorchJob mnist': {
    source: `${TRAINER}/v1.9.4/examples/pytorch/mnist/v1/pytorch_job_mnist_gloo.yaml`,
    object: job('PyTorchJob', 'pytorch-dist-mnist-gloo', {
      pytorchReplicaSpecs: {
        Master: replicas(1, 'OnFailure', GLOO_MNIST),
        Worker: replicas(1, 'OnFailure', GLOO_MNIST),
      },
    }),
  },
  'PyTorchJob echo': {
    source: `${TRAINER}/v1.9.4/examples/pytorch/elastic/echo/echo.yaml`,
    object: job('PyTorchJob', 'elastic-example-echo', {
      elasticPolicy: { rdzvBackend: 'c10d', minReplicas: 1, maxReplicas: 2, maxRestarts: 100 },
      pytorchReplicaSpecs: { Worker: { replicas: 2, template: { spec: { containers: [ECHO] } } } },
    }),
  },
  'TFJob of benchmarks whose parameter server has no GPU': {
    source: 'https://www.kubeflow.org/docs/components/trainer/legacy-v1/user-guides/tensorflow/#using-gpus',
    object: job('TFJob', 'tf-smoke-gpu', {
      tfReplicaSpecs: {
        PS: replicas(1, 'OnFailure', benchmarksOf('cpu', { cpu: '1' })),
        Worker: replicas(1, 'OnFailure', benchmarksOf('gpu', { 'nvidia.com/gpu': 1 })),
      },
    }),
  },
  'PyTorchJob imagenet': {
    source: `${TRAINER}/v1.9.4/examples/pytorch/elastic/imagenet/imagenet.yaml`,
    object: job('PyTorchJob', 'elastic-example-imagenet', {
      elasticPolicy: { rdzvBackend: 'c10d', minReplicas: 1, maxReplicas: 3, maxRestarts: 100, metrics: LOAD },
      pytorchReplicaSpecs: { Worker: replicas(2, 'OnFailure', IMAGENET) },
    }),
  },
  'JobSet cnn-mnist': {
    source: `${JOBSET}/v0.12.0/site/static/examples/pytorch/cnn-mnist/mnist.yaml`,
    object: {
      apiVersion: 'jobset.x-k8s.io/v1alpha2',
      kind: 'JobSet',
      metadata: { name: 'pytorch' },
      spec: {
        replicatedJobs: [
          {
            name: 'workers',
            template: {
              spec: {
                parallelism: 4,
                completions: 4,
                backoffLimit: 0,
                template: {
                  spec: {
                    containers: [
                      {
                        name: 'pytorch',
                        image: 'gcr.io/k8s-staging-jobset/pytorch-mnist:latest',
                        ports: [{ containerPort: 3389 }],
                        env: [
                          { name: 'MASTER_ADDR', value: 'pytorch-workers-0-0.pytorch' },
                          { name: 'MASTER_PORT', value: '3389' },
                          { name: 'RANK', valueFrom: { fieldRef: { fieldPath: index } } },
                          { name: 'PYTHONUNBUFFERED', value: '0' },
                        ],
                        command: ['bash', '-xc', CNN_MNIST],
                      },
                    ],
                  },
                },
              },
            },
          },
        ],
      },
    },
  },
  'TrainJob of several nodes': {
    source: `${TRAINER}/v2.3.0/examples/yaml/01-multi-node.yaml`,
    object: {
      apiVersion: 'trainer.kubeflow.org/v1alpha1',
      kind: 'TrainJob',
      metadata: { name: 'multi-node-example' },
      spec: {
        runtimeRef: { apiGroup: 'trainer.kubeflow.org', kind: 'ClusterTrainingRuntime', name: 'torch-distributed' },
        trainer: { numNodes: 3, command: ['torchrun', '--no-python', 'python3', '-c', ENVIRONMENT] },
      },
    },
  },
} as const satisfies Readonly<Record<string, UpstreamExample>>;
