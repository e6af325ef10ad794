import type { ArtifactRegistryRepository } from '@cdktf/provider-google/lib/artifact-registry-repository';
import type { ArtifactRegistryRepositoryIamMember } from '@cdktf/provider-google/lib/artifact-registry-repository-iam-member';
import type { BigqueryDataset } from '@cdktf/provider-google/lib/bigquery-dataset';
import type { BigqueryDatasetIamMember } from '@cdktf/provider-google/lib/bigquery-dataset-iam-member';
import type { CertificateManagerCertificate } from '@cdktf/provider-google/lib/certificate-manager-certificate';
import type { CertificateManagerCertificateMap } from '@cdktf/provider-google/lib/certificate-manager-certificate-map';
import type { CertificateManagerCertificateMapEntry } from '@cdktf/provider-google/lib/certificate-manager-certificate-map-entry';
import type { CertificateManagerDnsAuthorization } from '@cdktf/provider-google/lib/certificate-manager-dns-authorization';
import type { ComputeAddress } from '@cdktf/provider-google/lib/compute-address';
import type { ComputeGlobalAddress } from '@cdktf/provider-google/lib/compute-global-address';
import type { ComputeNetwork } from '@cdktf/provider-google/lib/compute-network';
import type { ComputeRouter } from '@cdktf/provider-google/lib/compute-router';
import type { ComputeRouterNat } from '@cdktf/provider-google/lib/compute-router-nat';
import type { ComputeSubnetwork } from '@cdktf/provider-google/lib/compute-subnetwork';
import type { ContainerCluster } from '@cdktf/provider-google/lib/container-cluster';
import type { ContainerNodePool } from '@cdktf/provider-google/lib/container-node-pool';
import type { DataGoogleProject } from '@cdktf/provider-google/lib/data-google-project';
import type { DnsManagedZone } from '@cdktf/provider-google/lib/dns-managed-zone';
import type { DnsRecordSet } from '@cdktf/provider-google/lib/dns-record-set';
import type { FilestoreInstance } from '@cdktf/provider-google/lib/filestore-instance';
import type { LoggingProjectBucketConfig } from '@cdktf/provider-google/lib/logging-project-bucket-config';
import type { LoggingProjectExclusion } from '@cdktf/provider-google/lib/logging-project-exclusion';
import type { LoggingProjectSink } from '@cdktf/provider-google/lib/logging-project-sink';
import type { MonitoringAlertPolicy } from '@cdktf/provider-google/lib/monitoring-alert-policy';
import type { MonitoringDashboard } from '@cdktf/provider-google/lib/monitoring-dashboard';
import type { MonitoringNotificationChannel } from '@cdktf/provider-google/lib/monitoring-notification-channel';
import type { BillingBudget } from '@cdktf/provider-google/lib/billing-budget';
import type { ProjectIamMember } from '@cdktf/provider-google/lib/project-iam-member';
import type { ProjectService } from '@cdktf/provider-google/lib/project-service';
import type { GkeHubFeature } from '@cdktf/provider-google/lib/gke-hub-feature';
import type { GkeHubFeatureMembership } from '@cdktf/provider-google/lib/gke-hub-feature-membership';
import type { GkeHubMembership } from '@cdktf/provider-google/lib/gke-hub-membership';
import type { GoogleProvider } from '@cdktf/provider-google/lib/provider';
import type { ServiceAccount } from '@cdktf/provider-google/lib/service-account';
import type { ServiceAccountIamMember } from '@cdktf/provider-google/lib/service-account-iam-member';
import type { ServiceNetworkingConnection } from '@cdktf/provider-google/lib/service-networking-connection';
import type { SqlDatabase } from '@cdktf/provider-google/lib/sql-database';
import type { SqlDatabaseInstance } from '@cdktf/provider-google/lib/sql-database-instance';
import type { SqlUser } from '@cdktf/provider-google/lib/sql-user';
import type { StorageBucket } from '@cdktf/provider-google/lib/storage-bucket';
import type { StorageBucketIamMember } from '@cdktf/provider-google/lib/storage-bucket-iam-member';
import { lazily } from '../core/lazily';
import { withoutCreationStacks } from './creation-stacks';

