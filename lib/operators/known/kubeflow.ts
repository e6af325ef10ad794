import { kinds, rollout, type OperatorFacts } from '../operator-facts';
import { OperatorInstall } from '../operator-install';

/** The controller of Kubeflow's Notebooks alone, without Istio and without its own stop of idle notebooks, as is its default. */
export const NOTEBOOK_CONTROLLER: OperatorFacts = {
  name: 'notebook-controller',
  version: '1.11.0',
  serves: kinds('kubeflow.org', 'v1', 'notebooks'),
  install: OperatorInstall.command(
    // The commit of the tag v1.11.0.
    'kubectl apply --server-side -k "github.com/kubeflow/notebooks.git/components/notebook-controller/config/overlays/standalone?ref=3454bb75696a6f76efe0b483fc44f577c9596807"',
    { ready: rollout('notebook-controller-system', 'notebook-controller-deployment') },
  ),
};

/** The controller of Kubeflow's Profiles, which needs Istio and the roles of Kubeflow, and so comes with the whole of it. */
export const PROFILE_CONTROLLER: OperatorFacts = {
  name: 'profile-controller',
  version: '2.0.0',
  serves: kinds('kubeflow.org', 'v1', 'profiles'),
  install: OperatorInstall.elsewhere("the installation of Kubeflow's distribution"),
};
