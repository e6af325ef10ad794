import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from './program';
import { attempt, type Outcome } from './run';

/** A resource in the state. */
export interface Resource {
  readonly address: string;
  readonly type: string;
  readonly values: Readonly<Record<string, unknown>>;
}

interface Change {
  readonly type: string;
  readonly change: {
    readonly actions: readonly string[];
    readonly before: { readonly name?: unknown } | null;
    readonly after: { readonly name?: unknown } | null;
  };
}

function folderWith(json: string): string {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'cdk.tf.json'), json);
  return folder;
}

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

  /** The stack of a program that is synthesized here, not by a CLI. */
  static of(json: string): TerraformFolder {
    return new TerraformFolder(folderWith(json));
  }

  /** Goes on with another synthesis of the stack. */
  take(stackFolder: string): void {
    cpSync(join(stackFolder, 'cdk.tf.json'), join(this.folder, 'cdk.tf.json'));
  }

  /** What Terraform would do with another version of the program: actions by type and name, without those that do nothing. */
  async changes(json: string): Promise<Record<string, string>> {
    this.take(folderWith(json));
    const { status, output } = await this.run('plan', '-out=plan');
    if (status !== 0) throw new Error(output);
    const plan = JSON.parse((await this.run('show', '-json', 'plan')).stdout) as { resource_changes: Change[] };
    const changes = plan.resource_changes
      .map(({ type, change: { actions, before, after } }) => {
        const { name = '' } = after ?? before ?? {};
        return [`${type} ${String(name)}`, actions.join(' then ')] as const;
      })
      .filter(([, action]) => action !== 'no-op');
    return Object.fromEntries(changes);
  }

  /** What the state holds. */
  async resources(): Promise<readonly Resource[]> {
    const state = JSON.parse((await this.run('show', '-json')).stdout) as {
      values: { root_module: { resources: readonly Resource[] } };
    };
    return state.values.root_module.resources;
  }

  run(...args: string[]): Promise<Outcome> {
    return attempt('terraform', [...args, '-no-color'], { cwd: this.folder });
  }
}
