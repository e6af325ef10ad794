import type { ICluster } from '../../core/contracts/cluster';
import { LocalCluster } from '../../core/contracts/local-cluster';
import type { Advice } from '../../core/problems/check';
import { problem, type Problem } from '../../core/problems/problem';
import type { SharedVolumeSource } from './shared-volume-source';

/** The storage classes that GKE makes with the Filestore driver. They do not have the parameter `network`. */
const FILESTORE_CLASSES = ['standard-rwx', 'premium-rwx', 'enterprise-rwx', 'zonal-rwx', 'enterprise-multishare-rwx'];

/** Problems of a source whose files the pods of a cluster would not share. */
export function* sharedVolumeProblems(source: SharedVolumeSource, cluster: ICluster | undefined): Generator<Problem> {
  if (!cluster) return;
  yield* nodeProblems(source, cluster);
  const className = filestoreClass(source);
  if (!cluster.features || className === undefined || cluster.features.has('filestore')) return;
  yield problem(
    'shared-volume-filestore',
    'source',
    `storage class "${className}" is Filestore's, but cluster "${cluster.clusterName}" has no Filestore driver`,
    'turn the Filestore driver of the cluster on, or use another source',
  );
}

function* nodeProblems({ place }: SharedVolumeSource, cluster: ICluster): Generator<Problem> {
  if (place.kind !== 'hostPath') return;
  const nodes = LocalCluster.isLocalCluster(cluster) ? cluster.pool.maxNodes : undefined;
  const isGke = cluster.features?.has('gke') ?? false;
  if (!isGke && (nodes === undefined || nodes <= 1)) return;
  const has = isGke ? 'nodes that come and go' : `${String(nodes)} nodes`;
  yield problem(
    'shared-volume-nodes',
    'source',
    `the files are in ${place.path} of the node, but cluster "${cluster.clusterName}" has ${has}, each with a folder of its own`,
    isGke
      ? 'use a bucket, SharedVolumeSource.nfs or SharedVolumeSource.storageClass'
      : 'use SharedVolumeSource.nfs, or a local cluster of 1 node',
  );
}

/** Advice about GKE's Filestore classes, whose shares are in the network `default` for every cluster. */
export function* sharedVolumeAdvice(source: SharedVolumeSource, cluster: ICluster | undefined): Generator<Advice> {
  const className = filestoreClass(source);
  if (!cluster?.features?.has('filestore') || className === undefined) return;
  const reach = `which pods of cluster "${cluster.clusterName}" reach only if it is in that network`;
  yield problem(
    'filestore-network',
    'source',
    `storage class "${className}" makes shares in the network "default", ${reach}`,
    'make a StorageClass with the parameter network and name that one, or acknowledge this if the cluster is in the network "default"',
  );
}

function filestoreClass({ place }: SharedVolumeSource): string | undefined {
  if (place.kind !== 'storageClass' || !FILESTORE_CLASSES.includes(place.storageClassName)) return undefined;
  return place.storageClassName;
}
