import { ApiObject, Size } from 'cdk8s';
import { Construct } from 'constructs';
import { clusterKey } from '../core/contracts/cluster';
import { guideAtSynth } from '../core/contracts/guide';
import { isZone } from '../core/hardware/location';
import { nameProblems, pathBelow } from '../core/names/name';
import { adviseAtSynth, checkAtSynth, firstTime, ownId, refuseValues } from '../core/problems';
import { ClusterChart } from '../kubernetes/cluster-chart';
import { clusterScoped } from '../kubernetes/cluster-scoped';
import { chartOf } from '../kubernetes/enclosing-chart';
import type { AccessMode, ClaimPlace } from '../pods/mounts/claim-place';
import { Mount, type PersistentVolumeClaimMountOptions } from '../pods/mounts/mount';
import { quantityProblems } from '../pods/containers/quantity-problems';
import { isDisk, sharedVolumeAdvice, sharedVolumeProblems } from './shared-volume-problems';
import type { Made, SharedVolumeSource } from './shared-volume-source';
import { claimOf, volumeOf, volumeSteps, type ResolvedVolume } from './volume-objects';

/** The source, the size and the claim of a shared volume. */
export interface SharedVolumeProps {
  readonly source: SharedVolumeSource;
  /** Enforced only by storage classes. @default Size.gibibytes(1); with a storage class Size.tebibytes(1), which is paid for whole where the class makes disks; of Filestore its capacity */
  readonly size?: Size;
  /**
   * The nodes that may mount it at once: one node, many nodes to read it, or many nodes to read and write it. Refused:
   * a mode that the storage class does not have, and pods that mount it in another way.
   *
   * @default 'ReadWriteMany'
   */
  readonly accessMode?: AccessMode;
  /** Name of the claim. @default - the path of ids below the chart, joined with hyphens */
  readonly name?: string;
}

/**
 * A folder that many pods on any nodes read and write. It outlives the pods. If it is deleted, files on a node, on an NFS
 * server or in a Filestore instance stay. For a storage class, its `reclaimPolicy` decides.
 *
 * @example
 * const data = new SharedVolume(chart, 'data', { source: SharedVolumeSource.storageClass('standard-rwx') });
 * const mounts = [data.at('/data')];
 */
export class SharedVolume extends Construct {
  readonly claimName: string;
  private readonly place: ClaimPlace;

  constructor(scope: Construct, id: string, props: SharedVolumeProps) {
    super(scope, ownId(scope, id));
    const chart = chartOf(this);
    const { source, size: asked, accessMode = 'ReadWriteMany', name } = props;
    const { place } = source;
    const size = asked ?? defaultSize(place);
    this.claimName = name ?? pathBelow(chart, this);
    this.place = {
      namespace: chart.namespace,
      cluster: ClusterChart.find(this)?.cluster,
      nodeFolder: place.kind === 'hostPath' ? place.path : undefined,
      accessMode,
      isDisk: isDisk(source, ClusterChart.find(this)?.cluster),
      zone: place.kind === 'filestore' && isZone(place.filestore.location) ? place.filestore.location : undefined,
      kernelModule: place.kind === 'storageClass' && place.filesystem === 'cephFs' ? 'ceph' : undefined,
    };
    refuseValues(
      this,
      nameProblems({ what: 'claim', max: 63, property: 'name' }, this.claimName),
      quantityProblems('a claim', 'size', size, 'use Size.gibibytes(1) or more, or leave it out'),
    );
    this.addObjects({ claimName: this.claimName, namespace: chart.namespace ?? 'default', place, size, accessMode });
    checkAtSynth(this, () => sharedVolumeProblems(source, accessMode, ClusterChart.find(this)?.cluster));
    adviseAtSynth(this, () => sharedVolumeAdvice(source, ClusterChart.find(this)?.cluster));
  }

  /** A mount of it in the pods of a workload. A workload in another namespace or cluster is refused. */
  at(path: string, options: PersistentVolumeClaimMountOptions = {}): Mount {
    return Mount.persistentVolumeClaim(this.claimName, path, options, this.place);
  }

  private addObjects(volume: ResolvedVolume): void {
    const { place } = volume;
    if (place.kind === 'storageClass' && place.made) this.addClass(place.made);
    const made = volumeOf(volume);
    if (made) clusterScoped(this, 'Volume', made);
    const steps = volumeSteps(volume);
    if (steps.length > 0) guideAtSynth(this, () => steps);
    new ApiObject(this, 'Resource', claimOf(volume));
  }

  /** Volumes of one source share the class. The first of them writes it. */
  private addClass({ storageClass, steps }: Made): void {
    const { cluster } = this.place;
    const key = ['storage class', cluster ? clusterKey(cluster) : '', storageClass.metadata.name];
    if (!firstTime(this, key.join(' '))) return;
    clusterScoped(this, 'Class', storageClass);
    guideAtSynth(this, () => steps);
  }
}

function defaultSize(place: SharedVolumeSource['place']): Size {
  if (place.kind === 'filestore') return place.filestore.capacity;
  return place.kind === 'storageClass' ? Size.tebibytes(1) : Size.gibibytes(1);
}
