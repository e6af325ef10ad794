import type { TerraformStack } from 'cdktf';

/** The parts of a stack's Terraform JSON that tests look at. */
export interface TerraformJson {
  readonly resource?: Readonly<Record<string, Readonly<Record<string, Record<string, unknown>>>>>;
  readonly [block: string]: unknown;
}

/**
 * The Terraform JSON of a stack. Nothing is checked, so that a test can look at a program that synthesis would refuse.
 */
export function terraformOf(stack: TerraformStack): TerraformJson {
  stack.prepareStack();
  const json: unknown = stack.toTerraform(); // cdktf types it as `any`
  return isTerraformJson(json) ? json : {};
}

function isTerraformJson(json: unknown): json is TerraformJson {
  return typeof json === 'object' && json !== null;
}