type Class = new (...args: never[]) => object;

/* eslint-disable @typescript-eslint/no-require-imports, @typescript-eslint/no-unsafe-return, @typescript-eslint/no-unsafe-member-access --
   an import would load the class with the package. */

/**
 * The classes of the Google provider. Each is loaded when it is first used: together they take as long as a third of
 * the package, and a program for a local cluster uses none. The only file that imports the provider's code.
 */
export const google = loadedOnUse({
  ArtifactRegistryRepository: (): typeof ArtifactRegistryRepository =>
    require('@cdktf/provider-google/lib/artifact-registry-repository').ArtifactRegistryRepository,
  ArtifactRegistryRepositoryIamMember: (): typeof ArtifactRegistryRepositoryIamMember =>
    require('@cdktf/provider-google/lib/artifact-registry-repository-iam-member').ArtifactRegistryRepositoryIamMember,
  BigqueryDataset: (): typeof BigqueryDataset => require('@cdktf/provider-google/lib/bigquery-dataset').BigqueryDataset,
  BigqueryDatasetIamMember: (): typeof BigqueryDatasetIamMember =>
    require('@cdktf/provider-google/lib/bigquery-dataset-iam-member').BigqueryDatasetIamMember,
  CertificateManagerCertificate: (): typeof CertificateManagerCertificate =>
    require('@cdktf/provider-google/lib/certificate-manager-certificate').CertificateManagerCertificate,
  CertificateManagerCertificateMap: (): typeof CertificateManagerCertificateMap =>
    require('@cdktf/provider-google/lib/certificate-manager-certificate-map').CertificateManagerCertificateMap,
  CertificateManagerCertificateMapEntry: (): typeof CertificateManagerCertificateMapEntry =>
    require('@cdktf/provider-google/lib/certificate-manager-certificate-map-entry')
      .CertificateManagerCertificateMapEntry,
  CertificateManagerDnsAuthorization: (): typeof CertificateManagerDnsAuthorization =>
    require('@cdktf/provider-google/lib/certificate-manager-dns-authorization').CertificateManagerDnsAuthorization,
  ComputeAddress: (): typeof ComputeAddress => require('@cdktf/provider-google/lib/compute-address').ComputeAddress,
  ComputeGlobalAddress: (): typeof ComputeGlobalAddress =>
    require('@cdktf/provider-google/lib/compute-global-address').ComputeGlobalAddress,
  ComputeNetwork: (): typeof ComputeNetwork => require('@cdktf/provider-google/lib/compute-network').ComputeNetwork,
  ComputeRouter: (): typeof ComputeRouter => require('@cdktf/provider-google/lib/compute-router').ComputeRouter,
  ComputeRouterNat: (): typeof ComputeRouterNat =>
    require('@cdktf/provider-google/lib/compute-router-nat').ComputeRouterNat,
  ComputeSubnetwork: (): typeof ComputeSubnetwork =>
    require('@cdktf/provider-google/lib/compute-subnetwork').ComputeSubnetwork,
  ContainerCluster: (): typeof ContainerCluster =>
    require('@cdktf/provider-google/lib/container-cluster').ContainerCluster,
  ContainerNodePool: (): typeof ContainerNodePool =>
    require('@cdktf/provider-google/lib/container-node-pool').ContainerNodePool,
  DataGoogleProject: (): typeof DataGoogleProject =>
    require('@cdktf/provider-google/lib/data-google-project').DataGoogleProject,
  DnsManagedZone: (): typeof DnsManagedZone => require('@cdktf/provider-google/lib/dns-managed-zone').DnsManagedZone,
  DnsRecordSet: (): typeof DnsRecordSet => require('@cdktf/provider-google/lib/dns-record-set').DnsRecordSet,
  FilestoreInstance: (): typeof FilestoreInstance =>
    require('@cdktf/provider-google/lib/filestore-instance').FilestoreInstance,
  GkeHubFeature: (): typeof GkeHubFeature => require('@cdktf/provider-google/lib/gke-hub-feature').GkeHubFeature,
  GkeHubFeatureMembership: (): typeof GkeHubFeatureMembership =>
    require('@cdktf/provider-google/lib/gke-hub-feature-membership').GkeHubFeatureMembership,
  GkeHubMembership: (): typeof GkeHubMembership =>
    require('@cdktf/provider-google/lib/gke-hub-membership').GkeHubMembership,
  LoggingProjectBucketConfig: (): typeof LoggingProjectBucketConfig =>
    require('@cdktf/provider-google/lib/logging-project-bucket-config').LoggingProjectBucketConfig,
  LoggingProjectExclusion: (): typeof LoggingProjectExclusion =>
    require('@cdktf/provider-google/lib/logging-project-exclusion').LoggingProjectExclusion,
  LoggingProjectSink: (): typeof LoggingProjectSink =>
    require('@cdktf/provider-google/lib/logging-project-sink').LoggingProjectSink,
  MonitoringAlertPolicy: (): typeof MonitoringAlertPolicy =>
    require('@cdktf/provider-google/lib/monitoring-alert-policy').MonitoringAlertPolicy,
  MonitoringDashboard: (): typeof MonitoringDashboard =>
    require('@cdktf/provider-google/lib/monitoring-dashboard').MonitoringDashboard,
  MonitoringNotificationChannel: (): typeof MonitoringNotificationChannel =>
    require('@cdktf/provider-google/lib/monitoring-notification-channel').MonitoringNotificationChannel,
  BillingBudget: (): typeof BillingBudget => require('@cdktf/provider-google/lib/billing-budget').BillingBudget,
  ProjectIamMember: (): typeof ProjectIamMember =>
    require('@cdktf/provider-google/lib/project-iam-member').ProjectIamMember,
  ProjectService: (): typeof ProjectService => require('@cdktf/provider-google/lib/project-service').ProjectService,
  GoogleProvider: (): typeof GoogleProvider => require('@cdktf/provider-google/lib/provider').GoogleProvider,
  ServiceAccount: (): typeof ServiceAccount => require('@cdktf/provider-google/lib/service-account').ServiceAccount,
  ServiceAccountIamMember: (): typeof ServiceAccountIamMember =>
    require('@cdktf/provider-google/lib/service-account-iam-member').ServiceAccountIamMember,
  ServiceNetworkingConnection: (): typeof ServiceNetworkingConnection =>
    require('@cdktf/provider-google/lib/service-networking-connection').ServiceNetworkingConnection,
  SqlDatabase: (): typeof SqlDatabase => require('@cdktf/provider-google/lib/sql-database').SqlDatabase,
  SqlDatabaseInstance: (): typeof SqlDatabaseInstance =>
    require('@cdktf/provider-google/lib/sql-database-instance').SqlDatabaseInstance,
  SqlUser: (): typeof SqlUser => require('@cdktf/provider-google/lib/sql-user').SqlUser,
  StorageBucket: (): typeof StorageBucket => require('@cdktf/provider-google/lib/storage-bucket').StorageBucket,
  StorageBucketIamMember: (): typeof StorageBucketIamMember =>
    require('@cdktf/provider-google/lib/storage-bucket-iam-member').StorageBucketIamMember,
});

/** The classes, each loaded on first use. */
function loadedOnUse<L extends Readonly<Record<string, () => Class>>>(
  loaders: L,
): { readonly [N in keyof L]: ReturnType<L[N]> } {
  const classes = {};
  for (const [name, load] of Object.entries(loaders))
    Object.defineProperty(classes, name, { enumerable: true, get: lazily(() => withoutStacks(load())) });
  // The edge to the properties that are made above.
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions
  return classes as { readonly [N in keyof L]: ReturnType<L[N]> };
}

/** A class whose values get no creation stacks. */
function withoutStacks<T extends Class>(original: T): T {
  const proxy: T = new Proxy(original, {
    // Making an object by a proxy is much slower in Node than by the class itself.
    construct: (target, args, made) =>
      withoutCreationStacks((): object => Reflect.construct(target, args, made === proxy ? target : made)),
  });
  return proxy;
}

/** A reference to an attribute of a resource, without a creation stack. */
export function attributeOf<R extends object, A extends keyof R>(resource: R, attribute: A): R[A] {
  return withoutCreationStacks(() => resource[attribute]);
}
