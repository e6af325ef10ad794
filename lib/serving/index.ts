// All of serving: models, servers, platforms, roll-outs, scaling, and their options.
export { ServingDeployment, type ServingDeploymentProps } from './serving-deployment';
export type { CanaryOptions } from './serving-options';
export { ModelServer } from './model-servers';
export { ServingPlatform } from './serving-platforms';
export type { SeldonCore2Options } from './platforms/seldon-core-2';
export { InferenceGraph, type InferenceGraphProps } from './graph/inference-graph';
export { GraphNode, type GraphModelOptions, type MatchedNode, type WeightedNode } from './graph/graph-node';
export { ModelSource, type BucketModelOptions, type ModelVolume } from '../model/model-source';
export { BucketRead, type CopyOptions } from '../model/bucket-read';
export type { HubModelOptions } from '../model/hub-model';
export type { PinnedOptions, VersionPolicy } from '../model/version-policy';
export { ServerCheck } from './server-check';
export type { ContainerServerOptions } from './servers/container-server';
export type { TritonOptions } from './servers/triton';
export type { VllmOptions } from './servers/vllm';
export type { LoadingOptions, TensorFlowServingOptions, ThreadOptions, TlsOptions } from './servers/tensorflow-options';
export type { BatchingOptions } from './servers/tensorflow-batching';
export { Replicas, type Scaler, type ScalingOptions } from './scaling/replicas';
export { ScalingMetric, type MetricType } from './scaling/scaling-metric';
export {
  Telemetry,
  type AlertOptions,
  type PrometheusOperatorOptions,
  type TelemetryOptions,
} from './telemetry/telemetry';
export { servingAlerts, servingPanels } from './telemetry/serving-panels';
export {
  Rollout,
  type BlueGreenRolloutOptions,
  type Color,
  type InPlaceOptions,
  type RollingOptions,
} from './rollout/rollout';
export { Exposure, type ExternalLoadBalancerOptions, type InternalLoadBalancerOptions } from './exposure/exposure';
