import { Size } from 'cdk8s';
import { GPU_RESOURCE } from '../core/contracts/node-pool';
import { LIMIT_RANGE, NETWORK_POLICY, RESOURCE_QUOTA } from '../kubernetes/kinds/core';
import { CLUSTER_QUEUE, LOCAL_QUEUE, RESOURCE_FLAVOR } from '../kubernetes/kinds/kueue';
import { objectOf } from '../kubernetes/kinds/kind';
import { lazyPart, type NamedManifest } from '../kubernetes/manifest';
import { cpuText, memoryText } from '../kubernetes/quantity';
import { WORKLOAD_LABEL } from '../kubernetes/workload-label';
import { NOTHING, type PodNeeds } from '../pods/placement/pod-needs';
import { amountsOfShares, hasDisk, type PoolShare } from './pool-share';

/** The requests of a container that names none, as people's own pods may have. Pods without requests are refused where there is a quota. */
const SMALL = { cpu: '100m', memory: '256Mi' };

/**
 * The quota of a namespace, and the requests of pods that have none.
 *
 * @see https://kubernetes.io/docs/concepts/policy/resource-quotas/
 */
export function quotaOf(name: string, share: readonly PoolShare[]): NamedManifest[] {
  const amounts = Object.entries(quantitiesOf(amountsOfShares(share)));
  const hard = Object.fromEntries(amounts.map(([of, amount]) => [`requests.${of}`, amount] as const));
  return [
    objectOf(RESOURCE_QUOTA, name, { hard }),
    objectOf(LIMIT_RANGE, name, { limits: [{ type: 'Container', defaultRequest: SMALL }] }),
  ];
}

/** Amounts in the words of Kubernetes. */
function quantitiesOf(amounts: PodNeeds, hasStorage = false): Readonly<Record<string, string>> {
  const { gpus, cpuMillis, memoryMiB, storageMiB } = amounts;
  return {
    ...{ cpu: cpuText(cpuMillis), memory: memoryText(Size.mebibytes(memoryMiB)), [GPU_RESOURCE]: String(gpus) },
    ...(hasStorage && { 'ephemeral-storage': memoryText(Size.mebibytes(storageMiB)) }),
  };
}

/**
 * Policies that close a namespace to others. Pods of the library stay closed to each other as well, but for those of one
 * workload. Other pods of the namespace reach each other.
 */
export function isolationOf(name: string): NamedManifest[] {
  const others = { matchExpressions: [{ key: WORKLOAD_LABEL, operator: 'DoesNotExist' }] };
  const ingress = [{ from: [{ podSelector: {} }] }];
  return [
    // By its name two tenants in one namespace are found.
    objectOf(NETWORK_POLICY, 'tenant-closed', { podSelector: {}, policyTypes: ['Ingress'] }),
    objectOf(NETWORK_POLICY, `${name}-within`, { podSelector: others, policyTypes: ['Ingress'], ingress }),
  ];
}

/** The flavor of each pool in Kueue, which all tenants of a cluster share. */
export function flavorOf({ pool }: PoolShare): NamedManifest {
  return objectOf(RESOURCE_FLAVOR, pool.poolName, { nodeLabels: pool.nodeLabels });
}

/**
 * The queues of a tenant in Kueue, with the numbers of its quota without those of its servers, which Kueue does not count.
 *
 * @param left what the servers leave of a share
 * @param cohort the tenants that lend each other what they do not use
 * @see https://kueue.sigs.k8s.io/docs/concepts/cluster_queue/
 */
export function queuesOf(
  name: string,
  namespace: string,
  share: readonly PoolShare[],
  left: (share: PoolShare) => PodNeeds,
  cohort?: string,
) {
  // Kueue admits no job that asks for a resource which its queue does not have.
  const hasStorage = share.every(hasDisk);
  const flavors = lazyPart(() =>
    share.map((each) => {
      const quotas = Object.entries(quantitiesOf(left(each), hasStorage));
      return { name: each.pool.poolName, resources: quotas.map(([of, nominalQuota]) => ({ name: of, nominalQuota })) };
    }),
  );
  const queue = objectOf(CLUSTER_QUEUE, namespace, {
    namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': namespace } },
    resourceGroups: [{ coveredResources: Object.keys(quantitiesOf(NOTHING, hasStorage)), flavors }],
    ...(cohort !== undefined && { cohortName: cohort, preemption: { reclaimWithinCohort: 'Any' } }),
  });
  return { queue, local: objectOf(LOCAL_QUEUE, name, { clusterQueue: namespace }) };
}
