import { afterAll, afterEach } from 'vitest';
import { applied, remove } from './kubectl';

/**
 * Objects that the tests of a file make. They are deleted after each test, in reverse order, and their namespaces at the
 * end: each takes five seconds or more to go.
 */
export class Made {
  private readonly made: (readonly object[])[] = [];
  private readonly namespaces = new Map<string, object>();

  /** @param options of `kubectl delete` */
  constructor(private readonly options: readonly string[] = []) {
    afterEach(() => this.clear());
    afterAll(() => removeAll([...this.namespaces.values()]));
  }

  /** Applies objects; gives what kubectl says of them. */
  async make(objects: readonly object[]): Promise<string> {
    for (const each of objects.filter(isNamespace)) this.namespaces.set(JSON.stringify(each), each);
    this.made.push(objects.filter((each) => !isNamespace(each) && !isDefaultAccount(each)));
    return applied(objects);
  }

  async clear(): Promise<void> {
    for (const objects of this.made.splice(0).reverse()) await removeAll(objects, ...this.options);
  }
}

async function removeAll(objects: readonly object[], ...options: readonly string[]): Promise<void> {
  if (objects.length > 0) await remove(objects, ...options);
}

interface Some {
  readonly kind?: unknown;
  readonly metadata?: { readonly name?: unknown };
}

function isNamespace({ kind }: Some): boolean {
  return kind === 'Namespace';
}

/** Kubernetes makes it again at once, and kubectl may wait for its end for ever. */
function isDefaultAccount({ kind, metadata }: Some): boolean {
  return kind === 'ServiceAccount' && metadata?.name === 'default';
}
