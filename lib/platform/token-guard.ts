import type { ApiObject, Chart, ResolutionContext } from 'cdk8s';
import { Token } from 'cdktf';
import type { IConstruct } from 'constructs';
import { pathOf, problem, type ProblemAt } from '../core/problems';
import type { TokenResolver } from '../kubernetes/plain-copy';
import { holdsTerraformValue, isTerraformNumber } from '../core/names/terraform-value';
import { valuesIn } from './values-in';

/** The identity of an object. */
interface Rendered {
  readonly kind: string;
  readonly metadata: { readonly name: string };
}

/**
 * Refuses Terraform's tokens in manifests. Terraform learns their values at deployment, after the YAML is written. The
 * YAML would have `${TfToken[…]}` in their place, without an error.
 */
export class TokenGuard implements TokenResolver {
  readonly changesTokensOnly = true;
  private readonly found = new Map<ApiObject, Set<string>>();
  private readonly inPatches: ProblemAt[] = [];

  resolve(context: ResolutionContext): void {
    const { obj, key } = context;
    const value: unknown = context.value;
    if (!holdsToken(value)) return;
    const keys = this.found.get(obj) ?? new Set();
    this.found.set(obj, keys.add(key.join('.')));
    context.replaceValue('');
  }

  /** Searches rendered objects, because resolvers do not see patches. @param text the objects as YAML */
  inspect(chart: Chart, objects: readonly Rendered[], text: string): void {
    if (!holdsTerraformValue(text)) return;
    for (const object of objects) {
      const keys = [...valuesIn(object, holdsToken)].filter(({ value }) => holdsToken(value)).map(({ at }) => at);
      if (keys.length > 0) this.inPatches.push(tokenProblem(chart, object.kind, object.metadata.name, keys));
    }
  }

  /** A problem for each object that holds a token. */
  problems(): ProblemAt[] {
    return [...this.found]
      .map(([obj, keys]) => tokenProblem(obj, obj.kind, obj.name, [...keys]))
      .concat(this.inPatches);
  }
}

function tokenProblem(construct: IConstruct, kind: string, name: string, keys: readonly string[]): ProblemAt {
  return {
    path: pathOf(construct),
    ...problem(
      'token-in-manifest',
      `${kind} "${name}" holds a value that only Terraform knows, at ${keys.join(', ')}`,
      'use a plain value that both halves share, such as bucket.bucketName, identity.email or pool.poolName',
    ),
  };
}

function holdsToken(value: unknown): boolean {
  return isToken(value) || hasTokenKey(value);
}

function isToken(value: unknown): boolean {
  if (typeof value === 'string') return holdsTerraformValue(value);
  return (typeof value === 'number' && isTerraformNumber(value)) || Token.isUnresolved(value);
}

function hasTokenKey(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).some((key) => holdsTerraformValue(key));
}
