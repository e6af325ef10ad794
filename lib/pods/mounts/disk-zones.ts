import type { ICluster } from '../../core/contracts/cluster';
import type { INodePool } from '../../core/contracts/node-pool';
import { problem, type Problem } from '../../core/problems';

/** The storage classes that GKE makes for disks, which one node at a time can mount for writing. */
const DISK_CLASSES = ['standard', 'standard-rwo', 'premium-rwo'];

/** True if a class of GKE makes a disk, which stays in the zone of its first pod. @param name the default class, if it is not given */
export function isDiskClass(cluster: ICluster | undefined, name = 'standard-rwo'): boolean {
  return cluster?.features?.has('gke') === true && DISK_CLASSES.includes(name);
}

/**
 * A disk stays in the zone where its first pod runs, whichever pod comes next.
 *
 * @param disk the disk, such as `volume "data" is a disk in one zone`
 */
export function* zonesApart(
  disk: string,
  pools: readonly Pick<INodePool, 'poolName' | 'zones'>[],
  property: string,
  otherFix: string,
): Generator<Problem> {
  const inZones = pools.flatMap(({ poolName, zones }) => (zones ? [{ poolName, zones }] : []));
  const [first, ...others] = inZones;
  if (!first || first.zones.some((zone) => others.every(({ zones }) => zones.includes(zone)))) return;
  const names = inZones.map(({ poolName, zones }) => `"${poolName}" (${zones.join(', ')})`).join(' and ');
  const message = `${disk}, but pods that mount it run on pools ${names}, which have no zone in common`;
  const fix = `give the pools one zone in common by their zones, or ${otherFix}`;
  yield problem('volume-zones', property, message, fix);
}
