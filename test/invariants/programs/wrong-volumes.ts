import { Size } from 'cdk8s';
import {
  Accelerator,
  Bucket,
  ClusterChart,
  Filestore,
  LocalCluster,
  Mount,
  Network,
  NodeCount,
  NodeImage,
  Operator,
  PodUser,
  SharedVolume,
  SharedVolumeSource,
  TrainingCluster,
  WorkloadIdentity,
  type DistributedTrainingJobProps,
  type SharedVolumeProps,
  type TrainingClusterProps,
} from '../../../lib/index';
import type { World, WrongProgram } from './program';
import { job } from './wrong-pods';

// Mistakes with volumes, and with the mounts of pods.

/** A second cluster with a pool and a chart. */
export function second({ stack, deployment }: World, props: Partial<TrainingClusterProps> = {}) {
  const location = 'us-central1-a';
  const cluster = new TrainingCluster(stack, 'second', { location, operators: [Operator.JOBSET], ...props });
  const options = { accelerators: Accelerator.L4.times(1), nodes: NodeCount.between(0, 4) };
  const pool = () => cluster.addGpuPool('l4', options);
  const chart = new ClusterChart(deployment.kubernetes, 'second', { cluster, namespace: 'second' });
  return { cluster, pool, chart };
}

/** A chart of a local cluster of kind. */
export function local({ deployment }: World, nodes = 1): ClusterChart {
  const cluster = LocalCluster.kind({ nodes, operators: [Operator.JOBSET] });
  return new ClusterChart(deployment.kubernetes, 'local', { cluster, namespace: 'local' });
}

/** A job in a second cluster. */
function jobIn(
  world: World,
  { chart, pool }: Pick<ReturnType<typeof second>, 'chart' | 'pool'>,
  options: Partial<DistributedTrainingJobProps>,
): void {
  job({ ...world, chart }, { pool: pool(), ...options });
}

const volumeIn = (chart: ClusterChart, props: Partial<SharedVolumeProps>) =>
  new SharedVolume(chart, 'files', { source: SharedVolumeSource.nfs('10.0.0.9', '/exports/digits'), ...props });
const storageClass = (name: string) => SharedVolumeSource.storageClass(name);

