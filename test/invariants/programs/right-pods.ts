import { Size } from 'cdk8s';
import { Mount, PodUser } from '../../../lib/index';
import { k8sCode } from '../../../lib/kubernetes/k8s';
import type { World } from './program';
import { buckets, foreign, job, mlserver } from './wrong-pods';

// Programs that a cluster takes, which synthesize without a problem and without advice.

export const RIGHT_PODS: Readonly<Record<string, (world: World) => void>> = {
  'group 0, to which the files of an image belong': (world) => {
    job(world, { user: PodUser.of(10001, 0) });
  },
  "the image's user with group 0": (world) => {
    mlserver(world, PodUser.ofImage(0));
  },
  'an image that needs another user, with a user of Kubernetes': (world) => {
    job(world, {
      image: 'quay.io/jupyter/scipy-notebook:2026-01-05',
      securityContext: { runAsUser: 1000, runAsGroup: 100 },
    });
  },
  'an image of somebody whose name is alike': (world) => {
    job(world, { image: 'us-docker.pkg.dev/acme-ml/images/jupyter/scipy-notebook:1' });
  },
  'more memory for the container that mounts buckets, beside which the default leaves room': (world) => {
    job(world, buckets(world, { 'memory-request': '8Gi', 'cpu-request': '1' }));
  },
  'a limit of that container below its default request': (world) => {
    job(world, buckets(world, { 'memory-limit': '128Mi' }));
  },
  'amounts of that container in rare forms': (world) => {
    job(world, buckets(world, { 'memory-request': '1e9', 'cpu-request': '.5', 'ephemeral-storage-limit': '0' }));
  },
  'a volume in memory with a quantity of Kubernetes': (world) => {
    const sizeLimit = k8sCode().Quantity.fromString('1Gi');
    job(world, { mounts: [Mount.volume({ emptyDir: { medium: 'Memory', sizeLimit } }, '/cache')] });
  },
  'a volume on disk with a size': (world) => {
    job(world, { mounts: [Mount.volume({ emptyDir: { sizeLimit: Size.gibibytes(20) } }, '/scratch')] });
  },
  'shared memory of its own size': (world) => {
    job(world, { sharedMemorySize: Size.gibibytes(2) });
  },
  'no shared memory, and the variables of Services': (world) => {
    job(world, { sharedMemorySize: Size.kibibytes(0), podSpec: { enableServiceLinks: true } });
  },
  'memory on GPUs of nodes that are not known': (world) => {
    job(world, { pool: foreign(world), resources: { gpus: 1, memory: Size.gibibytes(40) } });
  },
  'a sidecar that says nothing of its memory': (world) => {
    job(world, { sidecars: [{ name: 'metrics', image: 'metrics:1' }] });
  },
};
