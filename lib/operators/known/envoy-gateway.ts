import { applyRelease, kinds, pods, rollout, type OperatorFacts } from '../operator-facts';
import { OperatorInstall } from '../operator-install';

const NAMESPACE = 'envoy-gateway-system';

/** Its own kinds come first: they tell whether a cluster has it. Its release brings those of the Gateway API too. */
export const ENVOY_GATEWAY: OperatorFacts = {
  name: 'envoy-gateway',
  version: '1.9.0',
  pods: pods(1, 100, 256),
  serves: [
    ...kinds(
      'gateway.envoyproxy.io',
      'v1alpha1',
      'backends',
      'backendtrafficpolicies',
      'clienttrafficpolicies',
      'envoyextensionpolicies',
      'envoypatchpolicies',
      'envoyproxies',
      'httproutefilters',
      'securitypolicies',
    ),
    ...kinds(
      'gateway.networking.k8s.io',
      'v1',
      'backendtlspolicies',
      'gatewayclasses',
      'gateways',
      'grpcroutes',
      'httproutes',
      'listenersets',
      'referencegrants',
      'tcproutes',
      'tlsroutes',
      'udproutes',
    ),
    ...kinds('gateway.networking.x-k8s.io', 'v1alpha1', 'xbackends', 'xbackendtrafficpolicies', 'xmeshes'),
  ],
  install: OperatorInstall.command(applyRelease('envoyproxy/gateway', '1.9.0', 'install.yaml'), {
    ready: rollout(NAMESPACE, 'envoy-gateway'),
  }),
  charts: [
    {
      name: 'envoy-gateway',
      repository: 'oci://docker.io/envoyproxy',
      chart: 'gateway-helm',
      version: 'v1.9.0',
      namespace: NAMESPACE,
    },
  ],
};
