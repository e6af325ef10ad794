import { applyRelease, kinds, pods, rollout, type OperatorFacts } from '../operator-facts';
import { OperatorInstall } from '../operator-install';

export const JOBSET: OperatorFacts = {
  name: 'jobset',
  version: '0.12.0',
  serves: kinds('jobset.x-k8s.io', 'v1alpha2', 'jobsets'),
  pods: pods(1, 500, 128),
  install: OperatorInstall.command(applyRelease('kubernetes-sigs/jobset', '0.12.0', 'manifests.yaml'), {
    ready: rollout('jobset-system', 'jobset-controller-manager'),
  }),
  charts: [
    {
      name: 'jobset',
      repository: 'oci://registry.k8s.io/jobset/charts',
      chart: 'jobset',
      version: '0.12.0',
      namespace: 'jobset-system',
    },
  ],
};
