import { describe, expect, test } from 'vitest';
import { ControlPlaneAccess } from '../../../lib/infrastructure/cluster/control-plane-access';
import { messageOf, only, refusedFor, stackOf } from '../synthesized';
import { clusterOf, blockOf } from '../clusters';

describe('access to the control plane', () => {
  test('by default it has a guarded name and no public address', () => {
    expect(blockOf()).toMatchObject({
      private_cluster_config: { enable_private_nodes: true, enable_private_endpoint: true },
      control_plane_endpoints_config: { dns_endpoint_config: { allow_external_traffic: true } },
      master_authorized_networks_config: { gcp_public_cidrs_access_enabled: false },
    });
  });

  test('authorized networks have an address for them alone', () => {
    const stack = stackOf();
    const controlPlaneAccess = ControlPlaneAccess.authorizedNetworks([
      '203.0.113.0/24',
      { cidr: '198.51.100.7/32', name: 'ci' },
    ]);
    const cluster = clusterOf({ controlPlaneAccess }, stack);
    expect(cluster.getCredentialsCommand).not.toContain('--dns-endpoint');
    expect(only(stack, 'google_container_cluster')).toMatchObject({
      private_cluster_config: { enable_private_nodes: true, enable_private_endpoint: false },
      control_plane_endpoints_config: { dns_endpoint_config: { allow_external_traffic: false } },
      master_authorized_networks_config: {
        cidr_blocks: [{ cidr_block: '203.0.113.0/24' }, { cidr_block: '198.51.100.7/32', display_name: 'ci' }],
      },
    });
  });

  test.each([
    [['0.0.0.0/0'], '"0.0.0.0/0" lets'],
    [['203.0.113.0/24', '0.0.0.0/0'], '"0.0.0.0/0" lets'],
    [['0.0.0.0/1', '128.0.0.0/1'], 'the 2 networks together let'],
    [['128.0.0.0/1', '0.0.0.0/2', '64.0.0.0/2'], 'the 3 networks together let'],
    [['0.0.0.0/1', '128.0.0.0/2', '192.0.0.0/3'], 'the 3 networks together let'],
  ])('fails: %j, which authorizes everybody', (networks, says) => {
    expect(refusedFor(() => ControlPlaneAccess.authorizedNetworks(networks))).toEqual(['control-plane-open']);
    expect(messageOf(() => ControlPlaneAccess.authorizedNetworks(networks))).toContain(says);
  });

  test('half of the internet is not all of it', () => {
    expect(refusedFor(() => ControlPlaneAccess.authorizedNetworks(['0.0.0.0/1', '128.0.0.0/2']))).toEqual([]);
  });

  test('fails: more networks than GKE takes', () => {
    const networks = (count: number) => Array.from({ length: count }, (_, index) => `203.0.113.${index}/32`);
    expect(refusedFor(() => ControlPlaneAccess.authorizedNetworks(networks(100)))).toEqual([]);
    expect(refusedFor(() => ControlPlaneAccess.authorizedNetworks(networks(101)))).toEqual(['control-plane-networks']);
  });

  test('fails: no authorized network', () => {
    expect(refusedFor(() => ControlPlaneAccess.authorizedNetworks([]))).toEqual(['control-plane-closed']);
  });

  test('fails: a network with host bits', () => {
    expect(refusedFor(() => ControlPlaneAccess.authorizedNetworks(['203.0.113.5/24']))).toEqual(['cidr']);
  });
});
