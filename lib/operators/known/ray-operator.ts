import { kinds, pods, type OperatorFacts } from '../operator-facts';
import { OperatorInstall } from '../operator-install';

export const RAY: OperatorFacts = {
  name: 'ray-operator',
  pods: pods(1, 100, 512),
  version: 'of GKE',
  serves: kinds('ray.io', 'v1', 'rayclusters', 'rayjobs', 'rayservices'),
  install: OperatorInstall.addon('rayOperator'),
};
