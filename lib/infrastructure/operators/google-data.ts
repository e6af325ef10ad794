import { TerraformDataSource } from 'cdktf';
import type { Construct } from 'constructs';

/**
 * A data source of the google provider, by hand: the generated bindings of two would take a tenth of the time that the
 * package needs to load.
 */
export class GoogleData extends TerraformDataSource {
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
