import { applyRelease, kinds, rollout, type OperatorFacts } from '../operator-facts';
import { OperatorInstall } from '../operator-install';

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
    ].join(' && '),
    { ready: rollout('argo', 'workflow-controller', 'argo-server') },
  ),
};
