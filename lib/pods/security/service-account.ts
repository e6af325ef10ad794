import type { Construct } from 'constructs';
import { guideAtSynth, type GuideStep } from '../../core/contracts/guide';
import type { IWorkloadIdentity } from '../../core/contracts/identity';
import { chartOf } from '../../kubernetes/enclosing-chart';
import { ClusterChart } from '../../kubernetes/cluster-chart';
import { clusterKey } from '../../core/contracts/cluster';
import { firstTime } from '../../core/problems';
import { defaultAccountOf } from '../../kubernetes/namespace';
import { k8sCode } from '../../kubernetes/k8s';
import type { NamedManifest } from '../../kubernetes/manifest';

const GOOGLE_ACCOUNT = 'iam.gke.io/gcp-service-account';

/**
 * Emits an identity's Kubernetes service account unless it exists, once in an app for each cluster, or once in each
 * plain chart.
 *
 * @returns the name of the service account
 */
export function serviceAccountFor(scope: Construct, identity: IWorkloadIdentity): string {
  const { email, namespace, serviceAccountName: name, serviceAccountExists = false } = identity;
  const chart = chartOf(scope);
  const known = ClusterChart.find(chart);
  const place = known ? clusterKey(known.cluster) : chart.node.path;
  if (serviceAccountExists) {
    if (firstTime(chart, `existing service account ${place}/${namespace}/${name}`)) {
      guideAtSynth(chart, () => [existing(namespace, name)]);
    }
    return name;
  }
  if (firstTime(chart, `service account ${place}/${namespace}/${name}/${email}`)) {
    const bare = name === 'default' ? defaultAccountOf(chart, namespace) : undefined;
    if (bare && firstTime(chart, `default account ${place}/${namespace}`)) {
      bare.metadata.addAnnotation(GOOGLE_ACCOUNT, email);
      return name;
    }
    const [account = email] = email.split('@');
    const object = new (k8sCode().KubeServiceAccount)(chart, `ServiceAccount-${namespace}-${name}-${account}`, {
      metadata: { name, namespace, annotations: { [GOOGLE_ACCOUNT]: email } },
    });
    // The API server refuses pods without their account, so the account stands before its first user.
    if (scope !== chart) scope.node.addDependency(object);
  }
  return name;
}

/** The service account of a workload without an identity. It has no rights, and tells its pods from those of other workloads. */
export function ownServiceAccount(base: string): NamedManifest {
  return { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: base }, automountServiceAccountToken: false };
}

/** The check for an existing service account. Without it a job makes no pods, and only its events say so. */
function existing(namespace: string, name: string): GuideStep {
  const text = `Others make the service account \`${name}\` of namespace \`${namespace}\`. This fails until it is there:`;
  return { phase: 'standing', text, commands: [`kubectl -n ${namespace} get serviceaccount/${name}`] };
}
