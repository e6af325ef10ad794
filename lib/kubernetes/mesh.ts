import type { Chart } from 'cdk8s';
import type { k8s } from 'cdk8s-plus-27';
import type { ICluster } from '../core/contracts/cluster';
import { meshOf } from '../core/contracts/mesh';
import { MESH_TELEMETRY, PEER_AUTHENTICATION } from './kinds/istio';
import { objectOf, type JsonOf } from './kinds/kind';
import { labelNamespace } from './namespace';
import { podsOfNamespaces, tcp } from './network-policy';
import { WorkloadObject } from './workload-object';

/** Puts the namespace of a chart into the mesh of its cluster. Its pods take calls of the mesh alone, if they have a proxy. */
export function addMesh(chart: Chart, cluster: ICluster): void {
  const mesh = meshOf(cluster);
  if (!mesh) return;
  const { tracedPercent = 1, accessLog = false } = mesh;
  const reason = `The mesh gives pods of the namespace \`${chart.namespace ?? 'default'}\` their proxies by this label.`;
  labelNamespace(chart, 'istio-injection', 'enabled', reason);
  const objects = [
    objectOf(PEER_AUTHENTICATION, 'default', { mtls: { mode: 'STRICT' } }),
    objectOf(MESH_TELEMETRY, 'default', {
      tracing: [{ randomSamplingPercentage: tracedPercent }],
      accessLogging: accessLog ? [{ providers: [{ name: 'envoy' }] }] : undefined,
      metrics: mesh.trustDomain === undefined ? undefined : [{ providers: [{ name: 'prometheus' }] }],
    }),
  ];
  for (const object of objects) new WorkloadObject(chart, object.kind, object);
}

/** The connections of proxies to what tells them of the mesh. Google's is behind its APIs. */
export function meshEgress(cluster: ICluster): JsonOf<k8s.NetworkPolicyEgressRule[]> {
  if (meshOf(cluster)?.trustDomain === undefined) return [];
  return [{ to: [podsOfNamespaces('istio-system')], ports: [tcp(15_012)] }];
}
