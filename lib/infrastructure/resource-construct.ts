import type { ITerraformDependable } from 'cdktf';
import { Construct } from 'constructs';
import { resourceOf } from './cluster/cluster-pools';

/** A construct with one main resource, for which other resources can wait. */
export abstract class ResourceConstruct extends Construct implements ITerraformDependable {
  /** The address of the main resource. It lets `dependsOn` of other resources name the construct, as in `dependsOn: [cluster]`. */
  get fqn(): string {
    return resourceOf(this)?.fqn ?? '';
  }
}
