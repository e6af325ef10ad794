import { accepted } from '../../core/problems/errors';
import { problem, type Problem } from '../../core/problems/problem';
import { number, typeProblems, valueOf } from '../../core/problems/rules';

export const NODES = valueOf('Nodes', 'use Nodes.fixed(3) for a number that stays, or Nodes.between(0, 3)');

/** Lowest and highest number of nodes of a pool, over all its zones. */
export interface NodeRange {
  readonly min: number;
  readonly max: number;
}

/** The most nodes that GKE takes in one pool and zone. */
const NODES_PER_ZONE = 1000;

/**
 * How many nodes a pool has. Numbers are totals over all zones of the pool, except for `perZone`.
 *
 * @see https://cloud.google.com/kubernetes-engine/docs/concepts/cluster-autoscaler
 */
export class Nodes {
  /** Always this many. Refused at synthesis if the pool's zones do not divide it. */
  static fixed(total: number): Nodes {
    return nodes('fixed', { total }, (where) => new Nodes(where, 'total', false, total, total));
  }

  /** As many as the pods need, from `min` to `max`; `min` 0 costs nothing while idle. */
  static between(min: number, max: number): Nodes {
    return nodes('between', { min, max }, (where) => new Nodes(where, 'total', true, min, max));
  }

  /** Always this many in each zone. Where the zones are not known, workloads count on three: GKE takes so many of a region. */
  static perZone(count: number): Nodes {
    return nodes('perZone', { count }, (where) => new Nodes(where, 'zone', false, count, count));
  }

  /** Tells a value of this class from a plain object; the same text in every copy of the library. */
  readonly '~type' = 'Nodes';

  private constructor(
    private readonly expression: string,
    private readonly scope: 'total' | 'zone',
    /** Whether the cluster autoscaler chooses the number. */
    readonly autoscaled: boolean,
    private readonly min: number,
    private readonly max: number,
  ) {}

  /** Whether the numbers are for each zone. */
  get perZone(): boolean {
    return this.scope === 'zone';
  }

  /** The totals over a number of zones. */
  over(zones: number): NodeRange {
    const factor = this.perZone ? zones : 1;
    return { min: this.min * factor, max: this.max * factor };
  }

  /** The number in each zone of a pool that is not autoscaled. */
  fixedPerZone(zones: number): number {
    return this.over(zones).min / zones;
  }

  /** Problems of the numbers over these zones. @param zones @default - not known: only problems in any zones */
  *problems(zones?: readonly string[]): Generator<Problem> {
    if (!zones) {
      if (this.perZone) yield* this.limitProblems(1);
      return;
    }
    const { max } = this.over(zones.length);
    if (!this.autoscaled && max % zones.length !== 0) {
      const perZone = Math.ceil(max / zones.length);
      yield problem(
        'node-count-zones',
        'nodes',
        `${this.expression} cannot be spread evenly over ${zones.length} zones (${zones.join(', ')})`,
        `use Nodes.fixed(${perZone * zones.length}) or Nodes.perZone(${perZone}), or name one zone`,
      );
    }
    yield* this.limitProblems(zones.length);
  }

  private *limitProblems(zones: number): Generator<Problem> {
    const perZone = Math.ceil(this.over(zones).max / zones);
    if (perZone <= NODES_PER_ZONE) return;
    const most = this.perZone ? NODES_PER_ZONE : NODES_PER_ZONE * zones;
    yield problem(
      'node-count-limit',
      'nodes',
      `${this.expression} needs ${perZone} nodes in a zone, but a pool has at most ${NODES_PER_ZONE} a zone`,
      `use ${this.atMost(most)}, or several pools`,
    );
  }

  /** The expression for the same choice with a lower number. */
  atMost(count: number): string {
    if (this.perZone) return `Nodes.perZone(${count})`;
    if (!this.autoscaled) return `Nodes.fixed(${count})`;
    return `Nodes.between(${Math.min(this.min, count)}, ${count})`;
  }

  toString(): string {
    return this.expression;
  }
}

function* countProblems(counts: readonly number[]): Generator<Problem> {
  const [min = 0, max = min] = counts;
  const wrong = [...new Set([min, max])].filter((count) => !Number.isInteger(count) || count < 0);
  for (const count of wrong) {
    // Only the least number of several may be 0.
    const least = count === min && counts.length > 1 ? 0 : 1;
    yield problem('node-count', `${count} is not a number of nodes`, `use a whole number of ${least} or more`);
  }
  if (wrong.length > 0) return;
  if (min > max) {
    const message = `the least number of nodes, ${min}, is above the most, ${max}`;
    yield problem('node-count', message, `use Nodes.between(${max}, ${min})`);
  } else if (max === 0) {
    const fix = 'use Nodes.between(0, 1) for a pool that costs nothing while idle, or leave the pool out';
    yield problem('node-count', 'a pool of 0 nodes can run nothing', fix);
  }
}

/** @param counts the arguments of the factory, the least number first */
function nodes(factory: string, counts: Readonly<Record<string, number>>, make: (expression: string) => Nodes): Nodes {
  const rules = Object.fromEntries(Object.keys(counts).map((name) => [name, number('use a whole number, such as 3')]));
  return accepted(`Nodes.${factory}`, [typeProblems(counts, rules)], () => {
    const expression = `Nodes.${factory}(${Object.values(counts).join(', ')})`;
    return accepted(expression, [countProblems(Object.values(counts))], () => make(expression));
  });
}
