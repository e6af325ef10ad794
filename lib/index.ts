// The platform: one program for both halves.
export { Platform, type PlatformProps } from './platform/platform';
export type { SynthesisReport } from './platform/synthesis-report';
export { type Deployment, type DeploymentOptions } from './platform/deployment';

// Stages: the places of a deployment.
export { Stage, type StageProps } from './core/stage/stage';
export { State } from './core/stage/state';

// Problems and advice.
export { formatProblemAt, SynthesisError, ValidationError, type ProblemAt } from './core/problems/errors';
export { formatProblem, problem, type Problem } from './core/problems/problem';
export { acknowledge, advise, adviseAtSynth, checkAtSynth, type Advice } from './core/problems/check';

// Hardware, and how it is bought.
export { Accelerator, type AcceleratorCount, type AcceleratorSpec } from './core/hardware/accelerator';
export { type Architecture } from './core/hardware/architecture';
export { type CompactPlacement } from './core/hardware/compact-placement';
export { type Lifecycle } from './core/hardware/catalog/accelerators';
export {
  MachineType,
  type LocalSsdRule,
  type MachineGpu,
  type SmallestMachineOptions,
} from './core/hardware/machine-type';
export { type MachineLimit } from './core/hardware/catalog/machine-types';
export { type Place } from './core/hardware/catalog/zones';
export { Capacity } from './core/hardware/capacity';
export { GpuDriver } from './core/hardware/gpu-driver';
export { GpuSharing, type MigOptions } from './core/hardware/gpu-sharing';
export { NodeImage } from './core/hardware/node-image';
export { Nodes, type NodeRange } from './infrastructure/pool/nodes';
export { Taint, type TaintEffect } from './core/contracts/taint';

// Facts that cross between the trees.
export { type ClusterFeature, type ICluster, type NetworkFact } from './core/contracts/cluster';
export type { ClusterPods } from './core/contracts/cluster-pods';
export { GPU_RESOURCE, type INodePool, type NodeResources } from './core/contracts/node-pool';
export { type IWorkloadIdentity } from './core/contracts/identity';
export { type BucketAccess, type Grant, type IBucket } from './core/contracts/bucket';
export { type IFilestore } from './core/contracts/filestore';
export { Operator, type OperatorAttributes } from './core/contracts/operator';
export { type OperatorRight } from './core/operators/operator-facts';
export { guideAtSynth, type GuidePhase, type GuideStep } from './core/contracts/deploy-guide';
export {
  OperatorInstall,
  type CommandOptions,
  type GkeAddOn,
  type HelmRelease,
  type HelmValues,
} from './core/operators/operator-install';
export { LocalCluster, type LocalClusterOptions } from './core/contracts/local-cluster';

// Infrastructure: Terraform.
export { InfrastructureStack, type InfrastructureStackProps } from './infrastructure/infrastructure-stack';
export { TrainingCluster } from './infrastructure/training-cluster';
export { type TrainingClusterProps } from './infrastructure/cluster/cluster-options';
export { OperatorReleases, type OperatorReleasesProps } from './infrastructure/operators/operator-releases';
export { ControlPlaneAccess, type AuthorizedNetwork } from './infrastructure/cluster/control-plane-access';
export { MaintenanceWindow, type Weekday } from './infrastructure/cluster/maintenance-window';
export { NodeServiceAccount } from './infrastructure/cluster/node-service-account';
export { type ClusterSecurity } from './infrastructure/cluster/security';
export { SystemPool } from './infrastructure/cluster/system-pool';
export { type ClusterAttributes, type IGkeCluster } from './infrastructure/cluster/gke-cluster';
export { NodePool } from './infrastructure/node-pool';
export type { NodePoolAttributes } from './infrastructure/pool/existing-pool';
export { GpuNodePool } from './infrastructure/gpu-node-pool';
export {
  type BootDisk,
  type GpuNodePoolOptions,
  type GpuNodePoolProps,
  type NodePoolOptions,
  type NodePoolProps,
} from './infrastructure/pool/pool-options';
export { LocalSsd } from './infrastructure/pool/local-ssd';
export { UpgradeStrategy, type BlueGreenOptions } from './infrastructure/pool/upgrade-strategy';
export { Network, type INetwork, type NetworkProps } from './infrastructure/network';
export { WorkloadIdentity, type WorkloadIdentityProps } from './infrastructure/workload-identity';
export { Bucket, type BucketAttributes, type BucketProps } from './infrastructure/bucket';
export { BucketLifecycle, type StorageClass } from './infrastructure/bucket-lifecycle';
export { Filestore, type FilestoreAttributes, type FilestoreProps } from './infrastructure/filestore';
export { type FilestoreTier } from './infrastructure/filestore/tiers';
export {
  ImageRepository,
  type IImageRepository,
  type ImageRepositoryAttributes,
  type ImageRepositoryProps,
} from './infrastructure/image-repository';

// Workloads: Kubernetes.
export { ClusterChart, type ClusterChartProps } from './workloads/cluster-chart';
export { ClusterAddons, type ClusterAddonsProps } from './workloads/cluster-addons';
export { SharedVolume, type SharedVolumeProps } from './workloads/storage/shared-volume';
export { SharedVolumeSource } from './workloads/storage/shared-volume-source';
export { type CephFsOptions } from './workloads/storage/ceph-fs';
export { type AccessMode, type ClaimPlace } from './workloads/pod/claim-place';
export { Mount, type BucketMountOptions, type ClaimMountOptions } from './workloads/pod/mount';
export { EnvValue } from './workloads/pod/env-value';
export { PodUser } from './workloads/pod/pod-user';
export { type PodSecurityLevel } from './workloads/pod/pod-security';
export {
  type ContainerOptions,
  type InitContainer,
  type PodOptions,
  type PodSettings,
  type TaskOptions,
} from './workloads/pod/pod-options';
export { type PodSpecFields } from './workloads/pod/pod-spec';
export { type Sidecar, type SidecarRequests } from './workloads/pod/sidecar';
export { type ResolvedResources, type ResourceOptions, type SidecarResources } from './workloads/pod/resources';
export { type Json, type JsonObject, type Manifest } from './workloads/manifest';

