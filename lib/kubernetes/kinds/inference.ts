import type { InferencePoolSpec, LeaderWorkerSetSpec } from './custom-specs';
import type { Kind } from './kind';

/** The label of a pod whose value is its number in its group. The leader has 0. */
export const WORKER_INDEX = 'leaderworkerset.sigs.k8s.io/worker-index';

/** Equal groups of pods. Each group has a leader, and all of its pods start and end together. */
export const LEADER_WORKER_SET: Kind<LeaderWorkerSetSpec> = {
  apiVersion: 'leaderworkerset.x-k8s.io/v1',
  kind: 'LeaderWorkerSet',
  plural: 'leaderworkersets',
  podLabel: 'leaderworkerset.sigs.k8s.io/name',
};

/** Model servers among which an endpoint picker chooses for each request of a gateway. */
export const INFERENCE_POOL: Kind<InferencePoolSpec> = {
  apiVersion: 'inference.networking.k8s.io/v1',
  kind: 'InferencePool',
  plural: 'inferencepools',
};
