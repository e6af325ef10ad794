import { kinds, type OperatorFacts } from '../operator-facts';
import { JOBSET } from './jobset';

/** By Helm only: the manifests of its release include a JobSet of their own. */
export const TRAINER: OperatorFacts = {
  name: 'trainer',
  version: '2.3.0',
  needs: [JOBSET],
  serves: kinds('trainer.kubeflow.org', 'v1alpha1', 'trainjobs', 'trainingruntimes', 'clustertrainingruntimes'),
  charts: [
    {
      name: 'kubeflow-trainer',
      repository: 'oci://ghcr.io/kubeflow/charts',
      chart: 'kubeflow-trainer',
      version: '2.3.0',
      namespace: 'kubeflow-system',
      values: { jobset: { install: false } },
    },
  ],
};
