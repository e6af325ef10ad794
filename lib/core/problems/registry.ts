import type { IConstruct } from 'constructs';
import { rootOf } from '../scopes';

/**
 * The facts that the constructs of one tree share with each other and with the checks, kept at the tree's root. All copies
 * of this library in a program share the symbol, so that each reads the facts of the others.
 */
const REGISTRY = Symbol.for('trainyard.registry');

type Registry = Map<string, Map<IConstruct, unknown[]>>;

/** An entry and the construct that registered it. */
interface EntryAt<T> {
  readonly construct: IConstruct;
  readonly entry: T;
}

/** One subject on which constructs register entries, such as advice. */
export class Topic<T> {
  constructor(private readonly name: string) {}

  add(construct: IConstruct, ...entries: readonly T[]): void {
    const byConstruct = this.in(construct);
    const known = byConstruct.get(construct);
    if (known) known.push(...entries);
    else byConstruct.set(construct, [...entries]);
  }

  /** The entries of a construct itself. */
  of(construct: IConstruct): readonly T[] {
    return this.in(construct).get(construct) ?? [];
  }

  /** The entries of a tree's constructs, in the order of the program, without constructs that were removed from it. */
  all(tree: IConstruct): EntryAt<T>[] {
    return [...this.in(tree)].flatMap(([construct, entries]) =>
      isInTree(construct) ? entries.map((entry) => ({ construct, entry })) : [],
    );
  }

  /** The same of all trees of the program. Call it at synthesis, when they are known. */
  inProgram(tree: IConstruct): EntryAt<T>[] {
    return treesOf(tree).flatMap((each) => this.all(each));
  }

  private in(tree: IConstruct): Map<IConstruct, T[]> {
    const registry = registryOf(rootOf(tree));
    const known = registry.get(this.name) ?? new Map<IConstruct, unknown[]>();
    if (known.size === 0) registry.set(this.name, known);
    // The edge to other copies: topics of equal names have entries of the same type.
    // eslint-disable-next-line @typescript-eslint/consistent-type-assertions
    return known as Map<IConstruct, T[]>;
  }
}

const TREES = new Topic<readonly IConstruct[]>('trees of the program');

/** Makes one program of several trees, such as the charts of each deployment and the stacks of all. */
export function joinTrees(trees: readonly IConstruct[]): void {
  for (const tree of trees) TREES.add(tree, trees);
}

/** The roots of all trees of the program that a construct is part of. */
export function treesOf(construct: IConstruct): readonly IConstruct[] {
  const root = rootOf(construct);
  return TREES.of(root).at(-1) ?? [root];
}

const ONCE = new Topic<Set<string>>('once');

/** True if a key is used for the first time in a tree. */
export function firstTime(construct: IConstruct, what: string): boolean {
  const said = onlyOf(ONCE, construct, () => new Set());
  if (said.has(what)) return false;
  said.add(what);
  return true;
}

/** The only entry of a topic in the tree of a construct, made on first use. */
export function onlyOf<T>(topic: Topic<T>, construct: IConstruct, make: () => T): T {
  const root = rootOf(construct);
  const [known] = topic.of(root);
  if (known !== undefined) return known;
  const made = make();
  topic.add(root, made);
  return made;
}

/** True if a construct is still in the tree, with all its scopes. */
export function isInTree(construct: IConstruct): boolean {
  return construct.node.scopes.every(
    ({ node }, index, scopes) => index === 0 || scopes[index - 1]?.node.tryFindChild(node.id)?.node === node,
  );
}

function registryOf(root: IConstruct): Registry {
  if (!Reflect.has(root, REGISTRY)) Object.defineProperty(root, REGISTRY, { value: new Map() });
  // The edge to other copies: only they have the symbol.
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions
  return Reflect.get(root, REGISTRY) as Registry;
}
