import { expect, test } from 'vitest';
import { Mesh } from '../../../lib/operators/mesh';
import { meshMetadata, proxyRequests, type MeshPlace } from '../../../lib/pods/containers/mesh-proxy';
import { GKE } from '../../workload/pools';

const MESHED = { ...GKE, operators: [Mesh.istio()] };
const INJECTED = 'sidecar.istio.io/inject';

test.each<[string, typeof GKE, MeshPlace, string | undefined]>([
  ['in', GKE, 'in', 'true'],
  ['out', MESHED, 'out', 'false'],
  ['any, in a cluster with a mesh', MESHED, 'any', 'true'],
  ['any, in a cluster without one', GKE, 'any', undefined],
])('the label of pods that are %s', (_, cluster, place, label) => {
  const { labels, annotations } = meshMetadata(cluster, place);
  expect(labels).toEqual(label === undefined ? {} : { [INJECTED]: label });
  expect(Reflect.get(annotations, 'sidecar.istio.io/nativeSidecar')).toBe(label === 'true' ? 'true' : undefined);
  expect(proxyRequests(cluster, place)?.cpuMillis).toBe(label === 'true' ? 100 : undefined);
});
