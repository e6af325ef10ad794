import { kinds, type OperatorFacts } from '../operator-facts';
import { OperatorInstall } from '../operator-install';

/** Its pods run beside the control plane. Its own kinds come first: they tell whether a cluster has it. */
export const GKE_GATEWAY: OperatorFacts = {
  name: 'gke-gateway',
  version: 'of GKE',
  serves: [
    ...kinds('networking.gke.io', 'v1', 'gcpbackendpolicies', 'gcpgatewaypolicies', 'healthcheckpolicies'),
    ...kinds('gateway.networking.k8s.io', 'v1', 'gatewayclasses', 'gateways', 'httproutes'),
    ...kinds('gateway.networking.k8s.io', 'v1beta1', 'referencegrants'),
  ],
  install: OperatorInstall.addon('gatewayApi'),
};
