import { KServe, type KServeOptions } from './platforms/kserve';
import { KubernetesServing } from './platforms/kubernetes';
import type { ServingPlatform as Contract } from './serving-platform';

export type ServingPlatform = Contract;

/** The platforms that run servers. */
export const ServingPlatform = {
  /** Plain objects of Kubernetes, without any operator: a Deployment for each version, and one Service before them. */
  kubernetes: (): ServingPlatform => new KubernetesServing(),
  /** KServe in its Standard mode: an InferenceService for each version, and the same Service before them. */
  kserve: (options: KServeOptions = {}): ServingPlatform => new KServe(options),
};
