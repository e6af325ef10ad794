// All of the Terraform half: clusters, pools, networks, identities, storage, and the hardware catalogue.
export { Accelerator, type AcceleratorCount, type AcceleratorSpec } from '../core/hardware/accelerator';
export type { Architecture } from '../core/hardware/architecture';
export type { CompactPlacement } from '../core/hardware/compact-placement';
export type { Lifecycle } from '../core/hardware/catalog/accelerators';
export {
  MachineType,
  type LocalSsdRule,
  type MachineGpu,
  type SmallestMachineOptions,
} from '../core/hardware/machine-type';
export type { MachineLimit } from '../core/hardware/catalog/machine-types';
export type { Place } from '../core/hardware/catalog/zones';
export { ProvisioningModel } from '../core/hardware/provisioning-model';
export { GpuDriver } from '../core/hardware/gpu-driver';
export { GpuSharing, type MigOptions } from '../core/hardware/gpu-sharing';
export { NodeImage } from '../core/hardware/node-image';
export { NodeCount, type NodeCountRange } from './pool/node-count';
export type { ReservedResources } from '../core/contracts/reserved-resources';
export { Taint, type TaintEffect } from '../core/contracts/taint';
export { InfrastructureStack, type InfrastructureStackProps } from './infrastructure-stack';
export { TrainingCluster } from './training-cluster';
export type { TrainingClusterProps } from './cluster/cluster-options';
export { OperatorReleases, type OperatorReleasesProps } from './operators/operator-releases';
export { ControlPlaneAccess, type AuthorizedNetwork } from './cluster/control-plane-access';
export { MaintenanceWindow, type Weekday } from './cluster/maintenance-window';
export { NodeServiceAccount } from './cluster/node-service-account';
export type { ClusterSecurity } from './cluster/security';
export { SystemPool } from './cluster/system-pool';
export type { ClusterAttributes, IGkeCluster } from './cluster/gke-cluster';
export { NodePool } from './node-pool';
export type { NodePoolAttributes } from './pool/existing-pool';
export { GpuNodePool } from './gpu-node-pool';
export type {
  BootDisk,
  GpuNodePoolOptions,
  GpuNodePoolProps,
  NodePoolOptions,
  NodePoolProps,
} from './pool/pool-options';
export { LocalSsd } from './pool/local-ssd';
export { UpgradeStrategy, type BlueGreenOptions } from './pool/upgrade-strategy';
export { Network, type INetwork, type NetworkProps } from './network';
export { GatewayAddress, type GatewayAddressProps } from './gateway-address';
export type { GatewayDns } from './network/gateway-dns';
export { ClusterMonitoring, type ClusterMonitoringProps } from './cluster-monitoring';
export { NotificationChannel, type NotificationChannels } from './monitoring/notification-channel';
export { ProjectLogs, type LogArchive, type LogTables, type ProjectLogsProps } from './project-logs';
export { ProjectBudget, type ProjectBudgetProps } from './project-budget';
export { WorkloadIdentity, type WorkloadIdentityProps } from './workload-identity';
export { Bucket, type BucketAttributes, type BucketProps } from './bucket';
export { BucketLifecycle, type StorageClass } from './bucket-lifecycle';
export { Filestore, type FilestoreAttributes, type FilestoreProps } from './filestore';
export type { FilestoreTier } from './filestore/tiers';
export { SqlDatabase, type SqlDatabaseProps } from './sql-database';
export type { ISqlDatabase } from '../core/contracts/sql-database';
export type { ImageBuild } from './image-build';
export {
  ImageRepository,
  type IImageRepository,
  type ImageRepositoryAttributes,
  type ImageRepositoryProps,
} from './image-repository';
