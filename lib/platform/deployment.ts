import { App as KubernetesApp } from 'cdk8s';
import { join } from 'node:path';
import { nameTree, usableValues } from '../core/problems';
import type { Stage } from '../core/stage/stage';
import { InfrastructureStack, type InfrastructureStackProps } from '../infrastructure/infrastructure-stack';
import { furtherStackProblems } from './program-problems';
import type { StackApp } from './stack-app';
import type { TokenGuard } from './token-guard';

export interface DeploymentOptions extends Pick<InfrastructureStackProps, 'moved' | 'destroys'> {
  /**
   * The prefix of the names of the Terraform state and the cloud resources. If you rename an application, keep the old
   * name here: its state and resources stay.
   *
   * @default - the deployment's name
   */
  readonly resourcePrefix?: string;
}

/**
 * One application in one stage, with two roots for its constructs. Constructs below `stack` become Terraform. Constructs
 * below `kubernetes` become YAML.
 */
export class Deployment {
  private ownStack?: InfrastructureStack;
  private readonly further = new Map<string, InfrastructureStack>();

  /** The root of the charts; a plain cdk8s app. */
  readonly kubernetes: KubernetesApp;

  constructor(
    private readonly terraform: StackApp,
    readonly stage: Stage,
    /** `<application>-<stage>`: the name of the stack, and of the folder of manifests. */
    readonly name: string,
    readonly guard: TokenGuard,
    private readonly options: DeploymentOptions,
  ) {
    this.kubernetes = new KubernetesApp({ outdir: join(terraform.scratch, name), resolvers: [guard] });
    nameTree(this.kubernetes, name);
  }

  /** The stack, made on first use. Refused in a stage without a project and a region. */
  get stack(): InfrastructureStack {
    this.ownStack ??= this.makeStack(this.name, this.options.resourcePrefix);
    return this.ownStack;
  }

  /**
   * A further stack, named `<deployment>-<id>`, for resources that Terraform can plan only after other stacks are deployed,
   * such as the Helm releases of a cluster. It is deployed after the stacks that it needs. The same id always returns the
   * same stack.
   *
   * @param id up to 20 lower-case letters, digits and hyphens
   */
  addStack(id: string): InfrastructureStack {
    const known = this.further.get(id);
    if (known) return known;
    const { resourcePrefix = this.name } = this.options;
    const where = `${this.name}.addStack`;
    const usable = usableValues(where, { id }, furtherStackProblems(id, resourcePrefix));
    const stack = this.makeStack(`${this.name}-${usable.id}`, `${resourcePrefix}-${usable.id}`);
    this.further.set(id, stack);
    return stack;
  }

  private makeStack(name: string, resourcePrefix: string | undefined): InfrastructureStack {
    const { app } = this.terraform;
    const { moved, destroys } = this.options;
    return new InfrastructureStack(app, name, { stage: this.stage, resourcePrefix, moved, destroys });
  }

  /** The stacks that the program uses, each after the stacks that it needs. */
  get existingStacks(): readonly InfrastructureStack[] {
    const all = [...(this.ownStack ? [this.ownStack] : []), ...this.further.values()];
    // A stack needs more stacks than each stack that it needs, so the number of needs gives the order.
    const needs = (stack: InfrastructureStack) => all.filter((other) => stack.dependsOn(other)).length;
    return all.sort((a, b) => needs(a) - needs(b));
  }

  /** The stack, if the program uses it. */
  get existingStack(): InfrastructureStack | undefined {
    return this.ownStack;
  }
}
