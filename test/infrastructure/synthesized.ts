import { App, Testing, type TerraformStack } from 'cdktf';
import { Stage, type StageProps } from '../../lib/core/stage/stage';
import { ValidationError } from '../../lib/core/problems/errors';
import { InfrastructureStack } from '../../lib/infrastructure/infrastructure-stack';

type Block = Readonly<Record<string, unknown>>;

export function stackOf(stage: Partial<StageProps> = {}, id = 'mnist-dev'): InfrastructureStack {
  const props = { name: 'dev', project: 'acme-ml', region: 'us-east1', ...stage };
  return new InfrastructureStack(Testing.stubVersion(new App({ stackTraces: false })), id, { stage: new Stage(props) });
}

/** Two stacks of one app. */
export function twoStacks(): { infra: InfrastructureStack; appl: InfrastructureStack } {
  const app = Testing.stubVersion(new App({ stackTraces: false }));
  const stage = new Stage({ name: 'dev', project: 'acme-ml', region: 'us-east1' });
  const [infra, appl] = ['infra', 'appl'].map((id) => new InfrastructureStack(app, id, { stage }));
  if (!infra || !appl) throw new Error('two stacks were to be made');
  return { infra, appl };
}

export function synthesized(stack: TerraformStack): Record<string, Record<string, Block>> {
  const { resource = {} } = JSON.parse(Testing.synth(stack)) as { resource?: Record<string, Record<string, Block>> };
  return resource;
}

export function all(stack: TerraformStack, type: string): Block[] {
  return Object.values(synthesized(stack)[type] ?? {});
}

/** The one resource of a type; fails the test if there are others. */
export function only(stack: TerraformStack, type: string): Block {
  const [first, ...others] = all(stack, type);
  if (!first || others.length > 0) throw new Error(`${others.length + (first ? 1 : 0)} of ${type}`);
  return first;
}

/** The findings of validation at synthesis below a stack. */
export function problemsOf(stack: TerraformStack): string[] {
  return stack.node.findAll().flatMap((construct) => construct.node.validate());
}

/** The codes of the problems that an expression is refused for. */
export function refusedFor(expression: () => unknown): string[] {
  try {
    expression();
  } catch (error) {
    if (ValidationError.isValidationError(error)) return error.problems.map((problem) => problem.code);
    throw error;
  }
  return [];
}

export function messageOf(expression: () => unknown): string {
  try {
    expression();
  } catch (error) {
    if (error instanceof Error) return error.message;
  }
  return '';
}
