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
    [
      apply(
        'https://raw.githubusercontent.com/GoogleCloudPlatform/k8s-stackdriver/cm-sd-adapter-v0.16.9/custom-metrics-stackdriver-adapter/deploy/production/adapter_new_resource_model.yaml',
      ),
      // The manifest of a release names the image of an earlier one.
      'kubectl -n custom-metrics set image deployment/custom-metrics-stackdriver-adapter pod-custom-metrics-stackdriver-adapter=gcr.io/gke-release/custom-metrics-stackdriver-adapter:v0.16.9-gke.0',
    ].join(' && '),
    { ready: rollout('custom-metrics', 'custom-metrics-stackdriver-adapter') },
  ),
};
