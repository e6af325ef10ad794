import type { MeshOptions } from '../core/contracts/mesh';
import { Operator } from './operator';
import { kinds } from './operator-facts';
import { OperatorInstall } from './operator-install';

/** The kinds that this library writes. Google chooses the version of its mesh, so its other kinds are not known. */
const SERVED = [
  ...kinds('networking.istio.io', 'v1', 'destinationrules', 'gateways', 'virtualservices'),
  ...kinds('security.istio.io', 'v1', 'authorizationpolicies', 'peerauthentications'),
  ...kinds('telemetry.istio.io', 'v1', 'telemetries'),
];
const install = OperatorInstall.addon('serviceMesh');

/** Service meshes, as operators of a cluster. Servers are in the mesh of their cluster, and jobs are not, unless they say otherwise by `mesh`. */
export const Mesh = {
  /** Istio by Helm, as `Operator.ISTIO` brings it. */
  istio: (options: MeshOptions = {}): Operator => Operator.ISTIO.withMesh({ trustDomain: 'cluster.local', ...options }),
  /** Google's managed mesh, which a TrainingCluster turns on. */
  google: (options: MeshOptions = {}): Operator =>
    Operator.of({ name: 'google-mesh', version: 'of GKE', serves: SERVED, install }).withMesh(options),
};
