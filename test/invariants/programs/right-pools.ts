import { NodeCount, ProvisioningModel } from '../../../lib/index';
import type { World } from './program';

// Pools that Google Cloud makes, which synthesize without a problem and without advice.

const QUEUED = { nodes: NodeCount.between(0, 10), provisioningModel: ProvisioningModel.queued() };

export const RIGHT_POOLS: Readonly<Record<string, (world: World) => void>> = Object.fromEntries(
  ['n2-standard-8', 'c3-highmem-22', 'e2-standard-16', 'c4a-standard-4', 'n2-custom-6-12288'].map((machineType) => [
    `queued machines without GPUs: ${machineType}`,
    ({ cluster }: World) => {
      cluster.addPool('queued', { machineType, ...QUEUED });
    },
  ]),
);
