// The platform: one program for both halves, and its stages.
export { Platform, type PlatformProps } from './platform/platform';
export type { Deployment, DeploymentOptions } from './platform/deployment';
export type { SynthesisReport } from './platform/synthesis-report';
export { Stage, type StageProps } from './core/stage/stage';
export { TerraformState } from './core/stage/terraform-state';

// How a program fails, and how advice is accepted.
export { SynthesisError, ValidationError, acknowledge, formatProblemAt, type ProblemAt } from './core/problems';

// Hardware, and how it is bought.
export { Accelerator } from './core/hardware/accelerator';
export { MachineType } from './core/hardware/machine-type';
export { ProvisioningModel } from './core/hardware/provisioning-model';
export { GpuDriver } from './core/hardware/gpu-driver';
export { GpuSharing } from './core/hardware/gpu-sharing';
export { NodeImage } from './core/hardware/node-image';
export { NodeCount } from './infrastructure/pool/node-count';
export { Taint } from './core/contracts/taint';
export { LocalSsd } from './infrastructure/pool/local-ssd';

// Facts that cross between the trees.
export type { ICluster } from './core/contracts/cluster';
export type { INodePool } from './core/contracts/node-pool';
export type { IWorkloadIdentity } from './core/contracts/identity';
export type { IBucket } from './core/contracts/bucket';
export type { IFilestore } from './core/contracts/filestore';
export type { IImageRepository } from './infrastructure/image-repository';
export type { INetwork } from './infrastructure/network';
export { LocalCluster, type LocalClusterOptions } from './local/local-cluster';
export { Operator } from './operators/operator';
export { OperatorInstall } from './operators/operator-install';

// Infrastructure: Terraform.
export { InfrastructureStack, type InfrastructureStackProps } from './infrastructure/infrastructure-stack';
export { TrainingCluster } from './infrastructure/training-cluster';
export type { TrainingClusterProps } from './infrastructure/cluster/cluster-options';
export { NodePool } from './infrastructure/node-pool';
export type {
  NodePoolProps,
  NodePoolOptions,
  GpuNodePoolProps,
  GpuNodePoolOptions,
} from './infrastructure/pool/pool-options';
export { GpuNodePool } from './infrastructure/gpu-node-pool';
export { ControlPlaneAccess } from './infrastructure/cluster/control-plane-access';
export { MaintenanceWindow } from './infrastructure/cluster/maintenance-window';
export { UpgradeStrategy } from './infrastructure/pool/upgrade-strategy';
export { Network, type NetworkProps } from './infrastructure/network';
export { WorkloadIdentity, type WorkloadIdentityProps } from './infrastructure/workload-identity';
export { Bucket, type BucketProps } from './infrastructure/bucket';
export { BucketLifecycle } from './infrastructure/bucket-lifecycle';
export { Filestore, type FilestoreProps } from './infrastructure/filestore';
export { ImageRepository, type ImageRepositoryProps } from './infrastructure/image-repository';
export { OperatorReleases, type OperatorReleasesProps } from './infrastructure/operators/operator-releases';

// Charts, and what pods are made of.
export { ClusterChart, type ClusterChartProps } from './kubernetes/cluster-chart';
export { ClusterAddons, type ClusterAddonsProps } from './kubernetes/cluster-addons';
export { SharedVolume, type SharedVolumeProps } from './storage/shared-volume';
export { SharedVolumeSource } from './storage/shared-volume-source';
export { Mount } from './pods/mounts/mount';
export { EnvValue } from './pods/containers/env-value';
export { PodUser } from './pods/security/pod-user';
export type { ResourceOptions } from './pods/containers/resources';
export type { PodOptions } from './pods/pod-options';

// Training.
export { DistributedTrainingJob, type DistributedTrainingJobProps } from './training/distributed-training-job';
export { TrainingEngine } from './training/training-engines';
export { TensorFlow } from './training/strategies/tensorflow/tensorflow';
export { PyTorch } from './training/strategies/pytorch/pytorch';
export { MPI } from './training/strategies/mpi/mpi';
export { MXNet } from './training/strategies/mxnet/mxnet';
export { JAX } from './training/strategies/jax/jax';
export { Plain } from './training/strategies/plain/plain';

// Serving.
export { ServingDeployment, type ServingDeploymentProps } from './serving/serving-deployment';
export { ServingPlatform } from './serving/serving-platforms';
export { ModelServer } from './serving/model-servers';
export { ModelSource } from './model/model-source';
export { BucketRead } from './model/bucket-read';
export { Replicas } from './serving/scaling/replicas';
export { ScalingMetric } from './serving/scaling/scaling-metric';
export { Rollout } from './serving/rollout/rollout';
export { Exposure } from './serving/exposure/exposure';
export { Telemetry } from './serving/telemetry/telemetry';
export { ServerCheck } from './serving/server-check';
export type { CanaryOptions } from './serving/serving-options';
