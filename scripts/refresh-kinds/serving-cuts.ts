import type { Cut } from './cuts';

const GRAPH = 'serving.kserve.io/v1alpha1/InferenceGraph';

/** The types of platforms that run model servers, in the order in which they are written. */
export const SERVING_CUTS: Readonly<Record<string, Cut>> = {
  InferenceServiceSpec: { of: 'serving.kserve.io/v1beta1/InferenceService', fields: { predictor: true } },
  InferenceRouter: {
    of: GRAPH,
    at: ['nodes', '*'],
    fields: {
      routerType: ['Sequence', 'Splitter', 'Ensemble', 'Switch'],
      steps: {
        name: true,
        nodeName: true,
        serviceUrl: true,
        data: true,
        mapPredictionsToInstances: true,
        weight: true,
        condition: true,
        dependency: ['Hard'],
      },
    },
  },
  InferenceGraphSpec: {
    of: GRAPH,
    fields: {
      nodes: 'InferenceRouter',
      minReplicas: true,
      routerTimeouts: { serverRead: true, serverWrite: true },
    },
  },
  SeldonDeploymentSpec: {
    of: 'machinelearning.seldon.io/v1/SeldonDeployment',
    fields: {
      annotations: true,
      protocol: true,
      predictors: {
        name: true,
        annotations: true,
        labels: true,
        traffic: true,
        svcOrchSpec: { replicas: true },
        graph: true,
        componentSpecs: true,
      },
    },
  },
  SeldonModelSpec: {
    of: 'mlops.seldon.io/v1alpha1/Model',
    fields: {
      storageUri: true,
      artifactVersion: true,
      requirements: true,
      secretName: true,
      server: true,
      replicas: true,
    },
  },
  SeldonServerSpec: {
    of: 'mlops.seldon.io/v1alpha1/Server',
    fields: { serverConfig: true, replicas: true, podSpec: true },
  },
  SeldonExperimentSpec: {
    of: 'mlops.seldon.io/v1alpha1/Experiment',
    fields: { default: true, candidates: { name: true, weight: true } },
  },
  SeldonPipelineSpec: {
    of: 'mlops.seldon.io/v1alpha1/Pipeline',
    fields: { steps: { name: true, inputs: true }, output: { steps: true } },
  },
};
