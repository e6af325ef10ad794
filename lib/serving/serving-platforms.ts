import { LEADER_WORKER_SETS } from './platforms/leader-worker-set';
import { KSERVE_GRAPHS } from './graph/kserve-graph';
import { SELDON_GRAPHS } from './graph/seldon-graph';
import { SELDON_PIPELINES } from './graph/seldon-pipeline';
import { KSERVE } from './platforms/kserve';
import { KUBERNETES } from './platforms/kubernetes';
import { SELDON_CORE } from './platforms/seldon-core';
import { seldonCore2, type SeldonCore2Options } from './platforms/seldon-core-2';
import type { ServingPlatform as Contract } from './serving-platform';

export type ServingPlatform = Contract;

/** The platforms that run servers. */
export const ServingPlatform = {
  /** Plain objects of Kubernetes, without any operator: a Deployment for each version, and one Service before them. */
  kubernetes: (): ServingPlatform => KUBERNETES,
  /** LeaderWorkerSets, by `Operator.LWS`: a group of pods for each replica. The default of servers whose replicas span several machines. */
  leaderWorkerSet: (): ServingPlatform => LEADER_WORKER_SETS,
  /** KServe in its Standard mode: an InferenceService for each version, and the same Service before them. */
  kserve: (): ServingPlatform => ({ ...KSERVE, graphs: KSERVE_GRAPHS }),
  /** Seldon Core 1: one SeldonDeployment for all versions, and the same Service before them. */
  seldon: (): ServingPlatform => ({ ...SELDON_CORE, graphs: SELDON_GRAPHS }),
  /** Seldon Core 2: a Server and a Model for each version. Clients go to its own gateway. */
  seldonCore2: (options: SeldonCore2Options): ServingPlatform => ({
    ...seldonCore2(options),
    graphs: SELDON_PIPELINES,
  }),
};
