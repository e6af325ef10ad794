import { applyRelease, kinds, rollout, type OperatorFacts } from '../operator-facts';
import { OperatorInstall } from '../operator-install';

/** Rights on the results of steps that are kept for later runs, in ConfigMaps here. Upstream's manifests lack them. */
const RIGHTS = {
  apiVersion: 'v1',
  kind: 'List',
  items: [
    {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'Role',
      metadata: { name: 'argo-caches' },
      rules: [{ apiGroups: [''], resources: ['configmaps'], verbs: ['create', 'update'] }],
    },
    {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'RoleBinding',
      metadata: { name: 'argo-caches' },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'argo-caches' },
      subjects: [{ kind: 'ServiceAccount', name: 'argo', namespace: 'argo' }],
    },
  ],
};

export const ARGO_WORKFLOWS: OperatorFacts = {
  name: 'argo-workflows',
  version: '4.1.2',
  serves: kinds(
    'argoproj.io',
    'v1alpha1',
    'workflows',
    'workflowtemplates',
    'clusterworkflowtemplates',
    'cronworkflows',
    'workfloweventbindings',
    'workflowtasksets',
    'workflowtaskresults',
    'workflowartifactgctasks',
  ),
  // Its manifests have no namespace.
  install: OperatorInstall.command(
    [
      'kubectl create namespace argo --dry-run=client -o yaml | kubectl apply --server-side -f -',
      applyRelease('argoproj/argo-workflows', '4.1.2', 'install.yaml').replace('apply', '-n argo apply'),
      `echo '${JSON.stringify(RIGHTS)}' | kubectl -n argo apply --server-side -f -`,
    ].join(' && '),
    { ready: rollout('argo', 'workflow-controller', 'argo-server') },
  ),
};
