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

// Kinds of the platforms that run model servers: KServe, Seldon Core 1, and Seldon Core 2.

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

/** The model servers of Seldon Core 1, and the graph before them. */
export const SELDON_DEPLOYMENT: Kind<SeldonDeploymentSpec> = {
  apiVersion: 'machinelearning.seldon.io/v1',
  kind: 'SeldonDeployment',
  plural: 'seldondeployments',
};

const CORE_2 = 'mlops.seldon.io/v1alpha1';

/** The pods of Seldon Core 2 that load models. */
export const SELDON_SERVER: Kind<SeldonServerSpec> = { apiVersion: CORE_2, kind: 'Server', plural: 'servers' };
/** A model that a Server loads. */
export const SELDON_MODEL: Kind<SeldonModelSpec> = { apiVersion: CORE_2, kind: 'Model', plural: 'models' };
/** Shares of the requests for models. */
export const SELDON_EXPERIMENT: Kind<SeldonExperimentSpec> = {
  apiVersion: CORE_2,
  kind: 'Experiment',
  plural: 'experiments',
};
/** Models of which one takes the answers of others. */
export const SELDON_PIPELINE: Kind<SeldonPipelineSpec> = { apiVersion: CORE_2, kind: 'Pipeline', plural: 'pipelines' };
