// The platform: one program for both halves.
export { Platform, type PlatformProps, type SynthesisReport } from './platform/platform';
export { type Deployment, type DeploymentOptions } from './platform/deployment';

// Stages: where a program is deployed to.
export { Stage, type StageProps } from './core/stage';
export { State } from './core/state';

// Problems and advice.
export { SynthesisError, ValidationError, formatProblem, type Problem } from './core/problem';
export { acknowledge, advise, adviseAtSynth, checkAtSynth, type Advice } from './core/check';

// Hardware, and how it is bought.
export {
  Accelerator,
  type AcceleratorCount,
  type AcceleratorSpec,
  type Architecture,
  type CompactPlacement,
  type Lifecycle,
} from './core/accelerator';
export { MachineType, type LocalSsdRule, type MachineGpu, type SmallestMachineOptions } from './core/machine-type';
export { type MachineLimit, type Place } from './core/catalog';
export { Capacity } from './core/capacity';
export { GpuDriver } from './core/gpu-driver';
export { GpuSharing, type MigOptions } from './core/gpu-sharing';
export { NodeImage } from './core/node-image';
export { Nodes, type NodeRange } from './core/nodes';
export { Taint, type TaintEffect } from './core/taint';

// What crosses between the trees.
export { type ClusterFeature, type ICluster } from './core/cluster';
export { GPU_RESOURCE, type INodePool, type NodeResources } from './core/node-pool';
export { type IWorkloadIdentity } from './core/identity';
export { type BucketAccess, type Grant, type IBucket } from './core/bucket';
export { Operator, type OperatorAttributes } from './core/operator';
export { LocalCluster, type LocalClusterOptions } from './core/local-cluster';

// Infrastructure: Terraform.
export { InfrastructureStack, type InfrastructureStackProps } from './infrastructure/infrastructure-stack';
export { TrainingCluster, type TrainingClusterProps } from './infrastructure/training-cluster';
export { ControlPlaneAccess, type AuthorizedNetwork } from './infrastructure/cluster/control-plane-access';
export { MaintenanceWindow, type Weekday } from './infrastructure/cluster/maintenance';
export { NodeServiceAccount } from './infrastructure/cluster/node-account';
export { SystemPool } from './infrastructure/cluster/system-pool';
export { type ClusterAttributes, type IGkeCluster } from './infrastructure/cluster/gke-cluster';
export { NodePool, type NodePoolAttributes } from './infrastructure/node-pool';
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
export {
  ImageRepository,
  type IImageRepository,
  type ImageRepositoryAttributes,
  type ImageRepositoryProps,
} from './infrastructure/image-repository';

// Workloads: Kubernetes.
export { ClusterChart, type ClusterChartProps } from './workloads/cluster-chart';
export { ClusterAddons, type ClusterAddonsProps } from './workloads/cluster-addons';
export { SharedVolume, SharedVolumeSource, type SharedVolumeProps } from './workloads/storage/shared-volume';
export { Mount, type BucketMountOptions, type ClaimMountOptions, type ClaimPlace } from './workloads/pod/mount';
export { EnvValue } from './workloads/pod/env-value';
export { type InitContainer, type PodOptions } from './workloads/pod/pod-options';
export { type ResolvedResources, type ResourceOptions, type SidecarResources } from './workloads/pod/resources';
export { type Json, type JsonObject, type Manifest } from './workloads/manifest';

// Training.
export {
  DistributedTrainingJob,
  type DistributedTrainingJobProps,
} from './workloads/training/distributed-training-job';
export { TrainingEngine } from './workloads/training/training-engines';
export { type RenderedTrainingJob } from './workloads/training/training-engine';
export {
  type Addresses,
  type Rendezvous,
  type Role,
  type StrategyOptions,
  type TrainingStrategy,
} from './workloads/training/training-strategy';
export {
  resolveTrainingJob,
  type ResolvedRole,
  type ResolvedTrainingJob,
  type TrainingJobOptions,
} from './workloads/training/training-job';
export { TensorFlow } from './workloads/training/strategies/tensorflow';
export { ClusterSpec, type ClusterFlags } from './workloads/training/strategies/cluster-spec';
export { type ParameterServerOptions } from './workloads/training/strategies/parameter-server';
export { type MultiWorkerMirroredOptions } from './workloads/training/strategies/multi-worker-mirrored';
export { type RoleOptions } from './workloads/training/strategies/role-options';
