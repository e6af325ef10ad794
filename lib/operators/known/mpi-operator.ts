import { apply, kinds, rollout, type OperatorFacts } from '../operator-facts';
import { OperatorInstall } from '../operator-install';

export const MPI_OPERATOR: OperatorFacts = {
  name: 'mpi-operator',
  version: '0.8.2',
  serves: kinds('kubeflow.org', 'v2beta1', 'mpijobs'),
  install: OperatorInstall.command(
    // The commit of the tag v0.8.2.
    apply(
      'https://raw.githubusercontent.com/kubeflow/mpi-operator/fd6ab218ce3e49b81b6a411614d09c9deb029ae9/deploy/v2beta1/mpi-operator.yaml',
    ),
    { ready: rollout('mpi-operator', 'mpi-operator') },
  ),
};
