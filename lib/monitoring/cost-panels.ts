import type { Panel } from '../core/contracts/alert';
import { gpuPrice } from '../core/contracts/gpu-price';
import type { INodePool } from '../core/contracts/node-pool';
import { accepted, problem, type Problem } from '../core/problems';
import { panel, RESERVED_GPUS } from './cluster-panels';

/**
 * Charts of what the GPUs that pods hold cost by namespace, so by tenant. An estimate by list prices of July 2026, in USD: a machine's price is shared out to its GPUs, and
 * nodes without pods are on nobody's account.
 *
 * @param prices USD of one GPU with its share of the machine for an hour, by the names of pools. @default - list prices
 * @example
 * const panels = [...clusterPanels(), ...costPanels([l4, a100], { a100: 2.9 })];
 */
export function costPanels(
  pools: readonly [INodePool, ...INodePool[]],
  prices: Readonly<Record<string, number>> = {},
): readonly Panel[] {
  const priced = pools.map((pool) => ({ pool, price: prices[pool.poolName] ?? gpuPrice(pool) }));
  const nodes = priced.map(({ pool: { poolName }, price = 0 }) => {
    return `${price} * max by (node) (kube_node_labels{label_cloud_google_com_gke_nodepool=${JSON.stringify(poolName)}})`;
  });
  const spent = `sum by (namespace) ((${RESERVED_GPUS}) * on (node) group_left () (${nodes.join(' or ')}))`;
  return accepted('costPanels', priced.map(priceProblems), () => [
    panel('Estimated cost of reserved GPUs', '{USD}/h', { '{{namespace}}': spent }),
    panel('Estimated cost of reserved GPUs in 30 days', '{USD}', {
      '{{namespace}}': `sum_over_time((${spent})[30d:1h])`,
    }),
  ]);
}

function* priceProblems({ pool, price }: { readonly pool: INodePool; readonly price?: number }): Generator<Problem> {
  if (price !== undefined && price >= 0) return;
  const { poolName, machineType = 'of an unknown type' } = pool;
  const message = `the machines of pool "${poolName}" (${machineType}) have no list price for GPUs where they are`;
  const fix = `give a price for an hour of a GPU: { ${JSON.stringify(poolName)}: … }`;
  yield problem('gpu-price', 'prices', message, fix);
}
