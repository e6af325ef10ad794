import type { GuideStep } from '../core/contracts/guide';
import type { IFilestore } from '../core/contracts/filestore';
import { objectNameProblems } from '../core/names/kubernetes-name';
import { accepted, problem, type Problem } from '../core/problems';
import type { NamedManifest } from '../kubernetes/manifest';
import { cephFsClass, cephFsProblems, cephFsSteps, type CephFsOptions } from './ceph-fs';

/** A storage class that the volume writes, and the checks of DEPLOY.md before it. */
export interface Made {
  readonly storageClass: NamedManifest;
  readonly steps: readonly GuideStep[];
}

/** The place of the files of a shared volume. */
type Place =
  | { readonly kind: 'hostPath'; readonly path: string }
  | { readonly kind: 'nfs'; readonly server: string; readonly path: string }
  | { readonly kind: 'filestore'; readonly filestore: IFilestore }
  | {
      readonly kind: 'storageClass';
      readonly storageClassName: string;
      /** The class itself, if the volume writes it. @default - it exists already */
      readonly made?: Made;
      /** The filesystem behind it, if nodes must support it. @default - another, or not known */
      readonly filesystem?: 'cephFs';
    };

/** The place of a shared volume's files. */
export class SharedVolumeSource {
  declare readonly '~type': 'SharedVolumeSource';

  /**
   * A folder of the node. For local clusters of one node, because every node has other files. Kubernetes makes a missing folder
   * for root alone: pods that write to it get `PodUser.root()`, or the folder is made for them before.
   */
  static hostPath(path: string): SharedVolumeSource {
    return accepted(
      'SharedVolumeSource.hostPath',
      [pathProblems(path)],
      () => new SharedVolumeSource({ kind: 'hostPath', path }),
    );
  }

  /** A folder that an NFS server exports, and lets the pods' user write to. @param server its host name or address */
  static nfs(server: string, path: string): SharedVolumeSource {
    return accepted(
      'SharedVolumeSource.nfs',
      [serverProblems(server), pathProblems(path)],
      () => new SharedVolumeSource({ kind: 'nfs', server, path }),
    );
  }

  /**
   * A Filestore instance that exists or that a stack makes, by GKE's Filestore driver. Clusters without the driver are
   * refused. The files stay when the volume is deleted. Where the instance's address is not known at synthesis, DEPLOY.md
   * makes the PersistentVolume, with the address that Google Cloud tells.
   *
   * @see https://cloud.google.com/kubernetes-engine/docs/how-to/persistent-volumes/filestore-csi-driver
   */
  static filestore(filestore: IFilestore): SharedVolumeSource {
    return new SharedVolumeSource({ kind: 'filestore', filestore });
  }

  /**
   * A volume that a storage class makes. GKE's Filestore classes, such as `standard-rwx`, make shares of
   * 1 TiB or more in the network `default`; a cluster in another network needs its own class. Most classes delete the
   * share with its claim; a class with `reclaimPolicy: Retain` keeps it.
   *
   * @see https://cloud.google.com/kubernetes-engine/docs/how-to/persistent-volumes/filestore-csi-driver
   */
  static storageClass(storageClassName: string): SharedVolumeSource {
    const make = () => new SharedVolumeSource({ kind: 'storageClass', storageClassName });
    return accepted('SharedVolumeSource.storageClass', classProblems(storageClassName), make);
  }

  /**
   * A volume in CephFS, from a cluster of Ceph that Rook runs in the same Kubernetes cluster. The storage class for it is
   * written with the volume. Rook, its CephCluster and its CephFilesystem must be there. Refused for pods on nodes with
   * Container-Optimized OS, whose kernel cannot mount it.
   *
   * @see https://rook.io/docs/rook/v1.20/Storage-Configuration/Shared-Filesystem-CephFS/filesystem-storage/
   */
  static cephFs(options: CephFsOptions): SharedVolumeSource {
    return accepted('SharedVolumeSource.cephFs', [cephFsProblems(options)], () => {
      const storageClass = cephFsClass(options);
      return new SharedVolumeSource({
        kind: 'storageClass',
        storageClassName: storageClass.metadata.name,
        made: { storageClass, steps: cephFsSteps(options) },
        filesystem: 'cephFs',
      });
    });
  }

  /** A volume by an existing storage class for Rook's CephFS driver, such as `rook-cephfs`. */
  static cephFsClass(storageClassName: string): SharedVolumeSource {
    const make = () => new SharedVolumeSource({ kind: 'storageClass', storageClassName, filesystem: 'cephFs' });
    return accepted('SharedVolumeSource.cephFsClass', classProblems(storageClassName), make);
  }

  private constructor(readonly place: Place) {}
}

function classProblems(storageClassName: string): Iterable<Problem>[] {
  return [objectNameProblems('storage class', 'storageClassName', storageClassName)];
}

const ADDRESS = /^([a-z0-9]([-_.a-z0-9]*[a-z0-9])?|[0-9a-f:]*:[0-9a-f:.]*)$/i;

function* serverProblems(server: string): Generator<Problem> {
  if (ADDRESS.test(server) && server.length <= 253) return;
  const message = `${JSON.stringify(server)} is neither the name nor the address of a server`;
  yield problem('nfs-server', 'server', message, 'use a host name or an IP address, and give the folder as path');
}

function* pathProblems(path: string): Generator<Problem> {
  if (path.startsWith('/')) return;
  yield problem('shared-volume-path', 'path', `${JSON.stringify(path)} is not an absolute path`, `use "/${path}"`);
}
