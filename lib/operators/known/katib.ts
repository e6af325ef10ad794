import { kinds, rollout, type OperatorFacts } from '../operator-facts';
import { OperatorInstall } from '../operator-install';

/** Rights on JobSets, which upstream's manifests let Katib read only. */
const RIGHTS = {
  apiVersion: 'v1',
  kind: 'List',
  items: [
    {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'ClusterRole',
      metadata: { name: 'katib-controller-jobsets' },
      rules: [{ apiGroups: ['jobset.x-k8s.io'], resources: ['jobsets'], verbs: ['create', 'delete'] }],
    },
    {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'ClusterRoleBinding',
      metadata: { name: 'katib-controller-jobsets' },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'katib-controller-jobsets' },
      subjects: [{ kind: 'ServiceAccount', name: 'katib-controller', namespace: 'kubeflow' }],
    },
  ],
};

/** Kinds of trials beside those of upstream's configuration, as Katib names them there. */
export const FURTHER_TRIALS = ['JobSet.v1alpha2.jobset.x-k8s.io', 'MPIJob.v2beta1.kubeflow.org'];

/** Adds the further kinds after `Job.v1.batch` to the configuration, which is a text of YAML in the JSON of a ConfigMap. */
const ADD_KINDS = String.raw`s/\\n      - Job\.v1\.batch/&${FURTHER_TRIALS.map((kind) => String.raw`\\n      - ${kind}`).join('')}/`;

export const KATIB: OperatorFacts = {
  name: 'katib',
  version: '0.19.0',
  serves: kinds('kubeflow.org', 'v1beta1', 'experiments', 'suggestions', 'trials'),
  install: OperatorInstall.command(
    [
      // The commit of the tag v0.19.0.
      'kubectl apply --server-side --force-conflicts -k "github.com/kubeflow/katib.git/manifests/v1beta1/installs/katib-standalone?ref=578e60f1ce83dbb5e7151026a3bdc4de233947fc"',
      `echo '${JSON.stringify(RIGHTS)}' | kubectl apply --server-side -f -`,
      `kubectl -n kubeflow get configmap katib-config -o json | sed '${ADD_KINDS}' | kubectl replace -f -`,
      // Katib reads its configuration, and the kinds that the cluster has, only at its start.
      'kubectl -n kubeflow rollout restart deployment/katib-controller',
    ].join(' && '),
    { ready: rollout('kubeflow', 'katib-mysql', 'katib-db-manager', 'katib-controller') },
  ),
};
