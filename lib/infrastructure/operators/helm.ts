import { TerraformProvider, TerraformResource, type TerraformMetaArguments } from 'cdktf';
import type { Construct } from 'constructs';
import type { HelmRelease } from '../../core/contracts/operator';

// Two types of Terraform's helm provider, written by hand because its generated bindings are no longer published.

const HELM = {
  terraformGeneratorMetadata: { providerName: 'helm', providerVersion: '3.1.2', providerVersionConstraint: '3.1.2' },
  terraformProviderSource: 'hashicorp/helm',
};
/** Seconds that Helm waits for the pods of a chart. The system pool may have to add a node for them. */
const TIMEOUT = 900;

/** The connection of the helm provider to a cluster. */
export interface HelmAccess {
  readonly host: string;
  readonly token: string;
  /** @default - the certificate authorities that the machine trusts */
  readonly clusterCaCertificate?: string;
}

/** The provider `hashicorp/helm`, for one cluster. */
export class HelmProvider extends TerraformProvider {
  constructor(
    scope: Construct,
    id: string,
    private readonly access: HelmAccess,
  ) {
    super(scope, id, { ...HELM, terraformResourceType: 'helm' });
  }

  protected override synthesizeAttributes(): Record<string, unknown> {
    const { host, token, clusterCaCertificate } = this.access;
    return { kubernetes: { host, token, cluster_ca_certificate: clusterCaCertificate } };
  }
}

/** A `helm_release`. It succeeds when all its pods are ready, and is rolled back otherwise. */
export class HelmReleaseResource extends TerraformResource {
  constructor(
    scope: Construct,
    id: string,
    private readonly release: HelmRelease,
    meta: TerraformMetaArguments,
  ) {
    super(scope, id, { ...HELM, ...meta, terraformResourceType: 'helm_release' });
  }

  protected override synthesizeAttributes(): Record<string, unknown> {
    const { name, repository, chart, version, namespace, values } = this.release;
    return {
      name,
      repository,
      chart,
      version,
      namespace,
      create_namespace: true,
      values: values === undefined ? undefined : [literal(JSON.stringify(values))],
      atomic: true,
      wait: true,
      wait_for_jobs: true,
      timeout: TIMEOUT,
    };
  }
}

/** Escapes a text for Terraform, except for references that cdktf put into it. */
function literal(text: string): string {
  return text.replace(/\$\{(?!TfToken\[)|%\{/g, (start) => `${start.charAt(0)}${start}`);
}
