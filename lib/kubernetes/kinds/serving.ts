import type { InferencePoolSpec, LeaderWorkerSetSpec } from './custom-specs';
import type { Kind } from './kind';
import type {
  InferenceGraphSpec,
  InferenceServiceSpec,
  SeldonDeploymentSpec,
  SeldonExperimentSpec,
  SeldonModelSpec,
  SeldonPipelineSpec,
  SeldonServerSpec,
} from './serving-specs';

/** A model server of KServe. */
export const INFERENCE_SERVICE: Kind<InferenceServiceSpec> = {
  apiVersion: 'serving.kserve.io/v1beta1',
  kind: 'InferenceService',
  plural: 'inferenceservices',
};

/** A router of KServe before several models. */
export const INFERENCE_GRAPH: Kind<InferenceGraphSpec> = {
  apiVersion: 'serving.kserve.io/v1alpha1',
  kind: 'InferenceGraph',
  plural: 'inferencegraphs',
};

/** Equal groups of pods. */
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

/** The model servers of Seldon Core 1, and the graph before them. */
export const SELDON_DEPLOYMENT: Kind<SeldonDeploymentSpec> = {
  apiVersion: 'machinelearning.seldon.io/v1',
  kind: 'SeldonDeployment',
  plural: 'seldondeployments',
};

// Kinds of Seldon Core 2: servers, the models that they load, shares of requests, and graphs.
const apiVersion = 'mlops.seldon.io/v1alpha1';
export const SELDON_SERVER: Kind<SeldonServerSpec> = { apiVersion, kind: 'Server', plural: 'servers' };
export const SELDON_MODEL: Kind<SeldonModelSpec> = { apiVersion, kind: 'Model', plural: 'models' };
export const SELDON_EXPERIMENT: Kind<SeldonExperimentSpec> = { apiVersion, kind: 'Experiment', plural: 'experiments' };
export const SELDON_PIPELINE: Kind<SeldonPipelineSpec> = { apiVersion, kind: 'Pipeline', plural: 'pipelines' };
