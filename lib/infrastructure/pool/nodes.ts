import { refuse } from '../../core/problems/errors';
import type { Problem } from '../../core/problems/problem';

/** Lowest and highest number of nodes of a pool, over all its zones. */
export interface NodeRange {
  readonly min: number;
  readonly max: number;
}

/** The most nodes that GKE takes in one pool and zone. */
const NODES_PER_ZONE = 1000;

/**
 * How many nodes a pool has. Numbers are totals over all zones of the pool, but for `perZone`.
 *
 * @see https://cloud.google.com/kubernetes-engine/docs/concepts/cluster-autoscaler
 */
export class Nodes {
  /** Always this many. Refused at synthesis if the pool's zones do not divide it. */
  static fixed(total: number): Nodes {
    return new Nodes(`Nodes.fixed(${total})`, 'total', false, total, total);
  }

  /** As many as the pods need, from `min` to `max`; `min` 0 costs nothing while idle. */
  static between(min: number, max: number): Nodes {
    return new Nodes(`Nodes.between(${min}, ${max})`, 'total', true, min, max);
  }

  /** Always this many in each zone. */
  static perZone(count: number): Nodes {
    return new Nodes(`Nodes.perZone(${count})`, 'zone', false, count, count);
  }

  private constructor(
    private readonly expression: string,
    private readonly scope: 'total' | 'zone',
    /** Whether the cluster autoscaler chooses the number. */
    readonly autoscaled: boolean,
    private readonly min: number,
    private readonly max: number,
  ) {
    const problems: Problem[] = [min, ...(max === min ? [] : [max])]
      .filter((count) => !Number.isInteger(count) || count < 0)
      .map((count) => ({
        code: 'node-count',
        message: `${count} is not a number of nodes`,
        fix: 'use a whole number of 0 or more',
      }));
    if (problems.length === 0 && min > max) {
      problems.push({
        code: 'node-count',
        message: `the least number of nodes, ${min}, is above the most, ${max}`,
        fix: `use Nodes.between(${max}, ${min})`,
      });
    }
    if (problems.length === 0 && max === 0) {
      problems.push({
        code: 'node-count',
        message: 'a pool of 0 nodes can run nothing',
        fix: 'use Nodes.between(0, 1) for a pool that costs nothing while idle, or leave the pool out',
      });
    }
    refuse(expression, problems);
  }

  /** Whether the numbers are of each zone. */
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

  /** What a pool cannot have over these zones, or over any. @param zones @default - not known */
  problems(zones?: readonly string[]): Problem[] {
    if (!zones) return this.perZone ? this.limitProblems(1) : [];
    const { max } = this.over(zones.length);
    const perZone = Math.ceil(max / zones.length);
    return [
      ...(this.autoscaled || max % zones.length === 0
        ? []
        : [
            {
              code: 'node-count-zones',
              property: 'nodes',
              message: `${this.expression} cannot be spread evenly over ${zones.length} zones (${zones.join(', ')})`,
              fix: `use Nodes.fixed(${perZone * zones.length}) or Nodes.perZone(${perZone}), or name one zone`,
            },
          ]),
      ...this.limitProblems(zones.length),
    ];
  }

  private limitProblems(zones: number): Problem[] {
    const perZone = Math.ceil(this.over(zones).max / zones);
    if (perZone <= NODES_PER_ZONE) return [];
    const most = this.perZone ? NODES_PER_ZONE : NODES_PER_ZONE * zones;
    return [
      {
        code: 'node-count-limit',
        property: 'nodes',
        message: `${this.expression} needs ${perZone} nodes in a zone, but a pool has at most ${NODES_PER_ZONE} a zone`,
        fix: `use ${this.atMost(most)}, or several pools`,
      },
    ];
  }

  /** The same choice with a lower number, as it is written. */
  atMost(count: number): string {
    if (this.perZone) return `Nodes.perZone(${count})`;
    if (!this.autoscaled) return `Nodes.fixed(${count})`;
    return `Nodes.between(${Math.min(this.min, count)}, ${count})`;
  }

  toString(): string {
    return this.expression;
  }
}
