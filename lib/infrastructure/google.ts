import type { ArtifactRegistryRepository } from '@cdktf/provider-google/lib/artifact-registry-repository';
import type { ArtifactRegistryRepositoryIamMember } from '@cdktf/provider-google/lib/artifact-registry-repository-iam-member';
import type { ComputeNetwork } from '@cdktf/provider-google/lib/compute-network';
import type { ComputeRouter } from '@cdktf/provider-google/lib/compute-router';
import type { ComputeRouterNat } from '@cdktf/provider-google/lib/compute-router-nat';
import type { ComputeSubnetwork } from '@cdktf/provider-google/lib/compute-subnetwork';
import type { ContainerCluster } from '@cdktf/provider-google/lib/container-cluster';
import type { ContainerNodePool } from '@cdktf/provider-google/lib/container-node-pool';
import type { DataGoogleProject } from '@cdktf/provider-google/lib/data-google-project';
import type { FilestoreInstance } from '@cdktf/provider-google/lib/filestore-instance';
import type { ProjectIamMember } from '@cdktf/provider-google/lib/project-iam-member';
import type { ProjectService } from '@cdktf/provider-google/lib/project-service';
import type { GoogleProvider } from '@cdktf/provider-google/lib/provider';
import type { ServiceAccount } from '@cdktf/provider-google/lib/service-account';
import type { ServiceAccountIamMember } from '@cdktf/provider-google/lib/service-account-iam-member';
import type { StorageBucket } from '@cdktf/provider-google/lib/storage-bucket';
import type { StorageBucketIamMember } from '@cdktf/provider-google/lib/storage-bucket-iam-member';
import { withoutCreationStacks } from './creation-stacks';

/* eslint-disable @typescript-eslint/no-require-imports, @typescript-eslint/no-unsafe-return, @typescript-eslint/no-unsafe-member-access --
   an import would load the class with the package. */

/**
 * The classes of the Google provider. Each is loaded when it is first used: together they take as long as a third of
 * the package, and a program for a local cluster uses none. The only file that imports the provider's code.
 */
export const google = {
  get ArtifactRegistryRepository(): typeof ArtifactRegistryRepository {
    return withoutStacks(require('@cdktf/provider-google/lib/artifact-registry-repository').ArtifactRegistryRepository);
  },
  get ArtifactRegistryRepositoryIamMember(): typeof ArtifactRegistryRepositoryIamMember {
    return withoutStacks(
      require('@cdktf/provider-google/lib/artifact-registry-repository-iam-member').ArtifactRegistryRepositoryIamMember,
    );
  },
  get ComputeNetwork(): typeof ComputeNetwork {
    return withoutStacks(require('@cdktf/provider-google/lib/compute-network').ComputeNetwork);
  },
  get ComputeRouter(): typeof ComputeRouter {
    return withoutStacks(require('@cdktf/provider-google/lib/compute-router').ComputeRouter);
  },
  get ComputeRouterNat(): typeof ComputeRouterNat {
    return withoutStacks(require('@cdktf/provider-google/lib/compute-router-nat').ComputeRouterNat);
  },
  get ComputeSubnetwork(): typeof ComputeSubnetwork {
    return withoutStacks(require('@cdktf/provider-google/lib/compute-subnetwork').ComputeSubnetwork);
  },
  get ContainerCluster(): typeof ContainerCluster {
    return withoutStacks(require('@cdktf/provider-google/lib/container-cluster').ContainerCluster);
  },
  get ContainerNodePool(): typeof ContainerNodePool {
    return withoutStacks(require('@cdktf/provider-google/lib/container-node-pool').ContainerNodePool);
  },
  get DataGoogleProject(): typeof DataGoogleProject {
    return withoutStacks(require('@cdktf/provider-google/lib/data-google-project').DataGoogleProject);
  },
  get FilestoreInstance(): typeof FilestoreInstance {
    return withoutStacks(require('@cdktf/provider-google/lib/filestore-instance').FilestoreInstance);
  },
  get ProjectIamMember(): typeof ProjectIamMember {
    return withoutStacks(require('@cdktf/provider-google/lib/project-iam-member').ProjectIamMember);
  },
  get ProjectService(): typeof ProjectService {
    return withoutStacks(require('@cdktf/provider-google/lib/project-service').ProjectService);
  },
  get GoogleProvider(): typeof GoogleProvider {
    return withoutStacks(require('@cdktf/provider-google/lib/provider').GoogleProvider);
  },
  get ServiceAccount(): typeof ServiceAccount {
    return withoutStacks(require('@cdktf/provider-google/lib/service-account').ServiceAccount);
  },
  get ServiceAccountIamMember(): typeof ServiceAccountIamMember {
    return withoutStacks(require('@cdktf/provider-google/lib/service-account-iam-member').ServiceAccountIamMember);
  },
  get StorageBucket(): typeof StorageBucket {
    return withoutStacks(require('@cdktf/provider-google/lib/storage-bucket').StorageBucket);
  },
  get StorageBucketIamMember(): typeof StorageBucketIamMember {
    return withoutStacks(require('@cdktf/provider-google/lib/storage-bucket-iam-member').StorageBucketIamMember);
  },
};

/** A class of which cdktf records no stack traces. */
function withoutStacks<T extends new (...args: never[]) => object>(original: T): T {
  return new Proxy(original, {
    construct: (target, args, made) => withoutCreationStacks((): object => Reflect.construct(target, args, made)),
  });
}
