import { afterAll, afterEach } from 'vitest';
import { applied, remove, type RemoveOptions } from './kubectl';

/**
 * Objects that the tests of a file make. They are deleted after each test, in reverse order, and their namespaces at the
 * end: each takes five seconds or more to go.
 */
export class Made {
  private readonly made: (readonly object[])[] = [];
  private readonly namespaces = new Map<string, object>();

  constructor(private readonly options?: RemoveOptions) {
    afterEach(() => this.clear());
    afterAll(() => remove([...this.namespaces.values()]));
  }

  /** Applies objects; gives what the API server says of them. */
  async make(objects: readonly object[]): Promise<string> {
    for (const each of objects.filter(isNamespace)) this.namespaces.set(JSON.stringify(each), each);
    this.made.push(objects.filter((each) => !isNamespace(each) && !isDefaultAccount(each)));
    return applied(objects);
  }

  async clear(): Promise<void> {
    for (const objects of this.made.splice(0).reverse()) await remove(objects, this.options);
  }
}

interface Some {
  readonly kind?: unknown;
  readonly metadata?: { readonly name?: unknown };
}

function isNamespace({ kind }: Some): boolean {
  return kind === 'Namespace';
}

/** Kubernetes makes it again at once. */
function isDefaultAccount({ kind, metadata }: Some): boolean {
  return kind === 'ServiceAccount' && metadata?.name === 'default';
}
