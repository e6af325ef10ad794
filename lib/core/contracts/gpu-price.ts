import { hourlyPrice } from '../hardware/catalog/prices';
import { regionOf } from '../hardware/location';
import { gpusPerNode, type INodePool } from './node-pool';

/** The list price of a node of a pool in USD for an hour, shared out to the GPUs that pods can ask for; `undefined` where it is not known. */
export function gpuPrice(pool: INodePool): number | undefined {
  const { machineType = '', accelerator, zones: [zone] = [], cluster, sharing, provisioningModel } = pool;
  const gpus = gpusPerNode(pool) ?? 0;
  const count = gpus / (sharing?.clients ?? 1);
  const attached = accelerator?.attach === 'n1' ? { type: accelerator.type, count } : undefined;
  const region = regionOf(zone ?? cluster.location ?? '');
  const price = hourlyPrice({ machineType, region, spot: provisioningModel?.interruptible ?? false, attached });
  return price === undefined || gpus === 0 ? undefined : Math.round((10_000 * price) / gpus) / 10_000;
}
