import { series, type Panel } from '../core/contracts/alert';
import { gpusPerNode, type INodePool } from '../core/contracts/node-pool';
import { hourlyPrice } from '../core/hardware/catalog/prices';
import { regionOf } from '../core/hardware/location';
import { accepted } from '../core/problems/errors';
import { problem, type Problem } from '../core/problems/problem';
import { reservedGpus } from './cluster-panels';

/**
 * Charts of what the GPUs that pods hold cost by namespace, so by tenant. An estimate by list prices of July 2026, in USD: a machine's price is shared out to its GPUs, and
 * nodes without pods are on nobody's account.
 *
 * @param prices USD of one GPU with its share of the machine for an hour, by the names of pools. @default - list prices
 * @example
 * const panels = [...clusterPanels(), ...costPanels([l4, a100], { a100: 2.9 })];
 */
export function costPanels(
  pools: readonly INodePool[],
  prices: Readonly<Record<string, number>> = {},
): readonly Panel[] {
  const priced = pools.map((pool) => ({ pool, price: prices[pool.poolName] ?? listPrice(pool) }));
  const spent = (of: string) => {
    const nodes = priced.map(({ pool: { poolName }, price = 0 }) => {
      const label = `label_cloud_google_com_gke_nodepool=${JSON.stringify(poolName)}`;
      return `${price} * max by (node) (${series('kube_node_labels', label, of)})`;
    });
    return `sum by (namespace) ((${reservedGpus(of)}) * on (node) group_left () (${nodes.join(' or ')}))`;
  };
  return accepted('costPanels', priced.map(priceProblems), () => [
    { title: 'Estimated cost of reserved GPUs', unit: '{USD}/h', lines: { '{{namespace}}': spent } },
    {
      ...{ title: 'Estimated cost of reserved GPUs in 30 days', unit: '{USD}' },
      lines: { '{{namespace}}': (of) => `sum_over_time((${spent(of)})[30d:1h])` },
    },
  ]);
}

/** The list price of a node, shared out to the GPUs that pods can ask for. */
function listPrice(pool: INodePool): number | undefined {
  const { machineType = '', accelerator, zones: [zone] = [], cluster, sharing, provisioningModel } = pool;
  const gpus = gpusPerNode(pool) ?? 0;
  const count = gpus / (sharing?.clients ?? 1);
  const attached = accelerator?.attach === 'n1' ? { type: accelerator.type, count } : undefined;
  const region = regionOf(zone ?? cluster.location ?? '');
  const price = hourlyPrice({ machineType, region, spot: provisioningModel?.interruptible ?? false, attached });
  return price === undefined || gpus === 0 ? undefined : Math.round((10_000 * price) / gpus) / 10_000;
}

function* priceProblems({ pool, price }: { readonly pool: INodePool; readonly price?: number }): Generator<Problem> {
  if (price !== undefined && price >= 0) return;
  const { poolName, machineType = 'of an unknown type' } = pool;
  const message = `the machines of pool "${poolName}" (${machineType}) have no list price for GPUs where they are`;
  yield problem(
    'gpu-price',
    'prices',
    message,
    `give a price for an hour of a GPU: { ${JSON.stringify(poolName)}: … }`,
  );
}
