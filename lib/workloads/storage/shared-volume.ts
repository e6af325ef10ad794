import { Size } from 'cdk8s';
import { k8s } from 'cdk8s-plus-27';
import { Construct } from 'constructs';
import { adviseAtSynth, checkAtSynth, type Advice } from '../../core/problems/check';
import { optionalProblems, requiredProblems, textProblems } from '../../core/problems/given';
import { KINDS } from '../../core/problems/kinds';
import { LocalCluster } from '../../core/contracts/local-cluster';
import { objectNameProblems } from '../../core/names/kubernetes-name';
import { nameProblems, pathBelow } from '../../core/names/name';
import { refuse } from '../../core/problems/errors';
import type { Problem } from '../../core/problems/problem';
import { chartOf } from '../enclosing-chart';
import { ClusterChart } from '../cluster-chart';
import { clusterScoped } from '../cluster-scoped';
import { Mount, type ClaimMountOptions, type ClaimPlace } from '../pod/mount';
import { memoryQuantity, memoryText, quantityProblems } from '../pod/quantity';

/** Where the files of a shared volume are. */
export class SharedVolumeSource {
  /** Tells a value of this class from a plain object; the same text in every copy of the library. */
  readonly '~type' = 'SharedVolumeSource';

  /** A folder of the node, made if it is not there. For local clusters of one node: another node would see other files. */
  static hostPath(path: string): SharedVolumeSource {
    refuseRelative('hostPath', path);
    return new SharedVolumeSource({ kind: 'hostPath', path });
  }

  /** A folder that an NFS server exports. @param server its host name or address */
  static nfs(server: string, path: string): SharedVolumeSource {
    refuseRelative('nfs', path);
    refuse('SharedVolumeSource.nfs', serverProblems(server));
    return new SharedVolumeSource({ kind: 'nfs', server, path });
  }

  /**
   * Made on demand by a storage class that gives volumes for many writers. GKE's own Filestore classes, such as
   * `standard-rwx`, make shares of 1 TiB and more in the network `default`; a cluster in another network needs a class of its own.
   * Most classes delete the share with its claim; one with `reclaimPolicy: Retain` keeps it.
   *
   * @see https://cloud.google.com/kubernetes-engine/docs/how-to/persistent-volumes/filestore-csi-driver
   */
  static storageClass(storageClassName: string): SharedVolumeSource {
    refuse(
      'SharedVolumeSource.storageClass',
      objectNameProblems('storage class', 'storageClassName', storageClassName),
    );
    return new SharedVolumeSource({ kind: 'storageClass', storageClassName });
  }

  private constructor(
    readonly place:
      | { readonly kind: 'hostPath'; readonly path: string }
      | { readonly kind: 'nfs'; readonly server: string; readonly path: string }
      | { readonly kind: 'storageClass'; readonly storageClassName: string },
  ) {}
}

/** What a volume is of, and how it is claimed. */
export interface SharedVolumeProps {
  readonly source: SharedVolumeSource;
  /** Enforced only by storage classes. @default Size.gibibytes(1); with a storage class Size.tebibytes(1) */
  readonly size?: Size;
  /** Name of the claim. @default - the path of ids below the chart, joined with hyphens */
  readonly name?: string;
}

const SOURCE = { has: 'place', fix: "use SharedVolumeSource.nfs('10.0.0.9', '/exports') or another source" };
/** A host name, an IPv4 or an IPv6 address. */
const SERVER = /^([a-z0-9]([-_.a-z0-9]*[a-z0-9])?|[0-9a-f:]*:[0-9a-f:.]*)$/i;
/** The classes that GKE itself makes with the Filestore driver. None has the parameter `network`. */
const FILESTORE_CLASSES = ['standard-rwx', 'premium-rwx', 'enterprise-rwx', 'zonal-rwx', 'enterprise-multishare-rwx'];

/**
 * A folder that many pods read and write, on whatever nodes they are. It outlives them. When it is deleted, what is in a
 * folder of a node or on an NFS server stays; of what a storage class made, its `reclaimPolicy` decides.
 */
export class SharedVolume extends Construct {
  readonly claimName: string;
  private readonly place: ClaimPlace;