// Training.
export {
  DistributedTrainingJob,
  type DistributedTrainingJobProps,
} from './workloads/training/distributed-training-job';
export { TrainingEngine } from './workloads/training/training-engines';
export { type PyTorchJobOptions } from './workloads/training/engines/py-torch-job';
export { type TrainJobOptions } from './workloads/training/engines/runtime-train-job';
export { TensorFlow } from './workloads/training/strategies/tensorflow/tensorflow';
export { ClusterSpec, type ClusterFlags } from './workloads/training/strategies/tensorflow/cluster-spec';
export { type ParameterServerOptions } from './workloads/training/strategies/tensorflow/parameter-server';
export { type MultiWorkerMirroredOptions } from './workloads/training/strategies/tensorflow/multi-worker-mirrored';
export { MPI } from './workloads/training/strategies/mpi/mpi';
export { type LauncherOptions, type MpirunOptions } from './workloads/training/strategies/mpi/mpirun';
export { PyTorch } from './workloads/training/strategies/pytorch/pytorch';
export { type ElasticOptions, type TorchrunOptions } from './workloads/training/strategies/pytorch/torchrun';
export { MXNet } from './workloads/training/strategies/mxnet/mxnet';
export { type MXNetParameterServerOptions } from './workloads/training/strategies/mxnet/parameter-server';
export { type GradientCompression } from './workloads/training/strategies/mxnet/gradient-compression';
export { type PyTorchOptions } from './workloads/training/strategies/pytorch/variables';
export { JAX } from './workloads/training/strategies/jax/jax';
export { Plain } from './workloads/training/strategies/plain/plain';
export { type IndexedTasksOptions } from './workloads/training/strategies/plain/indexed-tasks';
export { type RoleOptions } from './workloads/training/strategies/role-options';

// Serving.
export { ServingDeployment, type ServingDeploymentProps } from './workloads/serving/serving-deployment';
export { type CanaryOptions } from './workloads/serving/serving-options';
export { ModelServer } from './workloads/serving/model-servers';
export { ModelSource, type BucketModelOptions, type ModelVolume } from './workloads/serving/model/model-source';
export { BucketRead, type CopyOptions } from './workloads/serving/model/bucket-read';
export { type HubModelOptions } from './workloads/serving/model/hub-model';
export { type PinnedOptions, type VersionPolicy } from './workloads/serving/model/version-policy';
export { ServerCheck } from './workloads/serving/server-check';
export {
  type LiveConfig,
  type ServedModel,
  type ServerContainer,
  type ServerCounter,
  type ServerLatency,
  type ServerMetrics,
  type ServerPort,
} from './workloads/serving/model-server';
export { type ContainerServerOptions } from './workloads/serving/servers/container-server';
export { type TritonOptions } from './workloads/serving/servers/triton';
export { type VllmOptions } from './workloads/serving/servers/vllm';
export {
  type LoadingOptions,
  type TensorFlowServingOptions,
  type ThreadOptions,
  type TlsOptions,
} from './workloads/serving/servers/tensorflow-options';
export { type BatchingOptions } from './workloads/serving/servers/tensorflow-batching';
export { Scaling, type ScalerKind, type ScalingOptions } from './workloads/serving/scaling/scaling';
export { ScalingMetric, type MetricKind } from './workloads/serving/scaling/scaling-metric';
export {
  Telemetry,
  type AlertOptions,
  type PrometheusOperatorOptions,
  type TelemetryOptions,
} from './workloads/serving/telemetry/telemetry';
export {
  Rollout,
  type BlueGreenRolloutOptions,
  type Colour,
  type InPlaceOptions,
  type RollingOptions,
} from './workloads/serving/rollout/rollout';
export {
  Exposure,
  type ExternalLoadBalancerOptions,
  type InternalLoadBalancerOptions,
} from './workloads/serving/exposure/exposure';

// Contracts for strategies, engines and workloads of your own: docs/extending.md.
export {
  type Addresses,
  type MpiParts,
  type Rendezvous,
  type ResolvedRole,
  type Role,
  type Roles,
  type StrategyOptions,
  type TrainingStrategy,
} from './workloads/training/training-strategy';
export { type RenderedTrainingJob } from './workloads/training/training-engine';
export {
  resolveTrainingJob,
  type JobName,
  type ResolvedTrainingJob,
  type TrainingJobOptions,
} from './workloads/training/training-job';
export { trainingRun, type TrainingRun, type TrainingRunOptions } from './workloads/training/training-run';
export { NAMESPACE, SERVICE_DOMAIN, taskOf, type FieldVariable } from './workloads/training/engine-task';
export { jobNameProblems } from './workloads/training/job-name';
export { objectOf, type Ending, type Kind } from './workloads/kinds/kind';
export type { PodParts, PodTask } from './workloads/pod/pod-template';
export { podPartsOf, renderPodTemplate } from './workloads/pod/render-pod-template';
export { resolveTask, type ResolvedTask } from './workloads/pod/task';
export { addWorkload, type PodWorkload } from './workloads/pod/workload';
export { type WorkloadPods } from './workloads/pod/workload-pods';
export { type PodDemand } from './workloads/pod/pool-demand';
