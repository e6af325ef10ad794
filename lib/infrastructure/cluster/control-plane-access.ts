import type { ContainerClusterConfig } from '@cdktf/provider-google/lib/container-cluster';
import { accepted, countProblems, problem, type Problem } from '../../core/problems';
import { coverInternet } from '../../core/network/cidr';
import { cidrProblems } from '../../core/network/cidr-problems';

/** A range of addresses that may reach a control plane. */
export interface AuthorizedNetwork {
  readonly cidr: string;
  /** A name for readers of the list. @default - none */
  readonly name?: string;
}

/** @see https://cloud.google.com/kubernetes-engine/docs/how-to/authorized-networks */
const MOST_NETWORKS = 100;

type AccessBlocks = Pick<
  ContainerClusterConfig,
  'privateClusterConfig' | 'controlPlaneEndpointsConfig' | 'masterAuthorizedNetworksConfig'
>;

/**
 * The access of people and pipelines to a cluster's control plane. Nodes are private and use the network.
 *
 * @see https://cloud.google.com/kubernetes-engine/docs/concepts/network-isolation
 */
export class ControlPlaneAccess {
  declare readonly '~type': 'ControlPlaneAccess';

  /** Access by a DNS name, guarded by Google Cloud's IAM. There is no public address. */
  static dnsEndpoint(): ControlPlaneAccess {
    return new ControlPlaneAccess('dnsEndpoint', []);
  }

  /**
   * Access by a public address from some networks only. Refused: an empty list, a range with host bits, and ranges
   * that together are the whole internet.
   *
   * @param networks up to 100 ranges of public addresses, such as `203.0.113.0/24`
   */
  static authorizedNetworks(networks: readonly (string | AuthorizedNetwork)[]): ControlPlaneAccess {
    const where = 'ControlPlaneAccess.authorizedNetworks';
    const list = networks.map((network) => (typeof network === 'string' ? { cidr: network } : network));
    const make = () => new ControlPlaneAccess('authorizedNetworks', list);
    return accepted(where, [networkProblems(list)], make);
  }

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
  yield* countProblems('control-plane-networks', 'networks', networks.length, MOST_NETWORKS);
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
  if (networks.length > 0) return;
  yield problem(
    'control-plane-closed',
    'no network is authorized, so nobody outside the network of the cluster could reach the control plane',
    'name at least one range, or use ControlPlaneAccess.dnsEndpoint()',
  );
}
