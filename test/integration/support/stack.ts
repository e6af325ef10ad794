import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from './program';
import { attempt, type Outcome } from './run';

/**
 * Terraform on the JSON of one stack, in a folder of its own. The state is always kept there, and not in the stack's backend.
 */
export class TerraformFolder {
  readonly folder = temporaryFolder();

  constructor(stackFolder: string) {
    this.take(stackFolder);
    const terraform = { backend: { local: { path: 'terraform.tfstate' } } };
    writeFileSync(join(this.folder, 'backend_override.tf.json'), JSON.stringify({ terraform }));
  }

  /** Goes on with another synthesis of the stack. */
  take(stackFolder: string): void {
    cpSync(join(stackFolder, 'cdk.tf.json'), join(this.folder, 'cdk.tf.json'));
  }

  run(...args: string[]): Promise<Outcome> {
    return attempt('terraform', [...args, '-no-color'], { cwd: this.folder });
  }
}
