import type { k8s } from 'cdk8s-plus-27';
import type { JsonOf } from '../../kubernetes/kinds/kind';
import { podsOfNamespaces } from '../../kubernetes/network-policy';
import type { Telemetry } from './telemetry';

/** The pods that read the metrics of a server, as peers of a NetworkPolicy. */
export function scrapersOf({ way }: Telemetry): JsonOf<k8s.NetworkPolicyPeer>[] {
  switch (way.kind) {
    case 'managed':
      // GKE has its collectors in the second one on Autopilot.
      return [podsOfNamespaces('gmp-system', 'gke-gmp-system')];
    case 'operator':
      // A Prometheus may be in any namespace. The operator labels its pods.
      return [
        {
          namespaceSelector: {},
          podSelector: { matchLabels: { 'app.kubernetes.io/managed-by': 'prometheus-operator' } },
        },
      ];
    case 'none':
      return [];
  }
}