  constructor(scope: Construct, id: string, props: SharedVolumeProps) {
    super(scope, id);
    const chart = chartOf(this);
    refuse(this, [...requiredProblems(props, { source: SOURCE }), ...optionalProblems(props, { size: KINDS.size })]);
    const { place } = props.source;
    const size = props.size ?? (place.kind === 'storageClass' ? Size.tebibytes(1) : Size.gibibytes(1));
    this.claimName = props.name ?? pathBelow(chart, this);
    this.place = { namespace: chart.namespace, cluster: ClusterChart.find(this)?.cluster };
    refuse(this, [
      ...nameProblems({ what: 'claim', max: 63, property: 'name' }, this.claimName),
      ...quantityProblems('a claim', 'size', size, 'use Size.gibibytes(1) or more, or leave it out'),
    ]);

    const claim = { accessModes: ['ReadWriteMany'], resources: { requests: { storage: memoryQuantity(size) } } };
    const metadata = { name: this.claimName };
    if (place.kind === 'storageClass') {
      const { storageClassName } = place;
      new k8s.KubePersistentVolumeClaim(this, 'Resource', { metadata, spec: { ...claim, storageClassName } });
    } else {
      const namespace = chart.namespace ?? 'default';
      const volumeName = `${namespace}-${this.claimName}`;
      clusterScoped(this, 'Volume', {
        apiVersion: 'v1',
        kind: 'PersistentVolume',
        metadata: { name: volumeName },
        spec: {
          accessModes: claim.accessModes,
          capacity: { storage: memoryText(size) },
          claimRef: { apiVersion: 'v1', kind: 'PersistentVolumeClaim', name: this.claimName, namespace },
          persistentVolumeReclaimPolicy: 'Retain',
          storageClassName: '',
          ...(place.kind === 'nfs'
            ? { nfs: { server: place.server, path: place.path } }
            : { hostPath: { path: place.path, type: 'DirectoryOrCreate' } }),
        },
      });
      new k8s.KubePersistentVolumeClaim(this, 'Resource', {
        metadata,
        spec: { ...claim, storageClassName: '', volumeName },
      });
    }
    checkAtSynth(this, () => [...this.nodeProblems(props.source), ...this.filestoreProblems(props.source)]);
    adviseAtSynth(this, () => this.networkAdvice(props.source));
  }

  /** Mounts it into the pods of a workload of the same namespace and cluster; others are refused. */
  at(path: string, options: ClaimMountOptions = {}): Mount {
    return Mount.claim(this.claimName, path, options, this.place);
  }

  private nodeProblems({ place }: SharedVolumeSource): Problem[] {
    const cluster = ClusterChart.find(this)?.cluster;
    if (!cluster || place.kind !== 'hostPath') return [];
    const nodes = LocalCluster.isLocalCluster(cluster) ? cluster.pool.maxNodes : undefined;
    const gke = cluster.features?.has('gke') ?? false;
    if (!gke && (nodes === undefined || nodes <= 1)) return [];
    return [
      {
        code: 'shared-volume-nodes',
        property: 'source',
        message: `the files are in ${place.path} of the node, but cluster "${cluster.clusterName}" has ${gke ? 'nodes that come and go' : `${String(nodes)} nodes`}, each with a folder of its own`,
        fix: gke
          ? 'use a bucket, SharedVolumeSource.nfs or SharedVolumeSource.storageClass'
          : 'use SharedVolumeSource.nfs, or a local cluster of 1 node',
      },
    ];
  }

  private filestoreProblems({ place }: SharedVolumeSource): Problem[] {
    const cluster = ClusterChart.find(this)?.cluster;
    if (!cluster?.features || place.kind !== 'storageClass' || !FILESTORE_CLASSES.includes(place.storageClassName))
      return [];
    if (cluster.features.has('filestore')) return [];
    return [
      {
        code: 'shared-volume-filestore',
        property: 'source',
        message: `storage class "${place.storageClassName}" is Filestore's, but cluster "${cluster.clusterName}" has no Filestore driver`,
        fix: 'turn the Filestore driver of the cluster on, or use another source',
      },
    ];
  }

  private networkAdvice({ place }: SharedVolumeSource): Advice[] {
    const cluster = ClusterChart.find(this)?.cluster;
    if (!cluster?.features?.has('filestore') || place.kind !== 'storageClass') return [];
    if (!FILESTORE_CLASSES.includes(place.storageClassName)) return [];
    return [
      {
        code: 'filestore-network',
        property: 'source',
        message: `storage class "${place.storageClassName}" makes shares in the network "default", which pods of cluster "${cluster.clusterName}" reach only if it is in that network`,
        fix: 'make a StorageClass with the parameter network and name that one, or acknowledge this if the cluster is in the network "default"',
      },
    ];
  }
}

function serverProblems(server: string): Problem[] {
  const noText = textProblems('server', server, 'give its host name or IP address, such as "10.0.0.9"');
  if (noText.length > 0 || (SERVER.test(server) && server.length <= 253)) return noText;
  return [
    {
      code: 'nfs-server',
      property: 'server',
      message: `${JSON.stringify(server)} is neither the name nor the address of a server`,
      fix: 'use a host name or an IP address, such as "10.0.0.9", and give the folder as path',
    },
  ];
}

function refuseRelative(factory: string, path: string): void {
  const noText = textProblems('path', path, 'give the folder, such as "/exports"');
  refuse(
    `SharedVolumeSource.${factory}`,
    noText.length > 0 || path.startsWith('/')
      ? noText
      : [
          {
            code: 'shared-volume-path',
            property: 'path',
            message: `${JSON.stringify(path)} is not an absolute path`,
            fix: `use "/${path}"`,
          },
        ],
  );
}
