import { objectOf } from '../kubernetes/kinds/kind';
import { CLUSTER_POD_MONITORING, POD_MONITOR } from '../kubernetes/kinds/monitoring';
import type { NamedManifest } from '../kubernetes/manifest';
import { RBAC, roleOf, ruleOf } from '../kubernetes/role';
import type { Collector } from './monitoring-objects';

/** The namespaces in which GKE runs the collectors of managed Prometheus. */
const COLLECTORS = ['gmp-system', 'gke-gmp-system'];

/**
 * The objects that collect the metrics of Kueue, whose port asks for a token of a reader.
 *
 * @see https://kueue.sigs.k8s.io/docs/reference/metrics/
 */
export function kueueMetrics(name: string, namespace: string, interval: string, collector: Collector): NamedManifest[] {
  const of = (apiVersion: string, kind: string, more: object): NamedManifest => {
    return { apiVersion, kind, metadata: { name }, ...more };
  };
  const annotations = { 'kubernetes.io/service-account.name': name };
  const roleRef = { apiGroup: RBAC, kind: 'ClusterRole', name: 'kueue-metrics-reader' };
  const account = [
    of('v1', 'ServiceAccount', { automountServiceAccountToken: false }),
    of('v1', 'Secret', { type: 'kubernetes.io/service-account-token', metadata: { name, annotations } }),
    of(`${RBAC}/v1`, 'ClusterRoleBinding', { roleRef, subjects: [{ kind: 'ServiceAccount', name, namespace }] }),
  ];
  const selector = { matchLabels: { 'app.kubernetes.io/name': 'kueue', 'control-plane': 'controller-manager' } };
  // The certificate is Kueue's own.
  const tls = { insecureSkipVerify: true };
  const secret = { name, key: 'token' };
  const endpoint = { port: 'metrics', interval, scheme: 'https' } as const;
  if (collector === 'operator') {
    const endpoints = [{ ...endpoint, tlsConfig: tls, authorization: { credentials: secret } }];
    const spec = { selector, namespaceSelector: { any: true }, podMetricsEndpoints: endpoints };
    return [...account, objectOf(POD_MONITOR, name, spec)];
  }
  const authorization = { type: 'Bearer', credentials: { secret: { ...secret, namespace } } };
  const rules = [{ ...ruleOf('', ['secrets'], ['get']), resourceNames: [name] }];
  const subjects = COLLECTORS.map((each) => ({ kind: 'ServiceAccount', name: 'collector', namespace: each }));
  return [
    ...account,
    ...roleOf(name, rules, subjects),
    objectOf(CLUSTER_POD_MONITORING, name, { selector, endpoints: [{ ...endpoint, tls, authorization }] }),
  ];
}
