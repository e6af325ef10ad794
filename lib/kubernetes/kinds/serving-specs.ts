// Made by scripts/refresh-kinds.ts from upstream's definitions: the fields of custom resources that this library writes.
// Type aliases, as an interface is not assignable to a JSON object.
import type { JsonObject } from '../manifest';

export type InferenceServiceSpec = { readonly predictor: JsonObject };

export type InferenceRouter = {
  readonly routerType: 'Sequence' | 'Splitter' | 'Ensemble' | 'Switch';
  readonly steps?: readonly {
    readonly name?: string;
    readonly nodeName?: string;
    readonly serviceUrl?: string;
    readonly data?: string;
    readonly mapPredictionsToInstances?: boolean;
    readonly weight?: number;
    readonly condition?: string;
    readonly dependency?: 'Hard';
  }[];
};

export type InferenceGraphSpec = {
  readonly nodes: Readonly<Record<string, InferenceRouter>>;
  readonly minReplicas?: number;
  readonly routerTimeouts?: { readonly serverRead?: number; readonly serverWrite?: number };
};

export type SeldonDeploymentSpec = {
  readonly annotations?: Readonly<Record<string, string>>;
  readonly protocol?: string;
  readonly predictors: readonly {
    readonly name: string;
    readonly annotations?: Readonly<Record<string, string>>;
    readonly labels?: Readonly<Record<string, string>>;
    readonly traffic?: number;
    readonly svcOrchSpec?: { readonly replicas?: number };
    readonly graph: JsonObject;
    readonly componentSpecs?: readonly JsonObject[];
  }[];
};

export type SeldonModelSpec = {
  readonly storageUri: string;
  readonly artifactVersion?: number;
  readonly requirements?: readonly string[];
  readonly secretName?: string;
  readonly server?: string;
  readonly replicas?: number;
};

export type SeldonServerSpec = {
  readonly serverConfig: string;
  readonly replicas?: number;
  readonly podSpec?: JsonObject;
};

export type SeldonExperimentSpec = {
  readonly default?: string;
  readonly candidates: readonly { readonly name: string; readonly weight: number }[];
};

export type SeldonPipelineSpec = {
  readonly steps: readonly { readonly name: string; readonly inputs?: readonly string[] }[];
  readonly output?: { readonly steps?: readonly string[] };
};