const MOUNTS: readonly WrongProgram[] = [
  {
    name: 'a bucket in a cluster without the driver that mounts it',
    code: 'bucket-feature',
    says: 'cluster "digits-dev-second" has no Cloud Storage FUSE driver',
    build: (world, either) => {
      const made = second(world, { gcsFuse: either(false, true) });
      const mounts = [Mount.bucket(Bucket.fromAttributes({ bucketName: 'theirs' }), '/data')];
      const identity = new WorkloadIdentity(world.stack, 'trainer', { cluster: made.cluster, namespace: 'second' });
      jobIn(world, made, { mounts, identity });
    },
  },
  {
    name: 'a bucket of others without an identity',
    code: 'bucket-identity-unknown',
    says: 'set identity to a WorkloadIdentity with rights on the bucket',
    build: (world, either) => {
      const mounts = [Mount.bucket(Bucket.fromAttributes({ bucketName: 'theirs' }), '/data')];
      job(world, { mounts, identity: either(undefined, world.identity) });
    },
  },
  {
    name: 'config files in folders',
    code: 'config-file-name',
    says: '"conf/train.yaml" cannot be the name of a config file',
    build: (world, either) => {
      const [name, folder] = either(['conf/train.yaml', '/etc/digits'], ['train.yaml', '/etc/digits/conf']);
      const mounts = [Mount.configFiles({ [name]: 'epochs: 3' }, folder)];
      job(world, { mounts });
    },
  },
  {
    name: 'a vocabulary as a config file',
    code: 'config-file-size',
    says: 'put large files into the image or a bucket',
    build: (world, either) => {
      const words = () => Mount.configFiles({ words: 'word\n'.repeat(300_000) }, '/etc/words');
      const bucket = () => Mount.bucket(world.bucket, '/etc/words', { readOnly: true });
      job(world, { mounts: [either(words, bucket)()], identity: world.identity });
    },
  },
  {
    name: 'mount options with blanks after commas',
    code: 'mount-option',
    says: 'give it without line breaks, or blanks around it, such as "file-mode=664"',
    build: (world, either, fix) => {
      const mountOptions = either(['file-mode=664, dir-mode=775'], [fix.quoted(), 'dir-mode=775']);
      job(world, { mounts: [Mount.bucket(world.bucket, '/data', { mountOptions })], identity: world.identity });
    },
  },
  {
    name: 'a volume of another cluster',
    code: 'volume-cluster',
    says: 'make a SharedVolume in a chart for cluster "digits-dev-cluster"',
    build: (world, either) => {
      const chart = either(
        () => second(world).chart,
        () => world.chart,
      )();
      job(world, { mounts: [volumeIn(chart, {}).at('/data')] });
    },
  },
  {
    name: 'CephFS on nodes whose kernel cannot mount it',
    code: 'volume-node-image',
    says: 'set image of pool "l4" to NodeImage.UBUNTU',
    build: (world, either) => {
      const { cluster, chart } = second(world, { operators: [Operator.JOBSET, Operator.ROOK] });
      const image = either(NodeImage.COS, NodeImage.UBUNTU);
      const pool = () =>
        cluster.addGpuPool('l4', { accelerators: Accelerator.L4.times(1), nodes: NodeCount.between(0, 4), image });
      const files = volumeIn(chart, { source: SharedVolumeSource.cephFs({ filesystem: 'myfs' }) });
      jobIn(world, { chart, pool }, { mounts: [files.at('/data')] });
    },
  },
  {
    name: 'a folder of a node that the user of pods cannot write to',
    code: 'volume-owner',
    says: 'set user to PodUser.root()',
    build: (world, either) => {
      const chart = local(world);
      const files = volumeIn(chart, { source: SharedVolumeSource.hostPath('/data/digits') });
      const user = either(undefined, PodUser.root());
      job({ ...world, chart }, { pool: LocalCluster.kind().pool, mounts: [files.at('/data')], user });
    },
  },
  {
    name: 'files of one zone for nodes of two',
    code: 'volume-zone',
    says: 'set zones of pool "spread" to [\'us-central1-a\']',
    build: (world, either, fix) => {
      const filestore = new Filestore(world.stack, 'files', {
        location: 'us-central1-a',
        network: world.cluster.network,
      });
      const zones = either(['us-central1-a', 'us-central1-b'], [fix.part(/\['([^']+)'\]/)]);
      const pool = world.cluster.addGpuPool('spread', {
        accelerators: Accelerator.L4.times(1),
        nodes: NodeCount.between(0, 4),
        zones,
      });
      const files = volumeIn(world.chart, { source: SharedVolumeSource.filestore(filestore) });
      job(world, { pool, mounts: [files.at('/data')] });
    },
  },
];

const SOURCES: readonly WrongProgram[] = [
  {
    name: 'a CephCluster in a namespace with a long name',
    code: 'ceph-namespace',
    says: 'has 37 characters, but the CephFS driver takes 36',
    build: (world, either, fix) => {
      const { chart } = second(world, { operators: [Operator.ROOK] });
      const namespace = 'c'.repeat(either(37, fix.number()));
      volumeIn(chart, { source: SharedVolumeSource.cephFs({ filesystem: 'myfs', namespace }) });
    },
  },
  {
    name: 'a disk that GKE makes before it knows where pods run',
    code: 'disk-zone',
    says: "use SharedVolumeSource.storageClass('standard-rwo')",
    build: (world, either, fix) => {
      const { chart } = second(world, { location: 'us-central1' });
      const source = storageClass(either('standard', fix.part(/storageClass\('([^']+)'\)/)));
      volumeIn(chart, { source, accessMode: 'ReadWriteOnce' });
    },
  },
  {
    name: "a class of GKE's own that makes shares in another network",
    code: 'filestore-network',
    says: 'make a StorageClass with the parameter network and name that one',
    build: ({ chart }, either) => volumeIn(chart, { source: storageClass(either('standard-rwx', 'ours-rwx')) }),
  },
  {
    name: 'an NFS server with its folder',
    code: 'nfs-server',
    says: 'use a host name or an IP address, and give the folder as path',
    build: ({ chart }, either) => {
      const [server, path] = either(['10.0.0.9:/exports', '/digits'], ['10.0.0.9', '/exports/digits']);
      volumeIn(chart, { source: SharedVolumeSource.nfs(server, path) });
    },
  },
  {
    name: 'a disk for many nodes',
    code: 'shared-volume-access',
    says: "set accessMode to 'ReadWriteOnce'",
    build: ({ chart }, either) =>
      volumeIn(chart, { source: storageClass('premium-rwo'), accessMode: either('ReadWriteMany', 'ReadWriteOnce') }),
  },
  {
    name: 'a disk for many readers, which has nothing to read',
    code: 'shared-volume-access',
    says: 'or use a source for many nodes, such as Filestore',
    build: ({ stack, cluster, chart }, either) => {
      const files = () =>
        SharedVolumeSource.filestore(
          new Filestore(stack, 'files', { location: 'us-central1-a', network: cluster.network }),
        );
      const source = either(() => storageClass('standard-rwo'), files)();
      volumeIn(chart, { source, accessMode: 'ReadOnlyMany' });
    },
  },
  {
    name: 'a class of Filestore in a cluster without its driver',
    code: 'shared-volume-filestore',
    says: 'turn the Filestore driver of the cluster on (filestore: true of a TrainingCluster)',
    build: (world, either) => {
      const { cluster, chart } = second(world, { filestore: either(false, true) });
      const filestore = new Filestore(world.stack, 'files', { location: 'us-central1-a', network: cluster.network });
      volumeIn(chart, { source: SharedVolumeSource.filestore(filestore) });
    },
  },
  {
    name: 'an instance in the network of another cluster',
    code: 'shared-volume-network',
    says: 'make the instance with network: cluster.network',
    build: ({ stack, cluster, chart }, either) => {
      const network = either(
        () => new Network(stack, 'far'),
        () => cluster.network,
      )();
      const filestore = new Filestore(stack, 'files', { location: 'us-central1-a', network });
      volumeIn(chart, { source: SharedVolumeSource.filestore(filestore) });
    },
  },
  {
    name: 'a folder of one of several nodes',
    code: 'shared-volume-nodes',
    says: 'cluster "kind" has 2 nodes, each with a folder of its own',
    build: (world, either, fix) =>
      volumeIn(local(world, either(3, fix.number())), { source: SharedVolumeSource.hostPath('/data/digits') }),
  },
  {
    name: 'a folder of nodes of GKE',
    code: 'shared-volume-nodes',
    says: 'has nodes that come and go',
    build: ({ chart }, either) => {
      const source = either(
        SharedVolumeSource.hostPath('/data/digits'),
        SharedVolumeSource.nfs('10.0.0.9', '/exports/digits'),
      );
      volumeIn(chart, { source, size: Size.gibibytes(1) });
    },
  },
  {
    name: 'a path without its slash',
    code: 'shared-volume-path',
    says: '"exports/digits" is not an absolute path: use "/exports/digits"',
    build: ({ chart }, either, fix) =>
      volumeIn(chart, { source: SharedVolumeSource.nfs('10.0.0.9', either('exports/digits', fix.quoted())) }),
  },
];

export const WRONG_VOLUMES = [...MOUNTS, ...SOURCES];
