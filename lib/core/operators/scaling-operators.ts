import { apply, applyRelease, kinds, pods, rollout, type OperatorFacts } from './operator-facts';
import { OperatorInstall } from './operator-install';

// Operators by which the number of pods follows a metric.

export const KEDA: OperatorFacts = {
  name: 'keda',
  version: '2.20.2',
  pods: pods(3, 100, 100),
  apis: ['v1beta1.external.metrics.k8s.io'],
  // It asks managed Prometheus as this account.
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

/** Google's adapter, which lets a HorizontalPodAutoscaler read metrics of Cloud Monitoring. */
export const CUSTOM_METRICS: OperatorFacts = {
  name: 'custom-metrics-adapter',
  version: '0.16.9',
  serves: [],
  apis: ['v1beta1.custom.metrics.k8s.io', 'v1beta2.custom.metrics.k8s.io', 'v1beta1.external.metrics.k8s.io'],
  rights: [
    {
      role: 'roles/monitoring.viewer',
      namespace: 'custom-metrics',
      serviceAccountName: 'custom-metrics-stackdriver-adapter',
    },
  ],
  pods: pods(1, 250, 200),
  install: OperatorInstall.command(
    apply(
      // The release's own manifest names the image of an earlier one. This commit names that of the release.
      'https://raw.githubusercontent.com/GoogleCloudPlatform/k8s-stackdriver/673c7dd872a7d8b7c1a26c2af7cca7c33549efa0/custom-metrics-stackdriver-adapter/deploy/production/adapter_new_resource_model.yaml',
    ),
    { ready: rollout('custom-metrics', 'custom-metrics-stackdriver-adapter') },
  ),
};
