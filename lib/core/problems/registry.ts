import type { IConstruct } from 'constructs';

/**
 * What the constructs of one tree tell each other and the checks, kept on the tree's root. The symbol is shared by all
 * copies of this library in a program, so that they read what each other wrote.
 */
const REGISTRY = Symbol.for('trainyard.registry');

type Registry = Map<string, Map<IConstruct, unknown[]>>;

/** One subject on which constructs register entries, such as advice. */
export class Topic<T> {
  constructor(private readonly name: string) {}

  add(construct: IConstruct, ...entries: readonly T[]): void {
    const byConstruct = this.in(construct);
    const known = byConstruct.get(construct);
    if (known) known.push(...entries);
    else byConstruct.set(construct, [...entries]);
  }

  /** What a construct itself registered. */
  of(construct: IConstruct): readonly T[] {
    return this.in(construct).get(construct) ?? [];
  }

  /** What the constructs of a tree registered, in the order of the program, but for those taken out of the tree. */
  all(tree: IConstruct): { readonly construct: IConstruct; readonly entry: T }[] {
    return [...this.in(tree)].flatMap(([construct, entries]) =>
      isInTree(construct) ? entries.map((entry) => ({ construct, entry })) : [],
    );
  }

  private in(tree: IConstruct): Map<IConstruct, T[]> {
    const registry = registryOf(tree.node.root);
    const known = registry.get(this.name) ?? new Map<IConstruct, unknown[]>();
    registry.set(this.name, known);
    // The edge to other copies: whoever uses the name of a topic has its type.
    // eslint-disable-next-line @typescript-eslint/consistent-type-assertions
    return known as Map<IConstruct, T[]>;
  }
}

const ONCE = new Topic<Set<string>>('once');

/** Whether this is the first time that something is said in a tree. */
export function firstTime(construct: IConstruct, what: string): boolean {
  const said = onlyOf(ONCE, construct, () => new Set());
  if (said.has(what)) return false;
  said.add(what);
  return true;
}

/** The one entry that a topic has in the tree of a construct; made when it is first asked for. */
export function onlyOf<T>(topic: Topic<T>, construct: IConstruct, make: () => T): T {
  const { root } = construct.node;
  if (topic.of(root).length === 0) topic.add(root, make());
  const [only = make()] = topic.of(root);
  return only;
}

/** Whether a construct, and all above it, are still where they were made. */
export function isInTree(construct: IConstruct): boolean {
  return construct.node.scopes.every(
    ({ node }, index, scopes) => index === 0 || scopes[index - 1]?.node.tryFindChild(node.id)?.node === node,
  );
}

function registryOf(root: IConstruct): Registry {
  if (!Reflect.has(root, REGISTRY)) Object.defineProperty(root, REGISTRY, { value: new Map() });
  // The edge to other copies: nobody else has the symbol.
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions
  return Reflect.get(root, REGISTRY) as Registry;
}
