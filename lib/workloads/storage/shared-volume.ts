import { Size } from 'cdk8s';
import { k8s } from 'cdk8s-plus-27';
import { Construct } from 'constructs';
import { nameProblems, nameText, pathBelow } from '../../core/names/name';
import { adviseAtSynth, checkAtSynth, checkProps } from '../../core/problems/check';
import { refuseValues } from '../../core/problems/errors';
import { optional, SIZE, type Rules } from '../../core/problems/rules';
import { ownId } from '../../core/problems/own-id';
import { ClusterChart } from '../cluster-chart';
import { clusterScoped } from '../cluster-scoped';
import { chartOf } from '../enclosing-chart';
import { Mount, type ClaimMountOptions, type ClaimPlace } from '../pod/mount';
import { memoryQuantity, memoryText } from '../pod/quantity';
import { quantityProblems } from '../pod/quantity-problems';
import { sharedVolumeAdvice, sharedVolumeProblems } from './shared-volume-problems';
import { SOURCE, type SharedVolumeSource } from './shared-volume-source';

/** The source, the size and the claim of a shared volume. */
export interface SharedVolumeProps {
  readonly source: SharedVolumeSource;
  /** Enforced only by storage classes. @default Size.gibibytes(1); with a storage class Size.tebibytes(1) */
  readonly size?: Size;
  /** Name of the claim. @default - the path of ids below the chart, joined with hyphens */
  readonly name?: string;
}

const SHARED_VOLUME_PROPS: Rules<SharedVolumeProps> = {
  source: SOURCE,
  size: optional(SIZE),
  name: optional(nameText()),
};

/**
 * A folder that many pods on any nodes read and write. It outlives the pods. If it is deleted, files on a node or on an
 * NFS server stay. For a storage class, its `reclaimPolicy` decides.
 */
export class SharedVolume extends Construct {
  readonly claimName: string;
  private readonly place: ClaimPlace;

  constructor(scope: Construct, id: string, props: SharedVolumeProps) {
    super(scope, ownId(scope, id));
    const chart = chartOf(this);
    const { source, size: asked, name } = checkProps(this, props, SHARED_VOLUME_PROPS);
    const { place } = source;
    const size = asked ?? (place.kind === 'storageClass' ? Size.tebibytes(1) : Size.gibibytes(1));
    this.claimName = name ?? pathBelow(chart, this);
    this.place = {
      namespace: chart.namespace,
      cluster: ClusterChart.find(this)?.cluster,
      nodeFolder: place.kind === 'hostPath' ? place.path : undefined,
    };
    refuseValues(this, [
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
          nfs: place.kind === 'nfs' ? { server: place.server, path: place.path } : undefined,
          hostPath: place.kind === 'hostPath' ? { path: place.path, type: 'DirectoryOrCreate' } : undefined,
        },
      });
      new k8s.KubePersistentVolumeClaim(this, 'Resource', {
        metadata,
        spec: { ...claim, storageClassName: '', volumeName },
      });
    }
    checkAtSynth(this, () => sharedVolumeProblems(source, ClusterChart.find(this)?.cluster));
    adviseAtSynth(this, () => sharedVolumeAdvice(source, ClusterChart.find(this)?.cluster));
  }

  /** Mounts it into the pods of a workload. A workload in another namespace or cluster is refused. */
  at(path: string, options: ClaimMountOptions = {}): Mount {
    return Mount.claim(this.claimName, path, options, this.place);
  }
}
