import { TerraformResource, type ITerraformDependable } from 'cdktf';
import { expect, test } from 'vitest';
import { Accelerator } from '../../lib/core/hardware/accelerator';
import { Bucket } from '../../lib/infrastructure/bucket';
import { Filestore } from '../../lib/infrastructure/filestore';
import { GatewayAddress } from '../../lib/infrastructure/gateway-address';
import { ImageRepository } from '../../lib/infrastructure/image-repository';
import { Network } from '../../lib/infrastructure/network';
import { ProjectBudget } from '../../lib/infrastructure/project-budget';
import { SqlDatabase } from '../../lib/infrastructure/sql-database';
import { TrainingCluster } from '../../lib/infrastructure/training-cluster';
import { WorkloadIdentity } from '../../lib/infrastructure/workload-identity';
import type { InfrastructureStack } from '../../lib/infrastructure/infrastructure-stack';
import { only, stackOf, synthesized } from './synthesized';

const clusterIn = (stack: InfrastructureStack) => new TrainingCluster(stack, 'cluster', { location: 'us-east1-c' });

/** Constructs, and the type of the resource that is waited for. */
const CONSTRUCTS: Readonly<Record<string, (stack: InfrastructureStack) => ITerraformDependable>> = {
  google_container_cluster: clusterIn,
  google_container_node_pool: (stack) => clusterIn(stack).addGpuPool('l4', { accelerators: Accelerator.L4.times(1) }),
  google_compute_network: (stack) => new Network(stack, 'network'),
  google_storage_bucket: (stack) => new Bucket(stack, 'data'),
  google_artifact_registry_repository: (stack) => new ImageRepository(stack, 'images'),
  google_filestore_instance: (stack) =>
    new Filestore(stack, 'files', { location: 'us-east1-c', network: clusterIn(stack).network }),
  google_sql_database_instance: (stack) => new SqlDatabase(stack, 'runs', { network: clusterIn(stack).network }),
  google_service_account_iam_member: (stack) =>
    new WorkloadIdentity(stack, 'train', { cluster: clusterIn(stack), namespace: 'mnist' }),
  google_compute_global_address: (stack) => new GatewayAddress(stack, 'entry', {}),
  google_billing_budget: (stack) =>
    new ProjectBudget(stack, 'budget', { billingAccount: '012345-6789AB-CDEF01', amount: 100 }),
};

test.each(Object.entries(CONSTRUCTS))('another resource may wait for a %s', (type, make) => {
  const stack = stackOf();
  new TerraformResource(stack, 'own', { terraformResourceType: 'acme_own', dependsOn: [make(stack)] });
  const { depends_on: address } = only(stack, 'acme_own');
  expect(address).toEqual([expect.stringMatching(new RegExp(`^${type}\\.`))]);
  const [, id = ''] = String(address).split('.');
  expect(synthesized(stack)[type]).toHaveProperty([id]);
});
