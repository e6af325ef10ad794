import { apply, pods, rollout, type OperatorFacts } from '../operator-facts';
import { OperatorInstall } from '../operator-install';

/** Google's adapter, by which a HorizontalPodAutoscaler reads metrics of Cloud Monitoring. */
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
      // The manifest of the release has the image of an earlier release. This commit has the right one.
      'https://raw.githubusercontent.com/GoogleCloudPlatform/k8s-stackdriver/673c7dd872a7d8b7c1a26c2af7cca7c33549efa0/custom-metrics-stackdriver-adapter/deploy/production/adapter_new_resource_model.yaml',
    ),
    { ready: rollout('custom-metrics', 'custom-metrics-stackdriver-adapter') },
  ),
};
