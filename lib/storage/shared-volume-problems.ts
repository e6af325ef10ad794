import type { ICluster } from '../core/contracts/cluster';
import { isZone, regionOf } from '../core/hardware/location';
import { LocalCluster } from '../local/local-cluster';
import { Operator } from '../operators/operator';
import { answers, declaredOperators, expressionOf } from '../operators/operator-problems';
import { areOtherNetworks } from '../core/network/other-networks';
import { problem, type Advice, type Problem } from '../core/problems';
import { isDiskClass } from '../pods/mounts/disk-zones';
import type { AccessMode } from '../pods/mounts/claim-place';
import type { SharedVolumeSource } from './shared-volume-source';

/** The storage classes that GKE makes with the Filestore driver. They do not have the parameter `network`. */
const FILESTORE_CLASSES = ['standard-rwx', 'premium-rwx', 'enterprise-rwx', 'zonal-rwx', 'enterprise-multishare-rwx'];

/** Problems of a source whose files the pods of a cluster would not share. */
export function* sharedVolumeProblems(
  source: SharedVolumeSource,
  accessMode: AccessMode,
  cluster: ICluster | undefined,
): Generator<Problem> {
  if (!cluster) return;
  yield* diskProblems(source, accessMode, cluster);
  yield* cephProblems(source, cluster);
  yield* filestoreProblems(source, cluster);
  yield* networkProblems(source, cluster);
}

function* filestoreProblems(source: SharedVolumeSource, cluster: ICluster): Generator<Problem> {
  const { place } = source;
  const className = filestoreClass(source);
  if (!cluster.features || cluster.features.has('filestore')) return;
  if (className === undefined && place.kind !== 'filestore') return;
  const what = className === undefined ? 'the volume is in Filestore' : `storage class "${className}" is Filestore's`;
  yield problem(
    'shared-volume-filestore',
    'source',
    `${what}, but cluster "${cluster.clusterName}" has no Filestore driver`,
    'turn the Filestore driver of the cluster on (filestore: true of a TrainingCluster), or use another source',
  );
}

/** An instance of Filestore in another network than the pods. */
function* networkProblems({ place }: SharedVolumeSource, { clusterName, network }: ICluster): Generator<Problem> {
  if (place.kind !== 'filestore' || !network) return;
  const { instanceName, network: other } = place.filestore;
  if (!other || !areOtherNetworks(network, other)) return;
  yield problem(
    'shared-volume-network',
    'source',
    `Filestore instance "${instanceName}" is in another network than cluster "${clusterName}", whose pods cannot reach it`,
    'make the instance with network: cluster.network',
  );
}

/** Files of a folder of each node. Whoever makes the nodes may put one folder of their own into all of them, such as by `extraMounts` of kind. */
function* nodeAdvice({ place }: SharedVolumeSource, cluster: ICluster | undefined): Generator<Advice> {
  if (place.kind !== 'hostPath' || !cluster) return;
  const nodes = LocalCluster.isLocalCluster(cluster) ? cluster.pool.maxNodes : undefined;
  const isGke = cluster.features?.has('gke') ?? false;
  if (!isGke && (nodes === undefined || nodes <= 1)) return;
  const has = isGke ? 'nodes that come and go' : `${String(nodes)} nodes`;
  const instead = isGke
    ? 'use a bucket, SharedVolumeSource.nfs or SharedVolumeSource.storageClass'
    : 'use SharedVolumeSource.nfs, or a local cluster of 1 node';
  yield problem(
    'shared-volume-nodes',
    'source',
    `the files are in ${place.path} of the node, but cluster "${cluster.clusterName}" has ${has}, each with a folder of its own`,
    `${instead}, or acknowledge this if all nodes have the same files there`,
  );
}

/** True if a class of GKE makes a disk for the volume. */
export function isDisk({ place }: SharedVolumeSource, cluster: ICluster | undefined): boolean {
  return place.kind === 'storageClass' && isDiskClass(cluster, place.storageClassName);
}

/**
 * The driver of disks makes none for a claim of many nodes.
 *
 * @see https://github.com/kubernetes-sigs/gcp-compute-persistent-disk-csi-driver/blob/master/pkg/gce-pd-csi-driver/controller.go
 */
function* diskProblems(source: SharedVolumeSource, accessMode: AccessMode, cluster: ICluster): Generator<Problem> {
  const { place } = source;
  if (place.kind !== 'storageClass' || accessMode === 'ReadWriteOnce' || !isDisk(source, cluster)) return;
  yield problem(
    'shared-volume-access',
    'accessMode',
    `storage class "${place.storageClassName}" of GKE makes disks for one node, but accessMode is ${accessMode}`,
    "set accessMode to 'ReadWriteOnce' for pods on one node, or use a source for many nodes, such as Filestore",
  );
}

/** Problems of CephFS in a cluster without Rook, whose driver makes and mounts the volumes. */
function* cephProblems({ place }: SharedVolumeSource, cluster: ICluster): Generator<Problem> {
  if (place.kind !== 'storageClass' || place.filesystem !== 'cephFs' || !cluster.operators) return;
  if (cluster.operators.some((operator) => answers(operator, Operator.ROOK))) return;
  const add = `add ${expressionOf(Operator.ROOK)} to operators of the cluster`;
  yield problem(
    'operator-missing',
    'source',
    `a volume in CephFS needs operator "${Operator.ROOK.name}", but ${declaredOperators(cluster)}`,
    `${add}, or ${expressionOf(Operator.ROOK)}.installedElsewhere(…) if somebody installs it`,
  );
}

/** Advice about GKE's own classes, and about files far from their pods. */
export function* sharedVolumeAdvice(source: SharedVolumeSource, cluster: ICluster | undefined): Generator<Advice> {
  yield* nodeAdvice(source, cluster);
  yield* diskAdvice(source, cluster);
  yield* regionAdvice(source, cluster);
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

/** GKE makes a disk of its oldest class at once, in any zone of the cluster, and pods can run in that zone alone. */
function* diskAdvice(source: SharedVolumeSource, cluster: ICluster | undefined): Generator<Advice> {
  const { place } = source;
  if (place.kind !== 'storageClass' || place.storageClassName !== 'standard' || !isDisk(source, cluster)) return;
  if (cluster?.location !== undefined && isZone(cluster.location)) return;
  const message =
    'GKE makes a disk of storage class "standard" before it knows where pods run, perhaps in a zone without nodes';
  yield problem('disk-zone', 'source', message, "use SharedVolumeSource.storageClass('standard-rwo')");
}

/** Pods of the network reach an instance in any region. */
function* regionAdvice({ place }: SharedVolumeSource, cluster: ICluster | undefined): Generator<Advice> {
  if (place.kind !== 'filestore' || cluster?.location === undefined) return;
  const { instanceName, location } = place.filestore;
  const region = regionOf(cluster.location);
  if (regionOf(location) === region) return;
  const message = `Filestore instance "${instanceName}" is in ${location}, but cluster "${cluster.clusterName}" in ${cluster.location}: each file crosses regions, which is slow and charged`;
  const fix = `make the instance in ${region}, under a new id if this one has files, and copy them; or make the cluster in ${regionOf(location)}`;
  yield problem('filestore-region', 'source', message, fix);
}

function filestoreClass({ place }: SharedVolumeSource): string | undefined {
  if (place.kind !== 'storageClass' || !FILESTORE_CLASSES.includes(place.storageClassName)) return undefined;
  return place.storageClassName;
}
