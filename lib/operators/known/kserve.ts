import { kinds, pods, type OperatorFacts } from '../operator-facts';
import { CERT_MANAGER } from './cert-manager';

const KSERVE_CHART = { repository: 'oci://ghcr.io/kserve/charts', version: 'v0.20.0', namespace: 'kserve' };

/** By Helm only: the manifests of its release set another deployment mode. */
export const KSERVE: OperatorFacts = {
  name: 'kserve',
  version: '0.20.0',
  needs: [CERT_MANAGER],
  pods: pods(1, 100, 300),
  serves: [
    ...kinds('serving.kserve.io', 'v1beta1', 'inferenceservices'),
    ...kinds(
      'serving.kserve.io',
      'v1alpha1',
      'clusterservingruntimes',
      'clusterstoragecontainers',
      'inferencegraphs',
      'servingruntimes',
      'trainedmodels',
    ),
  ],
  charts: [
    { ...KSERVE_CHART, name: 'kserve-crd', chart: 'kserve-crd' },
    {
      ...KSERVE_CHART,
      name: 'kserve',
      chart: 'kserve-resources',
      values: { kserve: { controller: { deploymentMode: 'Standard' } } },
    },
  ],
};
