import type { ApiObject, IResolver, ResolutionContext } from 'cdk8s';
import { Token } from 'cdktf';
import { formatProblem } from '../core/problem';

const TOKEN_TEXT = /[$#]\{TfToken\[/;

/**
 * Refuses Terraform's tokens in manifests: a value that Terraform learns at deployment cannot be
 * known when YAML is written, and would stand there as `${TfToken[…]}` without an error.
 */
export class TokenGuard implements IResolver {
  private readonly found = new Map<ApiObject, Set<string>>();

  resolve(context: ResolutionContext): void {
    const { obj, key } = context;
    const value: unknown = context.value;
    if (!isToken(value) && !hasTokenKey(value)) return;
    const keys = this.found.get(obj) ?? new Set();
    this.found.set(obj, keys.add(key.join('.')));
    context.replaceValue('');
  }

  /** One line for each object that holds a token. */
  problems(): string[] {
    return [...this.found].map(([obj, keys]) => {
      const problem = formatProblem({
        code: 'token-in-manifest',
        message: `${obj.kind} "${obj.name}" holds a value that only Terraform knows, at ${[...keys].join(', ')}`,
        fix: 'use a plain value that both halves share, such as bucket.bucketName, identity.email or pool.poolName',
      });
      return `[${obj.node.path}] ${problem}`;
    });
  }
}

function isToken(value: unknown): boolean {
  return typeof value === 'string' ? TOKEN_TEXT.test(value) : Token.isUnresolved(value);
}

function hasTokenKey(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).some((key) => TOKEN_TEXT.test(key));
}
