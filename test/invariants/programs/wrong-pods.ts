import { Duration, Size } from 'cdk8s';
import {
  DistributedTrainingJob,
  ModelServer,
  ModelSource,
  Mount,
  NodePool,
  PodUser,
  PyTorch,
  ServerCheck,
  ServingDeployment,
  Taint,
  type DistributedTrainingJobProps,
} from '../../../lib/index';
import { Step, Workflow } from '../../../lib/workflow/index';
import { IMAGE, python, type World, type WrongProgram } from './program';

// What every pod gets: shared memory, a user, the container that mounts buckets.

const GIBIBYTE = Size.gibibytes(1);

export function job(world: World, options: Partial<DistributedTrainingJobProps> = {}, id = 'ocr'): void {
  new DistributedTrainingJob(world.chart, id, {
    ...{ image: IMAGE, command: python('train'), pool: world.gpus, activeDeadline: Duration.hours(4) },
    strategy: PyTorch.torchrun(),
    ...options,
  });
}

/** Options of pods that mount a bucket, with the annotations of the container that mounts it. */
export const buckets = ({ bucket, identity }: World, annotations: Readonly<Record<string, string>>) => ({
  ...{ identity, mounts: [Mount.bucket(bucket, '/data')] },
  annotations: Object.fromEntries(Object.entries(annotations).map(([name, text]) => [`gke-gcsfuse/${name}`, text])),
});

/** MLServer, as its image has it. */
export function mlserver({ chart, cpus, identity, bucket }: World, user?: PodUser): void {
  const server = ModelServer.container({
    image: 'docker.io/seldonio/mlserver:1.7.1',
    ports: [{ name: 'http', port: 8080, protocol: 'http' }],
    ready: ServerCheck.http('/v2/health/ready'),
  });
  const model = ModelSource.bucket(bucket, 'iris').version(1);
  new ServingDeployment(chart, 'iris', { pool: cpus, server, model, identity, user });
}

/** A GPU pool that another program made, of which this one knows the name alone. */
export const foreign = ({ cluster }: World, allocatable?: { cpuMillis: number; memory: Size; gpus: number }) =>
  NodePool.fromAttributes({
    ...{ cluster, poolName: 'shared', taints: [Taint.GPU], maxNodes: 4 },
    allocatable: allocatable && { ...allocatable, extended: { 'nvidia.com/gpu': allocatable.gpus } },
  });

