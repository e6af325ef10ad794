import { describe, expect, test } from 'vitest';
import { ControlPlaneAccess } from '../../../lib/infrastructure/cluster/control-plane-access';
import { only, refusedFor, stackOf } from '../synthesized';
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

  test('fails: everybody authorized', () => {
    expect(refusedFor(() => ControlPlaneAccess.authorizedNetworks(['0.0.0.0/0']))).toEqual(['control-plane-open']);
  });

  test('fails: no authorized network', () => {
    expect(refusedFor(() => ControlPlaneAccess.authorizedNetworks([]))).toEqual(['control-plane-closed']);
  });

  test('fails: a network with host bits', () => {
    expect(refusedFor(() => ControlPlaneAccess.authorizedNetworks(['203.0.113.5/24']))).toEqual(['cidr']);
  });
});
