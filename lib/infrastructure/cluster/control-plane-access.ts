import type { ContainerClusterConfig } from '@cdktf/provider-google/lib/container-cluster';
import { accepted, refuseValues } from '../../core/problems/errors';
import { problem, type Problem } from '../../core/problems/problem';
import { either, listOf, object, optional, text, typeProblems, valueOf, type Rules } from '../../core/problems/rules';
import { coverInternet } from '../../core/network/cidr';
import { CIDR, cidrProblems } from '../../core/network/cidr-problems';

export const CONTROL_PLANE_ACCESS = valueOf(
  'ControlPlaneAccess',
  'use ControlPlaneAccess.dnsEndpoint() or another way',
);

/** A range of addresses that may reach a control plane. */
export interface AuthorizedNetwork {
  readonly cidr: string;
  /** A name for readers of the list. @default - none */
  readonly name?: string;
}

const RANGES = 'name ranges, such as ["203.0.113.0/24"]';
const AUTHORIZED_NETWORK: Rules<AuthorizedNetwork> = { cidr: CIDR, name: optional(text('name it for its readers')) };
const NETWORKS = { networks: listOf(either(text(RANGES), object(AUTHORIZED_NETWORK, RANGES)), RANGES) };

/** GKE's limit for clusters with private nodes. For others it is 50. */
const MOST_NETWORKS = 100;

type AccessBlocks = Pick<
  ContainerClusterConfig,
  'privateClusterConfig' | 'controlPlaneEndpointsConfig' | 'masterAuthorizedNetworksConfig'
>;

/**
 * How people and pipelines reach a cluster's control plane. Nodes are always private, and reach it inside the network.
 *
 * @see https://cloud.google.com/kubernetes-engine/docs/concepts/network-isolation
 */
export class ControlPlaneAccess {
  /** By a DNS name that Google Cloud's access control guards. There is no public address. */
  static dnsEndpoint(): ControlPlaneAccess {
    return new ControlPlaneAccess('dnsEndpoint', []);
  }

  /**
   * By a public address that only some networks can reach. Refused: an empty list, a range with host bits, and ranges
   * that together are the whole internet.
   *
   * @param networks up to 100 ranges of public addresses, such as `203.0.113.0/24`
   */
  static authorizedNetworks(networks: readonly (string | AuthorizedNetwork)[]): ControlPlaneAccess {
    const where = 'ControlPlaneAccess.authorizedNetworks';
    return accepted(where, [typeProblems({ networks }, NETWORKS)], () => {
      const list = networks.map((network) => (typeof network === 'string' ? { cidr: network } : network));
      refuseValues(where, networkProblems(list));
      return new ControlPlaneAccess('authorizedNetworks', list);
    });
  }

  /** Tells a value of this class from a plain object; the same text in every copy of the library. */
  readonly '~type' = 'ControlPlaneAccess';

  private constructor(
    readonly kind: 'dnsEndpoint' | 'authorizedNetworks',
    readonly networks: readonly AuthorizedNetwork[],
  ) {}

  /** The blocks of google_container_cluster. */
  toTerraform(): AccessBlocks {
    const byName = this.kind === 'dnsEndpoint';
    return {
      privateClusterConfig: { enablePrivateNodes: true, enablePrivateEndpoint: byName },
      controlPlaneEndpointsConfig: { dnsEndpointConfig: { allowExternalTraffic: byName } },
      masterAuthorizedNetworksConfig: {
        gcpPublicCidrsAccessEnabled: false,
        cidrBlocks: byName
          ? undefined
          : this.networks.map(({ cidr, name }) => ({ cidrBlock: cidr, displayName: name })),
      },
    };
  }
}

function* networkProblems(networks: readonly AuthorizedNetwork[]): Generator<Problem> {
  for (const { cidr } of networks) yield* cidrProblems('cidr', cidr);
  const ranges = networks.map(({ cidr }) => cidr);
  if (coverInternet(ranges)) {
    const open = ranges.find((range) => coverInternet([range]));
    yield problem(
      'control-plane-open',
      'networks',
      open === undefined
        ? `the ${ranges.length} networks together let the whole internet reach the control plane`
        : `"${open}" lets the whole internet reach the control plane`,
      'name the networks you work from, or use ControlPlaneAccess.dnsEndpoint(), which needs no list',
    );
  }
  if (networks.length > MOST_NETWORKS) {
    yield problem(
      'control-plane-networks',
      'networks',
      `${networks.length} networks are authorized, but GKE takes ${MOST_NETWORKS}`,
      'join ranges that lie side by side, or use ControlPlaneAccess.dnsEndpoint(), which needs no list',
    );
  }
  if (networks.length > 0) return;
  yield problem(
    'control-plane-closed',
    'no network is authorized, so nobody outside the network of the cluster could reach the control plane',
    'name at least one range, or use ControlPlaneAccess.dnsEndpoint()',
  );
}