export const WRONG_PODS: readonly WrongProgram[] = [
  {
    name: 'shared memory as large as the memory of a task',
    code: 'mount-memory',
    says: 'raise memory to Size.mebibytes(8192)',
    build: (world, either, fix) => {
      const memory = either(Size.gibibytes(4), Size.mebibytes(Number(fix.part(/mebibytes\((\d+)\)/) || 1)));
      job(world, { resources: { memory }, sharedMemorySize: Size.gibibytes(4) });
    },
  },
  {
    name: 'a volume in memory, in the words of Kubernetes, as large as the memory of a task',
    code: 'mount-memory',
    says: 'memory mounts of 2048 MiB count towards the 2Gi of memory of each worker',
    build: (world, either) => {
      const mounts = [Mount.volume({ emptyDir: { medium: 'Memory', sizeLimit: Size.gibibytes(2) } }, '/cache')];
      job(world, { resources: { memory: either(Size.gibibytes(2), Size.gibibytes(4)) }, mounts });
    },
  },
  {
    name: 'a container that mounts buckets beside which a task has no room',
    code: 'pod-too-large',
    says: 'and its sidecars for 8Gi, but a node of pool "l4"',
    build: (world, either, fix) => {
      const wrong = Size.gibibytes(8);
      const memory = either(wrong, Size.mebibytes(Number(fix.part(/mebibytes\((\d+)\)/) || 1)));
      job(world, { ...buckets(world, { 'memory-request': '8Gi' }), resources: { memory } });
    },
  },
  {
    name: 'the same by a limit, which is its request too',
    code: 'pod-too-large',
    says: 'and its sidecars for 3, but a node of pool "l4"',
    build: (world, either, fix) => {
      const cpus = either(2, Number(fix.part(/lower cpus to ([\d.]+)/) || 1));
      job(world, { ...buckets(world, { 'cpu-limit': '3' }), resources: { cpus } });
    },
  },
  {
    name: 'the local disk of the container that mounts buckets in a step',
    code: 'pod-too-large',
    says: 'of local disk',
    build: (world, either) => {
      const annotations = { 'ephemeral-storage-request': either('2Ti', '20Gi') };
      const step = { ...buckets(world, annotations), image: IMAGE, pool: world.cpus, command: python('load') };
      new Workflow(world.chart, 'flow', {
        steps: [Step.task('load', { ...step, resources: { ephemeralStorage: GIBIBYTE } })],
      });
    },
  },
  {
    name: 'an amount that GKE cannot read',
    code: 'resource-amount',
    says: 'annotation gke-gcsfuse/memory-request is "8 GB", which is no amount: write it as Kubernetes does',
    build: (world, either, fix) => {
      job(world, buckets(world, { 'memory-request': either('8 GB', fix.quoted()) }));
    },
  },
  {
    name: 'a request above its limit',
    code: 'resource-amount',
    says: 'is 2Gi, above gke-gcsfuse/memory-limit, which is 1Gi: set gke-gcsfuse/memory-limit to "2Gi"',
    build: (world, either, fix) => {
      job(world, buckets(world, { 'memory-request': '2Gi', 'memory-limit': either('1Gi', fix.quoted()) }));
    },
  },
  {
    name: 'the image of MLServer as the default user',
    code: 'image-user',
    says: 'set user to PodUser.of(10001, 0)',
    build: (world, either) => {
      mlserver(world, either(undefined, PodUser.of(10001, 0)));
    },
  },
  {
    name: 'an image of the Jupyter project as the default user, in a job',
    code: 'image-user',
    says: 'image "quay.io/jupyter/pytorch-notebook:cuda12-2026-01-05" lets only user 1000 and group 100 write',
    build: (world, either) => {
      const image = 'quay.io/jupyter/pytorch-notebook:cuda12-2026-01-05';
      job(world, { image, user: either(undefined, PodUser.of(1000, 100)) });
    },
  },
  {
    name: 'kaniko as the default user, in a step',
    code: 'image-user',
    says: 'changes the owners of files, which only root may',
    build: ({ chart, cpus }, either) => {
      const image = 'gcr.io/kaniko-project/executor:v1.24.0';
      const user = either(undefined, PodUser.root());
      const step = Step.task('build', { image, pool: cpus, command: ['/kaniko/executor', '--no-push'], user });
      new Workflow(chart, 'images', { steps: [step] });
    },
  },
  {
    name: 'memory of a task on GPUs of nodes that are not known',
    code: 'memory-default',
    says: 'so its memory is the fixed default of 2Gi, beyond which it is ended: set memory of its resources',
    build: (world, either) => {
      job(world, { pool: foreign(world), resources: either({ gpus: 1 }, { gpus: 1, memory: Size.gibibytes(40) }) });
    },
  },
  {
    name: 'memory of a task beside sidecars that take the part of its GPU',
    code: 'memory-default',
    says: 'and its sidecars take all memory or CPU that belongs to them on a node, so its memory is the fixed default of 2Gi',
    build: (world, either) => {
      const pool = foreign(world, { cpuMillis: 15_000, memory: Size.gibibytes(64), gpus: 4 });
      const cache = { name: 'cache', image: 'us-docker.pkg.dev/acme-ml/images/cache:1' };
      const sidecars = [{ ...cache, resources: { memory: either(Size.gibibytes(20), Size.gibibytes(4)) } }];
      job(world, { pool, sidecars });
    },
  },
  {
    name: 'the same for a server, told by the pool',
    code: 'memory-default',
    says: 'or allocatable of the pool',
    build: (world, either) => {
      const known = { cpuMillis: 11_000, memory: Size.gibibytes(44), gpus: 1 };
      const pool = foreign(world, either(undefined, known));
      const model = ModelSource.bucket(world.bucket, 'speech').version(1);
      new ServingDeployment(world.chart, 'speech', {
        pool,
        server: ModelServer.triton(),
        model,
        identity: world.identity,
      });
    },
  },
  {
    name: 'a user below 1',
    code: 'pod-user',
    says: 'id cannot be 0',
    build: (world, either) => {
      job(world, { user: PodUser.of(either(0, 1), 0) });
    },
  },
  {
    name: 'a volume of two sources',
    code: 'mount-volume',
    says: 'give one source, such as { emptyDir: {} }',
    build: (world, either) => {
      const volume = either({ emptyDir: {}, hostPath: { path: '/x' } }, { emptyDir: {} });
      job(world, { mounts: [Mount.volume(volume, '/scratch')] });
    },
  },
];
