import { applyRelease, kinds, pods, rollout, type OperatorFacts } from '../operator-facts';
import { OperatorInstall } from '../operator-install';

export const KEDA: OperatorFacts = {
  name: 'keda',
  version: '2.20.2',
  pods: pods(3, 100, 100),
  apis: ['v1beta1.external.metrics.k8s.io'],
  // The account that queries managed Prometheus.
  rights: [{ role: 'roles/monitoring.viewer', namespace: 'keda', serviceAccountName: 'keda-operator' }],
  serves: [
    ...kinds(
      'keda.sh',
      'v1alpha1',
      'scaledobjects',
      'scaledjobs',
      'triggerauthentications',
      'clustertriggerauthentications',
    ),
    ...kinds('eventing.keda.sh', 'v1alpha1', 'cloudeventsources', 'clustercloudeventsources'),
  ],
  install: OperatorInstall.command(applyRelease('kedacore/keda', '2.20.2', 'keda-2.20.2.yaml'), {
    ready: rollout('keda', 'keda-operator', 'keda-metrics-apiserver', 'keda-admission'),
  }),
  charts: [
    {
      name: 'keda',
      repository: 'https://kedacore.github.io/charts',
      chart: 'keda',
      version: '2.20.2',
      namespace: 'keda',
    },
  ],
};
