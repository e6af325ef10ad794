// Contracts for strategies, engines, servers, workloads and checks of your own: docs/extending.md.
export {
  advise,
  adviseAtSynth,
  checkAtSynth,
  formatProblem,
  problem,
  type Advice,
  type Problem,
} from './core/problems';
export type { ClusterFeature, NetworkFact } from './core/contracts/cluster';
export type { ClusterPods } from './core/contracts/cluster-pods';
export { GPU_RESOURCE, type NodeResources } from './core/contracts/node-pool';
export type { BucketAccess, Grant } from './core/contracts/bucket';
export { fileAtSynth, type FurtherFile } from './core/contracts/further-file';
export type { IRunRecords } from './core/contracts/run-records';
export { guideAtSynth, type GuidePhase, type GuideStep } from './core/contracts/guide';
export type { ResolvedResources } from './pods/containers/resources';
export { lazyPart, type Json, type JsonObject, type Manifest, type NamedManifest } from './kubernetes/manifest';
export type { FetchedModel } from './model/fetched-model';
export type { ServedModel } from './model/served-model';
export type {
  LiveConfig,
  ServerContainer,
  ServerCounter,
  ServerLatency,
  ServerMetrics,
  ServerPort,
} from './serving/model-server';
export type {
  Addresses,
  MpiParts,
  Rendezvous,
  ResolvedRole,
  Role,
  Roles,
  StrategyOptions,
  TrainingStrategy,
} from './training/training-strategy';
export type { Backend } from './workload/backend';
export type { Rendered } from './workload/rendered';
export type { ScaleTarget, ServingFeature } from './serving/serving-platform';
export type { GraphBackend, ResolvedGraph } from './serving/graph/graph-backend';
export type { ResolvedServing, Track, TrackName } from './serving/serving';
export { serverTask } from './serving/server-task';
export {
  resolveTrainingJob,
  type JobName,
  type ResolvedTrainingJob,
  type TrainingJobOptions,
} from './training/training-job';
export { trainingRun, type TrainingRun, type TrainingRunOptions } from './training/training-run';
export { NAMESPACE, SERVICE_DOMAIN, taskOf, type FieldVariable } from './training/engine-task';
export { jobNameProblems } from './training/job-name';
export { objectOf, type Ending, type Kind } from './kubernetes/kinds/kind';
export { type PodParts, type PodTask, podPartsOf, renderPodTemplate } from './pods/pod-template';
export { resolveTask, type ResolvedTask } from './pods/task';
export { addWorkload, type PodWorkload } from './workload/workload';
export type { PodSet } from './pods/pod-set';
export { requestsInNamespace, type NamespaceRequests } from './workload/namespace-requests';
