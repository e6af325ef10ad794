import type { ContainerClusterConfig } from '@cdktf/provider-google/lib/container-cluster';
import { cidrProblems, parseCidr } from '../network/cidr';
import { requiredProblems } from '../../core/problems/given';
import { refuse } from '../../core/problems/errors';
import type { Problem } from '../../core/problems/problem';

const NETWORKS = 'name ranges, such as ["203.0.113.0/24"]';

/** A range of addresses that may reach a control plane. */
export interface AuthorizedNetwork {
  readonly cidr: string;
  /** For those who read the list. @default - none */
  readonly name?: string;
}

type AccessBlocks = Pick<
  ContainerClusterConfig,
  'privateClusterConfig' | 'controlPlaneEndpointsConfig' | 'masterAuthorizedNetworksConfig'
>;

/**
 * How people and pipelines reach a cluster's control plane. Nodes are private either way, and reach
 * it inside of the network.
 *
 * @see https://cloud.google.com/kubernetes-engine/docs/concepts/network-isolation
 */
export class ControlPlaneAccess {
  /** By a name that Google Cloud's own access control guards; there is no public address. */
  static dnsEndpoint(): ControlPlaneAccess {
    return new ControlPlaneAccess('dnsEndpoint', []);
  }

  /**
   * By a public address that answers to some networks only. Refused: all addresses, host bits.
   *
   * @param networks ranges such as `203.0.113.0/24`, the addresses as the internet sees them
   */
  static authorizedNetworks(networks: readonly (string | AuthorizedNetwork)[]): ControlPlaneAccess {
    refuse('ControlPlaneAccess.authorizedNetworks', [
      ...requiredProblems({ networks }, { networks: { has: 'map', fix: NETWORKS } }),
    ]);
    const list = networks.map((network) => (typeof network === 'string' ? { cidr: network } : { ...network }));
    refuse('ControlPlaneAccess.authorizedNetworks', [
      ...list.flatMap(({ cidr }) => [...cidrProblems('cidr', cidr), ...openProblems(cidr)]),
      ...(list.length > 0 ? [] : [nobody()]),
    ]);
    return new ControlPlaneAccess('authorizedNetworks', list);
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
        ...(byName
          ? {}
          : {
              cidrBlocks: this.networks.map(({ cidr, name }) => ({
                cidrBlock: cidr,
                ...(name === undefined ? {} : { displayName: name }),
              })),
            }),
      },
    };
  }
}

function openProblems(cidr: string): Problem[] {
  if (parseCidr(cidr)?.prefix !== 0) return [];
  return [
    {
      code: 'control-plane-open',
      property: 'cidr',
      message: `"${cidr}" lets the whole internet reach the control plane`,
      fix: 'name the networks you work from, or use ControlPlaneAccess.dnsEndpoint(), which needs no list',
    },
  ];
}

function nobody(): Problem {
  return {
    code: 'control-plane-closed',
    message: 'no network is authorized, so nobody outside of the network could reach the control plane',
    fix: 'name at least one range, or use ControlPlaneAccess.dnsEndpoint()',
  };
}
