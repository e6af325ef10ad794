import { Size } from 'cdk8s';
import type { ICluster } from '../../core/contracts/cluster';
import { meshOf } from '../../core/contracts/mesh';
import type { SidecarResources } from './resources';

/**
 * The proxy of a service mesh: in the pods, kept out of them, or (`any`) as the cluster's mesh decides.
 *
 * @see https://istio.io/latest/docs/setup/additional-setup/sidecar-injection/
 */
export type MeshPlace = 'in' | 'out' | 'any';

/** The requests of a proxy: Istio's own defaults. */
const PROXY: SidecarResources = { cpuMillis: 100, memory: Size.mebibytes(128) };
const INJECTED = 'sidecar.istio.io/inject';
/** As a native sidecar, it starts before the program and stops after it, so that no request is lost and a job ends. */
const NATIVE = { 'sidecar.istio.io/nativeSidecar': 'true' };

/** True if pods have a proxy, as far as the program knows. */
export function isInMesh(cluster: ICluster, place: MeshPlace): boolean {
  return place === 'in' || (place === 'any' && meshOf(cluster) !== undefined);
}

/** The requests of the proxy of a pod, which its node must have room for. */
export function proxyRequests(cluster: ICluster, place: MeshPlace = 'out'): SidecarResources | undefined {
  return isInMesh(cluster, place) ? PROXY : undefined;
}

/** The label by which the mesh decides, with the annotations of a pod. */
export function meshMetadata(cluster: ICluster, place: MeshPlace) {
  if (isInMesh(cluster, place))
    return { labels: { [INJECTED]: 'true' }, annotations: { [INJECTED]: 'true', ...NATIVE } };
  const out = place === 'out' ? { [INJECTED]: 'false' } : {};
  return { labels: out, annotations: out };
}
