import { kinds, rollout, type OperatorFacts } from '../operator-facts';
import { OperatorInstall } from '../operator-install';

export const TRAINING_OPERATOR: OperatorFacts = {
  name: 'training-operator',
  version: '1.9.4',
  serves: kinds('kubeflow.org', 'v1', 'tfjobs', 'pytorchjobs', 'mpijobs', 'xgboostjobs', 'paddlejobs', 'jaxjobs'),
  install: OperatorInstall.command(
    // The commit of the tag v1.9.4.
    'kubectl apply --server-side -k "github.com/kubeflow/trainer.git/manifests/overlays/standalone?ref=4445c12aa62e4345b0c2c6ac9b215a70eca46ed7"',
    { ready: rollout('kubeflow', 'training-operator') },
  ),
};

/** The last version with MXJob. */
export const TRAINING_OPERATOR_1_8: OperatorFacts = {
  name: 'training-operator',
  version: '1.8.1',
  serves: kinds('kubeflow.org', 'v1', 'tfjobs', 'pytorchjobs', 'mpijobs', 'xgboostjobs', 'paddlejobs', 'mxjobs'),
  install: OperatorInstall.command(
    // The commit of the tag v1.8.1.
    'kubectl apply --server-side -k "github.com/kubeflow/trainer.git/manifests/overlays/standalone?ref=0f8735faade3651dfe44e45c6fbc30fa9152641d"',
    { ready: rollout('kubeflow', 'training-operator') },
  ),
};
