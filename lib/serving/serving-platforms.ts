import { KubernetesServing } from './platforms/kubernetes';
import type { ServingPlatform as Contract } from './serving-platform';

export type ServingPlatform = Contract;

/** The platforms that run servers. */
export const ServingPlatform = {
  /** Plain objects of Kubernetes, without any operator: a Deployment for each version, and one Service before them. */
  kubernetes: (): ServingPlatform => new KubernetesServing(),
};
