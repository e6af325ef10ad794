import { TerraformDataSource } from 'cdktf';
import type { Construct } from 'constructs';

// Two data sources of the google provider, by hand: their generated bindings would take a tenth of the time that the
// package needs to load.

/** Something of Google Cloud that Terraform reads. */
class GoogleData extends TerraformDataSource {
  constructor(
    scope: Construct,
    id: string,
    type: string,
    private readonly attributes: Readonly<Record<string, string>> = {},
  ) {
    super(scope, id, { terraformResourceType: type, terraformGeneratorMetadata: { providerName: 'google' } });
  }

  protected override synthesizeAttributes(): Record<string, unknown> {
    return { ...this.attributes };
  }
}

/** The credentials that Terraform itself uses. */
export class ClientConfig extends GoogleData {
  constructor(scope: Construct, id: string) {
    super(scope, id, 'google_client_config');
  }

  get accessToken(): string {
    return this.getStringAttribute('access_token');
  }
}

/** How an existing cluster is reached. */
export class ClusterAccess extends GoogleData {
  constructor(scope: Construct, id: string, cluster: { project: string; location: string; name: string }) {
    super(scope, id, 'google_container_cluster', cluster);
  }

  get endpoint(): string {
    return this.getStringAttribute('endpoint');
  }

  get dnsEndpoint(): string {
    return this.getStringAttribute('control_plane_endpoints_config[0].dns_endpoint_config[0].endpoint');
  }

  get clusterCaCertificate(): string {
    return this.getStringAttribute('master_auth[0].cluster_ca_certificate');
  }
}
