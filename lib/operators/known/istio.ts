import { kinds, pods, type OperatorFacts } from '../operator-facts';

const CHART = { repository: 'https://istio-release.storage.googleapis.com/charts', version: '1.30.3' };

/** By Helm. The CNI plugin redirects connections of pods, which then need no rights of their own for it. */
export const ISTIO: OperatorFacts = {
  name: 'istio',
  version: '1.30.3',
  pods: [...pods(1, 500, 2048), ...pods(2, 100, 128)],
  serves: [
    ...kinds(
      'networking.istio.io',
      'v1',
      'destinationrules',
      'gateways',
      'serviceentries',
      'sidecars',
      'virtualservices',
      'workloadentries',
      'workloadgroups',
    ),
    ...kinds('networking.istio.io', 'v1alpha3', 'envoyfilters'),
    ...kinds('networking.istio.io', 'v1beta1', 'proxyconfigs'),
    ...kinds('security.istio.io', 'v1', 'authorizationpolicies', 'peerauthentications', 'requestauthentications'),
    ...kinds('telemetry.istio.io', 'v1', 'telemetries'),
    ...kinds('extensions.istio.io', 'v1alpha1', 'trafficextensions', 'wasmplugins'),
  ],
  charts: [
    { ...CHART, name: 'istio-base', chart: 'base', namespace: 'istio-system' },
    {
      ...{ ...CHART, name: 'istiod', chart: 'istiod', namespace: 'istio-system' },
      // Paths are compared in the form in which they are passed on.
      values: {
        cni: { enabled: true },
        // Proxies start before programs and stop after them, in pods whose annotations do not say so too.
        env: { ENABLE_NATIVE_SIDECARS: 'true' },
        meshConfig: { pathNormalization: { normalization: 'DECODE_AND_MERGE_SLASHES' } },
      },
    },
    {
      ...{ ...CHART, name: 'istio-ingress', chart: 'gateway', namespace: 'istio-ingress' },
      // Each gateway has a Service of its own.
      values: {
        autoscaling: { minReplicas: 2 },
        // A proxy that ends waits for its requests, such as the streams of language models, and not for 5 s alone.
        env: { EXIT_ON_ZERO_ACTIVE_CONNECTIONS: 'true' },
        terminationGracePeriodSeconds: 660,
        podDisruptionBudget: { maxUnavailable: 1 },
        service: { type: 'None' },
      },
    },
    {
      ...{ ...CHART, name: 'istio-cni', chart: 'cni', namespace: 'istio-system' },
      // The folder for plugins is that of the nodes of GKE there, and the usual one elsewhere.
      values: { global: { platform: 'gke' } },
    },
  ],
};
