import { applyRelease, kinds, type OperatorFacts } from '../operator-facts';
import { OperatorInstall } from '../operator-install';

/** Definitions alone: gateways act on them. */
export const INFERENCE_EXTENSION: OperatorFacts = {
  name: 'gateway-api-inference-extension',
  version: '1.6.0',
  serves: [
    ...kinds('inference.networking.k8s.io', 'v1', 'inferencepools'),
    ...kinds('inference.networking.x-k8s.io', 'v1alpha1', 'inferencepoolimports'),
  ],
  install: OperatorInstall.command(
    applyRelease('kubernetes-sigs/gateway-api-inference-extension', '1.6.0', 'manifests.yaml'),
  ),
};
