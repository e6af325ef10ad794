import { TerraformElement, TerraformResource } from 'cdktf';
import type { IConstruct } from 'constructs';
import { Accelerator, Bucket, ProvisioningModel } from '../../../lib/index';
import type { World, WrongProgram } from './program';

// Mistakes in overrides of resources, and in resources that a program adds beside those of the library.

function resourceOf({ node }: IConstruct): TerraformElement {
  if (TerraformElement.isTerraformElement(node.defaultChild)) return node.defaultChild;
  throw new Error(`${node.path} has no resource`);
}

const pool = ({ gpus }: World) => resourceOf(gpus);
const bucket = ({ stack }: World) => resourceOf(new Bucket(stack, 'second'));
const VERSION = 'terraform.required_providers.google.version';

export const WRONG_OVERRIDES: readonly WrongProgram[] = [
  {
    name: 'a misspelt argument in a block',
    code: 'override-argument',
    says: 'an override of digits-dev/cluster/l4/Resource sets node_config.min_cpu_platfrom, which google_container_node_pool does not have in version 6.50.0',
    build: (world, either, fix) => {
      pool(world).addOverride(either('node_config.min_cpu_platfrom', fix.part(/write (\S+)/)), 'Intel Sapphire Rapids');
    },
  },
  {
    name: 'the name of the property instead of that of Terraform',
    code: 'override-argument',
    says: 'sets nodeConfig, which',
    build: (world, either, fix) => {
      pool(world).addOverride(`${either('nodeConfig', fix.part(/write (\S+)/))}.local_ssd_count`, 0);
    },
  },
  {
    name: 'an index in brackets',
    code: 'override-argument',
    says: 'sets node_config[0], which',
    build: (world, either, fix) => {
      pool(world).addOverride(`${either('node_config[0]', fix.part(/write (\S+)/))}.enable_confidential_storage`, true);
    },
  },
  {
    name: 'an argument of a block outside of it',
    code: 'override-argument',
    says: 'sets enable_confidential_storage, which',
    build: (world, either, fix) => {
      pool(world).addOverride(either('enable_confidential_storage', fix.part(/write (\S+)/)), true);
    },
  },
  {
    name: 'a misspelt argument in a list of blocks',
    code: 'override-argument',
    says: 'sets cors.0.max_age_second, which google_storage_bucket does not have',
    build: (world, either, fix) => {
      const name = either('max_age_second', fix.part(/write cors\.0\.(\S+)/));
      bucket(world).addOverride('cors', [{ origin: ['*'], method: ['GET'], [name]: 60 }]);
    },
  },
  {
    name: 'a misspelt argument in a block that Terraform repeats',
    code: 'override-argument',
    says: 'sets dynamic.cors.content.orign, which',
    build: (world, either, fix) => {
      const name = either('orign', fix.part(/content\.(\S+)/));
      bucket(world).addOverride('dynamic.cors', { for_each: ['*'], content: { [name]: ['${cors.value}'] } });
    },
  },
  {
    name: 'an argument of version 7 with version 6',
    code: 'override-argument',
    says: 'use the newer version, by stack.addOverride',
    build: (world, either, fix) => {
      pool(world).addOverride('network_config.accelerator_network_profile', 'auto');
      world.stack.addOverride(VERSION, either(undefined, fix.part(/version', '([\d.]+)/)));
    },
  },
  {
    name: 'an argument that version 7 has no longer',
    code: 'override-argument',
    says: 'sets enable_flow_logs, which google_compute_subnetwork does not have in version 7.45.0',
    build: ({ stack }, either) => {
      const resources = stack.node.findAll().filter((each) => TerraformResource.isTerraformResource(each));
      const subnetwork = resources.find((each) => each.terraformResourceType === 'google_compute_subnetwork');
      stack.addOverride(VERSION, '7.45.0');
      subnetwork?.addOverride(either('enable_flow_logs', 'private_ip_google_access'), true);
    },
  },
  {
    name: 'a misspelt argument by the address of its resource',
    code: 'override-argument',
    says: 'an override of google_storage_bucket.second_72DCB114 sets requester_pay,',
    build: (world, either, fix) => {
      const { friendlyUniqueId } = bucket(world);
      const name = either('requester_pay', fix.part(/write (\S+)/));
      world.stack.addOverride(`resource.google_storage_bucket.${friendlyUniqueId}.${name}`, false);
    },
  },
  {
    name: 'a misspelt argument with a range of versions',
    code: 'override-argument-unknown',
    says: 'has neither in version 6.50.0 of the provider nor in 7.45.0',
    build: (world, either, fix) => {
      world.stack.addOverride(VERSION, '~> 7.0');
      bucket(world).addOverride(either('requester_pay', fix.part(/write ([^\s,]+)/)), false);
    },
  },
  {
    name: 'several machines with GPUs without the networks that an override names',
    code: 'gpu-direct-networks',
    says: 'this pool has 1: use NodeCount.between(0, 1), name the 4 networks by addOverride',
    build: ({ cluster }, either, fix) => {
      const accelerators = Accelerator.H100_80GB.times(8);
      const pool = cluster.addGpuPool('gpus', { accelerators, provisioningModel: ProvisioningModel.SPOT });
      const count = either(1, Number(fix.part(/the (\d+) networks/) || 1));
      const networks = Array.from({ length: count }, (_, each) => ({ network: `gpus-${each}` }));
      resourceOf(pool).addOverride('network_config.additional_node_network_configs', networks);
    },
  },
];
