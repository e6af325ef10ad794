import type { GuideStep } from '../../core/contracts/deploy-guide';
import { FILESTORE, type IFilestore } from '../../core/contracts/filestore';
import { objectName, objectNameProblems } from '../../core/names/kubernetes-name';
import { accepted } from '../../core/problems/errors';
import { problem, type Problem } from '../../core/problems/problem';
import { optionProblems, text, typeProblems, valueOf } from '../../core/problems/rules';
import type { Manifest } from '../manifest';
import { CEPH_FS_OPTIONS, cephFsClass, cephFsProblems, cephFsSteps, type CephFsOptions } from './ceph-fs';

export const SOURCE = valueOf(
  'SharedVolumeSource',
  "use SharedVolumeSource.nfs('10.0.0.9', '/exports') or another source",
);

const PATH = text('give the folder, such as "/exports"');
const SERVER = text('give its host name or IP address, such as "10.0.0.9"');
/** A host name, an IPv4 or an IPv6 address. */
const ADDRESS = /^([a-z0-9]([-_.a-z0-9]*[a-z0-9])?|[0-9a-f:]*:[0-9a-f:.]*)$/i;

/** A storage class that volumes write, and what DEPLOY.md checks before. */
export interface Made {
  readonly storageClass: Manifest;
  readonly steps: readonly GuideStep[];
}

/** Where the files of a shared volume are. */
type Place =
  | { readonly kind: 'hostPath'; readonly path: string }
  | { readonly kind: 'nfs'; readonly server: string; readonly path: string }
  | { readonly kind: 'filestore'; readonly filestore: IFilestore }
  | {
      readonly kind: 'storageClass';
      readonly storageClassName: string;
      /** The class itself, if the volume writes it. @default - it exists */
      readonly made?: Made;
      /** The filesystem behind it, if it matters to nodes. @default - another, or not known */
      readonly filesystem?: 'cephFs';
    };

/** The place of a shared volume's files. */
export class SharedVolumeSource {
  /** Tells a value of this class from a plain object; the same text in every copy of the library. */
  readonly '~type' = 'SharedVolumeSource';

  /**
   * A folder of the node. For local clusters of one node, because every node has other files. Kubernetes makes a missing folder
   * for root alone: pods that write to it get `PodUser.root()`, or the folder is made for them before.
   */
  static hostPath(path: string): SharedVolumeSource {
    const checks = [typeProblems({ path }, { path: PATH }), pathProblems(path)];
    return accepted('SharedVolumeSource.hostPath', checks, () => new SharedVolumeSource({ kind: 'hostPath', path }));
  }

  /** A folder that an NFS server exports, and lets the pods' user write to. @param server its host name or address */
  static nfs(server: string, path: string): SharedVolumeSource {
    const types = typeProblems({ server, path }, { server: SERVER, path: PATH });
    const checks = [types, pathProblems(path), serverProblems(server)];
    return accepted('SharedVolumeSource.nfs', checks, () => new SharedVolumeSource({ kind: 'nfs', server, path }));
  }

  /**
   * A Filestore instance that exists or that a stack makes, by GKE's Filestore driver. Clusters without the driver are
   * refused. The files stay when the volume is deleted. Where the instance's address is not known at synthesis, DEPLOY.md
   * makes the PersistentVolume, with the address that Google Cloud tells.
   *
   * @see https://cloud.google.com/kubernetes-engine/docs/how-to/persistent-volumes/filestore-csi-driver
   */
  static filestore(filestore: IFilestore): SharedVolumeSource {
    const make = () => new SharedVolumeSource({ kind: 'filestore', filestore });
    return accepted('SharedVolumeSource.filestore', [typeProblems({ filestore }, { filestore: FILESTORE })], make);
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
    const checks = [optionProblems(options, CEPH_FS_OPTIONS), cephFsProblems(options)];
    return accepted('SharedVolumeSource.cephFs', checks, () => {
      const storageClass = cephFsClass(options);
      return new SharedVolumeSource({
        kind: 'storageClass',
        storageClassName: storageClass.metadata.name,
        made: { storageClass, steps: cephFsSteps(options) },
        filesystem: 'cephFs',
      });
    });
  }

  /** The same by a storage class for Rook's CephFS driver that exists, such as `rook-cephfs`. */
  static cephFsClass(storageClassName: string): SharedVolumeSource {
    const make = () => new SharedVolumeSource({ kind: 'storageClass', storageClassName, filesystem: 'cephFs' });
    return accepted('SharedVolumeSource.cephFsClass', classProblems(storageClassName), make);
  }

  private constructor(readonly place: Place) {}
}

function classProblems(storageClassName: string): Iterable<Problem>[] {
  const types = typeProblems({ storageClassName }, { storageClassName: objectName('storage class') });
  return [types, objectNameProblems('storage class', 'storageClassName', storageClassName)];
}

function* pathProblems(path: string): Generator<Problem> {
  if (path.startsWith('/')) return;
  yield problem('shared-volume-path', 'path', `${JSON.stringify(path)} is not an absolute path`, `use "/${path}"`);
}

function* serverProblems(server: string): Generator<Problem> {
  if (ADDRESS.test(server) && server.length <= 253) return;
  const message = `${JSON.stringify(server)} is neither the name nor the address of a server`;
  const fix = 'use a host name or an IP address, such as "10.0.0.9", and give the folder as path';
  yield problem('nfs-server', 'server', message, fix);
}
