import type { IConstruct } from 'constructs';
import { clusterKey } from '../../../core/contracts/cluster';
import { problem } from '../../../core/problems/problem';
import { takeOnce } from '../../../core/problems/taken';
import type { ResolvedServing } from '../serving';
import { exposedPorts } from './exposed-ports';

/**
 * Takes the address of a server's load balancer, which leads from each port to one server. A second server that takes it is a problem
 * at synthesis. Clusters in different networks may have load balancers of one internal address.
 */
export function takeAddress(owner: IConstruct, { exposure: { way }, pool, tracks }: ResolvedServing): void {
  if (way.kind === 'internal' || way.address === undefined) return;
  const network = way.scheme === 'internal' ? clusterKey(pool.cluster) : '';
  const { address } = way;
  for (const { port } of exposedPorts(way, tracks[0].container)) {
    takeOnce(owner, ['load balancer', network, address, String(port.port)], (other) =>
      problem(
        'exposure-address',
        'exposure',
        `port ${port.port} of ${address} leads to ${other.node.path} already`,
        'reserve another address for one of the two',
      ),
    );
  }
}
