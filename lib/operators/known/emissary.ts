import { kinds, pods, type OperatorFacts } from '../operator-facts';

const CHART = { repository: 'oci://ghcr.io/emissary-ingress', version: '4.1.0', namespace: 'emissary' };

/** By Helm. Its chart of definitions has them in their newest version alone, which needs no webhook. */
export const EMISSARY: OperatorFacts = {
  name: 'emissary',
  version: '4.1.0',
  pods: pods(2, 200, 300),
  serves: kinds(
    'getambassador.io',
    'v3alpha1',
    'authservices',
    'consulresolvers',
    'devportals',
    'hosts',
    'kubernetesendpointresolvers',
    'kubernetesserviceresolvers',
    'listeners',
    'logservices',
    'mappings',
    'modules',
    'ratelimitservices',
    'tcpmappings',
    'tlscontexts',
    'tracingservices',
  ),
  charts: [
    { ...CHART, name: 'emissary-crds', chart: 'emissary-crds-chart' },
    {
      ...{ ...CHART, name: 'emissary-ingress', chart: 'emissary-ingress' },
      // Each gateway has a Service of its own.
      values: { replicaCount: 2, podDisruptionBudget: { maxUnavailable: 1 }, service: { type: 'ClusterIP' } },
    },
  ],
};
