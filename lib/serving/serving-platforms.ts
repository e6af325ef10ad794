import { LeaderWorkerSetServing } from './platforms/leader-worker-set';
import { KubernetesServing } from './platforms/kubernetes';
import type { ServingPlatform as Contract } from './serving-platform';

export type ServingPlatform = Contract;

/** The platforms that run servers. */
export const ServingPlatform = {
  /** Plain objects of Kubernetes, without any operator: a Deployment for each version, and one Service before them. */
  kubernetes: (): ServingPlatform => new KubernetesServing(),
  /** LeaderWorkerSets, by `Operator.LWS`: a group of pods for each replica. The default of servers whose replicas span several machines. */
  leaderWorkerSet: (): ServingPlatform => new LeaderWorkerSetServing(),
};
