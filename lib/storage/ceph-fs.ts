import { objectNameProblems } from '../core/names/kubernetes-name';
import { problem, type Problem } from '../core/problems';
import type { GuideStep } from '../core/contracts/guide';
import type { NamedManifest } from '../kubernetes/manifest';

/** A filesystem of Ceph in a cluster of Rook's, by the names of Rook's objects. */
export interface CephFsOptions {
  /** The name of the CephFilesystem. */
  readonly filesystem: string;
  /** The data pool, by its name in `spec.dataPools` of the CephFilesystem. @default - the filesystem's first */
  readonly dataPool?: string;
  /** The namespace of the CephCluster, up to 36 characters. @default 'rook-ceph' */
  readonly namespace?: string;
  /** The namespace of Rook's operator, after which its CSI driver is named. @default 'rook-ceph' */
  readonly operatorNamespace?: string;
  /** The fate of the files when the claim is deleted. @default 'Retain' - they fill the disks of Ceph until somebody deletes them */
  readonly reclaimPolicy?: 'Retain' | 'Delete';
}

/** The namespace in the examples and the charts of Rook. */
const ROOK = 'rook-ceph';
/**
 * The driver takes no longer clusterID, which Rook makes of the namespace.
 *
 * @see https://github.com/ceph/ceph-csi/blob/devel/docs/cephfs/deploy.md
 */
const LONGEST_CLUSTER_ID = 36;

export function* cephFsProblems(options: CephFsOptions): Generator<Problem> {
  const { filesystem, dataPool, namespace, operatorNamespace } = options;
  yield* objectNameProblems('CephFilesystem', 'filesystem', filesystem);
  if (dataPool !== undefined) yield* objectNameProblems('data pool', 'dataPool', dataPool);
  if (operatorNamespace !== undefined) yield* objectNameProblems('namespace', 'operatorNamespace', operatorNamespace);
  if (namespace === undefined) return;
  yield* objectNameProblems('namespace', 'namespace', namespace);
  if (namespace.length <= LONGEST_CLUSTER_ID) return;
  const message = `namespace "${namespace}" has ${namespace.length} characters, but the CephFS driver takes ${LONGEST_CLUSTER_ID}`;
  const fix = `make the CephCluster in a namespace with a name of up to ${LONGEST_CLUSTER_ID} characters`;
  yield problem('ceph-namespace', 'namespace', message, fix);
}

/**
 * The storage class by which Rook's CSI driver makes volumes in a filesystem. Its name contains all its parameters,
 * because Kubernetes does not let the parameters of a class change.
 *
 * @see https://rook.io/docs/rook/v1.20/Storage-Configuration/Shared-Filesystem-CephFS/filesystem-storage/
 */
export function cephFsClass(options: CephFsOptions): NamedManifest {
  const { filesystem, dataPool, namespace = ROOK, operatorNamespace = ROOK, reclaimPolicy = 'Retain' } = options;
  const secret = (use: string, name: string) => ({
    [`csi.storage.k8s.io/${use}-secret-name`]: name,
    [`csi.storage.k8s.io/${use}-secret-namespace`]: namespace,
  });
  const name = ['cephfs', namespace, filesystem, dataPool, reclaimPolicy === 'Delete' ? 'delete' : undefined];
  return {
    apiVersion: 'storage.k8s.io/v1',
    kind: 'StorageClass',
    metadata: { name: name.filter((part) => part !== undefined).join('-') },
    provisioner: `${operatorNamespace}.cephfs.csi.ceph.com`,
    parameters: {
      clusterID: namespace,
      fsName: filesystem,
      pool: dataPool === undefined ? undefined : `${filesystem}-${dataPool}`,
      ...secret('provisioner', 'rook-csi-cephfs-provisioner'),
      ...secret('controller-expand', 'rook-csi-cephfs-provisioner'),
      ...secret('controller-publish', 'rook-csi-cephfs-provisioner'),
      ...secret('node-stage', 'rook-csi-cephfs-node'),
    },
    reclaimPolicy,
    allowVolumeExpansion: true,
  };
}

/** The step that waits for the filesystem. Rook sets its phase when clients can mount it. */
export function cephFsSteps({ filesystem, namespace = ROOK }: CephFsOptions): GuideStep[] {
  const wait = "wait --for=jsonpath='{.status.phase}'=Ready --timeout=300s";
  return [
    {
      phase: 'checks',
      text: `Rook makes volumes in the CephFilesystem \`${filesystem}\`, which must be there and ready:`,
      commands: [`kubectl -n ${namespace} ${wait} cephfilesystems.ceph.rook.io/${filesystem}`],
    },
  ];
}
