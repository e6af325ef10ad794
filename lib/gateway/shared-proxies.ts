import type { IConstruct } from 'constructs';
import { isSameCluster } from '../core/contracts/cluster';
import type { Advice } from '../core/problems/check';
import { problem } from '../core/problems/problem';
import { Topic } from '../core/problems/registry';
import type { GatewayBackend } from './gateway-backend';
import type { ResolvedGateway } from './resolved-gateway';

type Entry = Pick<ResolvedGateway, 'name' | 'cluster' | 'exposure'> & { readonly shared: string };

const SHARED = new Topic<Entry>('gateways with shared proxies');

export function addShared(owner: IConstruct, gateway: ResolvedGateway, { shared }: GatewayBackend): void {
  if (shared !== undefined) SHARED.add(owner, { ...gateway, shared });
}

/** Advice about another gateway of the same proxies, whose clients reach the hosts of this one too. */
export function* sharedAdvice(owner: IConstruct): Generator<Advice> {
  for (const { name, cluster, exposure, shared } of SHARED.of(owner)) {
    const way = JSON.stringify(exposure.way);
    const other = SHARED.all(owner).find(
      ({ entry }) =>
        entry.shared === shared &&
        (!cluster || !entry.cluster || isSameCluster(cluster, entry.cluster)) &&
        JSON.stringify(entry.exposure.way) !== way,
    );
    if (!other) continue;
    const message = `gateways "${name}" and "${other.entry.name}" have the same proxies but another exposure, so whoever reaches one of them reaches the hosts of both`;
    const fix =
      'give both one exposure, name other proxies by GatewayBackend.istio({ namespace, labels }), or acknowledge this';
    yield problem('gateway-exposure', 'exposure', message, fix);
  }
}
